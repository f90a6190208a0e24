/* From the result or error in an event to an lg_outcome. */
#ifndef HOOK_OUTCOME_H
#define HOOK_OUTCOME_H

#include "event.h"

/* An outcome whose texts are borrowed from the event or in `block`. Free it with hook_outcome_free. */
typedef struct hook_outcome {
  lg_outcome core;
  char *block; /* or NULL */
} hook_outcome;

/* A result; LG_VALUE_NONE: no result. Borrows the value. */
void hook_outcome_result(lg_value value, hook_outcome *out);
/* A failure with `value` as its error. Borrows the value. False: out of memory. */
bool hook_outcome_error(lg_value value, hook_outcome *out);
/* The outcome in an event of kind HOOK_AFTER or HOOK_FAILURE. False: out of memory. */
bool hook_outcome_of(const hook_event *event, hook_outcome *out);
void hook_outcome_free(hook_outcome *outcome);

#endif
