/* count: one call was requested more than `maxRepeats` times. */
#include "run/run.h"

static uint32_t more_tracks(const lg_detector_spec *spec) {
  return spec->canonical ? LG_TRACK_IDENTITY | LG_TRACK_TIMES : LG_TRACK_VERBATIM;
}

static bool find_before(const lg_look *look, lg_finding *out) {
  const lg_candidate *candidate = look->candidate;
  bool canonical = look->slot->spec.canonical;
  out->threshold = lg__own_threshold(look);
  out->repeats = canonical ? candidate->times : candidate->times_verbatim;
  out->subject = out->loop = canonical ? candidate->request->identity : candidate->request->verbatim;
  return !candidate->poll && out->repeats > out->threshold;
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_candidate *candidate = look->candidate;
  out->threshold = lg__own_threshold(look);
  if (out->threshold != LG_NO_LIMIT) out->threshold++; /* so many are allowed */
  if (candidate->poll) return;
  out->count = look->slot->spec.canonical ? candidate->times : candidate->times_verbatim;
  out->why = out->count > 1 ? LG_WHY_COUNTED : LG_WHY_FIRST;
}

const lg_detector_record lg__detector_count = {.name = "count",
                                               .strikes_each_call = true,
                                               .more_tracks = more_tracks,
                                               .find_before = find_before,
                                               .explain = explain};
