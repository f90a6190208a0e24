#include "detectors.h"

/* Steps of its cycle at most: with that many repetitions they are what may be looked back on. */
#define STEPS_MAX 64

static const lg_field FIELDS[] = {LG_FIELD(U32, "cycleLength", min_cycle_len, 2, 2, STEPS_MAX),
                                  LG_FIELD(U32, "repetitions", threshold, 3, 2, LG_REACH_MAX / STEPS_MAX)};

const lg_detector_record lg__detector_ping_pong = {.name = "ping_pong", LG_FIELDS(FIELDS)};
