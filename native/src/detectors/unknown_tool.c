/* unknown_tool: calls of one name were invalid in several rounds: no tool has the name, or the arguments never parse.
 */
#include "../run.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "threshold", threshold, 3, 1, LG_REACH_MAX)};

static lg_status find_before(const lg_run *run, const lg_detector_spec *spec, lg_candidate *candidate, lg_finding *out,
                             bool *out_found) {
  (void)run;
  out->repeats = candidate->wrong;
  *out_found = candidate->wrong >= spec->threshold;
  return LG_OK;
}

static void explain(const lg_run *run, const lg_detector_slot *slot, const lg_candidate *candidate,
                    const lg_profile *profile, lg_explained *out) {
  (void)run, (void)slot, (void)profile;
  out->count = candidate->wrong;
  out->why = !candidate->is_invalid ? LG_WHY_REACHED_TOOL : candidate->wrong > 1 ? LG_WHY_COUNTED : LG_WHY_FIRST;
}

const lg_detector_record lg__detector_unknown_tool = {.name = "unknown_tool",
                                                      LG_FIELDS(FIELDS),
                                                      .tracks = LG_TRACK_IDENTITY | LG_TRACK_INVALID,
                                                      .find_before = find_before,
                                                      .explain = explain};
