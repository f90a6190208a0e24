#include "fallback.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "json_out.h"

/* From prebuilds/<platform>/loopguard-hook. */
static const char MAIN_JS[] = "/../../dist/cli/main.js";

/* The path of this program with symbolic links resolved. False: it is not known. */
static bool own_path(char *out, size_t size) {
#ifdef __APPLE__
  char path[PATH_MAX];
  uint32_t length = sizeof path;
  if (size < PATH_MAX || _NSGetExecutablePath(path, &length) != 0) return false;
  return realpath(path, out) != NULL;
#else
  ssize_t length = readlink("/proc/self/exe", out, size - 1);
  if (length <= 0) return false;
  out[length] = '\0';
  return true;
#endif
}

void hook_become_node(int argc, char **argv) {
  char path[PATH_MAX];
  if (!own_path(path, sizeof path)) return;
  char *slash = strrchr(path, '/');
  if (slash == NULL) return;
  program_out script = {0};
  program_out_bytes(&script, path, (size_t)(slash - path));
  program_out_bytes(&script, MAIN_JS, sizeof MAIN_JS);
  char **arguments = calloc((size_t)argc + 3, sizeof *arguments);
  if (!script.failed && arguments != NULL && access(script.s, R_OK) == 0) {
    char node[] = "node", hook[] = "hook";
    arguments[0] = node;
    arguments[1] = script.s;
    arguments[2] = hook;
    for (int i = 1; i < argc; i++) arguments[i + 2] = argv[i];
    execvp(node, arguments);
  }
  free(arguments);
  program_out_free(&script);
}
