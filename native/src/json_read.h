/* The JSON parser: from text to packed value in one pass. */
#ifndef LG_JSON_READ_H
#define LG_JSON_READ_H

#include "packed.h"
#include "workspace.h"

/* The order of members in the text's objects, at all depths. */
typedef struct lg_read_order {
  bool verbatim;  /* true: in verbatim order, keys unique; false: not known to be */
  bool canonical; /* in canonical order, keys unique */
} lg_read_order;

/*
 * Parses `text` into workspace->packed, members in the order of the text, duplicate keys included. Strict RFC 8259, but
 * strings may hold lone surrogates, raw or escaped; a high and a low one next to each other become one character. Uses
 * workspace->stack. LG_EJSON, LG_ENOMEM, LG_ETOOBIG. O(len), without recursion.
 */
LG_NODISCARD lg_status lg__json_read(lg_workspace *workspace, const char *text, size_t len, lg_read_order *out_order);

#endif
