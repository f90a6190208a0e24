/* no_progress: one call returned the same result several times in a window; other calls may have run in between. */
#include "../patterns.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "threshold", threshold, 3, 2, LG_REACH_MAX),
                                  LG_FIELD(OPTIONAL, "errorThreshold", error_threshold, 0, 2, LG_REACH_MAX),
                                  LG_FIELD(U32, "windowSize", window_size, 32, 2, LG_REACH_MAX),
                                  LG_FLAG("settled", settled)};

static lg_status check(const lg_detector_spec *spec) {
  bool fits = spec->threshold <= spec->window_size && spec->error_threshold <= spec->window_size;
  return fits ? LG_OK : LG_EINVAL;
}

static uint32_t reach(const lg_detector_spec *spec) { return spec->window_size; }

static uint32_t more_facts(const lg_detector_spec *spec) { return spec->settled ? LG_FACT_FRESH : 0; }

static bool find_after(const lg_run *run, const lg_detector_slot *slot, const lg_profile *profile,
                       const lg_cycle *cycles, lg_finding *out) {
  (void)cycles;
  const lg_detector_spec *spec = &slot->spec;
  const lg_observation *last = lg__newest(run);
  if (!last->comparable) return false;
  uint32_t threshold = lg__own_threshold(spec, profile);
  if (last->failed && spec->error_threshold != 0 && profile->max_repeats == 0) threshold = spec->error_threshold;
  uint32_t repeats = 0;
  const lg_observation *o;
  for (uint32_t back = 0; back < spec->window_size && (o = lg__history_at(&run->history, back)) != NULL; back++) {
    if (!lg__digest_equal(&o->identity, &last->identity)) {
      if (o->mutated) break; /* it may have changed what our call returns: older results do not count */
      /* so may any call that is new to the history; but one that failed repairs no failure */
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

static bool is_over(const lg_run *run, const lg_detector_spec *spec, const lg_finding *finding,
                    const lg_observation *newest) {
  if (lg__digest_equal(&finding->subject, &newest->identity))
    return lg__is_other_result(run, finding, &newest->identity, newest);
  return newest->mutated || (finding->failed && spec->settled && newest->fresh && !newest->failed);
}

const lg_detector_record lg__detector_no_progress = {.name = "no_progress",
                                                     LG_FIELDS(FIELDS),
                                                     .facts = LG_FACT_IDENTITY,
                                                     .check = check,
                                                     .reach = reach,
                                                     .more_facts = more_facts,
                                                     .find_after = find_after,
                                                     .continues = lg__continues_call,
                                                     .is_over = is_over};
