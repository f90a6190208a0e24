#include "detectors.h"

/* Other tools may run in between: so many observations are looked back on for each failure. */
#define SPREAD 4u

static const lg_field FIELDS[] = {
    LG_FIELD(U32, "threshold", threshold, 3, 2, LG_REACH_MAX / SPREAD),
    LG_FIELD(U32, "transientThreshold", transient_threshold, 8, 2, LG_REACH_MAX / SPREAD)};

const lg_detector_record lg__detector_error_streak = {.name = "error_streak", LG_FIELDS(FIELDS)};
