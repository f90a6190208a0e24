/*
 * The buffers behind lg_workspace. Owned by whoever made it; used by one call at a time.
 *
 * The first group carries arguments from what was given to what is hashed or printed:
 *
 *   text --json_read--> packed --arrange--> arranged --json_print--> text
 *
 * each step only where it is needed.
 */
#ifndef LG_WORKSPACE_H
#define LG_WORKSPACE_H

#include "buf.h"

/* A buffer that one huge call left larger than this is given back afterwards. */
#define LG_WORKSPACE_KEEP ((size_t)1 << 20)

struct lg_workspace {
  lg_allocator allocator;
  lg_buf packed;   /* a text as it was read */
  lg_buf arranged; /* a packed value with its members in order */
  lg_buf stack;    /* open containers */
  lg_buf members;  /* lg_member[]: those of the open objects */
  lg_buf kept;     /* lg_member[]: what a projection keeps */
  lg_buf dropped;  /* uint8_t *[]: what it leaves out */
  lg_buf message;  /* what is hashed of a call with a long name */
  lg_buf text;     /* JSON text */

  lg_buf result; /* a result without its volatile spans */
  lg_buf points; /* code points and tables of similarity */
  lg_buf snapshot;
};

/* Room for comparing texts of up to these lengths: lg_similarity cannot fail then. LG_ENOMEM. */
LG_NODISCARD lg_status lg__similarity_reserve(lg_workspace *workspace, size_t a_len, size_t b_len);
/* Empties the buffers of the first group and gives back what is larger than LG_WORKSPACE_KEEP; `text` only if asked. */
void lg__workspace_trim(lg_workspace *workspace, bool text_too);

#endif
