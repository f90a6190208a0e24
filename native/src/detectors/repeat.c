/* repeat: one call again and again, with no other in between; with `failures`, only calls that fail each time. */
#include "run/patterns.h"

static uint32_t reach(const lg_detector_spec *spec) { return spec->threshold; }

/* How often the newest call came in a row; `*out_strong`: with one result. */
static uint32_t count_row(const lg_run *run, const lg_detector_spec *spec, bool *out_strong) {
  const lg_observation *last = lg__newest(run);
  uint32_t repeats = 0;
  *out_strong = true;
  for (const lg_observation *o; (o = lg__history_at(&run->history, repeats)) != NULL; repeats++) {
    if (!lg__digest_equal(&o->identity, &last->identity)) break;
    /* a failed retry after a pause is a poll and not `comparable` (run_after.c): it does not count */
    if (spec->failures_only && !(o->failed && o->comparable)) break;
    if (!lg__same_result(o, last)) *out_strong = false;
  }
  return repeats;
}

static bool find_after(const lg_run *run, const lg_detector_slot *slot, const lg_profile *profile,
                       const lg_cycle *cycles, lg_finding *out) {
  (void)cycles;
  bool strong;
  uint32_t repeats = count_row(run, &slot->spec, &strong), threshold = lg__own_threshold(&slot->spec, profile);
  if (repeats < threshold) return false;
  out->threshold = threshold;
  out->repeats = repeats;
  out->strong = strong;
  out->failed = slot->spec.failures_only;
  out->span = lg__span(run, repeats - 1);
  out->subject = out->loop = lg__newest(run)->identity;
  return true;
}

static void explain(const lg_run *run, const lg_detector_slot *slot, const lg_candidate *candidate,
                    const lg_profile *profile, lg_explained *out) {
  (void)candidate;
  const lg_observation *last = lg__newest(run);
  out->threshold = lg__own_threshold(&slot->spec, profile);
  out->count = count_row(run, &slot->spec, &out->strong);
  out->like = lg__nearest_call(run, 1, &last->identity);
  out->why = LG_WHY_COUNTED;
  if (out->like == LG_NOWHERE) {
    out->why = LG_WHY_FIRST;
  } else if (out->count == 0) {
    out->why = last->failed ? lg__why_incomparable(run) : LG_WHY_NOT_FAILED;
    out->like = LG_NOWHERE;
  } else if (out->count == 1) {
    out->why = LG_WHY_OTHER_CALL;
    out->at = 1;
  }
}

static bool is_over(const lg_run *run, const lg_detector_spec *spec, const lg_finding *finding,
                    const lg_observation *newest) {
  bool same_call = lg__digest_equal(&finding->subject, &newest->identity);
  if (spec->failures_only) return same_call && !newest->failed;
  const lg_observation *before = lg__history_at(&run->history, 1); /* may be of another call, a sibling */
  return same_call && lg__results_differ(newest, before) && lg__digest_equal(&before->identity, &newest->identity);
}

const lg_detector_record lg__detector_repeat = {.name = "repeat",
                                                .tracks = LG_TRACK_IDENTITY,
                                                .counts_calls = true,
                                                .is_broken = true,
                                                .reach = reach,
                                                .find_after = find_after,
                                                .continues = lg__continues_call,
                                                .is_over = is_over,
                                                .explain = explain};
