#include "detectors.h"

static const lg_field FIELDS[] = {
    LG_FIELD(U32, "windowSize", window_size, 32, 2, LG_REACH_MAX),
    LG_FIELD(U32, "minCycleLen", min_cycle_len, 1, 1, 4096), LG_FIELD(U32, "maxCycleLen", max_cycle_len, 8, 1, 4096),
    LG_FIELD(U32, "repeats", threshold, 3, 2, LG_REACH_MAX), LG_FLAG("sameResults", strong_only)};

const lg_detector_record lg__detector_cycle = {.name = "cycle", LG_FIELDS(FIELDS)};
