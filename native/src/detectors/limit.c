/* limit: the tool has run as often as it may in one turn. */
#include "run/run.h"

static bool find_before(const lg_look *look, lg_finding *out) {
  const lg_candidate *candidate = look->candidate;
  uint32_t own = look->profile->limit;
  if (own == LG_NO_LIMIT) return false;
  if (own != 0) out->threshold = own;
  out->repeats = candidate->ran + 1;
  return (!candidate->poll || own != 0) && candidate->ran >= out->threshold;
}

static void explain(const lg_look *look, lg_explained *out) {
  uint32_t own = look->profile->limit;
  if (own != 0) out->threshold = own;
  bool none = out->threshold == LG_NO_LIMIT;
  if (!none) out->threshold++; /* so many may run */
  if (look->candidate->poll && own == 0) return;
  out->why = none ? LG_WHY_NO_LIMIT : LG_WHY_COUNTED;
  out->count = none ? 0 : look->candidate->ran + 1;
}

const lg_detector_record lg__detector_limit = {.name = "limit",
                                               .tracks = LG_TRACK_RUNS,
                                               .strikes_each_call = true,
                                               .counts_runs = true,
                                               .find_before = find_before,
                                               .explain = explain};
