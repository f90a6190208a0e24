#include "budgets_bytes.h"

#include <math.h>

#include "run.h"

/* Which budget one was whose limits or shares are others now. */
typedef struct lg_budget_kind {
  uint64_t tools;
  uint32_t period, units; /* units: bits of those that it limits */
} lg_budget_kind;

typedef struct lg_left {
  lg_budget_kind kind;
  lg_budget budget;
} lg_left;

static lg_budget_kind kind_of(const lg_detector_spec *spec) {
  lg_budget_kind kind = {spec->tools, spec->period, 0};
  for (int unit = LG_UNIT_NONE + 1; unit < LG_UNITS; unit++)
    if (!isinf(spec->limits[unit])) kind.units |= 1u << unit;
  return kind;
}

static bool is_kind(const lg_budget_kind *a, const lg_budget_kind *b) {
  return a->tools == b->tools && a->period == b->period && a->units == b->units;
}

void lg__budgets_write(lg_writer *w, const lg_run *run) {
  lg__write_u32(w, run->guard->budget_count);
  LG_EACH_BUDGET(run, i) {
    const lg_budget *budget = lg__budget_of(run, i);
    lg__write_u32(w, i);
    lg_budget_kind kind = kind_of(&run->guard->detectors[i].spec);
    lg__write_u32(w, kind.period);
    lg__write_u64(w, kind.tools);
    lg__write_u32(w, kind.units);
    for (int unit = 0; unit < LG_UNITS; unit++) lg__write_f64(w, budget->used[unit]);
    lg__write_f64(w, budget->since_ms);
    lg__write_u32(w, budget->told_calls);
    lg__write_u32(w, budget->told_usage);
  }
}

static bool read_budget(lg_reader *r, lg_budget *out) {
  bool sound = true;
  for (int unit = 0; unit < LG_UNITS; unit++) {
    out->used[unit] = lg__read_f64(r);
    sound = sound && out->used[unit] >= 0 && out->used[unit] <= LG_USED_MAX;
  }
  out->since_ms = lg__read_f64(r);
  if (!isfinite(out->since_ms)) out->since_ms = NAN;
  out->told_calls = lg__read_u32(r);
  out->told_usage = lg__read_u32(r);
  return sound && !r->failed;
}

/* Gives what is left to the budget of its kind that is none of `taken` (bits), if one alone is left and one may take.
 */
static void take_over(lg_run *run, const lg_left *left, uint32_t count, uint64_t taken) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t givers = 0, takers = 0, taker = 0;
    for (uint32_t j = 0; j < count; j++) givers += is_kind(&left[j].kind, &left[i].kind);
    LG_EACH_BUDGET(run, j) {
      lg_budget_kind kind = kind_of(&run->guard->detectors[j].spec);
      if ((taken >> j & 1u) != 0 || !is_kind(&kind, &left[i].kind)) continue;
      takers++;
      taker = j;
    }
    if (givers != 1 || takers != 1) continue;
    lg_budget *budget = lg__budget_of(run, taker);
    *budget = left[i].budget;
    budget->told_calls = budget->told_usage = 0; /* its limits are others */
  }
}

bool lg__budgets_read(lg_reader *r, lg_run *run, const uint32_t *places, uint32_t detectors) {
  uint32_t count = lg__read_u32(r);
  if (count > detectors) return false;
  lg_left left[LG_DETECTORS_MAX]; /* of budgets that this guard does not have as they were */
  uint32_t left_count = 0;
  uint64_t taken = 0;
  for (; count > 0; count--) {
    uint32_t old = lg__read_u32(r);
    lg_left one;
    one.kind.period = lg__read_u32(r);
    one.kind.tools = lg__read_u64(r);
    one.kind.units = lg__read_u32(r);
    if (!read_budget(r, &one.budget) || old >= detectors) return false;
    uint32_t now = places[old];
    if (now < run->guard->detector_count) {
      if ((run->guard->detectors[now].record->tracks & LG_TRACK_BUDGET) == 0) return false;
      *lg__budget_of(run, now) = one.budget;
      taken |= (uint64_t)1 << now;
    } else {
      left[left_count++] = one;
    }
  }
  take_over(run, left, left_count, taken);
  return true;
}
