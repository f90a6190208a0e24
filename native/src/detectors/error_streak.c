/* error_streak: one tool fails with one error again and again; other tools may run in between. */
#include "../patterns.h"

/* Observations to look back on for each failure that is wanted: up to three calls of other tools may run between two.
 */
#define SPREAD 4u

static const lg_field FIELDS[] = {
    LG_FIELD(U32, "threshold", threshold, 3, 2, LG_REACH_MAX / SPREAD),
    LG_FIELD(U32, "transientThreshold", transient_threshold, 8, 2, LG_REACH_MAX / SPREAD)};

static uint32_t reach(const lg_detector_spec *spec) {
  bool own = spec->threshold > spec->transient_threshold;
  return SPREAD * (own ? spec->threshold : spec->transient_threshold);
}

static bool find_after(const lg_run *run, const lg_detector_slot *slot, const lg_profile *profile,
                       const lg_cycle *cycles, lg_finding *out) {
  (void)cycles;
  const lg_observation *last = lg__newest(run);
  if (!last->failed || !last->comparable) return false;
  uint32_t repeats = 0, round = 0;
  bool strong = true;
  const lg_observation *o;
  for (uint32_t back = 0; (o = lg__history_at(&run->history, back)) != NULL; back++) {
    if (!lg__digest_equal(&o->name, &last->name)) {
      if (o->fresh && !o->failed) break; /* a new call of another tool succeeded: it may have repaired the cause */
      continue;
    }
    if (!lg__same_result(o, last)) break;
    if (!lg__digest_equal(&o->identity, &last->identity)) strong = false;
    if (o->round != round) repeats++;
    round = o->round;
  }
  uint32_t threshold = last->transient ? slot->spec.transient_threshold : lg__own_threshold(&slot->spec, profile);
  if (repeats < threshold) return false;
  out->threshold = threshold;
  out->repeats = repeats;
  out->strong = strong;
  out->subject = last->name;
  out->loop = lg__pair(run, &last->name, &last->result);
  return true;
}

static bool is_over(const lg_run *run, const lg_detector_spec *spec, const lg_finding *finding,
                    const lg_observation *newest) {
  (void)spec;
  if (lg__digest_equal(&finding->subject, &newest->name))
    return !newest->failed || lg__is_other_result(run, finding, &newest->name, newest);
  return newest->fresh && !newest->failed;
}

const lg_detector_record lg__detector_error_streak = {.name = "error_streak",
                                                      LG_FIELDS(FIELDS),
                                                      .facts = LG_FACT_IDENTITY | LG_FACT_FRESH,
                                                      .reach = reach,
                                                      .find_after = find_after,
                                                      .continues = lg__continues_tool,
                                                      .is_over = is_over};
