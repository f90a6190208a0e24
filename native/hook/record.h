/* A line of the hook's log: one JSON object. */
#ifndef HOOK_RECORD_H
#define HOOK_RECORD_H

#include "run.h"

/* Adds what was found about a call to `found`, a list without its brackets. `name`: its tool, where the event has none.
 */
void hook_record_found(program_out *found, const hook_verdict *verdict, program_text name);

/* Adds the line, with its end. `found` and `said` may be empty; `arguments`: with those of the call. */
void hook_record_write(const hook_event *event, const program_out *found, program_text said, program_text problem,
                       bool arguments, program_out *out);

#endif
