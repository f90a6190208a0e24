#include "detectors.h"

const lg_detector_record lg__detector_custom = {.name = "custom", .by_host = true};
