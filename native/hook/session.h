/* Applies one event to the run of its session and writes the answer for the agent. */
#ifndef HOOK_SESSION_H
#define HOOK_SESSION_H

#include "event.h"
#include "json_out.h"

/*
 * Tells `run`, one of `guard`, of the event and writes to `out` what the agent is to read: nothing, where there is
 * nothing to say. `*out_exit`: the agent refuses the call by the exit code 2, and `out` is for stderr. A status other
 * than LG_OK says that the event could not be judged; the run is then not to be kept.
 */
LG_NODISCARD lg_status hook_session_tell(lg_run *run, const hook_event *event, program_out *out, bool *out_exit);

#endif
