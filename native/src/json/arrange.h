/* Rewrites packed values: members in canonical or verbatim order, and only the parts that a projection selects. */
#ifndef LG_ARRANGE_H
#define LG_ARRANGE_H

#include "json/packed.h"
#include "memory/memory.h"

/* What to write. Everything is borrowed. */
typedef struct lg_arrangement {
  const uint8_t *value; /* NULL: an object made of the members in `kept` */
  size_t len;
  lg_order order;
  const lg_member *kept; /* in any order; `place` is not read */
  size_t kept_count;
  const uint8_t *const *dropped; /* values to leave out, with their keys; by ascending address */
  size_t dropped_count;
} lg_arrangement;

/*
 * Whether the members are in `order`, LG_ORDER_BYTES or LG_ORDER_UTF16, at every depth. Uses workspace->stack.
 * LG_EINVAL: not a packed value; only found when all before it is in order. LG_ENOMEM, LG_ETOOBIG. O(len), without
 * recursion.
 */
LG_NODISCARD lg_status lg__is_arranged(lg_workspace *workspace, lg_order order, const uint8_t *value, size_t len,
                                       bool *out_arranged);

/*
 * Writes the value into workspace->arranged, members in order at every depth. Uses workspace->stack and
 * workspace->members. The input must be in none of these three. LG_EINVAL: not a packed value. LG_ENOMEM, LG_ETOOBIG.
 * O(len), plus the sorting; without recursion.
 */
LG_NODISCARD lg_status lg__arrange(lg_workspace *workspace, const lg_arrangement *arrangement);

#endif
