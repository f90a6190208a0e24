#include "policy/detector_record.h"

#include <math.h> /* options.gen.h */

#define LG_DETECTOR_FIELDS DETECTOR_FIELDS
#include "policy/options.gen.h"

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

const lg_fields *lg__detector_fields(lg_detector_type type) { return &DETECTOR_FIELDS[type]; }

double lg__field_get(const lg_field *field, const void *of) {
  const void *at = (const char *)of + field->offset;
  if (lg__field_is_double(field)) return *(const double *)at;
  if (field->kind == LG_FIELD_BOOL) return *(const bool *)at ? 1 : 0;
  return *(const uint32_t *)at;
}

void lg__field_set(const lg_field *field, void *of, double value) {
  void *at = (char *)of + field->offset;
  if (lg__field_is_double(field))
    *(double *)at = value;
  else if (field->kind == LG_FIELD_BOOL)
    *(bool *)at = value != 0;
  else
    *(uint32_t *)at = (uint32_t)value;
}

bool lg__field_has(const lg_field *field, double value) {
  if (!(value >= field->min && value <= field->max)) return false;
  return !lg__field_is_whole(field) || value == (double)(uint64_t)value;
}

const lg_field *lg__field_named(const lg_fields *fields, const char *name) {
  for (size_t i = 0; i < fields->count; i++)
    if (strcmp(fields->list[i].name, name) == 0) return &fields->list[i];
  return NULL;
}

const lg_field *lg__detector_excess(const lg_detector_spec *spec, const lg_field **out_bound) {
  const lg_fields *fields = lg__detector_fields(spec->type);
  for (const lg_field *field = fields->list; field < fields->list + fields->kept; field++) {
    if (field->at_most == NULL) continue;
    *out_bound = lg__field_named(fields, field->at_most);
    if (lg__field_get(field, spec) > lg__field_get(*out_bound, spec)) return field;
  }
  return NULL;
}

lg_detector_spec lg__detector_defaults(lg_detector_type type) {
  lg_detector_spec spec = {.type = type};
  const lg_fields *fields = lg__detector_fields(type);
  for (size_t i = 0; i < fields->kept; i++) lg__field_set(&fields->list[i], &spec, fields->list[i].fallback);
  return spec;
}
