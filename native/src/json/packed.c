/* lg_value: reading packed bytes. */
#include "json/packed.h"

#include "json/json.h"

lg_value lg_value_at(const uint8_t *bytes, size_t len) {
  const uint8_t *end = bytes != NULL ? lg__packed_skip(bytes, bytes + len) : NULL;
  return end != NULL ? (lg_value){bytes, (size_t)(end - bytes)} : (lg_value){NULL, 0};
}

lg_value_type lg_value_kind(lg_value value) {
  value = lg_value_at(value.bytes, value.len);
  return value.bytes != NULL ? (lg_value_type)*value.bytes : LG_VALUE_NONE;
}

bool lg_value_text(lg_value value, const char **out_text, size_t *out_len) {
  lg_value_type type = lg_value_kind(value);
  if (out_text == NULL || out_len == NULL) return false;
  if (type != LG_VALUE_STRING && type != LG_VALUE_DIGITS) return false;
  *out_text = (const char *)value.bytes + LG_PACKED_HEAD;
  *out_len = lg__load_u32(value.bytes + 1);
  return true;
}

bool lg_value_number(lg_value value, double *out_number) {
  lg_value_type type = lg_value_kind(value);
  if (out_number == NULL || (type != LG_VALUE_NUMBER && type != LG_VALUE_DIGITS)) return false;
  if (type == LG_VALUE_NUMBER) {
    *out_number = lg__load_f64(value.bytes + 1);
    return true;
  }
  const uint8_t *digits = value.bytes + LG_PACKED_HEAD, *end = digits + lg__load_u32(value.bytes + 1);
  if (lg__skip_number(digits, end) != end) return false;
  *out_number = lg__number_read((const char *)digits, (size_t)(end - digits));
  return true;
}

lg_values lg_value_begin(lg_value value) {
  lg_value_type type = lg_value_kind(value);
  if (type != LG_VALUE_ARRAY && type != LG_VALUE_OBJECT) return (lg_values){0};
  const uint8_t *at = value.bytes + LG_PACKED_HEAD;
  return (lg_values){.object = type == LG_VALUE_OBJECT, .at = at, .end = at + lg__load_u32(value.bytes + 1)};
}

bool lg_value_next(lg_values *values) {
  if (values == NULL) return false;
  const uint8_t *at = values->at, *end = values->end;
  if (at == NULL || at >= end) return false;
  if (values->object) {
    const uint8_t *value = lg__packed_skip_key(at, end);
    if (value == NULL) return false;
    values->key = (const char *)at + LG_PACKED_KEY;
    values->key_len = (size_t)(value - at - LG_PACKED_KEY);
    at = value;
  }
  values->value = lg_value_at(at, (size_t)(end - at));
  if (values->value.bytes == NULL) return false;
  values->at = at + values->value.len;
  return true;
}

