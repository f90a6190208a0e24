/* stall: one tool returns the same result again and again, with any arguments and no other tool in between. */
#include "../patterns.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "threshold", threshold, 3, 2, LG_REACH_MAX)};

static uint32_t reach(const lg_detector_spec *spec) { return spec->threshold; }

static bool find_after(const lg_run *run, const lg_detector_slot *slot, const lg_profile *profile,
                       const lg_cycle *cycles, lg_finding *out) {
  (void)cycles;
  const lg_observation *last = lg__newest(run);
  if (!last->comparable) return false;
  uint32_t repeats = 0, round = 0;
  bool strong = true;
  const lg_observation *o;
  for (uint32_t back = 0; (o = lg__history_at(&run->history, back)) != NULL; back++) {
    if (!lg__digest_equal(&o->name, &last->name) || !lg__same_result(o, last)) break;
    if (!lg__digest_equal(&o->identity, &last->identity)) strong = false;
    if (o->round != round) repeats++; /* siblings count once: none of them saw another's result */
    round = o->round;
  }
  uint32_t threshold = lg__own_threshold(&slot->spec, profile);
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
  return lg__digest_equal(&finding->subject, &newest->name) && lg__is_other_result(run, finding, &newest->name, newest);
}

const lg_detector_record lg__detector_stall = {.name = "stall",
                                               LG_FIELDS(FIELDS),
                                               .facts = LG_FACT_IDENTITY,
                                               .is_broken = true,
                                               .reach = reach,
                                               .find_after = find_after,
                                               .continues = lg__continues_tool,
                                               .is_over = is_over};
