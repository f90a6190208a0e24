/*
 * unknown_tool: calls were invalid in several rounds: no tool has the name, or the arguments never parse. Calls of one
 * name, whatever ran in between; or of any names, as a model makes them up, with no call between them that ran.
 */
#include "run/run.h"

static bool find_before(const lg_look *look, lg_finding *out) {
  const lg_candidate *candidate = look->candidate;
  const lg_detector_spec *spec = &look->slot->spec;
  out->repeats = candidate->wrong;
  if (candidate->wrong >= spec->threshold) return true;
  if (spec->any_threshold == 0 || candidate->wrong_any < spec->any_threshold) return false;
  out->repeats = out->span = candidate->wrong_any;
  out->threshold = spec->any_threshold;
  out->loop = LG_ANY_NAME;
  return true;
}

static void explain(const lg_look *look, lg_explained *out) {
  const lg_candidate *candidate = look->candidate;
  uint32_t any = look->slot->spec.any_threshold;
  bool is_row =
      any != 0 && candidate->wrong_any * (uint64_t)look->slot->spec.threshold > candidate->wrong * (uint64_t)any;
  out->count = is_row ? candidate->wrong_any : candidate->wrong; /* what is nearer to its threshold */
  if (is_row) out->threshold = any;
  out->why = !candidate->is_invalid ? LG_WHY_REACHED_TOOL : candidate->wrong > 1 ? LG_WHY_COUNTED : LG_WHY_FIRST;
}

const lg_detector_record lg__detector_unknown_tool = {.name = "unknown_tool",
                                                      .tracks = LG_TRACK_IDENTITY | LG_TRACK_INVALID,
                                                      .find_before = find_before,
                                                      .explain = explain};
