/* The one reader of JSON text: text to packed value, in one pass. */
#ifndef LG_JSON_READ_H
#define LG_JSON_READ_H

#include "packed.h"
#include "workspace.h"

/* What the reader saw of the objects of a text, at all depths. */
typedef struct lg_read_order {
  bool verbatim;  /* their members are in verbatim order, no key is there twice; false: they may be not */
  bool canonical; /* their members are in canonical order */
} lg_read_order;

/*
 * Reads `text` into workspace->packed, members in the order of the text, repeated keys included. By RFC 8259 to the
 * letter, but for halves of surrogate pairs, which strings may have, raw or escaped; two that make a pair become one
 * character. Uses workspace->stack. LG_EJSON, LG_ENOMEM, LG_ETOOBIG. O(len), without recursion.
 */
LG_NODISCARD lg_status lg__json_read(lg_workspace *workspace, const char *text, size_t len, lg_read_order *out_order);

#endif
