/*
 * The packed form of a JSON value: identities are digests of it, and values come from JavaScript in it.
 * Little-endian, unaligned, a tag (lg_value_type) and its content:
 *
 *   00 null    01 false    02 true
 *   03 number  f64, 8 bytes; never -0, NaN or infinite
 *   04 digits  n (u32), n bytes: a number of 2^53 or more that a double cannot hold, in the notation of ECMAScript
 *   05 string  n (u32), n bytes of WTF-8: a pair of surrogates is 4 bytes, a lone one 3
 *   06 array   n (u32), n bytes: the values, one after the other
 *   07 object  n (u32), n bytes: the members: n of the key (u32), the key in WTF-8, the value
 *
 * n counts bytes, so a value is skipped in one step. Members stand in one of two orders:
 *
 *   verbatim   as JSON.stringify lists them: array indexes first and ascending, then by first occurrence
 *   canonical  by the bytes of their keys
 *
 * Keys are unique in both. Of duplicate keys in a text the last counts; in verbatim order it takes the place of the
 * first, as in JSON.parse. docs/identity.md has examples.
 */
#ifndef LG_PACKED_H
#define LG_PACKED_H

#include "memory/snapshot_bytes.h"

enum {
  LG_PACKED_NUMBER = 1 + 8, /* bytes of a number */
  LG_PACKED_HEAD = 1 + 4,   /* bytes before the content of a value with a length */
  LG_PACKED_KEY = 4         /* bytes before a key */
};

/* The end of the value at `at`; NULL: there is no whole value before `end`. Its contents are not checked. */
static inline const uint8_t *lg__packed_skip(const uint8_t *at, const uint8_t *end) {
  size_t left = (size_t)(end - at);
  if (left == 0) return NULL;
  if (*at < LG_VALUE_NUMBER) return at + 1;
  if (*at == LG_VALUE_NUMBER) return left >= LG_PACKED_NUMBER ? at + LG_PACKED_NUMBER : NULL;
  if (*at > LG_VALUE_OBJECT || left < LG_PACKED_HEAD) return NULL;
  uint32_t len = lg__load_u32(at + 1);
  return len <= left - LG_PACKED_HEAD ? at + LG_PACKED_HEAD + len : NULL;
}

/* The value of the member whose key begins at `at`; NULL: there is no whole key before `end`. */
static inline const uint8_t *lg__packed_skip_key(const uint8_t *at, const uint8_t *end) {
  size_t left = (size_t)(end - at);
  if (left < LG_PACKED_KEY) return NULL;
  uint32_t len = lg__load_u32(at);
  return len <= left - LG_PACKED_KEY ? at + LG_PACKED_KEY + len : NULL;
}

static inline bool lg__packed_holds(const uint8_t *value) { return *value >= LG_VALUE_ARRAY; }

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

/* Sorts `count` members and drops all but the last of duplicate keys. Returns how many are left. `spare` has room for
 * `count` more. LG_ORDER_NONE does nothing. O(count log count), or O(count) when they are in order; without
 * recursion. */
size_t lg__order_members(lg_member *members, lg_member *spare, size_t count, lg_order order);

/* Parses an array index of JavaScript: 0 to 2^32 - 2 without leading zeros. False: the key is not one. */
bool lg__array_index(const uint8_t *key, size_t len, uint32_t *out_index);

/* LG_EINVAL: NULL with a count or a length. LG_ETOOBIG: more than LG_PROJECTION_MAX texts, or a pointer of more than
 * LG_POINTER_MAX tokens. O(size). */
LG_NODISCARD lg_status lg__projection_check(const lg_projection *projection);

#endif
