/* error_streak: one tool fails with one error again and again; other tools may run in between. */
#include "run/patterns.h"

/* Observations to look back on for each failure that is wanted: up to three calls of other tools may run between two.
 */
#define SPREAD 4u

static uint32_t reach(const lg_detector_spec *spec) {
  bool own = spec->threshold > spec->transient_threshold;
  return SPREAD * (own ? spec->threshold : spec->transient_threshold);
}

/* How far back the streak of the newest failure goes. */
typedef struct streak {
  uint32_t repeats;      /* rounds with the failure */
  uint32_t calls;        /* failures */
  uint32_t first;        /* places before the newest of the first of them */
  uint32_t end;          /* places before the newest of what ended it, if anything did */
  bool strong, repaired; /* repaired: it was a new call of another tool */
} streak;

static streak look_back(const lg_run *run) {
  const lg_observation *last = lg__newest(run), *o;
  streak s = {.strong = true};
  uint32_t round = 0;
  for (; (o = lg__history_at(&run->history, s.end)) != NULL; s.end++) {
    if (!lg__digest_equal(&o->name, &last->name)) {
      s.repaired = o->fresh && !o->failed; /* what was done in between may be the repair */
      if (s.repaired) break;
      continue;
    }
    if (!lg__same_result(o, last)) break;
    if (!lg__digest_equal(&o->identity, &last->identity)) s.strong = false;
    if (o->round != round) s.repeats++;
    round = o->round;
    s.first = s.end;
    s.calls++;
  }
  return s;
}

static uint32_t threshold_of(const lg_run *run, const lg_detector_spec *spec, const lg_profile *profile) {
  return lg__newest(run)->transient ? spec->transient_threshold : lg__own_threshold(spec, profile);
}

static bool find_after(const lg_run *run, const lg_detector_slot *slot, const lg_profile *profile,
                       const lg_cycle *cycles, lg_finding *out) {
  (void)cycles;
  const lg_observation *last = lg__newest(run);
  if (!last->failed || !last->comparable) return false;
  streak s = look_back(run);
  uint32_t threshold = threshold_of(run, &slot->spec, profile);
  if (s.repeats < threshold) return false;
  out->threshold = threshold;
  out->repeats = s.repeats;
  out->strong = s.strong;
  out->failed = true;
  out->span = lg__span(run, s.first);
  out->subject = last->name;
  out->loop = lg__pair(run, &last->name, &last->result);
  return true;
}

static void explain(const lg_run *run, const lg_detector_slot *slot, const lg_candidate *candidate,
                    const lg_profile *profile, lg_explained *out) {
  (void)candidate;
  const lg_observation *last = lg__newest(run);
  uint32_t before = lg__nearest_of_tool(run, 1, &last->name);
  const lg_observation *of_tool = lg__history_at(&run->history, before);
  bool failed_before = of_tool != NULL && of_tool->failed;
  out->threshold = threshold_of(run, &slot->spec, profile);
  if (!last->failed || !last->comparable) {
    out->why = last->failed ? lg__why_incomparable(run) : LG_WHY_NOT_FAILED;
    if (!last->failed && failed_before) out->like = before;
    return;
  }
  streak s = look_back(run);
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

static bool is_over(const lg_run *run, const lg_detector_spec *spec, const lg_finding *finding,
                    const lg_observation *newest) {
  (void)spec;
  if (lg__digest_equal(&finding->subject, &newest->name))
    return !newest->failed || lg__is_other_result(run, finding, &newest->name, newest);
  return newest->fresh && !newest->failed;
}

const lg_detector_record lg__detector_error_streak = {.name = "error_streak",
                                                      .tracks = LG_TRACK_IDENTITY | LG_TRACK_FRESH,
                                                      .reach = reach,
                                                      .find_after = find_after,
                                                      .continues = lg__continues_tool,
                                                      .is_over = is_over,
                                                      .explain = explain};
