#include "session.h"

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
    const char *value = NULL;
    bool is_preset = program_option(argc, argv, &i, "--preset", &value);
    bool known = is_preset || program_option(argc, argv, &i, "--config", &value);
    if (value != NULL) *(is_preset ? &preset : &config) = value;
    if (value != NULL) continue;
    (void)program_config_fail(why, known ? "a value is missing after " : "unknown option ", argument);
    return HOOK_WRONG;
  }
  if (!program_config_read(preset, config, &out->config, why)) return HOOK_NEEDS_NODE;
  if (out->observe) put_shadow(&out->config);
  return HOOK_READY;
}

void hook_options_free(hook_options *options) { program_out_free(&options->config); }
