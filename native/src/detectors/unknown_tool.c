#include "detectors.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "threshold", threshold, 3, 1, LG_REACH_MAX)};

const lg_detector_record lg__detector_unknown_tool = {.name = "unknown_tool", LG_FIELDS(FIELDS)};
