#include "detectors.h"

const lg_detector_record lg__detector_poll = {.name = "poll", .is_rule = true};
