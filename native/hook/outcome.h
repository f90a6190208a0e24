/* What came back for a call, from an event to what the core takes. */
#ifndef HOOK_OUTCOME_H
#define HOOK_OUTCOME_H

#include "event.h"

/* An outcome. What it says is the value's, or in a block of its own. Freed with hook_outcome_free. */
typedef struct hook_outcome {
  lg_outcome told;
  char *block; /* or NULL */
} hook_outcome;

/* A value as a result; none is none. Borrows it. */
void hook_outcome_result(lg_value value, hook_outcome *out);
/* A failure that says `value`. Borrows it. False: there is no memory. */
bool hook_outcome_error(lg_value value, hook_outcome *out);
/* The outcome that an event of HOOK_AFTER or HOOK_FAILURE tells of. False: there is no memory. */
bool hook_outcome_of(const hook_event *event, hook_outcome *out);
void hook_outcome_free(hook_outcome *outcome);

#endif
