/* Packed values with their members in order: the canonical form, the verbatim form of a text, parts of a value. */
#ifndef LG_ARRANGE_H
#define LG_ARRANGE_H

#include "members.h"
#include "workspace.h"

/* A value to be written anew, and what of it. Everything is borrowed. */
typedef struct lg_arrangement {
  const uint8_t *value; /* NULL: an object of `kept` */
  size_t len;
  lg_order order;
  const lg_member *kept; /* the members of the object that is made of them; in any order, `place` is not read */
  size_t kept_count;
  const uint8_t *const *dropped; /* values that are left out with their keys, ascending */
  size_t dropped_count;
} lg_arrangement;

/*
 * Whether the value is whole and its members are in `order`, LG_ORDER_BYTES or LG_ORDER_UTF16, at every depth. Uses
 * workspace->stack. LG_EINVAL: it is no packed value. LG_ENOMEM, LG_ETOOBIG. O(len), without recursion.
 */
LG_NODISCARD lg_status lg__is_arranged(lg_workspace *workspace, lg_order order, const uint8_t *value, size_t len,
                                       bool *out_arranged);

/*
 * Writes the value into workspace->arranged, members in order at every depth. Uses workspace->stack and
 * workspace->members. What it reads must be in neither of these. LG_EINVAL: it is no packed value. LG_ENOMEM,
 * LG_ETOOBIG. O(len) and the sorting, without recursion.
 */
LG_NODISCARD lg_status lg__arrange(lg_workspace *workspace, const lg_arrangement *arrangement);

#endif
