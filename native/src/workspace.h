/*
 * The buffers behind lg_workspace. Owned by whoever made it; used by one call at a time.
 *
 * The first group carries one JSON text from its source to its canonical form (canon.h):
 *
 *   source --json_scan--> skeleton + leaves --json_tree--> tree --canon--> text
 */
#ifndef LG_WORKSPACE_H
#define LG_WORKSPACE_H

#include "buf.h"

/* A buffer that one huge call left larger than this is given back afterwards. */
#define LG_WORKSPACE_KEEP ((size_t)1 << 20)

/* The block that cJSON's nodes and strings are cut from, one after the other. */
typedef struct lg_tree {
  char *data;
  size_t used, capacity;
} lg_tree;

struct lg_workspace {
  lg_allocator allocator;
  lg_buf skeleton;  /* the text as cJSON sees it */
  lg_buf leaves;    /* lg_leaf[]: where the texts of its values are */
  lg_buf settled;   /* texts of values that had to be written anew */
  lg_buf unescaped; /* one string without its escapes */
  lg_buf stack;     /* open containers, open spans */
  lg_buf folds;     /* canonical texts of containers that are nested too deep for cJSON */
  lg_tree tree;
  lg_buf text; /* canonical text */

  lg_buf result; /* a result without its volatile spans */
  lg_buf points; /* code points and tables of similarity */
  lg_buf snapshot;
};

/* Room for comparing texts of up to these lengths: lg_similarity cannot fail then. LG_ENOMEM. */
LG_NODISCARD lg_status lg__similarity_reserve(lg_workspace *workspace, size_t a_len, size_t b_len);
/* Empties the buffers of the first group and gives back what is larger than LG_WORKSPACE_KEEP; `text` only if asked. */
void lg__workspace_trim(lg_workspace *workspace, bool text_too);

#endif
