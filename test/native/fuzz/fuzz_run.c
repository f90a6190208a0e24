/* Bytes as an agent's life: any order of calls, results, rounds, turns, resolutions and restores must be survived. */
#include <stdlib.h>
#include <string.h>

#include "loopguard.h"

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
  spec.canonical = next(in) % 2 == 0;
  return spec;
}

static void act(input *in, lg_run *run, uint32_t *tickets) {
  uint8_t what = next(in), pick = next(in);
  char text[4] = {(char)next(in), (char)(next(in) % 4 + '0'), 0, 0};
  lg_call call = {.name = pick % 2 ? "a" : "b", .name_len = 1, .args = text, .args_len = pick % 3};
  call.args_kind = (lg_args_kind)(what % 3);
  call.id = pick % 5 == 0 ? "id" : NULL;
  call.id_len = pick % 3;
  call.query = pick % 7 == 0 ? text : NULL;
  call.query_len = 2;
  call.profile = pick % 3;
  call.now_ms = what * 10.0;
  lg_outcome outcome = {.result_kind = (lg_result_kind)(pick % 3), .result = text, .result_len = 2};
  outcome.failed = pick % 4 == 0;
  outcome.error = pick % 8 == 0 ? text : NULL;
  outcome.error_len = 1;
  outcome.transient = pick % 9 == 0;
  lg_verdict verdict = {LG_ALLOW, false, 0};
  lg_status status = LG_OK;
  switch (what % 10) {
  case 0:
    status = lg_run_begin_round(run);
    break;
  case 1:
    status = pick % 8 == 0 ? lg_run_begin_turn(run) : LG_OK;
    break;
  case 2:
    status = lg_run_invalid(run, &call, &outcome, &verdict);
    break;
  case 3:
    status = lg_run_resolve(run, tickets[pick % 8], (lg_action)(what % 5));
    break;
  case 4:
    status = lg_run_detect(run, pick % 4, "a", 1, text, 2, pick, &verdict);
    break;
  case 5:
  case 6:
    status = lg_run_before(run, &call, &verdict);
    tickets[pick % 8] = verdict.ticket;
    break;
  default:
    status = lg_run_after(run, tickets[pick % 8], &outcome, &verdict);
  }
  if (status == LG_OK && verdict.detected) {
    const lg_report *report;
    if (lg_run_report(run, &report) != LG_OK || report->strikes == 0 || report->pattern_count > LG_PATTERN_MAX) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  input in = {data, size};
  lg_guard_options options = {.max_entries = 1u + next(&in) % 20, .ladder = {1, 2, 3, 5}, .shadow = next(&in) % 2 == 0};
  lg_guard *guard;
  lg_run *run;
  if (lg_guard_new(NULL, &options, &guard) != LG_OK) abort();
  for (int count = next(&in) % 5; count > 0; count--) {
    lg_detector_spec spec = spec_of(&in);
    if (lg_guard_add_detector(guard, &spec) == LG_ENOMEM) abort();
  }
  lg_profile profiles[] = {{.mutates = true, .similar = true, .volatile_classes = 0x3ff, .failure_classes = 0x200},
                           {.poll = true, .poll_min_interval_ms = 15, .poll_max_wait_ms = 100}};
  uint32_t number;
  for (int i = 0; i < 2; i++)
    if (lg_guard_add_profile(guard, &profiles[i], &number) != LG_OK) abort();
  lg_status made = lg_run_new(guard, &run);
  if (made == LG_OK) {
    uint32_t tickets[8] = {0};
    while (in.left > 0) {
      act(&in, run, tickets);
      if (in.left % 64 != 1) continue;
      const uint8_t *bytes;
      size_t len;
      if (lg_run_snapshot(run, &bytes, &len) != LG_OK) abort();
      uint8_t *copy = malloc(len);
      memcpy(copy, bytes, len);
      if (lg_run_restore(run, copy, len) != LG_OK) abort();
      free(copy);
    }
    lg_run_free(run);
  } else if (made != LG_EINVAL) {
    abort();
  }
  lg_guard_free(guard);
  return 0;
}
