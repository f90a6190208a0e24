/* The command line and the settings: which agent is spoken to, and what its calls are judged by. */
#ifndef HOOK_OPTIONS_H
#define HOOK_OPTIONS_H

#include "event.h"
#include "json_out.h"

typedef struct hook_options {
  hook_dialect dialect;
  hook_out config; /* for lg_guard_configure */
} hook_options;

/*
 * Reads the options, and LOOPGUARD_PRESET and LOOPGUARD_CONFIG. False: something in them is for `loopguard hook` in
 * Node, or wrong; `*out_why` says what. To be freed with hook_options_free in any case.
 */
bool hook_options_read(int argc, char **argv, hook_options *out, lg_config_error *out_why);
void hook_options_free(hook_options *options);

#endif
