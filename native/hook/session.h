/* One event and the run of its session: what the agent is to read, and what the log says. */
#ifndef HOOK_SESSION_H
#define HOOK_SESSION_H

#include "answer.h"
#include "run.h"

/*
 * Tells `run` of the event and writes what the agent is to read. `arguments`: the log has the call's. A status other
 * than LG_OK says that the event could not be judged; the run is then not to be kept.
 */
LG_NODISCARD lg_status hook_session_tell(hook_run *run, const hook_event *event, bool arguments, hook_reply *out);

/*
 * The hook does not guard: tells the person and the log `why`. The call runs. Only at events that come once a call, or
 * less often.
 */
void hook_session_complain(const hook_event *event, program_text why, hook_reply *out);

#endif
