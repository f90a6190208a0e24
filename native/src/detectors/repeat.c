/* repeat: one call again and again, with no other in between; with `failures`, only calls that fail each time. */
#include "run/run.h"

static uint32_t reach(const lg_detector_spec *spec) { return spec->threshold; }

/* How often the newest call came in a row; `*out_strong`: with one result. */
static uint32_t count_row(const lg_look *look, bool *out_strong) {
  const lg_observation *last = look->newest;
  uint32_t repeats = 0;
  *out_strong = true;
  for (const lg_observation *o; (o = lg__history_at(&look->run->history, repeats)) != NULL; repeats++) {
    if (!lg__digest_equal(&o->identity, &last->identity)) break;
    /* a failed retry after a pause is a poll and not `comparable` (run_after.c): it does not count */
    if (look->slot->spec.failures_only && !(o->failed && o->comparable)) break;
    if (!lg__same_result(o, last)) *out_strong = false;
  }
  return repeats;
}

static bool find_after(const lg_look *look, lg_finding *out) {
  out->repeats = count_row(look, &out->strong);
  if (out->repeats < out->threshold) return false;
  out->failed = look->slot->spec.failures_only;
  out->span = lg__span(look->run, out->repeats - 1);
  out->subject = out->loop = look->newest->identity;
  return true;
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_observation *last = look->newest;
  out->count = count_row(look, &out->strong);
  out->like = lg__nearest_call(look->run, 1, &last->identity);
  out->why = LG_WHY_COUNTED;
  if (out->like == LG_NOWHERE) {
    out->why = LG_WHY_FIRST;
  } else if (out->count == 0) {
    out->why = last->failed ? lg__why_incomparable(look->run) : LG_WHY_NOT_FAILED;
    out->like = LG_NOWHERE;
  } else if (out->count == 1) {
    out->why = LG_WHY_OTHER_CALL;
    out->at = 1;
  }
}

static bool is_over(const lg_look *look, const lg_finding *finding) {
  const lg_observation *newest = look->newest;
  bool same_call = lg__digest_equal(&finding->subject, &newest->identity);
  if (look->slot->spec.failures_only) return same_call && !newest->failed;
  const lg_observation *before = lg__history_at(&look->run->history, 1); /* may be of another call, a sibling */
  return same_call && lg__results_differ(newest, before) && lg__digest_equal(&before->identity, &newest->identity);
}

const lg_detector_record lg__detector_repeat = {.name = "repeat",
                                                .tracks = LG_TRACK_IDENTITY,
                                                .counts_calls = true,
                                                .is_broken = true,
                                                .reach = reach,
                                                .find_after = find_after,
                                                .is_over = is_over,
                                                .explain = explain};
