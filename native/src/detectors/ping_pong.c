/* ping_pong: tools take turns (search, read, search, read), with any arguments and any results. */
#include "run/run.h"

static uint32_t reach(const lg_detector_spec *spec) { return spec->min_cycle_len * spec->threshold; }

/* Whether the last calls are of different tools; the history has that many. */
static bool takes_turns(const lg_run *run, uint32_t length) {
  const lg_observation *first = lg__newest(run);
  for (uint32_t i = 1; i < length; i++)
    if (!lg__digest_equal(&lg__history_at(&run->history, i)->name, &first->name)) return true;
  return false;
}

/* How many calls back the names are what they were `length` calls before; the history has a block of them. */
static uint32_t count_periodic(const lg_run *run, uint32_t length) {
  uint32_t periodic = length;
  while (periodic < run->history.held && lg__digest_equal(&lg__history_at(&run->history, periodic)->name,
                                                          &lg__history_at(&run->history, periodic - length)->name))
    periodic++;
  return periodic;
}

static bool find_after(const lg_look *look, lg_finding *out) {
  const lg_run *run = look->run;
  const lg_detector_spec *spec = &look->slot->spec;
  uint32_t length = spec->min_cycle_len;
  if (run->history.held < length * spec->threshold || !takes_turns(run, length)) return false;
  uint32_t repeats = count_periodic(run, length) / length;
  if (repeats < spec->threshold) return false;
  out->threshold = spec->threshold;
  out->repeats = repeats;
  out->cycle_length = length;
  out->subject = look->newest->name;
  out->loop = lg__rotation_key(run, NULL, length);
  return true;
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_run *run = look->run;
  uint32_t length = look->slot->spec.min_cycle_len, held = run->history.held;
  out->threshold = look->slot->spec.threshold;
  out->cycle_length = length;
  out->why = takes_turns(run, held < length ? held : length) ? LG_WHY_NO_PATTERN : LG_WHY_ONE_TOOL;
  uint32_t periodic = held < length || out->why == LG_WHY_ONE_TOOL ? 0 : count_periodic(run, length);
  if (periodic <= length) return;
  out->why = LG_WHY_COUNTED;
  out->count = periodic / length;
}

static bool is_step(const lg_observation *expected, const lg_digest *identity, const lg_digest *name) {
  (void)identity;
  return lg__digest_equal(&expected->name, name);
}

static bool may_have_found(const lg_detector_spec *spec, const lg_finding *finding) {
  return finding->cycle_length == spec->min_cycle_len;
}

const lg_detector_record lg__detector_ping_pong = {.name = "ping_pong",
                                                   .tracks = LG_TRACK_IDENTITY,
                                                   .is_broken = true,
                                                   .reach = reach,
                                                   .find_after = find_after,
                                                   .is_step = is_step,
                                                   .may_have_found = may_have_found,
                                                   .explain = explain};
