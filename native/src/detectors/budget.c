/* budget: a policy beside the detectors. It limits what a turn, a run or a key may use, and has rungs of its own. */
#include <math.h>

#include "run/run.h"

static lg_status check(const lg_detector_spec *spec) {
  double warn = spec->warn_share, ask = spec->ask_share, end = spec->abort_share;
  /* a milder rung that starts after a harsher one would never be reached */
  bool in_order = (ask == 0 || warn <= ask) && (end == 0 || (warn <= end && ask <= end));
  return in_order ? LG_OK : LG_EINVAL;
}

static uint32_t whole(double number) {
  if (number >= UINT32_MAX) return UINT32_MAX;
  uint32_t below = (uint32_t)number;
  return below < number ? below + 1 : below;
}

/* Whether `used` is that share of the limit, but for what sums of doubles lose: 0.1 added ten times is less than 1, and
 * 1.1 * 100 more than 110. */
static bool reaches(double used, double share, double limit) {
  double at = share * limit;
  return used >= at - 1e-9 * at;
}

static bool is_warned(const lg_budget *budget, lg_unit unit, bool of_call) {
  return ((of_call ? budget->warned_calls : budget->warned_usage) >> unit & 1u) != 0;
}

bool lg__budget_judge(const lg_budget *budget, const lg_detector_spec *spec, uint32_t detector, double now_ms,
                      bool of_call, lg_finding *out) {
  lg_action worst = LG_ALLOW;
  for (int i = LG_UNIT_NONE + 1; i < LG_UNITS; i++) {
    lg_unit unit = (lg_unit)i;
    double limit = spec->limits[unit];
    bool counts_calls = unit == LG_UNIT_CALLS || unit == LG_UNIT_REFUSALS;
    if (isinf(limit) || (counts_calls && !of_call)) continue;
    double before = lg__budget_used(budget, unit, now_ms), with = unit == LG_UNIT_CALLS ? before + 1 : before;
    lg_action rung = LG_ALLOW;
    if (spec->abort_share != 0 && reaches(before, spec->abort_share, limit))
      rung = LG_ABORT;
    else if (of_call && spec->ask_share != 0 && reaches(before, spec->ask_share, limit))
      rung = LG_ASK;
    else if (spec->warn_share != 0 && reaches(with, spec->warn_share, limit) && !is_warned(budget, unit, of_call))
      rung = LG_WARN;
    if (rung <= worst) continue;
    worst = rung;
    *out = (lg_finding){.detector = detector, .type = LG_BUDGET, .rung = rung, .unit = unit, .strong = true};
    out->used = rung == LG_WARN ? with : before;
    out->repeats = whole(out->used);
    out->threshold = whole(limit);
    out->cycle_length = 1;
    out->loop.bytes[0] = (uint8_t)unit;
  }
  return worst != LG_ALLOW;
}

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
    out->count = whole(used);
    out->threshold = whole(limit);
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
                                                .check = check,
                                                .find_before = find_before,
                                                .explain = explain,
                                                .may_have_found = may_have_found};
