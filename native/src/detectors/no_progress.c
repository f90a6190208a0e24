/* no_progress: one call returned the same result several times in a window; other calls may have run in between. */
#include "run/run.h"

static uint32_t reach(const lg_detector_spec *spec) { return spec->window_size; }

static uint32_t more_tracks(const lg_detector_spec *spec) { return spec->settled ? LG_TRACK_FRESH : 0; }

/* Of a newest call that failed it may be another one. */
static uint32_t threshold_of(const lg_look *look) {
  uint32_t of_errors = look->newest->failed && look->profile->max_repeats == 0 ? look->slot->spec.error_threshold : 0;
  return of_errors != 0 ? of_errors : lg__own_threshold(look);
}

/* How often the newest call gave its result; `*out_first`: how many places before it the first time was. `*out_end`:
 * how many places before it lies what ended that, as `*out_why` says; LG_WHY_TOO_FAR: nothing did within the window. */
static uint32_t count_back(const lg_look *look, uint32_t threshold, uint32_t *out_first, uint32_t *out_end,
                           lg_why *out_why) {
  const lg_detector_spec *spec = &look->slot->spec;
  const lg_observation *last = look->newest, *o;
  uint32_t repeats = 0, back = 0, settled = threshold < 2 ? threshold : 2;
  bool moved = false; /* something new was done after the observation that is looked at */
  lg_why why = LG_WHY_TOO_FAR;
  for (; back < spec->window_size && (o = lg__history_at(&look->run->history, back)) != NULL; back++) {
    if (lg__digest_equal(&o->identity, &last->identity)) {
      /* A test that fails with other numbers after an edit fails otherwise. */
      if (!lg__same_result(o, last) || (moved && o->numbers != last->numbers))
        why = LG_WHY_OTHER_RESULT;
      else
        repeats++, *out_first = back;
    } else if (o->mutated) {
      why = LG_WHY_CHANGE; /* what came before it may have been changed by it */
    } else if (spec->settled && (o->fresh || o->changed)) {
      if (!last->failed && repeats < settled) why = LG_WHY_NEW_CALL; /* a new call or result may have changed it */
      moved = moved || !o->failed;
    }
    if (why != LG_WHY_TOO_FAR) break;
  }
  *out_end = back;
  *out_why = why;
  return repeats;
}

static bool find_after(const lg_look *look, lg_finding *out) {
  const lg_observation *last = look->newest;
  if (!last->comparable) return false;
  uint32_t first = 0, end;
  lg_why why;
  out->threshold = threshold_of(look);
  out->repeats = count_back(look, out->threshold, &first, &end, &why);
  if (out->repeats < out->threshold) return false;
  out->strong = true;
  out->failed = last->failed;
  return lg__found(look->run, out, first, &last->identity, &last->result);
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_run *run = look->run;
  const lg_observation *last = look->newest;
  out->threshold = threshold_of(look);
  out->strong = true;
  out->why = lg__why_incomparable(run);
  if (!last->comparable) return;
  uint32_t first = 0, end;
  lg_why ended;
  out->count = count_back(look, out->threshold, &first, &end, &ended);
  out->like = lg__nearest_call(run, 1, &last->identity);
  out->why = out->like == LG_NOWHERE ? LG_WHY_FIRST : LG_WHY_COUNTED;
  /* what ended the count matters only where there is more to count beyond it */
  if (out->count >= out->threshold || lg__nearest_call(run, end, &last->identity) == LG_NOWHERE) return;
  out->why = ended;
  if (ended != LG_WHY_TOO_FAR) out->at = end;
}

static bool is_over(const lg_look *look, const lg_finding *finding) {
  const lg_observation *newest = look->newest;
  if (lg__digest_equal(&finding->subject, &newest->identity))
    return lg__is_other_result(look->run, finding, &newest->identity, newest);
  return newest->mutated || (finding->failed && look->slot->spec.settled && newest->fresh && !newest->failed);
}

const lg_detector_record lg__detector_no_progress = {.name = "no_progress",
                                                     .tracks = LG_TRACK_IDENTITY,
                                                     .reach = reach,
                                                     .more_tracks = more_tracks,
                                                     .find_after = find_after,
                                                     .is_over = is_over,
                                                     .explain = explain};
