/* What came back for a call, from an event to what the core takes. */
#ifndef HOOK_OUTCOME_H
#define HOOK_OUTCOME_H

#include "event.h"

/* An outcome, and the blocks that its texts stand in. Freed with hook_outcome_free. */
typedef struct hook_outcome {
  lg_outcome told;
  hook_text result, error;
} hook_outcome;

/* The JSON value `value` as a result; a NULL span is none. False: there is no memory. */
bool hook_outcome_result(hook_span value, hook_outcome *out);
/* A failure that says `value`, a JSON value. False: there is no memory. */
bool hook_outcome_error(hook_span value, hook_outcome *out);
/* The outcome that an event of HOOK_AFTER or HOOK_FAILURE tells of. False: there is no memory. */
bool hook_outcome_of(const hook_event *event, hook_outcome *out);
void hook_outcome_free(hook_outcome *outcome);

#endif
