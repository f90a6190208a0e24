/* cycle: calls come in the same order again and again (window.h); with `sameResults`, with the same results too. */
#include "run/run.h"

static uint32_t reach(const lg_detector_spec *spec) { return spec->window_size; }

/* How many places before the newest the first call of a cycle is whose result is not that of a block before;
 * LG_NOWHERE: there is none. */
static uint32_t first_other(const lg_run *run, uint32_t length, uint32_t repeats) {
  for (uint32_t i = 0; i + length < length * repeats; i++) {
    const lg_observation *late = lg__history_at(&run->history, i), *early = lg__history_at(&run->history, i + length);
    if (early == NULL || !lg__same_result(late, early)) return i;
  }
  return LG_NOWHERE;
}

static bool find_after(const lg_look *look, lg_finding *out) {
  const lg_run *run = look->run;
  const lg_detector_slot *slot = look->slot;
  const lg_cycle *cycle = &look->cycles[slot->window];
  if (cycle->cycle_length == 0) return false;
  uint32_t length = cycle->cycle_length;
  bool strong = first_other(run, length, slot->spec.threshold) == LG_NOWHERE;
  if (slot->spec.strong_only && !strong) return false;
  out->threshold = slot->spec.threshold;
  out->repeats = cycle->repeats;
  out->cycle_length = length;
  out->strong = strong;
  out->subject = look->newest->identity;
  out->loop = lg__rotation_key(run, &run->windows[slot->window], length);
  return true;
}

/* The shortest block that repeats often enough; else the one that is nearest to that, or length 0. `*out_calls`: how
 * many calls at the end repeat it. */
static uint32_t nearest_block(const lg_window *window, uint32_t *out_calls) {
  uint32_t best = 0;
  *out_calls = 0;
  for (uint32_t i = 0; i < window->lengths; i++) {
    if (window->run[i] == 0) continue;
    uint32_t length = window->min_cycle_len + i, calls = window->run[i] + length;
    if (calls > window->held) calls = window->held;
    if (best != 0 && (uint64_t)calls * best <= (uint64_t)*out_calls * length) continue;
    best = length;
    *out_calls = calls;
    if (calls / length >= window->repeats) break;
  }
  return best;
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_detector_slot *slot = look->slot;
  uint32_t calls, length = nearest_block(&look->run->windows[slot->window], &calls);
  out->threshold = slot->spec.threshold;
  out->why = LG_WHY_NO_PATTERN;
  if (length == 0) return;
  out->why = LG_WHY_COUNTED;
  out->cycle_length = out->like = length;
  out->count = calls / length;
  if (out->count < out->threshold) {
    out->steps = calls % length;
    return;
  }
  uint32_t other = first_other(look->run, length, out->threshold);
  out->strong = other == LG_NOWHERE;
  if (out->strong || !slot->spec.strong_only) return;
  out->why = LG_WHY_OTHER_RESULT;
  out->at = other;
}

static bool is_step(const lg_observation *expected, const lg_digest *identity, const lg_digest *name) {
  (void)name;
  return lg__digest_equal(&expected->identity, identity);
}

static bool is_over(const lg_look *look, const lg_finding *finding) {
  const lg_observation *newest = look->newest, *last_lap = lg__history_at(&look->run->history, finding->cycle_length);
  if (last_lap == NULL || !lg__digest_equal(&last_lap->identity, &newest->identity)) return false;
  return look->slot->spec.strong_only ? !lg__same_result(newest, last_lap) : lg__results_differ(newest, last_lap);
}

static bool may_have_found(const lg_detector_spec *spec, const lg_finding *finding) {
  return finding->cycle_length <= spec->max_cycle_len;
}

const lg_detector_record lg__detector_cycle = {.name = "cycle",
                                               .tracks = LG_TRACK_IDENTITY | LG_TRACK_WINDOW,
                                               .is_broken = true,
                                               .reach = reach,
                                               .find_after = find_after,
                                               .is_step = is_step,
                                               .is_over = is_over,
                                               .may_have_found = may_have_found,
                                               .explain = explain};
