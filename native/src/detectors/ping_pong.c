/* ping_pong: tools take turns (search, read, search, read), with any arguments and any results. */
#include "../patterns.h"

/* The most steps of a cycle. Steps times repetitions must stay within LG_REACH_MAX. */
#define STEPS_MAX 64u

static const lg_field FIELDS[] = {LG_FIELD(U32, "cycleLength", min_cycle_len, 2, 2, STEPS_MAX),
                                  LG_FIELD(U32, "repetitions", threshold, 3, 2, LG_REACH_MAX / STEPS_MAX)};

static uint32_t reach(const lg_detector_spec *spec) { return spec->min_cycle_len * spec->threshold; }

static bool find_after(const lg_run *run, const lg_detector_slot *slot, const lg_profile *profile,
                       const lg_cycle *cycles, lg_finding *out) {
  (void)profile;
  (void)cycles;
  const lg_detector_spec *spec = &slot->spec;
  uint32_t length = spec->min_cycle_len;
  if (run->history.held < length * spec->threshold) return false;
  const lg_observation *first = lg__newest(run);
  bool different = false;
  for (uint32_t i = 1; i < length; i++)
    if (!lg__digest_equal(&lg__history_at(&run->history, i)->name, &first->name)) different = true;
  if (!different) return false;
  uint32_t periodic = length;
  for (; periodic < run->history.held; periodic++)
    if (!lg__digest_equal(&lg__history_at(&run->history, periodic)->name,
                          &lg__history_at(&run->history, periodic - length)->name))
      break;
  uint32_t repeats = periodic / length;
  if (repeats < spec->threshold) return false;
  out->threshold = spec->threshold;
  out->repeats = repeats;
  out->cycle_length = length;
  out->subject = first->name;
  out->loop = lg__rotation_key(run, NULL, length);
  return true;
}

static bool is_step(const lg_observation *expected, const lg_digest *identity, const lg_digest *name) {
  (void)identity;
  return lg__digest_equal(&expected->name, name);
}

static bool may_have_found(const lg_detector_spec *spec, const lg_finding *finding) {
  return finding->cycle_length == spec->min_cycle_len;
}

const lg_detector_record lg__detector_ping_pong = {.name = "ping_pong",
                                                   LG_FIELDS(FIELDS),
                                                   .facts = LG_FACT_IDENTITY,
                                                   .is_broken = true,
                                                   .reach = reach,
                                                   .find_after = find_after,
                                                   .is_step = is_step,
                                                   .may_have_found = may_have_found};
