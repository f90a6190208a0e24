/* The names of verdicts: those that --fail-on takes, and those in lines. */
#ifndef SCAN_ACTIONS_H
#define SCAN_ACTIONS_H

#include "loopguard.h"

/* As in JavaScript, `LoopVerdict["action"]`. */
const char *scan_action_name(lg_action action);
/* The action that --fail-on names. False: it is none of them. */
bool scan_fail_on(const char *name, lg_action *out_action);

#endif
