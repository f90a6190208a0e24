/* `loopguard hook` in Node, for what this program cannot do itself. */
#ifndef HOOK_FALLBACK_H
#define HOOK_FALLBACK_H

/* Executes `node .../dist/cli/main.js hook` with the same arguments. Returns only if that fails. */
void hook_become_node(int argc, char **argv);

#endif
