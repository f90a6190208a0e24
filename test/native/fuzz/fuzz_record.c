/*
 * Bytes as records and snapshots with right checksums: none of them crashes a run, and one that is refused changes
 * nothing. Whoever shares a run has its key, so can forge these.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "possible_spec.h"
#include "../records.h"

static const uint8_t KEY[LG_KEY_SIZE] = {1};
static const uint8_t NO_KEY[LG_KEY_SIZE];

typedef struct input {
  const uint8_t *at;
  size_t left;
} input;

static uint8_t next(input *in) {
  if (in->left == 0) return 0;
  in->left--;
  return *in->at++;
}

static const uint8_t *take(input *in, size_t *len) {
  const uint8_t *bytes = in->at;
  if (*len > in->left) *len = in->left;
  in->at += *len;
  in->left -= *len;
  return bytes;
}

static uint8_t *snapshot_of(lg_run *run, size_t *len) {
  const uint8_t *bytes;
  if (lg_run_snapshot(run, &bytes, len) != LG_OK) abort();
  uint8_t *copy = malloc(*len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, *len);
  return copy;
}

/* Applies bytes of the input with a right check behind them. */
static void apply(lg_run *run, input *in) {
  uint8_t record[300];
  size_t len = (size_t)next(in);
  const uint8_t *bytes = take(in, &len);
  if (len != 0) memcpy(record, bytes, len);
  lg_digest check = lg_digest_bytes(KEY, record, len);
  memcpy(record + len, check.bytes, 8);
  size_t before_len, after_len;
  uint8_t *before = snapshot_of(run, &before_len);
  lg_verdict verdict;
  lg_status status = lg_run_apply(run, record, len + 8, &verdict);
  if (status != LG_OK && status != LG_ERECORD) abort();
  if (status == LG_OK && verdict.detected) {
    const lg_report *report;
    if (lg_run_report(run, &report) != LG_OK) abort();
  }
  if (status == LG_ERECORD) {
    uint8_t *after = snapshot_of(run, &after_len);
    if (after_len != before_len || memcmp(before, after, after_len) != 0) abort();
    free(after);
  }
  free(before);
}

/* Changes some bytes of the run's own snapshot, signs it again, and restores it. */
static void damage(lg_run *run, input *in) {
  size_t len;
  uint8_t *bytes = snapshot_of(run, &len);
  for (int count = next(in) % 8; count > 0; count--) {
    size_t at = 34 + (size_t)(next(in) | next(in) << 8) % (len - 50);
    bytes[at] = next(in);
  }
  if (next(in) % 4 == 0) bytes[4] = 1 + bytes[34] % 2; /* as of an older version */
  lg_digest sum = lg_digest_bytes(NO_KEY, bytes, len - 16);
  memcpy(bytes + len - 16, sum.bytes, 16);
  lg_restore_report report;
  lg_status status = lg_run_restore(run, bytes, len, &report);
  if (status != LG_OK && status != LG_ESNAPSHOT) abort();
  free(bytes);
}

/* A record of the core's own, so that there is something to go on with. */
static void call(lg_run *run, input *in, double *now_ms) {
  static const char *const names[] = {"a", "b_bash", "wait", "think"};
  uint8_t pick = next(in);
  char args[2] = {(char)('0' + pick % 3), 0}, id[2] = {(char)('0' + pick / 3 % 4), 0};
  lg_call asked = {.name = names[pick % 4],
                   .name_len = strlen(names[pick % 4]),
                   .args_kind = LG_ARGS_RAW,
                   .args = args,
                   .args_len = 1,
                   .id = id,
                   .id_len = 1};
  asked.query = "\nquery";
  asked.query_len = 6;
  asked.profile = pick % 3;
  uint8_t more = next(in);
  *now_ms += more * 10.0;
  asked.now_ms = more % 16 == 0 ? (double)NAN : *now_ms;
  lg_outcome outcome = {.result_kind = LG_RESULT_TEXT, .result = args, .result_len = 1, .failed = pick % 5 == 0};
  outcome.now_ms = asked.now_ms;
  outcome.transient = outcome.failed && more % 2 == 0;
  if (more % 3 == 0) outcome.result = "ok", outcome.result_len = 2;
  const uint8_t *bytes;
  size_t len;
  uint8_t copy[300];
  if (pick % 16 == 15) asked.args = "\"sleep 1\"", asked.args_len = 9;
  const lg_usage usage = {more % 3, more % 2, more / 255.0, more};
  lg_status status = pick == 255   ? record_step(run, (lg_step)(more % 4), &bytes, &len)
                     : pick == 254 ? record_usage(run, &usage, &bytes, &len)
                     : pick & 64   ? record_after(run, id, 1, asked.profile, &outcome, &bytes, &len)
                                   : record_before(run, &asked, &bytes, &len);
  if (status != LG_OK) abort();
  memcpy(copy, bytes, len);
  lg_verdict verdict;
  if (lg_run_apply(run, copy, len, &verdict) != LG_OK) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  input in = {data, size};
  lg_guard_options options = {.max_entries = 8, .ladder = {1, 2, 3, 5}};
  memcpy(options.key, KEY, LG_KEY_SIZE);
  lg_guard *guard;
  if (lg__guard_new(NULL, &options, &guard) != LG_OK) abort();
  uint8_t types = next(&in), more = next(&in);
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    if (((types | more << 8) >> type & 1) == 0) continue;
    lg_detector_spec spec = {.type = (lg_detector_type)type, .threshold = 2, .window_size = 8, .similarity = 0.5};
    spec.min_cycle_len = 2;
    spec.max_cycle_len = 3;
    spec.transient_threshold = 2;
    spec.ack_threshold = 2;
    spec.max_wait_ms = 2000;
    spec.settled = types % 2 == 0;
    spec.limits[LG_UNIT_CALLS] = spec.limits[LG_UNIT_TOKENS] = spec.limits[LG_UNIT_REFUSALS] = 3;
    spec.warn_share = 0.5;
    spec.abort_share = 1;
    if (is_possible_spec(&spec) && lg__guard_add_detector(guard, &spec, NULL) != LG_OK) abort();
  }
  lg_profile profiles[] = {{.mutates = true, .similar = true}, {.poll = true, .poll_min_interval_ms = 15}};
  uint32_t number;
  for (int i = 0; i < 2; i++)
    if (lg__guard_add_profile(guard, &profiles[i], false, &number) != LG_OK) abort();
  lg_run *run;
  if (lg_run_new(guard, &run) != LG_OK) abort();
  double now_ms = 1e12;
  while (in.left > 0) {
    uint8_t what = next(&in);
    if (what % 4 == 0)
      apply(run, &in);
    else if (what % 4 == 1)
      damage(run, &in);
    else
      call(run, &in, &now_ms);
  }
  lg_run_free(run);
  lg_guard_free(guard);
  return 0;
}
