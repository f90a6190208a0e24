/* text_repeat: loops in what the model writes, found by the host with an lg_text_loop and reported with lg_run_detect.
 */
#include "run/patterns.h"

#include "text/text_loop.h"

/* The host gives them to lg_text_loop_new. */
static const lg_field FIELDS[] = {LG_FIELD(U32, "minRepeats", text.repeats, LG_TEXT_REPEATS),
                                  LG_FIELD(U32, "minLength", text.min_length, LG_TEXT_MIN_LENGTH),
                                  LG_FIELD(U32, "maxPeriod", text.max_period, LG_TEXT_MAX_PERIOD),
                                  LG_FIELD(U32, "messages", text.messages, LG_TEXT_ALIKE), LG_FLAG("atOnce", at_once)};

const lg_detector_record lg__detector_text_repeat = {
    .name = "text_repeat", LG_FIELDS(FIELDS), .by_host = true, .of_run = true, .explain = lg__explain_by_host};
