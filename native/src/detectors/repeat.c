#include "detectors.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "threshold", threshold, 3, 2, LG_REACH_MAX),
                                  LG_FLAG("failures", failures_only)};

const lg_detector_record lg__detector_repeat = {.name = "repeat", LG_FIELDS(FIELDS)};
