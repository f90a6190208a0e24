/* delegation: agents that hand work to each other without end, found by the host, which knows which runs belong
 * together, and reported with lg_run_detect. */
#include "run/run.h"

/* The host reads them; here they make guards with other ones differ. */
const lg_detector_record lg__detector_delegation = {
    .name = "delegation", .tracks = LG_TRACK_IDENTITY, .by_host = true, .of_run = true, .explain = lg__explain_by_host};
