/* stall: one tool returns the same result again and again, with any arguments and no other tool in between. */
#include "run/run.h"

static uint32_t reach(const lg_detector_spec *spec) { return spec->threshold; }

/* In how many rounds in a row the tool of the newest call gave its result; `*out_end`: how many calls that were. */
static uint32_t count_rounds(const lg_look *look, bool *out_strong, uint32_t *out_end) {
  const lg_observation *last = look->newest, *o;
  uint32_t repeats = 0, round = 0, back = 0;
  *out_strong = true;
  for (; (o = lg__history_at(&look->run->history, back)) != NULL; back++) {
    if (!lg__digest_equal(&o->name, &last->name) || !lg__found_same(o, last)) break;
    if (!lg__digest_equal(&o->identity, &last->identity) || !lg__same_result(o, last)) *out_strong = false;
    if (o->round != round) repeats++; /* the calls of one round saw one world */
    round = o->round;
  }
  *out_end = back;
  return repeats;
}

static bool find_after(const lg_look *look, lg_finding *out) {
  const lg_observation *last = look->newest;
  if (!last->comparable) return false;
  uint32_t end;
  out->repeats = count_rounds(look, &out->strong, &end);
  if (out->repeats < out->threshold) return false;
  lg_digest found = lg__found_by(last);
  return lg__found(look->run, out, end - 1, &last->name, &found);
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_observation *last = look->newest;
  out->why = lg__why_incomparable(look->run);
  if (!last->comparable) return;
  uint32_t end;
  out->count = count_rounds(look, &out->strong, &end);
  out->why = LG_WHY_COUNTED;
  if (out->count > 1) {
    out->like = 1;
    return;
  }
  const lg_observation *breaker = lg__history_at(&look->run->history, end);
  out->why = end > 1 ? LG_WHY_ROUND : LG_WHY_FIRST;
  if (end > 1 || breaker == NULL) return;
  bool same_tool = lg__digest_equal(&breaker->name, &last->name);
  out->why = same_tool ? LG_WHY_OTHER_RESULT : LG_WHY_OTHER_CALL;
  out->at = end;
  if (same_tool) out->like = end;
}

static bool is_over(const lg_look *look, const lg_finding *finding) {
  lg_observation newest = *look->newest;
  newest.result = lg__found_by(look->newest);
  return lg__digest_equal(&finding->subject, &newest.name) &&
         lg__is_other_result(look->run, finding, &newest.name, &newest);
}

const lg_detector_record lg__detector_stall = {.name = "stall",
                                               .tracks = LG_TRACK_IDENTITY | LG_TRACK_SILENCE,
                                               .is_broken = true,
                                               .needs_words = true,
                                               .reach = reach,
                                               .find_after = find_after,
                                               .is_over = is_over,
                                               .explain = explain};
