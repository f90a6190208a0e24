/* The patterns of completed calls: repeat, stall, ping_pong, cycle, no_progress, error_streak. */
#include "run.h"

static uint32_t own_threshold(const lg_detector_spec *spec, const lg_profile *profile) {
  return profile->max_repeats != 0 ? profile->max_repeats : spec->threshold;
}

static const lg_observation *newest(const lg_run *run) { return lg__history_at(&run->history, 0); }

static bool find_repeat(const lg_run *run, const lg_detector_spec *spec, const lg_profile *profile, lg_finding *out) {
  const lg_observation *last = newest(run);
  uint32_t repeats = 0;
  bool strong = true;
  for (const lg_observation *o; (o = lg__history_at(&run->history, repeats)) != NULL; repeats++) {
    if (!lg__digest_equal(&o->identity, &last->identity)) break;
    if (spec->failures_only && !(o->failed && o->comparable)) break; /* a retry that was waited for is judged by time */
    if (!lg__same_result(o, last)) strong = false;
  }
  out->threshold = own_threshold(spec, profile);
  out->repeats = repeats;
  out->strong = strong;
  out->subject = last->identity;
  out->loop = last->identity;
  return repeats >= out->threshold;
}

static bool find_stall(const lg_run *run, const lg_detector_spec *spec, const lg_profile *profile, lg_finding *out) {
  const lg_observation *last = newest(run);
  if (!last->comparable) return false;
  uint32_t repeats = 0, round = 0;
  bool strong = true;
  const lg_observation *o;
  for (uint32_t back = 0; (o = lg__history_at(&run->history, back)) != NULL; back++) {
    if (!lg__digest_equal(&o->name, &last->name) || !lg__same_result(o, last)) break;
    if (!lg__digest_equal(&o->identity, &last->identity)) strong = false;
    if (o->round != round) repeats++; /* the calls of one round saw one world */
    round = o->round;
  }
  out->threshold = own_threshold(spec, profile);
  if (repeats < out->threshold) return false;
  out->repeats = repeats;
  out->strong = strong;
  out->subject = last->name;
  out->loop = lg__pair(run, &last->name, &last->result);
  return true;
}

static bool find_no_progress(const lg_run *run, const lg_detector_spec *spec, const lg_profile *profile,
                             lg_finding *out) {
  const lg_observation *last = newest(run);
  if (!last->comparable) return false;
  uint32_t threshold = own_threshold(spec, profile);
  if (last->failed && spec->error_threshold != 0 && profile->max_repeats == 0) threshold = spec->error_threshold;
  uint32_t repeats = 0;
  const lg_observation *o;
  for (uint32_t back = 0; back < spec->window_size && (o = lg__history_at(&run->history, back)) != NULL; back++) {
    if (!lg__digest_equal(&o->identity, &last->identity)) {
      if (o->mutated) break; /* what came before it may have been changed by it */
      /* what was called anew may have changed it; of a failure only what succeeded */
      if (spec->settled && repeats < threshold && o->fresh && !(last->failed && o->failed)) break;
      continue;
    }
    if (!lg__same_result(o, last)) break;
    repeats++;
  }
  if (repeats < threshold) return false;
  out->threshold = threshold;
  out->repeats = repeats;
  out->strong = true;
  out->failed = last->failed;
  out->subject = last->identity;
  out->loop = lg__pair(run, &last->identity, &last->result);
  return true;
}

static bool find_error_streak(const lg_run *run, const lg_detector_spec *spec, const lg_profile *profile,
                              lg_finding *out) {
  const lg_observation *last = newest(run);
  if (!last->failed || !last->comparable) return false;
  uint32_t repeats = 0, round = 0;
  bool strong = true;
  const lg_observation *o;
  for (uint32_t back = 0; (o = lg__history_at(&run->history, back)) != NULL; back++) {
    if (!lg__digest_equal(&o->name, &last->name)) {
      if (o->fresh && !o->failed) break; /* what was done in between may be the repair */
      continue;
    }
    if (!lg__same_result(o, last)) break;
    if (!lg__digest_equal(&o->identity, &last->identity)) strong = false;
    if (o->round != round) repeats++;
    round = o->round;
  }
  out->threshold = last->transient ? spec->transient_threshold : own_threshold(spec, profile);
  if (repeats < out->threshold) return false;
  out->repeats = repeats;
  out->strong = strong;
  out->subject = last->name;
  out->loop = lg__pair(run, &last->name, &last->result);
  return true;
}

