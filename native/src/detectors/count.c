#include "detectors.h"

static const lg_field FIELDS[] = {LG_FIELD(LIMIT, "maxRepeats", threshold, 3, 0, LG_LIMIT_MAX),
                                  LG_FLAG("canonical", canonical)};

const lg_detector_record lg__detector_count = {.name = "count", LG_FIELDS(FIELDS)};
