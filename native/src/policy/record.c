#include "policy/record.h"

#include <math.h>

const lg_detector_record *const lg__detector_records[LG_DETECTOR_TYPES] = {
#define XX(TYPE, name) &lg__detector_##name,
    LG_DETECTOR_MAP(XX)
#undef XX
};

bool lg__detector_named(const char *name, size_t len, lg_detector_type *out_type) {
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    const char *known = lg__detector_records[type]->name;
    if (strlen(known) != len || memcmp(known, name, len) != 0) continue;
    *out_type = (lg_detector_type)type;
    return true;
  }
  return false;
}

double lg__field_get(const lg_field *field, const lg_detector_spec *spec) {
  const char *at = (const char *)spec + field->offset;
  uint32_t integer;
  double number;
  bool flag;
  switch (field->kind) {
  case LG_FIELD_DOUBLE:
  case LG_FIELD_UNITS:
  case LG_FIELD_AMOUNT: memcpy(&number, at, sizeof number); return number;
  case LG_FIELD_BOOL: memcpy(&flag, at, sizeof flag); return flag ? 1 : 0;
  default: memcpy(&integer, at, sizeof integer); return integer;
  }
}

void lg__field_set(const lg_field *field, lg_detector_spec *spec, double value) {
  char *at = (char *)spec + field->offset;
  uint32_t integer;
  bool flag = value != 0;
  switch (field->kind) {
  case LG_FIELD_DOUBLE:
  case LG_FIELD_UNITS:
  case LG_FIELD_AMOUNT: memcpy(at, &value, sizeof value); return;
  case LG_FIELD_BOOL: memcpy(at, &flag, sizeof flag); return;
  default: integer = (uint32_t)value; memcpy(at, &integer, sizeof integer);
  }
}

bool lg__field_allows(const lg_field *field, double value) {
  if (field->kind == LG_FIELD_LIMIT && value == LG_NO_LIMIT) return true;
  if (field->kind == LG_FIELD_OPTIONAL && value == 0) return true;
  bool may_lack = field->kind == LG_FIELD_UNITS || field->kind == LG_FIELD_AMOUNT;
  if (may_lack && isinf(value) && value > 0) return true;
  if (!(value >= field->min && value <= field->max)) return false;
  if (field->kind == LG_FIELD_UNITS) return value == (double)(uint64_t)value;
  return field->kind == LG_FIELD_DOUBLE || field->kind == LG_FIELD_AMOUNT || value == (double)(uint32_t)value;
}

lg_detector_spec lg__detector_defaults(lg_detector_type type) {
  lg_detector_spec spec = {.type = type};
  const lg_detector_record *record = lg__detector_records[type];
  for (size_t i = 0; i < record->field_count; i++) lg__field_set(&record->fields[i], &spec, record->fields[i].fallback);
  return spec;
}

lg_status lg__detector_check(const lg_detector_spec *spec) {
  if ((uint32_t)spec->type >= LG_DETECTOR_TYPES) return LG_EINVAL;
  const lg_detector_record *record = lg__detector_records[spec->type];
  if (record->is_rule) return LG_EINVAL;
  for (size_t i = 0; i < record->field_count; i++)
    if (!lg__field_allows(&record->fields[i], lg__field_get(&record->fields[i], spec))) return LG_EINVAL;
  return record->check == NULL ? LG_OK : record->check(spec);
}
