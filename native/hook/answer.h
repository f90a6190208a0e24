/* What the agent is told, in its dialect. */
#ifndef HOOK_ANSWER_H
#define HOOK_ANSWER_H

#include "event.h"
#include "json_out.h"

/* What was found out about one event. */
typedef struct hook_answer {
  lg_action action; /* of a call that has run: LG_WARN or LG_ABORT */
  hook_out text;    /* what the model reads; of a call that has run, the warnings only */
  hook_out stop;    /* why the turn ends, of LG_ABORT */
} hook_answer;

/* Writes the answer to `out`; nothing where all is well. `stop` is made longer where the model is to end its turn. */
void hook_answer_write(const hook_event *event, hook_answer *answer, hook_out *out);
void hook_answer_free(hook_answer *answer);

#endif
