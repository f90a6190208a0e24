#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How much room there is for a part, and the least that a part may have of it. */
enum { PART = 16384, LEAST = 4096 };

ssize_t program_read(int file, char *to, size_t len) {
  ssize_t got;
  do got = read(file, to, len);
  while (got < 0 && errno == EINTR);
  return got;
}

bool program_read_all(int file, size_t max, program_out *out) {
  size_t begin = out->len;
  for (;;) {
    if (out->capacity - out->len < LEAST) program_out_reserve(out, PART);
    ssize_t got = program_read(file, out->data + out->len, out->capacity - out->len);
    if (got <= 0) return got == 0;
    out->len += (size_t)got;
    if (out->len - begin > max) return false;
  }
}

bool program_read_file(int folder, const char *path, int flags, size_t max, program_out *out) {
  struct stat about;
  int file = openat(folder, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags);
  if (file < 0) return false;
  bool ours = fstat(file, &about) == 0 && ((flags & O_NOFOLLOW) == 0 || about.st_uid == geteuid());
  bool whole = ours && S_ISREG(about.st_mode) && program_read_all(file, max, out);
  close(file);
  return whole;
}

bool program_write(int file, const void *bytes, size_t len) {
  for (size_t at = 0; at < len;) {
    ssize_t put = write(file, (const char *)bytes + at, len - at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += (size_t)put;
  }
  return true;
}

bool program_option(int argc, char **argv, int *at, const char *name, const char **out) {
  size_t len = strlen(name);
  const char *argument = argv[*at];
  if (strncmp(argument, name, len) != 0 || (argument[len] != '=' && argument[len] != '\0')) return false;
  bool follows = *at + 1 < argc && argv[*at + 1][0] != '-';
  *out = argument[len] == '=' ? argument + len + 1 : follows ? argv[++*at] : NULL;
  return true;
}

/* More than any configuration needs. */
enum { CONFIG_MAX = 4 << 20 };

bool program_config_fail(lg_config_error *why, const char *words, const char *what) {
  (void)snprintf(why->message, sizeof why->message, "%s%s", words, what);
  return false;
}

static bool read_config(const char *path, program_out *out, lg_config_error *why) {
  static const char json[] = ".json";
  const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
  program_text file = {name, strlen(name)};
  if (program_text_is(file, json) || !program_text_ends(file, json))
    return program_config_fail(why, "only Node reads ", path);
  if (!program_read_file(AT_FDCWD, path, O_NOCTTY, CONFIG_MAX, out))
    return program_config_fail(why, "cannot read ", path);
  memset(out->data, ' ', out->len - program_unmarked(program_out_view(out)).len);
  return true;
}

bool program_detectors_are(const lg_guard *guard, bool (*such)(const lg_detector_spec *spec)) {
  const lg_detector_spec *spec;
  const char *name;
  size_t len;
  for (uint32_t i = 0; lg_guard_detector(guard, i, &spec, &name, &len) == LG_OK; i++)
    if (!such(spec)) return false;
  return true;
}

/* Whether this program can run the detector. Not with similar_query, whose queries need Unicode tables, nor with custom
 * detectors, which are JavaScript functions, nor with budgets, whose texts have numbers of their own: Node has them. */
static bool is_ours(const lg_detector_spec *spec) {
  return spec->type != LG_SIMILAR_QUERY && spec->type != LG_CUSTOM && spec->type != LG_BUDGET;
}

static bool check(const program_out *config, lg_config_error *why) {
  static const uint8_t key[LG_KEY_SIZE] = {0};
  lg_guard *guard;
  lg_status status = lg_guard_configure(NULL, key, config->data, config->len, &guard, why);
  if (!program_ok(status))
    return why->message[0] != '\0' ? false : program_config_fail(why, lg_status_message(status), "");
  bool ours = program_detectors_are(guard, is_ours);
  lg_guard_free(guard);
  return ours ? true : program_config_fail(why, "only Node has all detectors", "");
}

bool program_config_read(const char *preset, const char *config, program_out *out, lg_config_error *why) {
  bool has_preset = preset != NULL && preset[0] != '\0';
  *why = (lg_config_error){{0}};
  if (config != NULL && config[0] != '\0') return read_config(config, out, why) && check(out, why);
  program_out_text(out, has_preset ? "{\"preset\":" : "{}");
  if (has_preset) {
    program_out_string(out, preset, strlen(preset));
    program_out_text(out, "}");
  }
  return !has_preset || check(out, why);
}
