/* The command line and the environment: the agent's dialect and the guard's configuration. */
#ifndef HOOK_OPTIONS_H
#define HOOK_OPTIONS_H

#include "event.h"
#include "json_out.h"

typedef struct hook_options {
  hook_dialect dialect;
  program_out config; /* for lg_guard_configure */
} hook_options;

/*
 * Reads the options, LOOPGUARD_PRESET and LOOPGUARD_CONFIG. False: they are wrong, or need `loopguard hook` in Node;
 * `*out_why` says why. Free `out` with hook_options_free in any case.
 */
bool hook_options_read(int argc, char **argv, hook_options *out, lg_config_error *out_why);
void hook_options_free(hook_options *options);

#endif
