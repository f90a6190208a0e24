/*
 * near_repeat: one tool is called again and again with nearly the same arguments (near.h) and says the same each time.
 *
 *   {"q": "red shoes", "page": 1} -> none    {"q": "red shoes", "page": 2} -> none    {"q": "red boots", "page": 1} ->
 * ...
 *
 * Numbers that advance with new results are paging: each result is another one, so there is nothing to count.
 */
#include "run/run.h"

/* Observations to look back on for each call that is wanted: up to three others may have run between two. */
#define SPREAD 4u

static uint32_t reach(const lg_detector_spec *spec) { return SPREAD * spec->threshold; }

/* Why the observation at this place says nothing, whatever its arguments are; LG_WHY_COUNTED: it says something. */
static lg_why why_silent(const lg_run *run, uint32_t back) {
  const lg_observation *seen = lg__history_at(&run->history, back);
  if (!seen->comparable) return LG_WHY_NO_RESULT;
  if (seen->mutated) return LG_WHY_CHANGE; /* with other arguments it changed something else */
  if (seen->transient) return LG_WHY_TRANSIENT;
  return (lg__sketch_at(run, back)->flags & LG_SKETCH_SILENT) != 0 ? LG_WHY_ACK : LG_WHY_COUNTED;
}

/* Whether the call at `back` had nearly the arguments of the newest one, which is of the same tool, and gave the same.
 * `*out_near`: the arguments are nearly the same. */
static bool is_like_newest(const lg_run *run, uint32_t back, lg_difference *out_difference, bool *out_near) {
  const lg_observation *newest = lg__newest(run), *other = lg__history_at(&run->history, back);
  const lg_sketch *a = lg__sketch_at(run, 0), *b = lg__sketch_at(run, back);
  *out_near = lg__sketch_near(a, b, out_difference);
  if (!*out_near || why_silent(run, back) != LG_WHY_COUNTED || newest->failed != other->failed) return false;
  if (lg__same_result(newest, other)) return true;
  return a->result_words != 0 && b->result_words != 0 &&
         lg__difference_is_echoed(out_difference, a->result_words - b->result_words);
}

/* How far back the calls go that are like the newest one. */
typedef struct streak {
  uint32_t repeats;   /* rounds with such calls */
  uint32_t calls;     /* such calls */
  uint32_t first;     /* places before the newest of the first of them */
  uint32_t like;      /* places before the newest of the nearest of them, or LG_NOWHERE */
  uint32_t end;       /* places before the newest of what was news, or where the search ended */
  uint32_t differing; /* the most leaves in which one of them differs from the newest */
  bool varied;        /* not all are the same call */
  bool echoed;        /* not all have one result: some echo their arguments */
} streak;

/* `newest` says something. */
static streak look_back(const lg_run *run, const lg_detector_spec *spec) {
  const lg_observation *newest = lg__newest(run), *o;
  streak s = {.like = LG_NOWHERE};
  uint32_t round = 0;
  for (; s.end < reach(spec) && (o = lg__history_at(&run->history, s.end)) != NULL; s.end++) {
    lg_difference difference;
    bool near;
    if (!lg__digest_equal(&o->name, &newest->name) || !is_like_newest(run, s.end, &difference, &near)) {
      bool known = o->comparable && !o->mutated && (lg__sketch_at(run, s.end)->flags & LG_SKETCH_NEWS) == 0;
      if (!known) break;
      continue;
    }
    if (o->round != round) s.repeats++; /* the calls of one round saw one world */
    round = o->round;
    s.calls++;
    s.first = s.end;
    if (s.end != 0 && s.like == LG_NOWHERE) s.like = s.end;
    if (difference.leaves > s.differing) s.differing = difference.leaves;
    if (!lg__digest_equal(&o->identity, &newest->identity)) s.varied = true;
    if (!lg__same_result(o, newest)) s.echoed = true;
  }
  return s;
}

/* The same for all calls whose arguments have the same paths. */
static lg_digest shape_of(const lg_sketch *sketch) {
  uint32_t sum = sketch->leaf_count;
  for (uint32_t i = 0; i < sketch->leaf_count; i++) sum += sketch->leaves[i].path;
  lg_digest shape = {{0}};
  lg__store_u32(shape.bytes, sum);
  return shape;
}

static bool find_after(const lg_look *look, lg_finding *out) {
  const lg_run *run = look->run;
  const lg_observation *newest = look->newest;
  if (why_silent(run, 0) != LG_WHY_COUNTED) return false;
  streak s = look_back(run, &look->slot->spec);
  if (s.repeats < out->threshold || !s.varied) return false;
  lg_digest gave = s.echoed ? shape_of(lg__sketch_at(run, 0)) : newest->result;
  out->repeats = s.repeats;
  out->failed = newest->failed;
  out->differing = s.differing;
  out->mild = lg__ladder_empty(&look->slot->spec.ladder);
  return lg__found(run, out, s.first, &newest->name, &gave);
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_run *run = look->run;
  out->why = why_silent(run, 0);
  if (out->why == LG_WHY_NO_RESULT) out->why = lg__why_incomparable(run);
  if (out->why == LG_WHY_CHANGE) out->at = 0;
  if (out->why != LG_WHY_COUNTED) return;
  streak s = look_back(run, &look->slot->spec);
  uint32_t before = lg__nearest_of_tool(run, 1, &look->newest->name);
  out->count = s.repeats;
  out->like = s.like;
  if (s.calls > 1) {
    out->why = s.repeats == 1 ? LG_WHY_ROUND : s.varied ? LG_WHY_COUNTED : LG_WHY_IDENTICAL;
  } else if (before == LG_NOWHERE) {
    out->why = LG_WHY_FIRST;
  } else if (before > s.end) {
    bool news = s.end < reach(&look->slot->spec);
    out->why = news ? LG_WHY_NEW_CALL : LG_WHY_TOO_FAR;
    if (news) out->at = s.end;
  } else {
    lg_difference difference;
    bool near;
    (void)is_like_newest(run, before, &difference, &near);
    out->why = near ? LG_WHY_OTHER_RESULT : LG_WHY_OTHER_CALL;
    out->at = before;
  }
}

/* The newest call of the tool is of the loop: else the loop is over. */
static bool resembles(const lg_run *run, const lg_finding *finding, const lg_sketch *sketch) {
  const lg_sketch *newest = lg__sketch_at(run, lg__nearest_of_tool(run, 0, &finding->subject));
  lg_difference difference;
  return newest != NULL && lg__sketch_near(newest, sketch, &difference);
}

static bool is_over(const lg_look *look, const lg_finding *finding) {
  const lg_run *run = look->run;
  const lg_observation *newest = look->newest;
  if (!newest->comparable || newest->mutated) return true;
  if (!lg__digest_equal(&finding->subject, &newest->name)) return (lg__sketch_at(run, 0)->flags & LG_SKETCH_NEWS) != 0;
  uint32_t before = lg__nearest_of_tool(run, 1, &newest->name);
  lg_difference difference;
  bool near;
  return before == LG_NOWHERE || why_silent(run, 0) != LG_WHY_COUNTED ||
         !is_like_newest(run, before, &difference, &near);
}

const lg_detector_record lg__detector_near_repeat = {.name = "near_repeat",
                                                     .tracks = LG_TRACK_IDENTITY | LG_TRACK_SKETCHES,
                                                     .reach = reach,
                                                     .find_after = find_after,
                                                     .echoes = true,
                                                     .resembles = resembles,
                                                     .is_over = is_over,
                                                     .explain = explain};
