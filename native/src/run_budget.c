/* The budgets of a run: what its events add to them, and lg_run_usage. */
#include <math.h>

#include "run.h"

void lg__budgets_begin(lg_run *run, lg_period period) {
  LG_EACH_BUDGET(run, i) {
    if (run->guard->detectors[i].spec.period == (uint32_t)period) lg__budget_clear(lg__budget_of(run, i));
  }
}

void lg__budgets_count(lg_run *run, const lg_ticket *slot, lg_unit unit, double amount) {
  const lg_profile *profile = &run->guard->profiles[slot->profile];
  bool of_old_turn = slot->round < run->turn_round;
  LG_EACH_BUDGET(run, i) {
    if (lg__is_outside(profile, i)) continue;
    /* what an earlier turn counted is not taken from this one */
    if (amount < 0 && of_old_turn && run->guard->detectors[i].spec.period == LG_PERIOD_TURN) continue;
    lg__budget_add(lg__budget_of(run, i), unit, amount);
  }
}

void lg__budgets_judged(lg_run *run, const lg_finding *finding, double now_ms, bool of_call) {
  LG_EACH_BUDGET(run, i) { lg__budget_tick(lg__budget_of(run, i), now_ms); }
  if (finding == NULL || finding->type != LG_BUDGET || finding->rung != LG_WARN) return;
  lg_budget *budget = lg__budget_of(run, finding->detector);
  *(of_call ? &budget->told_calls : &budget->told_usage) |= 1u << finding->unit;
}

/* ---- usage ------------------------------------------------------------------------------------------------------- */

void lg__run_spend(lg_run *run, const lg_usage *usage, lg_verdict *out_verdict) {
  lg_finding worst = {.rung = LG_ALLOW};
  LG_EACH_BUDGET(run, i) {
    const lg_detector_spec *spec = &run->guard->detectors[i].spec;
    lg_budget *budget = lg__budget_of(run, i);
    lg__budget_add(budget, LG_UNIT_TOKENS, usage->input_tokens);
    lg__budget_add(budget, LG_UNIT_TOKENS, usage->output_tokens);
    lg__budget_add(budget, LG_UNIT_COST, usage->cost);
    lg_reached reached = lg__budget_judge(budget, spec, usage->now_ms, false);
    if (reached.rung > worst.rung) lg__budget_finding(spec, i, &reached, &worst);
  }
  bool found = worst.rung != LG_ALLOW;
  lg__budgets_judged(run, found ? &worst : NULL, usage->now_ms, false);
  *out_verdict = LG_NOTHING;
  if (!found) return;
  lg__loop_tag(&worst.loop, worst.detector);
  uint32_t strikes = lg__loops_strike(&run->loops, &worst, run->round, false);
  const lg_digest nameless = {{0}};
  out_verdict->action = worst.rung;
  out_verdict->detected = true;
  lg__report(run, &worst, strikes, &worst.loop, &nameless, false);
}

bool lg__is_usage(const lg_usage *usage) {
  const double amounts[] = {usage->input_tokens, usage->output_tokens, usage->cost};
  for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
    if (!(amounts[i] >= 0) || !isfinite(amounts[i])) return false;
  return true;
}

lg_status lg_run_usage(lg_run *run, const lg_usage *usage, lg_verdict *out_verdict) {
  if (run == NULL || usage == NULL || out_verdict == NULL || !lg__is_usage(usage)) return LG_EINVAL;
  lg__run_spend(run, usage, out_verdict);
  return LG_OK;
}
