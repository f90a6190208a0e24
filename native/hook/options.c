#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "config.h"

static bool read_dialect(const char *argument, hook_dialect *out) {
  hook_dialect found = HOOK_AUTO;
  for (int i = HOOK_AUTO + 1; i < HOOK_DIALECTS; i++)
    if (strcmp(argument, hook_facts_of((hook_dialect)i)->option) == 0) found = (hook_dialect)i;
  if (found == HOOK_AUTO && strcmp(argument, "--auto") != 0) return false;
  *out = found;
  return true;
}

/* Reads `--name value` or `--name=value` and moves `*at` to the value. Without a value `*out` stays as it is. */
static bool read_value(int argc, char **argv, int *at, const char *name, const char **out) {
  size_t len = strlen(name);
  const char *argument = argv[*at];
  if (strncmp(argument, name, len) != 0) return false;
  if (argument[len] == '=') {
    *out = argument + len + 1;
    return true;
  }
  if (argument[len] != '\0') return false;
  if (*at + 1 < argc && argv[*at + 1][0] != '-') *out = argv[++*at];
  return true;
}

bool hook_options_read(int argc, char **argv, hook_options *out, lg_config_error *why) {
  const char *preset = getenv("LOOPGUARD_PRESET"), *config = getenv("LOOPGUARD_CONFIG");
  *out = (hook_options){.dialect = HOOK_AUTO};
  for (int i = 1; i < argc; i++) {
    if (read_dialect(argv[i], &out->dialect)) continue;
    if (read_value(argc, argv, &i, "--preset", &preset) || read_value(argc, argv, &i, "--config", &config)) continue;
    return program_config_fail(why, "only Node may know the option ", argv[i]);
  }
  return program_config_read(preset, config, &out->config, why);
}

void hook_options_free(hook_options *options) { program_out_free(&options->config); }
