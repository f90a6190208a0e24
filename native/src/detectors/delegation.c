/* delegation: agents that hand work to each other without end, found by the host, which knows which runs belong
 * together, and reported with lg_run_detect. */
#include "run/patterns.h"

/* The host reads them; here they make guards with other ones differ. */
static const lg_field FIELDS[] = {LG_FIELD(U32, "depth", depth, 8, 1, 1000),
                                  LG_FIELD(U32, "threshold", threshold, 3, 2, 100)};

const lg_detector_record lg__detector_delegation = {.name = "delegation",
                                                    LG_FIELDS(FIELDS),
                                                    .tracks = LG_TRACK_IDENTITY,
                                                    .by_host = true,
                                                    .of_run = true,
                                                    .explain = lg__explain_by_host};
