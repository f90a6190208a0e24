/* The command line, and `loopguard hook` in Node for what this program does not do itself. */
#ifndef HOOK_FALLBACK_H
#define HOOK_FALLBACK_H

#include "event.h"

/*
 * Reads the options. False: something in them, or in the settings LOOPGUARD_PRESET and LOOPGUARD_CONFIG, is for Node.
 */
bool hook_options_read(int argc, char **argv, hook_dialect *out_dialect);
/* Becomes `node .../dist/cli/main.js hook` with the same arguments; comes back only when that cannot be. */
void hook_become_node(int argc, char **argv);

#endif
