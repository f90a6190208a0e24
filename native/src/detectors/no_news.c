#include "detectors.h"

/* A year. */
#define WAIT_MAX_MS 31536000000.0

static const lg_field FIELDS[] = {LG_FIELD(U32, "times", threshold, 2, 1, UINT16_MAX), /* as many as news.h can count */
                                  LG_FIELD(U32, "ackTimes", ack_threshold, 6, 1, UINT16_MAX),
                                  LG_FIELD(U32, "transientTimes", transient_threshold, 6, 1, UINT16_MAX),
                                  LG_FLAG("settled", settled),
                                  LG_FIELD(DOUBLE, "pollAfterMs", poll_after_ms, 4500, 0, WAIT_MAX_MS),
                                  LG_FIELD(DOUBLE, "maxWaitMs", max_wait_ms, 600000, 0, WAIT_MAX_MS)};

const lg_detector_record lg__detector_no_news = {.name = "no_news", LG_FIELDS(FIELDS)};
