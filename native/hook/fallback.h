/* `loopguard hook` in Node, for what this program does not do itself. */
#ifndef HOOK_FALLBACK_H
#define HOOK_FALLBACK_H

/* Becomes `node .../dist/cli/main.js hook` with the same arguments; comes back only when that cannot be. */
void hook_become_node(int argc, char **argv);

#endif