/*
 * The same for every rotation of a cycle: the sum of what stands for each step and its successor. A sum forgets where
 * it began; the pairs keep the order.
 */
static lg_digest rotation_key(const lg_run *run, uint32_t length, const lg_window *window) {
  uint64_t sum[2] = {0, 0};
  for (uint32_t i = 0; i < length; i++) {
    uint32_t next = i == 0 ? length - 1 : i - 1; /* one step later in time; the newest is followed by the oldest */
    const lg_digest *a = window != NULL ? lg__window_at(window, i) : &lg__history_at(&run->history, i)->name;
    const lg_digest *b = window != NULL ? lg__window_at(window, next) : &lg__history_at(&run->history, next)->name;
    lg_digest pair = lg__pair(run, a, b);
    for (int half = 0; half < 2; half++) {
      uint64_t value = 0;
      for (int byte = 0; byte < 8; byte++) value |= (uint64_t)pair.bytes[half * 8 + byte] << (8 * byte);
      sum[half] += value;
    }
  }
  lg_digest key;
  for (int i = 0; i < 16; i++) key.bytes[i] = (uint8_t)(sum[i / 8] >> (8 * (i % 8)));
  return key;
}

static bool find_ping_pong(const lg_run *run, const lg_detector_spec *spec, lg_finding *out) {
  uint32_t length = spec->min_cycle_len, wanted = length * spec->threshold;
  if (run->history.held < wanted) return false;
  const lg_observation *first = newest(run);
  bool different = false;
  for (uint32_t i = 1; i < length; i++)
    if (!lg__digest_equal(&lg__history_at(&run->history, i)->name, &first->name)) different = true;
  if (!different) return false;
  uint32_t periodic = length;
  for (; periodic < run->history.held; periodic++)
    if (!lg__digest_equal(&lg__history_at(&run->history, periodic)->name,
                          &lg__history_at(&run->history, periodic - length)->name))
      break;
  out->threshold = spec->threshold;
  out->repeats = periodic / length;
  out->cycle_length = length;
  out->strong = false;
  out->subject = first->name;
  if (out->repeats < spec->threshold) return false;
  out->loop = rotation_key(run, length, NULL);
  return true;
}

static bool find_cycle(const lg_run *run, const lg_detector_slot *slot, const lg_cycle *cycle, lg_finding *out) {
  if (cycle->cycle_length == 0) return false;
  uint32_t length = cycle->cycle_length;
  const lg_window *window = &run->windows[slot->window];
  out->threshold = slot->spec.threshold;
  out->repeats = cycle->repeats;
  out->cycle_length = length;
  out->strong = true;
  for (uint32_t i = 0; i + length < length * slot->spec.threshold && out->strong; i++) {
    const lg_observation *late = lg__history_at(&run->history, i), *early = lg__history_at(&run->history, i + length);
    if (early == NULL || !lg__same_result(late, early)) out->strong = false;
  }
  if (slot->spec.strong_only && !out->strong) return false;
  out->subject = newest(run)->identity;
  out->loop = rotation_key(run, length, window);
  return true;
}

bool lg__patterns_find(const lg_run *run, const lg_profile *profile, const lg_cycle *cycles, lg_finding *out_finding) {
  const lg_guard *guard = run->guard;
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    lg_finding finding = {.detector = i, .type = slot->spec.type, .cycle_length = 1};
    bool found = false;
    switch (slot->spec.type) {
    case LG_REPEAT:
      found = find_repeat(run, &slot->spec, profile, &finding);
      break;
    case LG_STALL:
      found = find_stall(run, &slot->spec, profile, &finding);
      break;
    case LG_PING_PONG:
      found = find_ping_pong(run, &slot->spec, &finding);
      break;
    case LG_CYCLE:
      found = find_cycle(run, slot, &cycles[slot->window], &finding);
      break;
    case LG_NO_PROGRESS:
      found = find_no_progress(run, &slot->spec, profile, &finding);
      break;
    case LG_ERROR_STREAK:
      found = find_error_streak(run, &slot->spec, profile, &finding);
      break;
    default: /* those that act before a call */
      break;
    }
    if (!found) continue;
    finding.transient = newest(run)->transient;
    lg__loop_tag(&finding.loop, i);
    *out_finding = finding;
    return true;
  }
  return false;
}
