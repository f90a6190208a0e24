/*
 * loopguard-hook: the hook for CLI agents, `loopguard hook` without Node. It reads one event as JSON from stdin and
 * writes the answer to stdout.
 *
 * It fails open: after any error it prints nothing and exits with 0, so that the call runs. (Exit code 2 is a refusal,
 * for agents that have no other.) With LOOPGUARD_DEBUG=1 it prints the error to stderr. For what it cannot do itself,
 * such as a configuration in JavaScript, it executes `loopguard hook` in Node in its place.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "event.h"
#include "fallback.h"
#include "io.h"
#include "options.h"
#include "session.h"
#include "state.h"

enum { INPUT_MAX = 256 << 20, PATIENCE_MS = 5000, PAUSE_US = 200, PAUSE_DOUBLINGS = 6 };

static int give_up(const char *why) {
  const char *debug = getenv("LOOPGUARD_DEBUG");
  if (debug != NULL && strcmp(debug, "1") == 0) fprintf(stderr, "loopguard-hook: %s; the call goes through\n", why);
  return 0;
}

static lg_status new_guard(const program_out *config, const uint8_t key[LG_KEY_SIZE], lg_guard **out_guard) {
  return lg_guard_configure(NULL, key, config->s, config->len, out_guard, NULL);
}

/*
 * Restores the run from the newest state that can be read, or makes a new one. Free guard, run and bytes. The bytes are
 * the newest state, to see whether the event changed it; there are none if only an older one could be read, since the
 * result must be written then.
 */
static bool restore(const hook_state *state, const program_out *config, lg_guard **out_guard, lg_run **out_run,
                    uint8_t **out_bytes, size_t *out_len) {
  uint8_t key[LG_KEY_SIZE];
  for (size_t i = 0; i < state->count; i++) {
    uint8_t *bytes = hook_state_read(state, state->generations[i], out_len);
    if (bytes != NULL && lg_snapshot_key(bytes, *out_len, key) == LG_OK && new_guard(config, key, out_guard) == LG_OK) {
      if (lg_run_new(*out_guard, out_run) == LG_OK) {
        if (lg_run_restore(*out_run, bytes, *out_len) == LG_OK) {
          *out_bytes = i == 0 ? bytes : NULL;
          if (i > 0) free(bytes);
          return true;
        }
        lg_run_free(*out_run);
      }
      lg_guard_free(*out_guard);
    }
    free(bytes);
  }
  *out_bytes = NULL;
  *out_len = 0;
  if (getentropy(key, sizeof key) != 0 || new_guard(config, key, out_guard) != LG_OK) return false;
  if (lg_run_new(*out_guard, out_run) == LG_OK) return true;
  lg_guard_free(*out_guard);
  return false;
}

typedef enum attempt { DONE, TAKEN, FAILED } attempt;

typedef struct told {
  program_out text;
  bool exit; /* the call is refused by the exit code 2, with the text on stderr */
} told;

/* Applies the event to the newest state and writes the next one. */
static attempt tell_once(hook_state *state, const program_out *config, const hook_event *event, told *out) {
  lg_guard *guard;
  lg_run *run;
  uint8_t *old;
  const uint8_t *bytes;
  size_t old_len, len;
  if (!hook_state_list(state) || !restore(state, config, &guard, &run, &old, &old_len)) return FAILED;
  attempt result = FAILED;
  if (hook_session_tell(run, event, &out->text, &out->exit) == LG_OK && lg_run_snapshot(run, &bytes, &len) == LG_OK) {
    bool same = old != NULL && old_len == len && memcmp(old, bytes, len) == 0;
    hook_write written = same ? HOOK_WRITTEN : hook_state_write(state, bytes, len);
    result = written == HOOK_WRITTEN ? DONE : written == HOOK_TAKEN ? TAKEN : FAILED;
  }
  lg_run_free(run);
  lg_guard_free(guard);
  free(old);
  return result;
}

static attempt tell(const program_out *config, const hook_event *event, told *out) {
  uint64_t begin = hook_now_ms();
  attempt result = TAKEN;
  for (unsigned tries = 0; result == TAKEN && hook_now_ms() - begin < PATIENCE_MS; tries++) {
    hook_state state;
    if (tries > 0) hook_sleep((uint32_t)PAUSE_US << (tries < PAUSE_DOUBLINGS ? tries : PAUSE_DOUBLINGS));
    if (!hook_state_open(event, &state)) return FAILED;
    out->text.len = 0;
    result = tell_once(&state, config, event, out);
    if (result == DONE) hook_state_tidy(&state);
    hook_state_close(&state);
  }
  return result;
}

static int answer(const told *what) {
  const program_out *out = &what->text;
  if (!program_write(what->exit ? STDERR_FILENO : STDOUT_FILENO, out->s, out->len)) return give_up("stdout is closed");
  return what->exit ? 2 : 0;
}

static int run_hook(const hook_options *options) {
  program_out input = {0};
  told out = {{0}, false};
  hook_event event;
  int code = 0;
  if (!program_read_all(STDIN_FILENO, INPUT_MAX, &input)) {
    code = give_up("stdin cannot be read, or is too large");
  } else {
    hook_read read = hook_event_read(input.s, input.len, options->dialect, &event);
    program_out_free(&input);
    if (read == HOOK_NOT_JSON) code = give_up("stdin is not one JSON text");
    if (read == HOOK_NOT_OURS) code = give_up("the event is none that is guarded");
    if (read == HOOK_READ) {
      event.now_ms = (double)hook_clock_ms();
      attempt result = tell(&options->config, &event, &out);
      if (result == DONE) code = answer(&out);
      if (result == TAKEN) code = give_up("the state was taken by others for too long");
      if (result == FAILED) code = give_up("the state cannot be read or written");
      hook_event_free(&event);
    }
  }
  program_out_free(&out.text);
  program_out_free(&input);
  return code;
}

/* This program cannot use the configuration: leaves the event to Node, or lets the call run if there is no Node. */
static int leave_it(int argc, char **argv, const char *why) {
  hook_become_node(argc, argv);
  program_out unheard = {0}; /* read all the same, since an agent may fail when its write to us does */
  (void)program_read_all(STDIN_FILENO, INPUT_MAX, &unheard);
  program_out_free(&unheard);
  (void)give_up(why);
  return give_up("`loopguard hook` cannot be started with node");
}

int main(int argc, char **argv) {
  hook_options options;
  lg_config_error why;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN); /* so that a limit on file sizes is a write error, like a full disk */
  int code = hook_options_read(argc, argv, &options, &why) ? run_hook(&options) : leave_it(argc, argv, why.message);
  hook_options_free(&options);
  return code;
}
