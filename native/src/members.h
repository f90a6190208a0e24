/* Sorts the members of an object and drops all but the last of duplicate keys. */
#ifndef LG_MEMBERS_H
#define LG_MEMBERS_H

#include "packed.h"

typedef enum lg_order {
  LG_ORDER_NONE,     /* as they are */
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

/* Like memcmp. `order` is LG_ORDER_BYTES or LG_ORDER_UTF16. */
int lg__compare_keys(lg_order order, const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len);

/*
 * Sorts `count` members and drops all but the last of duplicate keys. Returns how many are left. `spare` has room for
 * `count` more. LG_ORDER_NONE does nothing. O(count log count), or O(count) when they are in order; without recursion.
 */
size_t lg__order_members(lg_member *members, lg_member *spare, size_t count, lg_order order);

/* Parses an array index of JavaScript: 0 to 2^32 - 2 without leading zeros. False: the key is not one. */
bool lg__array_index(const uint8_t *key, size_t len, uint32_t *out_index);

/* LG_EINVAL: NULL with a count or a length. LG_ETOOBIG: more than LG_PROJECTION_MAX texts, or a pointer of more than
 * LG_POINTER_MAX tokens. O(size). */
LG_NODISCARD lg_status lg__projection_check(const lg_projection *projection);

#endif
