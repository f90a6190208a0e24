/*
 * error_streak: one tool fails with one error again and again; other tools may run in between. With `alike`, failures
 * of one kind are one error too (lg__failure_family), and so are results that say that the call failed
 * (lg__says_failed); these are at most warned of.
 */
#include "run/run.h"

/* Observations to look back on for each failure that is wanted: up to three calls of other tools may be between two. */
#define SPREAD 4u

static uint32_t reach(const lg_detector_spec *spec) {
  uint32_t own = spec->threshold, transient = spec->transient_threshold;
  return SPREAD * (own > transient ? own : transient);
}

/* How far back the streak of the newest failure goes. */
typedef struct streak {
  uint32_t repeats;      /* rounds with the failure */
  uint32_t calls;        /* failures */
  uint32_t others;       /* of them with another text than the newest */
  uint32_t first;        /* places before the newest of the first of them */
  uint32_t end;          /* places before the newest of what ended it, if anything did */
  bool strong, repaired; /* repaired: it was a new call of another tool */
} streak;

static bool fails(const lg_look *look, const lg_observation *o) {
  return o->failed || (o->declared && look->slot->spec.alike);
}

static streak look_back(const lg_look *look) {
  const lg_run *run = look->run;
  const lg_observation *last = lg__newest(run), *o;
  streak s = {.strong = last->failed};
  uint32_t round = 0;
  for (; (o = lg__history_at(&run->history, s.end)) != NULL; s.end++) {
    if (!lg__digest_equal(&o->name, &last->name)) {
      s.repaired = o->fresh && !fails(look, o); /* what was done in between may be the repair */
      if (s.repaired) break;
      continue;
    }
    if (!lg__same_kind(o, last)) break;
    bool other = !lg__same_result(o, last);
    if (other) s.others++;
    if (other || !lg__digest_equal(&o->identity, &last->identity)) s.strong = false;
    if (o->round != round) s.repeats++;
    round = o->round;
    s.first = s.end;
    s.calls++;
  }
  return s;
}

static uint32_t threshold_of(const lg_look *look) {
  return look->newest->transient ? look->slot->spec.transient_threshold : lg__own_threshold(look);
}

static bool find_after(const lg_look *look, lg_finding *out) {
  const lg_observation *last = look->newest;
  if (!fails(look, last) || !last->comparable) return false;
  streak s = look_back(look);
  out->threshold = threshold_of(look);
  out->repeats = s.repeats;
  if (s.repeats < out->threshold) return false;
  out->strong = s.strong;
  out->failed = true;
  out->differing = s.others;
  out->mild = s.others != 0 || !last->failed;
  lg_digest error = lg__kind_of(last);
  return lg__found(look->run, out, s.first, &last->name, &error);
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_run *run = look->run;
  const lg_observation *last = look->newest;
  uint32_t before = lg__nearest_of_tool(run, 1, &last->name);
  const lg_observation *of_tool = lg__history_at(&run->history, before);
  bool failed_before = of_tool != NULL && fails(look, of_tool), failed = fails(look, last);
  out->threshold = threshold_of(look);
  if (!failed || !last->comparable) {
    out->why = failed ? lg__why_incomparable(run) : LG_WHY_NOT_FAILED;
    if (!failed && failed_before) out->like = before;
    return;
  }
  streak s = look_back(look);
  out->count = s.repeats;
  out->strong = s.strong;
  out->why = LG_WHY_COUNTED;
  if (failed_before) out->like = before;
  if (of_tool == NULL) {
    out->why = LG_WHY_FIRST;
  } else if (s.repeats == 1) {
    out->why = s.calls > 1      ? LG_WHY_ROUND
               : !failed_before ? LG_WHY_OTHER_CALL
               : s.repaired     ? LG_WHY_NEW_CALL
                                : LG_WHY_OTHER_RESULT;
    out->at = out->why == LG_WHY_NEW_CALL ? s.end : out->why == LG_WHY_ROUND ? LG_NOWHERE : before;
  }
}

static bool is_over(const lg_look *look, const lg_finding *finding) {
  const lg_observation *newest = look->newest;
  if (lg__digest_equal(&finding->subject, &newest->name)) {
    lg_observation kind = *newest; /* with what lg__found got as the result */
    kind.result = lg__kind_of(newest);
    return !newest->failed || lg__is_other_result(look->run, finding, &newest->name, &kind);
  }
  return newest->fresh && !newest->failed;
}

static uint32_t more_tracks(const lg_detector_spec *spec) { return spec->alike ? LG_TRACK_FAMILY : 0; }

const lg_detector_record lg__detector_error_streak = {.name = "error_streak",
                                                      .tracks = LG_TRACK_IDENTITY | LG_TRACK_FRESH,
                                                      .more_tracks = more_tracks,
                                                      .reach = reach,
                                                      .find_after = find_after,
                                                      .is_over = is_over,
                                                      .explain = explain};
