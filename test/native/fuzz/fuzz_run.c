/* Bytes as the events of an agent: calls, results, rounds, turns, resolutions and restores in any order must not crash.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "possible_spec.h"

typedef struct input {
  const uint8_t *at;
  size_t left;
} input;

static uint8_t next(input *in) {
  if (in->left == 0) return 0;
  in->left--;
  return *in->at++;
}

static lg_detector_spec spec_of(input *in) {
  lg_detector_spec spec = {.type = (lg_detector_type)(next(in) % LG_DETECTOR_TYPES)};
  spec.threshold = next(in) % 6;
  spec.min_cycle_len = 1 + next(in) % 4;
  spec.max_cycle_len = spec.min_cycle_len + next(in) % 4;
  spec.window_size = next(in) % 40;
  spec.transient_threshold = next(in) % 5;
  spec.similarity = next(in) / 255.0;
  uint8_t flags = next(in);
  spec.canonical = flags % 2 == 0;
  spec.settled = flags / 2 % 2 == 0;
  spec.strong_only = flags / 4 % 2 == 0;
  spec.failures_only = flags / 8 % 2 == 0;
  spec.error_threshold = flags / 16 % 4;
  spec.ack_threshold = next(in) % 5;
  spec.max_wait_ms = next(in) * 50.0;
  for (int unit = 0; unit < LG_UNITS; unit++) spec.limits[unit] = next(in) % 9;
  spec.period = next(in) % 3;
  spec.warn_share = 0.5;
  spec.abort_share = flags / 64;
  return spec;
}

/* Times of one of several clocks: one that stands still, one that runs, one that is set now and then, one that is none.
 */
typedef struct fake_clock {
  uint8_t kind;
  double now_ms;
} fake_clock;

static double tell(fake_clock *c, uint8_t by) {
  static const double none[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 0};
  if (c->kind % 4 == 1) c->now_ms += by * 20.0;
  if (c->kind % 4 == 2) c->now_ms += by < 16 ? -1e6 * by : by * 20.0;
  return c->kind % 4 == 3 ? none[by % 6] : c->now_ms;
}

