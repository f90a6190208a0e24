#include "detectors/detectors.h"
#include "run.h"

lg_status lg_guard_detector(const lg_guard *guard, uint32_t detector, const lg_detector_spec **out_spec,
                            const char **out_name, size_t *out_name_len) {
  if (guard == NULL || out_spec == NULL || out_name == NULL || out_name_len == NULL) return LG_EINVAL;
  if (detector >= guard->detector_count) return LG_EINVAL;
  const lg_detector_spec *spec = &guard->detectors[detector].spec;
  *out_spec = spec;
  *out_name = lg__detector_records[spec->type]->name;
  *out_name_len = strlen(*out_name);
  if (detector < lg__texts_count(&guard->detector_names))
    *out_name = lg__texts_at(&guard->detector_names, detector, out_name_len);
  return LG_OK;
}

lg_status lg_guard_settings(const lg_guard *guard, const lg_guard_options **out_options) {
  if (guard == NULL || out_options == NULL) return LG_EINVAL;
  *out_options = &guard->options;
  return LG_OK;
}

lg_status lg_guard_ladder(const lg_guard *guard, uint32_t detector, uint32_t profile, lg_ladder *out_ladder) {
  if (guard == NULL || out_ladder == NULL || detector > guard->detector_count || profile >= guard->profile_count)
    return LG_EINVAL;
  const lg_detector_spec *spec = detector < guard->detector_count ? &guard->detectors[detector].spec : NULL;
  *out_ladder = *lg__guard_ladder(guard, spec, &guard->profiles[profile]);
  return LG_OK;
}

lg_status lg_run_guard(const lg_run *run, lg_guard **out_guard) {
  if (run == NULL || out_guard == NULL) return LG_EINVAL;
  *out_guard = run->guard;
  return LG_OK;
}
