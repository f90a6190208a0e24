#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"

static bool read_dialect(const char *argument, hook_dialect *out) {
  hook_dialect found = HOOK_AUTO;
  for (int i = HOOK_AUTO + 1; i < HOOK_DIALECTS; i++)
    if (strcmp(argument, hook_facts_of((hook_dialect)i)->option) == 0) found = (hook_dialect)i;
  if (found == HOOK_AUTO && strcmp(argument, "--auto") != 0) return false;
  *out = found;
  return true;
}

typedef enum sought { NOT_IT, FOUND, NO_VALUE } sought;

/* Reads `--name value` or `--name=value` and moves `*at` to the value. */
static sought read_value(int argc, char **argv, int *at, const char *name, const char **out) {
  size_t len = strlen(name);
  const char *argument = argv[*at];
  if (strncmp(argument, name, len) != 0 || (argument[len] != '=' && argument[len] != '\0')) return NOT_IT;
  if (argument[len] == '=')
    *out = argument + len + 1;
  else if (*at + 1 < argc && argv[*at + 1][0] != '-')
    *out = argv[++*at];
  else
    return NO_VALUE;
  return FOUND;
}

/* As the last member of the object, which wins over one before it. */
static void put_shadow(program_out *config) {
  size_t before = config->len;
  while (config->s[--before] != '}') continue;
  config->len = before;
  while (strchr(" \t\r\n", config->s[--before]) != NULL) continue;
  program_out_text(config, config->s[before] == '{' ? "\"shadow\":true}" : ",\"shadow\":true}");
}

static bool read_flag(const char *argument, hook_options *out) {
  if (strcmp(argument, "--observe") == 0) out->observe = true;
  if (strcmp(argument, "--log-arguments") == 0) out->log_arguments = true;
  return strcmp(argument, "--observe") == 0 || strcmp(argument, "--log-arguments") == 0;
}

hook_ready hook_options_read(int argc, char **argv, hook_options *out, lg_config_error *why) {
  const char *preset = getenv("LOOPGUARD_PRESET"), *config = getenv("LOOPGUARD_CONFIG");
  *out = (hook_options){.dialect = HOOK_AUTO};
  for (int i = 1; i < argc; i++) {
    const char *argument = argv[i];
    if (read_dialect(argument, &out->dialect) || read_flag(argument, out)) continue;
    sought found = read_value(argc, argv, &i, "--preset", &preset);
    if (found == NOT_IT) found = read_value(argc, argv, &i, "--config", &config);
    if (found == FOUND) continue;
    (void)program_config_fail(why, found == NO_VALUE ? "a value is missing after " : "unknown option ", argument);
    return HOOK_WRONG;
  }
  if (!program_config_read(preset, config, &out->config, why)) return HOOK_NEEDS_NODE;
  if (out->observe) put_shadow(&out->config);
  return out->config.failed ? HOOK_WRONG : HOOK_READY;
}

void hook_options_free(hook_options *options) { program_out_free(&options->config); }
