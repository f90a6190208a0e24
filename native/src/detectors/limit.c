/* limit: the tool has run as often as it may in one turn. */
#include "run/run.h"

static lg_status find_before(const lg_run *run, const lg_detector_spec *spec, lg_candidate *candidate, lg_finding *out,
                             bool *out_found) {
  (void)run;
  (void)spec;
  uint32_t own = candidate->profile->limit;
  if (own == LG_NO_LIMIT) return LG_OK;
  if (own != 0) out->threshold = own;
  out->repeats = candidate->ran + 1;
  *out_found = (!candidate->poll || own != 0) && candidate->ran >= out->threshold;
  return LG_OK;
}

static void explain(const lg_run *run, const lg_detector_slot *slot, const lg_candidate *candidate,
                    const lg_profile *profile, lg_explained *out) {
  (void)run, (void)slot;
  if (profile->limit != 0) out->threshold = profile->limit;
  bool none = out->threshold == LG_NO_LIMIT;
  if (!none) out->threshold++; /* so many may run */
  if (candidate->poll && profile->limit == 0) return;
  out->why = none ? LG_WHY_NO_LIMIT : LG_WHY_COUNTED;
  out->count = none ? 0 : candidate->ran + 1;
}

const lg_detector_record lg__detector_limit = {.name = "limit",
                                               .tracks = LG_TRACK_RUNS,
                                               .strikes_each_call = true,
                                               .counts_runs = true,
                                               .find_before = find_before,
                                               .explain = explain};
