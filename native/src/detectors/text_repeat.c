/* text_repeat: loops in what the model writes, found by the host with an lg_text_loop and reported with lg_run_detect.
 */
#include "run/run.h"

const lg_detector_record lg__detector_text_repeat = {
    .name = "text_repeat", .by_host = true, .of_run = true, .explain = lg__explain_by_host};
