/* The detectors that a configuration can have, for fuzzers that make their own. */
#ifndef POSSIBLE_SPEC_H
#define POSSIBLE_SPEC_H

#include <math.h>

#include "policy/guard.h"
#include "state/window.h"

static inline bool is_possible_value(const lg_field *field, double value) {
  bool may_lack = field->kind == LG_FIELD_UNITS || field->kind == LG_FIELD_AMOUNT;
  if (field->kind == LG_FIELD_LIMIT && value == LG_NO_LIMIT) return true;
  if (field->kind == LG_FIELD_OPTIONAL && value == 0) return true;
  return (may_lack && isinf(value) && value > 0) || lg__field_has(field, value);
}

static inline bool is_possible_spec(const lg_detector_spec *spec) {
  const lg_fields *fields = lg__detector_fields(spec->type);
  const lg_field *bound;
  lg_detector_options window = lg__window_options(spec);
  if (lg__detector_records[spec->type]->is_rule || lg__detector_excess(spec, &bound) != NULL) return false;
  for (size_t i = 0; i < fields->kept; i++)
    if (!is_possible_value(&fields->list[i], lg__field_get(&fields->list[i], spec))) return false;
  if (spec->type == LG_CYCLE && !lg__window_options_valid(&window)) return false;
  double warn = spec->warn_share, ask = spec->ask_share, end = spec->abort_share;
  return spec->type != LG_BUDGET || ((ask == 0 || warn <= ask) && (end == 0 || (warn <= end && ask <= end)));
}

#endif
