/* custom: found by the host, which reports it with lg_run_detect. The next call of the same tool continues its loop. */
#include "run/run.h"

const lg_detector_record lg__detector_custom = {.name = "custom",
                                                .tracks = LG_TRACK_IDENTITY,
                                                .by_host = true,
                                                .counts_calls = true,
                                                .is_broken = true,
                                                .explain = lg__explain_by_host};
