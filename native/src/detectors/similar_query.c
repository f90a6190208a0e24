#include "detectors.h"

static const lg_field FIELDS[] = {LG_FIELD(DOUBLE, "threshold", similarity, 0.75, 0, 1)};

const lg_detector_record lg__detector_similar_query = {.name = "similar_query", LG_FIELDS(FIELDS)};