static void act(input *in, lg_run *run, uint32_t *tickets, fake_clock *c, bool *granted) {
  static const char *const names[] = {"a", "b", "bash", "wait", "think"};
  static const char *const commands[] = {"\"ls\"", "{\"command\":\"sleep 1\"}", "{\"cmd\":[\"make\"]}"};
  static const char *const acks[] = {"ok", "", "{\"ok\":true}", " "};
  static const char packed[] = "\7\x17\0\0\0\7\0\0\0command\5\7\0\0\0sleep 1"; /* {"command":"sleep 1"} */
  uint8_t what = next(in), pick = next(in);
  char text[4] = {(char)next(in), (char)(next(in) % 4 + '0'), 0, 0};
  const char *name = names[pick % 5];
  lg_call call = {.name = name, .name_len = strlen(name), .args_kind = LG_ARGS_RAW, .args = text, .args_len = pick % 3};
  if (pick % 11 < 6) call.args = commands[pick % 3], call.args_len = strlen(call.args);
  call.args_kind = (lg_args_kind)(what % 3);
  if (call.args_kind == LG_ARGS_PACKED && pick % 2 == 0)
    call.args = packed, call.args_len = sizeof packed - 1 - what % 4 / 3;
  call.id = pick % 5 == 0 ? "id" : NULL;
  call.id_len = pick % 3;
  call.query = pick % 7 == 0 ? text : NULL;
  call.query_len = 2;
  call.profile = pick % 3;
  call.now_ms = tell(c, what);
  lg_outcome outcome = {.result_kind = (lg_result_kind)(pick % 4), .result = text, .result_len = 2};
  if (pick % 13 < 6) outcome.result = acks[pick % 4], outcome.result_len = strlen(outcome.result);
  if (outcome.result_kind == LG_RESULT_PACKED && what % 2 == 0)
    outcome.result = packed, outcome.result_len = sizeof packed - 1;
  outcome.now_ms = call.now_ms;
  outcome.failed = pick % 4 == 0;
  outcome.error = pick % 8 == 0 ? text : NULL;
  outcome.error_len = 1;
  outcome.transient = pick % 9 == 0;
  lg_verdict verdict = {.action = LG_ALLOW};
  lg_status status = LG_OK;
  switch (what % 10) {
  case 0: status = lg_run_step(run, LG_BEGIN_ROUND); break;
  case 1:
    status = pick % 8 == 0   ? lg_run_step(run, LG_BEGIN_TURN)
             : pick % 8 == 1 ? lg_run_step(run, LG_UNTRACKED)
             : pick % 8 == 2 ? lg_run_step(run, LG_COMPACTED)
             : pick % 8 < 5  ? lg_run_stopped(run, pick % 8 == 3, text, 2, &verdict)
                             : LG_OK;
    if (pick % 8 == 5) status = lg_run_usage(run, &(lg_usage){pick, pick / 16, pick / 255.0, call.now_ms}, &verdict);
    break;
  case 2: status = lg_run_invalid(run, &call, &outcome, &verdict); break;
  case 3:
    status = lg_run_resolve(run, tickets[pick % 8], (lg_action)(what % 5), pick % 3);
    *granted |= pick % 3 != 0;
    break;
  case 4: status = lg_run_detect(run, pick % 4, "a", 1, text, 2, pick, &verdict); break;
  case 5:
  case 6:
    status = lg_run_before(run, &call, &verdict);
    tickets[pick % 8] = verdict.ticket;
    break;
  default: status = lg_run_after(run, tickets[pick % 8], &outcome, &verdict);
  }
  if (status == LG_OK && verdict.detected) {
    const lg_report *report;
    if (lg_run_report(run, &report) != LG_OK || report->pattern_count > LG_PATTERN_MAX) abort();
    if (report->strikes == 0 && !*granted) abort(); /* a person let calls of a loop run */
    if (!(report->waited_ms >= 0)) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  input in = {data, size};
  lg_guard_options options = {.max_entries = 1u + next(&in) % 20, .ladder = {1, 2, 3, 5}, .shadow = next(&in) % 2 == 0};
  lg_guard *guard;
  lg_run *run;
  if (lg__guard_new(NULL, &options, &guard) != LG_OK) abort();
  for (int count = next(&in) % 5; count > 0; count--) {
    lg_detector_spec spec = spec_of(&in);
    if (is_possible_spec(&spec) && lg__guard_add_detector(guard, &spec, NULL) != LG_OK) abort();
  }
  lg_profile profiles[] = {{.mutates = true, .similar = true, .volatile_classes = 0x3ff, .failure_classes = 0x200},
                           {.poll = true, .poll_min_interval_ms = 15, .poll_max_wait_ms = 100}};
  uint32_t number;
  for (int i = 0; i < 2; i++)
    if (lg__guard_add_profile(guard, &profiles[i], false, &number) != LG_OK) abort();
  lg_status made = lg_run_new(guard, &run);
  if (made == LG_OK) {
    uint32_t tickets[8] = {0};
    bool granted = false;
    fake_clock c = {.kind = next(&in), .now_ms = 1e12};
    while (in.left > 0) {
      act(&in, run, tickets, &c, &granted);
      if (in.left % 64 != 1) continue;
      const uint8_t *bytes;
      size_t len;
      if (lg_run_snapshot(run, &bytes, &len) != LG_OK) abort();
      uint8_t *copy = malloc(len);
      memcpy(copy, bytes, len);
      if (lg_run_restore(run, copy, len, NULL) != LG_OK) abort();
      free(copy);
    }
    lg_run_free(run);
  } else if (made != LG_EINVAL) {
    abort();
  }
  lg_guard_free(guard);
  return 0;
}
