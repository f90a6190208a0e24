/* A run of the core that a session asks. */
#ifndef HOOK_CORE_RUN_H
#define HOOK_CORE_RUN_H

#include "run.h"

typedef struct hook_core_run {
  hook_run base;
  lg_run *run;
  uint32_t ticket; /* of the call asked about last */
} hook_core_run;

/* Borrows `run`. */
hook_core_run hook_core_run_of(lg_run *run);

#endif
