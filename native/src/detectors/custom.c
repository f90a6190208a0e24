/* custom: found by the host, which reports it with lg_run_detect. The next call of the same tool continues its loop. */
#include "../patterns.h"

static void explain(const lg_run *run, const lg_detector_slot *slot, const lg_candidate *candidate,
                    const lg_profile *profile, lg_explained *out) {
  (void)run, (void)slot, (void)candidate, (void)profile;
  out->why = LG_WHY_BY_HOST;
}

const lg_detector_record lg__detector_custom = {.name = "custom",
                                                .tracks = LG_TRACK_IDENTITY,
                                                .by_host = true,
                                                .counts_calls = true,
                                                .is_broken = true,
                                                .continues = lg__continues_tool,
                                                .explain = explain};
