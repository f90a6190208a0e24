#include "detectors.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "threshold", threshold, 3, 2, LG_REACH_MAX)};

const lg_detector_record lg__detector_stall = {.name = "stall", LG_FIELDS(FIELDS)};
