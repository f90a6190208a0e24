#include "budgets.h"

#include <math.h>

void lg__budget_clear(lg_budget *budget) { *budget = (lg_budget){.since_ms = NAN}; }

void lg__budget_add(lg_budget *budget, lg_unit unit, double amount) {
  double sum = budget->used[unit] + amount;
  budget->used[unit] = sum < 0 ? 0 : sum < LG_USED_MAX ? sum : LG_USED_MAX;
}

void lg__budget_tick(lg_budget *budget, double now_ms) {
  if (isnan(budget->since_ms) && isfinite(now_ms)) budget->since_ms = now_ms;
}

double lg__budget_used(const lg_budget *budget, lg_unit unit, double now_ms) {
  if (unit != LG_UNIT_SECONDS) return budget->used[unit];
  double passed = (now_ms - budget->since_ms) / 1000;
  return passed > 0 && passed < LG_USED_MAX ? passed : 0; /* unknown, or the clock was set back */
}

/* Whether `used` is that share of the limit, but for what sums of doubles lose: 0.1 added ten times is less than 1, and
 * 1.1 * 100 more than 110. */
static bool reaches(double used, double share, double limit) {
  double at = share * limit;
  return used >= at - 1e-9 * at;
}

static bool is_told(const lg_budget *budget, lg_unit unit, bool of_call) {
  return ((of_call ? budget->told_calls : budget->told_usage) >> unit & 1u) != 0;
}

lg_reached lg__budget_judge(const lg_budget *budget, const lg_detector_spec *spec, double now_ms, bool of_call) {
  lg_reached worst = {.rung = LG_ALLOW};
  for (int i = LG_UNIT_NONE + 1; i < LG_UNITS; i++) {
    lg_unit unit = (lg_unit)i;
    double limit = spec->limits[unit];
    bool counts_calls = unit == LG_UNIT_CALLS || unit == LG_UNIT_REFUSALS;
    if (isinf(limit) || (counts_calls && !of_call)) continue;
    double before = lg__budget_used(budget, unit, now_ms), with = unit == LG_UNIT_CALLS ? before + 1 : before;
    lg_reached reached = {LG_ALLOW, unit, before};
    if (spec->abort_share != 0 && reaches(before, spec->abort_share, limit)) {
      reached.rung = LG_ABORT;
    } else if (of_call && spec->ask_share != 0 && reaches(before, spec->ask_share, limit)) {
      reached.rung = LG_ASK;
    } else if (spec->warn_share != 0 && reaches(with, spec->warn_share, limit) && !is_told(budget, unit, of_call)) {
      reached.rung = LG_WARN;
      reached.used = with;
    }
    if (reached.rung > worst.rung) worst = reached;
  }
  return worst;
}
