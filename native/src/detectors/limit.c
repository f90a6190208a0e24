#include "detectors.h"

static const lg_field FIELDS[] = {LG_FIELD(LIMIT, "default", threshold, 3, 0, LG_LIMIT_MAX)};

const lg_detector_record lg__detector_limit = {.name = "limit", LG_FIELDS(FIELDS)};
