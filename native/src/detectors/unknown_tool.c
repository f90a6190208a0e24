/* unknown_tool: calls of one name were invalid in several rounds: no tool has the name, or the arguments never parse.
 */
#include "../run.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "threshold", threshold, 3, 1, LG_REACH_MAX)};

static lg_status find_before(const lg_run *run, const lg_detector_spec *spec, lg_asked *asked, lg_finding *out,
                             bool *out_found) {
  (void)run;
  out->repeats = asked->wrong;
  *out_found = asked->wrong >= spec->threshold;
  return LG_OK;
}

const lg_detector_record lg__detector_unknown_tool = {
    .name = "unknown_tool", LG_FIELDS(FIELDS), .facts = LG_FACT_IDENTITY | LG_FACT_INVALID, .find_before = find_before};
