#include "budgets_bytes.h"

#include <math.h>

#include "run.h"

void lg__budgets_write(lg_writer *w, const lg_run *run) {
  lg__write_u32(w, run->guard->budget_count);
  LG_EACH_BUDGET(run, i) {
    const lg_budget *budget = lg__budget_of(run, i);
    lg__write_u32(w, i);
    lg__write_u32(w, run->guard->detectors[i].spec.period);
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

/* The first budget of this period that is none of `taken` (bits), or the number of detectors. */
static uint32_t free_budget(const lg_run *run, uint32_t period, uint64_t taken) {
  LG_EACH_BUDGET(run, i) {
    if (run->guard->detectors[i].spec.period == period && (taken >> i & 1u) == 0) return i;
  }
  return run->guard->detector_count;
}

bool lg__budgets_read(lg_reader *r, lg_run *run, const uint32_t *places, uint32_t detectors) {
  uint32_t count = lg__read_u32(r);
  if (count > detectors) return false;
  lg_budget left[LG_DETECTORS_MAX]; /* of budgets that this guard does not have as they were */
  uint32_t periods[LG_DETECTORS_MAX], left_count = 0;
  uint64_t taken = 0;
  for (; count > 0; count--) {
    uint32_t old = lg__read_u32(r), period = lg__read_u32(r);
    lg_budget budget;
    if (!read_budget(r, &budget) || old >= detectors) return false;
    uint32_t now = places[old];
    if (now < run->guard->detector_count) {
      if ((run->guard->detectors[now].record->tracks & LG_TRACK_BUDGET) == 0) return false;
      *lg__budget_of(run, now) = budget;
      taken |= (uint64_t)1 << now;
    } else {
      periods[left_count] = period;
      left[left_count++] = budget;
    }
  }
  for (uint32_t i = 0; i < left_count; i++) {
    uint32_t now = free_budget(run, periods[i], taken);
    if (now == run->guard->detector_count) continue;
    *lg__budget_of(run, now) = left[i];
    lg__budget_of(run, now)->told_calls = lg__budget_of(run, now)->told_usage = 0; /* its limits are others */
    taken |= (uint64_t)1 << now;
  }
  return true;
}
