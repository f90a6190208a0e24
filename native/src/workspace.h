/*
 * The buffers of lg_workspace, to be used by one call at a time.
 *
 * The first group holds the steps from arguments to what is hashed or printed:
 *
 *   text --json_read--> packed --arrange--> arranged --json_print--> text
 *
 * each step only where it is needed. What a public function gives to its caller is swapped into `given`, which no step
 * writes to: so one output may be the input of the next call with the same workspace.
 */
#ifndef LG_WORKSPACE_H
#define LG_WORKSPACE_H

#include "buf.h"

/* A buffer that grew larger than this is freed after the call. */
#define LG_WORKSPACE_KEEP ((size_t)1 << 20)

struct lg_workspace {
  lg_allocator allocator;
  lg_buf packed;   /* a parsed text, members in the text's order */
  lg_buf arranged; /* a packed value with its members in order */
  lg_buf stack;    /* open containers */
  lg_buf members;  /* lg_member[]: those of the open objects */
  lg_buf kept;     /* lg_member[]: the members that a projection keeps */
  lg_buf dropped;  /* uint8_t *[]: the values that it leaves out */
  lg_buf message;  /* the hash's input for a call with a long name */
  lg_buf text;     /* JSON text */

  lg_buf given;  /* the last output */
  lg_buf result; /* a result without its volatile spans */
  lg_buf points; /* code points and tables of similarity */
  lg_buf snapshot;
};

/* Makes room for comparing texts of up to these lengths, so that lg_similarity cannot fail. LG_ENOMEM. */
LG_NODISCARD lg_status lg__similarity_reserve(lg_workspace *workspace, size_t a_len, size_t b_len);
/* Empties the buffers of the first group, and frees those above LG_WORKSPACE_KEEP. */
void lg__workspace_trim(lg_workspace *workspace);

#endif
