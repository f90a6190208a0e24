#include "options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* More than any configuration needs. A larger file is left to Node, which can report it better. */
enum { CONFIG_MAX = 4 << 20 };

static bool fail(lg_config_error *why, const char *words, const char *what) {
  size_t len = strlen(words), room = sizeof why->message - 1 - len, more = strlen(what);
  memcpy(why->message, words, len);
  memcpy(why->message + len, what, more < room ? more : room);
  why->message[len + (more < room ? more : room)] = '\0';
  return false;
}

/* ---- the command line ---- */

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

/* ---- files ---- */

/* Opens a regular file. A pipe or device could block, and the agent waits for the hook. -1: not possible. */
static int open_file(const char *path) {
  struct stat about;
  int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0 || (fstat(file, &about) == 0 && S_ISREG(about.st_mode))) return file;
  close(file);
  return -1;
}

static bool read_all(int file, hook_out *out) {
  char part[16384];
  for (;;) {
    ssize_t got = read(file, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 || out->failed || out->len > CONFIG_MAX) return false;
    if (got == 0) return true;
    hook_out_bytes(out, part, (size_t)got);
  }
}

static bool read_config(const char *path, hook_options *out, lg_config_error *why) {
  static const char json[] = ".json", mark[] = "\xEF\xBB\xBF";
  const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
  size_t len = strlen(name), end = sizeof json - 1;
  if (len <= end || strcmp(name + len - end, json) != 0) return fail(why, "only Node reads ", path);
  int file = open_file(path);
  bool whole = file >= 0 && read_all(file, &out->config);
  if (file >= 0) close(file);
  if (!whole || out->config.failed) return fail(why, "cannot read ", path);
  if (out->config.len >= sizeof mark - 1 && memcmp(out->config.s, mark, sizeof mark - 1) == 0)
    memset(out->config.s, ' ', sizeof mark - 1);
  return true;
}

/* ---- the configuration ---- */

/* Whether this program can run the guard. Not with similar_query, whose queries need Unicode tables, nor with custom
 * detectors, which are JavaScript functions, nor with budgets, whose texts have numbers of their own: Node has them. */
static bool is_ours(const lg_guard *guard, lg_config_error *why) {
  const lg_detector_spec *spec;
  const char *name;
  size_t len;
  for (uint32_t i = 0; lg_guard_detector(guard, i, &spec, &name, &len) == LG_OK; i++)
    if (spec->type == LG_SIMILAR_QUERY || spec->type == LG_CUSTOM || spec->type == LG_BUDGET)
      return fail(why, "only Node has all detectors", "");
  return true;
}

static bool check(const hook_options *options, lg_config_error *why) {
  static const uint8_t key[LG_KEY_SIZE];
  lg_guard *guard;
  const char *text = options->config.s != NULL ? options->config.s : "";
  lg_status status = lg_guard_configure(NULL, key, text, options->config.len, &guard, why);
  if (status != LG_OK) return why->message[0] != '\0' ? false : fail(why, lg_status_message(status), "");
  bool ours = is_ours(guard, why);
  lg_guard_free(guard);
  return ours;
}

bool hook_options_read(int argc, char **argv, hook_options *out, lg_config_error *why) {
  const char *preset = getenv("LOOPGUARD_PRESET"), *config = getenv("LOOPGUARD_CONFIG");
  *out = (hook_options){.dialect = HOOK_AUTO};
  for (int i = 1; i < argc; i++) {
    if (read_dialect(argv[i], &out->dialect)) continue;
    if (read_value(argc, argv, &i, "--preset", &preset) || read_value(argc, argv, &i, "--config", &config)) continue;
    return fail(why, "only Node may know the option ", argv[i]);
  }
  if (config != NULL && config[0] != '\0') return read_config(config, out, why) && check(out, why);
  if (preset == NULL || preset[0] == '\0') {
    hook_out_text(&out->config, "{}");
    return out->config.failed ? fail(why, "out of memory", "") : true;
  }
  hook_out_text(&out->config, "{\"preset\":");
  hook_out_string(&out->config, preset, strlen(preset));
  hook_out_text(&out->config, "}");
  return !out->config.failed && check(out, why);
}

void hook_options_free(hook_options *options) { hook_out_free(&options->config); }
