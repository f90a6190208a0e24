/* The command line and the environment: the agent's dialect, the guard's configuration and what the log has. */
#ifndef HOOK_OPTIONS_H
#define HOOK_OPTIONS_H

#include "event.h"
#include "text.h"

typedef struct hook_options {
  hook_dialect dialect;
  bool observe;       /* nothing is refused */
  bool log_arguments; /* the log has the arguments of calls */
  program_out config; /* for lg_guard_configure */
} hook_options;

typedef enum hook_ready {
  HOOK_READY,
  HOOK_WRONG,     /* an option is */
  HOOK_NEEDS_NODE /* the configuration is wrong, or needs JavaScript */
} hook_ready;

/*
 * Reads the options, LOOPGUARD_PRESET and LOOPGUARD_CONFIG. `*out_why` says why it is not HOOK_READY. Free `out` with
 * hook_options_free in any case.
 */
hook_ready hook_options_read(int argc, char **argv, hook_options *out, lg_config_error *out_why);
void hook_options_free(hook_options *options);

#endif
