#include "detectors.h"

static const lg_field FIELDS[] = {LG_FIELD(U32, "threshold", threshold, 3, 2, LG_REACH_MAX),
                                  LG_FIELD(OPTIONAL, "errorThreshold", error_threshold, 0, 2, LG_REACH_MAX),
                                  LG_FIELD(U32, "windowSize", window_size, 32, 2, LG_REACH_MAX),
                                  LG_FLAG("settled", settled)};

const lg_detector_record lg__detector_no_progress = {.name = "no_progress", LG_FIELDS(FIELDS)};
