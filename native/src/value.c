/* lg_value: reading packed bytes. */
#include "packed.h"

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
  if (out_number == NULL || lg_value_kind(value) != LG_VALUE_NUMBER) return false;
  *out_number = lg__load_f64(value.bytes + 1);
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
