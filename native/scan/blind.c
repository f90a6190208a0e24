#include "blind.h"

static bool needs_outcomes(const lg_detector_spec *spec) {
  switch (spec->type) {
  case LG_STALL:
  case LG_NO_PROGRESS:
  case LG_ERROR_STREAK:
  case LG_UNKNOWN_TOOL:
  case LG_TEXT_REPEAT:
  case LG_DELEGATION:
    return true;
  case LG_CYCLE:
    return spec->strong_only;
  case LG_REPEAT:
    return spec->failures_only;
  case LG_NO_NEWS:
    return spec->threshold > 1;
  default:
    return false;
  }
}

bool scan_needs_outcomes(const lg_guard *guard) {
  const lg_detector_spec *spec;
  const char *name;
  size_t len;
  for (uint32_t i = 0; lg_guard_detector(guard, i, &spec, &name, &len) == LG_OK; i++)
    if (!needs_outcomes(spec)) return false;
  return true;
}
