/* The order of an object's members, and which of those with the same key counts. */
#ifndef LG_MEMBERS_H
#define LG_MEMBERS_H

#include "packed.h"

typedef enum lg_order {
  LG_ORDER_NONE,     /* as they stand */
  LG_ORDER_VERBATIM, /* array indexes first and ascending, then by first occurrence */
  LG_ORDER_BYTES,    /* by the bytes of the keys: the canonical packed form */
  LG_ORDER_UTF16     /* by the UTF-16 units of the keys: RFC 8785 */
} lg_order;

/* A member of a packed object, borrowed. */
typedef struct lg_member {
  const uint8_t *key, *value; /* the bytes of the key, the tag of the value */
  uint32_t key_len, value_len;
  uint64_t place; /* in verbatim order; used while sorting */
} lg_member;

/* Below 0, 0, above 0: as memcmp, by the bytes or the UTF-16 units. `order` is one of these two. */
int lg__compare_keys(lg_order order, const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len);

/*
 * Puts `count` members in order and leaves out all but the last of those with the same key; how many are left.
 * `spare` has room for `count` more. LG_ORDER_NONE does nothing. No recursion; O(count log count), O(count) when they
 * are in order already.
 */
size_t lg__order_members(lg_member *members, lg_member *spare, size_t count, lg_order order);

/* The number that an array index of JavaScript (0 to 2^32 - 2, no zero in front) is; false for any other text. */
bool lg__array_index(const uint8_t *key, size_t len, uint32_t *out_index);

#endif
