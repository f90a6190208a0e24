/*
 * loopguard: the commands that need no Node.js, in one program. What is first on its command line says which, as it
 * does for `loopguard` in Node.
 */
#include <stdio.h>
#include <string.h>

#include "files.h"

int main(int argc, char **argv) {
  const char *command = argc > 1 ? argv[1] : "";
  if (strcmp(command, "hook") == 0) return hook_main(argc - 1, argv + 1);
  if (strcmp(command, "scan") == 0) return scan_main(argc - 1, argv + 1);
  fputs("loopguard: this program has the commands hook and scan; all others need Node.js\n", stderr);
  return 1;
}
