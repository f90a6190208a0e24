#include "detectors.h"

const lg_detector_record lg__detector_duplicate = {.name = "duplicate"};
