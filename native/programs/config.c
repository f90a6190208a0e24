#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* More than any configuration needs. */
enum { CONFIG_MAX = 4 << 20 };

bool program_config_fail(lg_config_error *why, const char *words, const char *what) {
  size_t len = strlen(words), room = sizeof why->message - 1 - len, more = strlen(what);
  memcpy(why->message, words, len);
  memcpy(why->message + len, what, more < room ? more : room);
  why->message[len + (more < room ? more : room)] = '\0';
  return false;
}

/* ---- files ---- */

/* Opens a regular file: a pipe or a device could block. -1: not possible. */
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

static bool read_config(const char *path, hook_out *out, lg_config_error *why) {
  static const char json[] = ".json", mark[] = "\xEF\xBB\xBF";
  const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
  size_t len = strlen(name), end = sizeof json - 1;
  if (len <= end || strcmp(name + len - end, json) != 0) return program_config_fail(why, "only Node reads ", path);
  int file = open_file(path);
  bool whole = file >= 0 && read_all(file, out);
  if (file >= 0) close(file);
  if (!whole || out->failed) return program_config_fail(why, "cannot read ", path);
  if (out->len >= sizeof mark - 1 && memcmp(out->s, mark, sizeof mark - 1) == 0) memset(out->s, ' ', sizeof mark - 1);
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
      return program_config_fail(why, "only Node has all detectors", "");
  return true;
}

static bool check(const hook_out *config, lg_config_error *why) {
  static const uint8_t key[LG_KEY_SIZE];
  lg_guard *guard;
  const char *text = config->s != NULL ? config->s : "";
  lg_status status = lg_guard_configure(NULL, key, text, config->len, &guard, why);
  if (status != LG_OK) return why->message[0] != '\0' ? false : program_config_fail(why, lg_status_message(status), "");
  bool ours = is_ours(guard, why);
  lg_guard_free(guard);
  return ours;
}

bool program_config_read(const char *preset, const char *config, hook_out *out, lg_config_error *why) {
  if (config != NULL && config[0] != '\0') return read_config(config, out, why) && check(out, why);
  if (preset == NULL || preset[0] == '\0') {
    hook_out_text(out, "{}");
    return out->failed ? program_config_fail(why, "out of memory", "") : true;
  }
  hook_out_text(out, "{\"preset\":");
  hook_out_string(out, preset, strlen(preset));
  hook_out_text(out, "}");
  return !out->failed && check(out, why);
}
