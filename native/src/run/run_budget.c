/* The budgets of a run: what its events add to them, and lg_run_usage. */
#include <math.h>

#include "run/run.h"

static void add(lg_budget *budget, lg_unit unit, double amount) {
  double sum = budget->used[unit] + amount;
  budget->used[unit] = sum < 0 ? 0 : sum < LG_USED_MAX ? sum : LG_USED_MAX;
}

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
    add(lg__budget_of(run, i), unit, amount);
  }
}

void lg__budgets_judged(lg_run *run, const lg_finding *finding, double now_ms, bool of_call) {
  LG_EACH_BUDGET(run, i) {
    double *since_ms = &lg__budget_of(run, i)->since_ms;
    /* Or the clock was set back: from a start in the future no time would pass. No Date is beyond 8.64e15. */
    if ((isnan(*since_ms) || now_ms < *since_ms) && fabs(now_ms) <= 8.64e15) *since_ms = now_ms;
  }
  if (finding == NULL || finding->type != LG_BUDGET || finding->action != LG_WARN) return;
  lg_budget *budget = lg__budget_of(run, finding->detector);
  *(of_call ? &budget->warned_calls : &budget->warned_usage) |= 1u << finding->unit;
}

/* ---- usage ------------------------------------------------------------------------------------------------------- */

void lg__run_spend(lg_run *run, const lg_usage *usage, lg_verdict *out_verdict) {
  lg_finding worst = {.action = LG_ALLOW};
  LG_EACH_BUDGET(run, i) {
    const lg_detector_spec *spec = &run->guard->detectors[i].spec;
    lg_budget *budget = lg__budget_of(run, i);
    add(budget, LG_UNIT_TOKENS, usage->input_tokens);
    add(budget, LG_UNIT_TOKENS, usage->output_tokens);
    add(budget, LG_UNIT_COST, usage->cost);
    lg_finding found;
    if (lg__budget_judge(budget, spec, i, usage->now_ms, false, &found) && found.action > worst.action) worst = found;
  }
  bool found = worst.action != LG_ALLOW;
  lg__budgets_judged(run, found ? &worst : NULL, usage->now_ms, false);
  *out_verdict = LG_NOTHING;
  if (!found) return;
  lg__loop_tag(&worst.loop, worst.detector);
  uint32_t strikes = lg__loops_strike(&run->loops, &worst, run->round, false);
  const lg_digest nameless = {{0}};
  out_verdict->action = worst.action;
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

/* ---- one budget -------------------------------------------------------------------------------------------------- */

void lg__budget_clear(lg_budget *budget) { *budget = (lg_budget){.since_ms = NAN}; }

double lg__budget_used(const lg_budget *budget, lg_unit unit, double now_ms) {
  if (unit != LG_UNIT_SECONDS) return budget->used[unit];
  double passed = (now_ms - budget->since_ms) / 1000;
  return passed > 0 && passed < LG_USED_MAX ? passed : 0; /* unknown, or the clock was set back */
}

uint32_t lg__budget_whole(double number) {
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
    lg_action action = LG_ALLOW;
    if (spec->abort_share != 0 && reaches(before, spec->abort_share, limit))
      action = LG_ABORT;
    else if (of_call && spec->ask_share != 0 && reaches(before, spec->ask_share, limit))
      action = LG_ASK;
    else if (spec->warn_share != 0 && reaches(with, spec->warn_share, limit) && !is_warned(budget, unit, of_call))
      action = LG_WARN;
    if (action <= worst) continue;
    worst = action;
    *out = (lg_finding){.detector = detector, .type = LG_BUDGET, .action = action, .unit = unit, .strong = true};
    out->used = action == LG_WARN ? with : before;
    out->repeats = lg__budget_whole(out->used);
    out->threshold = lg__budget_whole(limit);
    out->cycle_length = 1;
    out->loop.bytes[0] = (uint8_t)unit;
  }
  return worst != LG_ALLOW;
}

/* ---- as bytes ---------------------------------------------------------------------------------------------------- */

/* A budget, and which one it was if its limits or shares are others now. */
typedef struct lg_left {
  lg_budget budget;
  uint64_t tools;
  uint32_t place, period, units; /* place: among the detectors; units: bits of those that it limits */
} lg_left;

static lg_left left_of(const lg_run *run, uint32_t place) {
  const lg_detector_spec *spec = &run->guard->detectors[place].spec;
  lg_left left = {*lg__budget_of(run, place), spec->tools, place, spec->period, 0};
  for (int unit = LG_UNIT_NONE + 1; unit < LG_UNITS; unit++)
    if (!isinf(spec->limits[unit])) left.units |= 1u << unit;
  return left;
}

static bool is_kind(const lg_left *a, const lg_left *b) {
  return a->tools == b->tools && a->period == b->period && a->units == b->units;
}

static void io_budget(lg_io io, lg_left *one) {
  lg_budget *budget = &one->budget;
  LG_IO_U32(io, &one->place, &one->period);
  LG_IO_U64(io, &one->tools);
  LG_IO_U32(io, &one->units);
  for (int unit = 0; unit < LG_UNITS; unit++) LG_IO_F64(io, &budget->used[unit]);
  LG_IO_F64(io, &budget->since_ms);
  LG_IO_U32(io, &budget->warned_calls, &budget->warned_usage);
}

/* Whether what was read can have been written. A time that is none is as good as none. */
static bool is_sound(lg_budget *budget) {
  if (!isfinite(budget->since_ms)) budget->since_ms = NAN;
  for (int unit = 0; unit < LG_UNITS; unit++)
    if (!(budget->used[unit] >= 0 && budget->used[unit] <= LG_USED_MAX)) return false;
  return true;
}

/* Gives what is left to the budget of its kind that is none of `taken` (bits), if only one is left and one may take. */
static void take_over(lg_run *run, const lg_left *left, uint32_t count, uint64_t taken) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t givers = 0, takers = 0, taker = 0;
    for (uint32_t j = 0; j < count; j++) givers += is_kind(&left[j], &left[i]);
    LG_EACH_BUDGET(run, j) {
      lg_left own = left_of(run, j);
      if ((taken >> j & 1u) != 0 || !is_kind(&own, &left[i])) continue;
      takers++;
      taker = j;
    }
    if (givers != 1 || takers != 1) continue;
    lg_budget *budget = lg__budget_of(run, taker);
    *budget = left[i].budget;
    budget->warned_calls = budget->warned_usage = 0; /* its limits are others */
  }
}

bool lg__budgets_io(lg_io io, lg_run *run, const uint32_t *places, uint32_t detectors) {
  lg_left left[LG_DETECTORS_MAX], one; /* left: of budgets that this guard does not have as they were */
  uint32_t count = run->guard->budget_count, left_count = 0;
  uint64_t taken = 0;
  LG_IO_U32(io, &count);
  if (io.to != NULL) {
    LG_EACH_BUDGET(run, i) {
      one = left_of(run, i);
      io_budget(io, &one);
    }
    return true;
  }
  if (count > detectors) return false;
  for (; count > 0; count--) {
    io_budget(io, &one);
    if (io.from->failed || !is_sound(&one.budget) || one.place >= detectors) return false;
    uint32_t place = places[one.place];
    if (place < run->guard->detector_count) {
      if ((run->guard->detectors[place].record->tracks & LG_TRACK_BUDGET) == 0) return false;
      *lg__budget_of(run, place) = one.budget;
      taken |= (uint64_t)1 << place;
    } else {
      left[left_count++] = one;
    }
  }
  take_over(run, left, left_count, taken);
  return true;
}
