/* The hook's answer to the agent, in the agent's dialect. */
#ifndef HOOK_ANSWER_H
#define HOOK_ANSWER_H

#include "event.h"
#include "json_out.h"

/* The outcome of judging one event. */
typedef struct hook_answer {
  lg_action action; /* after the call ran: LG_WARN or LG_ABORT */
  program_out text; /* for the model; after the call ran, only warnings */
  program_out stop; /* LG_ABORT: why the turn ends */
  bool plain;       /* what was written is the text itself, not JSON */
} hook_answer;

/*
 * Writes the answer to `out`; nothing when the call is allowed, or the agent has no place for the text. Changes the
 * answer's texts.
 */
void hook_answer_write(const hook_event *event, hook_answer *answer, program_out *out);
/* Whether the agent refuses the call by the exit code 2, with what was written as stderr. */
bool hook_answer_refuses_by_exit(const hook_event *event, const hook_answer *answer);
void hook_answer_free(hook_answer *answer);

#endif
