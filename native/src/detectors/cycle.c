/* cycle: calls come in the same order again and again (window.h); with `sameResults`, with the same results too. */
#include "../patterns.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "windowSize", window_size, 32, 2, LG_WINDOW_MAX),
                                  LG_FIELD(U32, "minCycleLen", min_cycle_len, 1, 1, LG_CYCLE_LEN_MAX),
                                  LG_FIELD(U32, "maxCycleLen", max_cycle_len, 8, 1, LG_CYCLE_LEN_MAX),
                                  LG_FIELD(U32, "repeats", threshold, 3, 2, LG_REACH_MAX),
                                  LG_FLAG("sameResults", strong_only)};

static lg_status check(const lg_detector_spec *spec) {
  lg_detector_options options = lg__window_options(spec);
  return lg__window_options_valid(&options) ? LG_OK : LG_EINVAL;
}

static uint32_t reach(const lg_detector_spec *spec) { return spec->window_size; }

static bool find_after(const lg_run *run, const lg_detector_slot *slot, const lg_profile *profile,
                       const lg_cycle *cycles, lg_finding *out) {
  (void)profile;
  const lg_cycle *cycle = &cycles[slot->window];
  if (cycle->cycle_length == 0) return false;
  uint32_t length = cycle->cycle_length;
  bool strong = true;
  for (uint32_t i = 0; i + length < length * slot->spec.threshold && strong; i++) {
    const lg_observation *late = lg__history_at(&run->history, i), *early = lg__history_at(&run->history, i + length);
    if (early == NULL || !lg__same_result(late, early)) strong = false;
  }
  if (slot->spec.strong_only && !strong) return false;
  out->threshold = slot->spec.threshold;
  out->repeats = cycle->repeats;
  out->cycle_length = length;
  out->strong = strong;
  out->subject = lg__newest(run)->identity;
  out->loop = lg__rotation_key(run, &run->windows[slot->window], length);
  return true;
}

static bool is_step(const lg_observation *expected, const lg_digest *identity, const lg_digest *name) {
  (void)name;
  return lg__digest_equal(&expected->identity, identity);
}

static bool is_over(const lg_run *run, const lg_detector_spec *spec, const lg_finding *finding,
                    const lg_observation *newest) {
  const lg_observation *last_lap = lg__history_at(&run->history, finding->cycle_length);
  if (last_lap == NULL || !lg__digest_equal(&last_lap->identity, &newest->identity)) return false;
  return spec->strong_only ? !lg__same_result(newest, last_lap) : lg__results_differ(newest, last_lap);
}

static bool may_have_found(const lg_detector_spec *spec, const lg_finding *finding) {
  return finding->cycle_length <= spec->max_cycle_len;
}

const lg_detector_record lg__detector_cycle = {.name = "cycle",
                                               LG_FIELDS(FIELDS),
                                               .facts = LG_FACT_IDENTITY | LG_FACT_WINDOW,
                                               .is_broken = true,
                                               .check = check,
                                               .reach = reach,
                                               .find_after = find_after,
                                               .is_step = is_step,
                                               .is_over = is_over,
                                               .may_have_found = may_have_found};
