/* budget: a policy beside the detectors. It limits what a turn, a run or a key may use, and has steps of its own. */
#include <math.h>

#include "run/run.h"

static bool find_before(const lg_look *look, lg_finding *out) {
  const lg_detector_slot *slot = look->slot;
  if (lg__is_outside(look->profile, out->detector)) return false;
  return lg__budget_judge(&look->run->budgets[slot->budget], &slot->spec, out->detector,
                          look->candidate->request->now_ms, true, out);
}

/* Of the unit that is nearest to its limit. */
static void explain(const lg_look *look, lg_explained *out) {
  const lg_detector_slot *slot = look->slot;
  const lg_budget *budget = &look->run->budgets[slot->budget];
  double most = -1;
  out->why = LG_WHY_NO_LIMIT;
  if (lg__is_outside(look->profile, (uint32_t)(slot - look->run->guard->detectors))) return;
  out->why = LG_WHY_COUNTED;
  for (int i = LG_UNIT_NONE + 1; i < LG_UNITS; i++) {
    lg_unit unit = (lg_unit)i;
    double limit = slot->spec.limits[unit];
    if (isinf(limit)) continue;
    double used = lg__budget_used(budget, unit, look->candidate->request->now_ms) + (unit == LG_UNIT_CALLS ? 1 : 0);
    if (used / limit <= most) continue;
    most = used / limit;
    out->count = lg__budget_whole(used);
    out->threshold = lg__budget_whole(limit);
  }
}

static bool may_have_found(const lg_detector_spec *spec, const lg_finding *finding) {
  return finding->unit > LG_UNIT_NONE && finding->unit < LG_UNITS && !isinf(spec->limits[finding->unit]);
}

const lg_detector_record lg__detector_budget = {.name = "budget",
                                                .tracks = LG_TRACK_BUDGET,
                                                .gives_verdict = true,
                                                .strikes_each_call = true,
                                                .counts_runs = true,
                                                .find_before = find_before,
                                                .explain = explain,
                                                .may_have_found = may_have_found};
