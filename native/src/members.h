/* The order of an object's members, and which of those with the same key counts. */
#ifndef LG_MEMBERS_H
#define LG_MEMBERS_H

#include "json_tree.h"

/*
 * Orders the children of `object` in place and unlinks all but the last of those with the same key.
 * LG_CANONICAL: by UTF-16 code unit. LG_VERBATIM: as JavaScript keeps them, array indexes first and ascending, then in
 * order of first occurrence. No allocation, no recursion; O(k log k), O(k) when they are in canonical order already.
 */
void lg__order_members(cJSON *object, lg_identity_mode mode);

/* The number that an array index of JavaScript (0 to 2^32 - 2, no zero in front) is; false for any other text. */
bool lg__array_index(const char *key, uint32_t *out_index);

#endif
