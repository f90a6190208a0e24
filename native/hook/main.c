#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#include "files.h"
#include "session.h"
#include "state.h"
#include "words.gen.h"

/* ---- options ----------------------------------------------------------------------------------------------------- */

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
  while (config->data[--before] != '}') continue;
  config->len = before;
  while (strchr(" \t\r\n", config->data[--before]) != NULL) continue;
  program_out_text(config, config->data[before] == '{' ? "\"shadow\":true}" : ",\"shadow\":true}");
}

hook_ready hook_options_read(int argc, char **argv, hook_options *out, lg_config_error *why) {
  const char *preset = getenv("LOOPGUARD_PRESET"), *config = getenv("LOOPGUARD_CONFIG");
  *out = (hook_options){.dialect = HOOK_AUTO};
  for (int i = 1; i < argc; i++) {
    const char *argument = argv[i];
    hook_dialect named = HOOK_AUTO;
    if (read_dialect(argument, &named)) {
      if (out->dialect == HOOK_AUTO) out->dialect = named;
      if (named == HOOK_AUTO || named == out->dialect) continue;
      (void)program_config_fail(why, "more than one agent is named", "");
      return HOOK_WRONG;
    }
    bool observe = strcmp(argument, "--observe") == 0, logs = strcmp(argument, "--log-arguments") == 0;
    out->observe = out->observe || observe;
    out->log_arguments = out->log_arguments || logs;
    if (observe || logs) continue;
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

/* ---- what is written where nothing works ------------------------------------------------------------------------- */

/* From prebuilds/<platform>/loopguard. */
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

/* Executes `node .../dist/cli/main.js hook` with the same arguments. Returns only if that fails. */
static void become_node(int argc, char **argv) {
  char path[PATH_MAX];
  if (!own_path(path, sizeof path)) return;
  char *slash = strrchr(path, '/');
  if (slash == NULL) return;
  program_out script = {0};
  program_out_bytes(&script, path, (size_t)(slash - path));
  program_out_bytes(&script, MAIN_JS, sizeof MAIN_JS);
  char **arguments = program_memory(calloc((size_t)argc + 3, sizeof *arguments));
  if (access(script.data, R_OK) == 0) {
    char node[] = "node", hook[] = "hook";
    arguments[0] = node;
    arguments[1] = script.data;
    arguments[2] = hook;
    for (int i = 1; i < argc; i++) arguments[i + 2] = argv[i];
    execvp(node, arguments);
  }
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

/* The hook for CLI agents, `loopguard hook` without Node. It reads one event as JSON from stdin and writes the answer
 * to stdout.
 *
 * It fails open: after any error it exits with 0, so that the call runs. (Exit code 2 is a refusal, for agents that
 * have no other.) The person is told of wrong options; other errors are printed on stderr with LOOPGUARD_DEBUG=1. For
 * what it cannot do itself, such as a configuration in JavaScript, it executes `loopguard hook` in Node in its
 * place. */
enum { INPUT_MAX = 256 << 20, PATIENCE_MS = 5000, PAUSE_US = 200, PAUSE_DOUBLINGS = 6 };

static int give_up(const char *why) {
  const char *debug = getenv("LOOPGUARD_DEBUG");
  if (debug != NULL && strcmp(debug, "1") == 0) fprintf(stderr, "loopguard hook: %s; the call goes through\n", why);
  return 0;
}

static void end(const char *why) { exit(give_up(why)); }

/* A run, with a guard of its own, in the state of the snapshot; `bytes` NULL: a new one. NULL: it cannot be made. */
static lg_run *make_run(const program_out *config, const uint8_t *bytes, size_t len) {
  uint8_t key[LG_KEY_SIZE];
  lg_guard *guard;
  lg_run *run = NULL;
  bool has_key = bytes != NULL ? lg_snapshot_key(bytes, len, key) == LG_OK : getentropy(key, sizeof key) == 0;
  const lg_allocator *memory = &program_allocator;
  if (!has_key || lg_guard_configure(memory, key, config->data, config->len, &guard, NULL) != LG_OK) return NULL;
  bool made = lg_run_new(guard, &run) == LG_OK && (bytes == NULL || lg_run_restore(run, bytes, len, NULL) == LG_OK);
  return made ? run : NULL;
}

/* The run in the newest state that can be read, or a new one. The bytes are the newest state, to see whether the event
 * changed it; NULL if only an older one could be read, since the result must be written then. */
static lg_run *restore(const hook_state *state, const program_out *config, uint8_t **out_bytes, size_t *out_len) {
  lg_run *run = NULL;
  *out_bytes = NULL;
  for (size_t i = 0; i < state->count && run == NULL; i++) {
    uint8_t *bytes = hook_state_read(state, state->generations[i], out_len);
    if (bytes != NULL) run = make_run(config, bytes, *out_len);
    if (run != NULL && i == 0) *out_bytes = bytes;
  }
  return run != NULL ? run : make_run(config, NULL, 0);
}

/* Applies the event to the newest state and writes the next one. */
static hook_write tell_once(hook_state *state, const hook_options *options, const hook_event *event, hook_reply *out) {
  uint8_t *old;
  const uint8_t *bytes;
  size_t old_len = 0, len;
  lg_run *run = hook_state_list(state) ? restore(state, &options->config, &old, &old_len) : NULL;
  if (run == NULL) return HOOK_LOST;
  hook_run asked = hook_run_of(run);
  hook_session_tell(&asked, event, options->log_arguments, out);
  program_must(lg_run_snapshot(run, &bytes, &len));
  bool same = old != NULL && old_len == len && memcmp(old, bytes, len) == 0;
  return same ? HOOK_WRITTEN : hook_state_write(state, bytes, len);
}

static hook_write tell(const hook_options *options, const hook_event *event, hook_reply *out) {
  uint64_t begin = hook_ms(CLOCK_MONOTONIC);
  const void *mark = program_mark();
  hook_write result = HOOK_TAKEN;
  for (unsigned tries = 0; result == HOOK_TAKEN && hook_ms(CLOCK_MONOTONIC) - begin < PATIENCE_MS; tries++) {
    hook_state state;
    if (tries > 0) hook_sleep((uint32_t)PAUSE_US << (tries < PAUSE_DOUBLINGS ? tries : PAUSE_DOUBLINGS));
    program_forget(mark); /* the try before */
    if (!hook_state_open(event, &state)) return HOOK_LOST;
    result = tell_once(&state, options, event, out);
    if (result == HOOK_WRITTEN) hook_state_tidy(&state);
    close(state.folder);
  }
  return result;
}

static int answer(const hook_reply *reply) {
  const program_out *out = &reply->text;
  if (reply->record.len > 0) hook_log_add(&reply->record);
  if (!program_write(reply->on_stderr ? STDERR_FILENO : STDOUT_FILENO, out->data, out->len))
    return give_up("stdout is closed");
  return reply->code;
}

static int complain(const hook_event *event, const char *why, bool at_calls) {
  hook_reply reply = {.code = 0};
  hook_session_complain(event, program_words(why), at_calls, &reply);
  (void)answer(&reply);
  return give_up(why);
}

static int judge(const hook_options *options, const hook_event *event) {
  hook_reply reply = {.code = 0};
  hook_write result = tell(options, event, &reply);
  if (result == HOOK_WRITTEN) return answer(&reply);
  if (result == HOOK_TAKEN) return give_up("the state was taken by others for too long");
  /* Not before each call: nothing keeps that it was told. */
  return complain(event, "its state cannot be read or written, or is not this user's", false);
}

/* `why`: the agent is not guarded. The input is read all the same, since an agent may fail when its write does. */
static int run_hook(const hook_options *options, const char *why) {
  program_out input = {0};
  hook_event event;
  if (isatty(STDIN_FILENO) != 0) fputs(HOOK_NO_EVENT, stderr);
  if (!program_read_all(STDIN_FILENO, INPUT_MAX, &input)) return give_up("stdin cannot be read, or is too large");
  if (input.len == 0) fputs(HOOK_NO_EVENT, stderr);
  hook_read read = hook_event_read(input.data, input.len, options->dialect, &event);
  program_out_free(&input);
  if (read != HOOK_READ && why != NULL) return give_up(why);
  if (read == HOOK_NOT_JSON) return give_up("stdin is not one JSON text");
  if (read == HOOK_NOT_OURS) return give_up("the event is none that is guarded");
  event.now_ms = (double)hook_ms(CLOCK_REALTIME);
  return why == NULL ? judge(options, &event) : complain(&event, why, true);
}

int hook_main(int argc, char **argv) {
  hook_options options;
  lg_config_error why;
  program_on_end(end);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* so that a limit on file sizes is a write error, like a full disk */
  hook_ready ready = hook_options_read(argc, argv, &options, &why);
  if (ready == HOOK_NEEDS_NODE) become_node(argc, argv); /* returns if there is no Node */
  return run_hook(&options, ready == HOOK_READY ? NULL : why.message);
}