lg_value lg_value_member(lg_value object, const char *key, size_t key_len) {
  lg_value found = {NULL, 0};
  lg_values members = lg_value_begin(object);
  if (!members.object || (key == NULL && key_len != 0)) return found;
  while (lg_value_next(&members)) {
    if (members.key_len == key_len && (key_len == 0 || memcmp(members.key, key, key_len) == 0)) found = members.value;
  }
  return found;
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

static int compare_units(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len) {
  lg_units left = lg__units_of(a, a_len), right = lg__units_of(b, b_len);
  for (;;) {
    int32_t x = lg__next_unit(&left), y = lg__next_unit(&right);
    if (x != y) return x < y ? -1 : 1;
    if (x < 0) return 0;
  }
}

static inline int compare_bytes(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len) {
  size_t common = a_len < b_len ? a_len : b_len;
  if (common != 0) {
    int order = a[0] - b[0];
    if (order == 0) order = memcmp(a, b, common);
    if (order != 0) return order;
  }
  return a_len < b_len ? -1 : a_len > b_len;
}

int lg__compare_keys(lg_order order, const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len) {
  return order == LG_ORDER_UTF16 ? compare_units(a, a_len, b, b_len) : compare_bytes(a, a_len, b, b_len);
}

/* LG_ORDER_NONE means by `place` here. */
static inline int compare(lg_order by, const lg_member *a, const lg_member *b) {
  if (by == LG_ORDER_NONE) return a->place < b->place ? -1 : a->place > b->place;
  return lg__compare_keys(by, a->key, a->key_len, b->key, b->key_len);
}

/* ---- sorting ----------------------------------------------------------------------------------------------------- */

enum { RUN = 16 }; /* the members of one run, which is sorted by insertion */

static void insertion_sort(lg_member *members, size_t count, lg_order by) {
  for (size_t i = 1; i < count; i++) {
    lg_member member = members[i];
    size_t at = i;
    for (; at > 0 && compare(by, &members[at - 1], &member) > 0; at--) members[at] = members[at - 1];
    members[at] = member;
  }
}

static void merge(const lg_member *a, const lg_member *a_end, const lg_member *b, const lg_member *b_end, lg_member *to,
                  lg_order by) {
  while (a < a_end && b < b_end) *to++ = compare(by, a, b) <= 0 ? *a++ : *b++;
  while (a < a_end) *to++ = *a++;
  while (b < b_end) *to++ = *b++;
}

/* A stable merge sort, bottom up. */
static void sort(lg_member *members, lg_member *spare, size_t count, lg_order by) {
  for (size_t i = 0; i < count; i += RUN) insertion_sort(members + i, count - i < RUN ? count - i : RUN, by);
  lg_member *from = members, *to = spare;
  for (size_t width = RUN; width < count; width *= 2) {
    for (size_t i = 0; i < count; i += 2 * width) {
      size_t middle = count - i < width ? count : i + width, end = count - i < 2 * width ? count : i + 2 * width;
      merge(from + i, from + middle, from + middle, from + end, to + i, by);
    }
    lg_member *sorted = to;
    to = from;
    from = sorted;
  }
  if (from != members) memcpy(members, from, count * sizeof *members);
}

static bool is_sorted(const lg_member *members, size_t count, lg_order by) {
  for (size_t i = 1; i < count; i++)
    if (compare(by, &members[i - 1], &members[i]) >= 0) return false;
  return true;
}

/* Keeps the last of each group of equal keys, with the place of the first. The sort was stable, so they are adjacent
 * and in their original order. */
static size_t leave_out_repeated(lg_member *members, size_t count) {
  size_t left = 0;
  for (size_t i = 0; i < count; i++) {
    if (left > 0 && compare(LG_ORDER_BYTES, &members[left - 1], &members[i]) == 0) {
      uint64_t place = members[left - 1].place;
      members[left - 1] = members[i];
      members[left - 1].place = place;
    } else {
      members[left++] = members[i];
    }
  }
  return left;
}

bool lg__array_index(const uint8_t *key, size_t len, uint32_t *out_index) {
  uint64_t index = 0;
  if (len == 0 || len > 10 || (key[0] == '0' && len > 1)) return false;
  for (size_t i = 0; i < len; i++) {
    if (key[i] < '0' || key[i] > '9') return false;
    index = index * 10 + (uint64_t)(key[i] - '0');
  }
  if (index >= UINT32_MAX) return false;
  *out_index = (uint32_t)index;
  return true;
}

/* The position at which JavaScript lists each member: array indexes by value, then all others as they come. */
static void set_places(lg_member *members, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t index;
    members[i].place = lg__array_index(members[i].key, members[i].key_len, &index) ? index : (uint64_t)UINT32_MAX + i;
  }
}

size_t lg__order_members(lg_member *members, lg_member *spare, size_t count, lg_order order) {
  if (order == LG_ORDER_NONE) return count;
  if (order == LG_ORDER_VERBATIM) set_places(members, count);
  lg_order by = order == LG_ORDER_UTF16 ? LG_ORDER_UTF16 : LG_ORDER_BYTES;
  if (!is_sorted(members, count, by)) {
    sort(members, spare, count, by);
    count = leave_out_repeated(members, count);
  }
  if (order == LG_ORDER_VERBATIM && !is_sorted(members, count, LG_ORDER_NONE))
    sort(members, spare, count, LG_ORDER_NONE);
  return count;
}

static lg_status check_texts(const char *const *text, const size_t *len, size_t count) {
  if (count != 0 && (text == NULL || len == NULL)) return LG_EINVAL;
  if (count > LG_PROJECTION_MAX) return LG_ETOOBIG;
  for (size_t i = 0; i < count; i++) {
    if (text[i] == NULL && len[i] != 0) return LG_EINVAL;
    bool pointer = len[i] != 0 && text[i][0] == '/';
    size_t tokens = 0;
    for (size_t at = 0; pointer && at < len[i]; at++)
      if (text[i][at] == '/') tokens++;
    if (tokens > LG_POINTER_MAX) return LG_ETOOBIG;
  }
  return LG_OK;
}

lg_status lg__projection_check(const lg_projection *projection) {
  lg_status status = check_texts(projection->keep, projection->keep_len, projection->keep_count);
  return status == LG_OK ? check_texts(projection->ignore, projection->ignore_len, projection->ignore_count) : status;
}
