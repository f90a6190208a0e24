/* duplicate: the call has already run, and no other call has changed anything since (in the same era, see run.h). */
#include "run/run.h"

static bool find_before(const lg_look *look, lg_finding *out) {
  const lg_candidate *candidate = look->candidate;
  out->threshold = 1;
  out->repeats = 2;
  out->subject = out->loop = candidate->request->identity;
  return !candidate->poll && !candidate->lost && candidate->ran_before;
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_candidate *candidate = look->candidate;
  out->threshold = 2;
  if (candidate->poll) return;
  out->count = candidate->ran_before ? 2 : 1;
  out->why = candidate->ran_before ? LG_WHY_COUNTED : LG_WHY_FIRST;
}

const lg_detector_record lg__detector_duplicate = {.name = "duplicate",
                                                   .tracks = LG_TRACK_IDENTITY | LG_TRACK_ERA,
                                                   .strikes_each_call = true,
                                                   .find_before = find_before,
                                                   .explain = explain};
