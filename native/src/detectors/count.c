/* count: one call was requested more than `maxRepeats` times. */
#include "run/run.h"

static uint32_t more_tracks(const lg_detector_spec *spec) {
  return spec->canonical ? LG_TRACK_IDENTITY | LG_TRACK_TIMES : LG_TRACK_VERBATIM;
}

static lg_status find_before(const lg_run *run, const lg_detector_spec *spec, lg_candidate *candidate, lg_finding *out,
                             bool *out_found) {
  (void)run;
  const lg_profile *profile = candidate->profile;
  if (profile->max_repeats != 0) out->threshold = profile->max_repeats;
  out->repeats = spec->canonical ? candidate->times : candidate->times_verbatim;
  out->subject = out->loop = spec->canonical ? candidate->request->identity : candidate->request->verbatim;
  *out_found = !candidate->poll && out->repeats > out->threshold;
  return LG_OK;
}

static void explain(const lg_run *run, const lg_detector_slot *slot, const lg_candidate *candidate,
                    const lg_profile *profile, lg_explained *out) {
  (void)run;
  if (profile->max_repeats != 0) out->threshold = profile->max_repeats;
  if (out->threshold != LG_NO_LIMIT) out->threshold++; /* so many are allowed */
  if (candidate->poll) return;
  out->count = slot->spec.canonical ? candidate->times : candidate->times_verbatim;
  out->why = out->count > 1 ? LG_WHY_COUNTED : LG_WHY_FIRST;
}

const lg_detector_record lg__detector_count = {.name = "count",
                                               .strikes_each_call = true,
                                               .more_tracks = more_tracks,
                                               .find_before = find_before,
                                               .explain = explain};
