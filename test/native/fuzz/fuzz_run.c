/*
 * Bytes as the events of an agent: calls, results, rounds, turns and resolutions in any order must not crash. A twin of
 * the run lives the same life with interruptions: it is restored from its snapshot now and then, and its memory is
 * short now and then, when the event is tried again. Its answers are the same, and at last its snapshot.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../failing_alloc.h"
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

/* A run, and what its driver knows of it. */
typedef struct life {
  failing_alloc memory;
  lg_guard *guard;
  lg_run *run;
  char ids[8][2]; /* of calls; a restored run gives new tickets */
  fake_clock clock;
  bool granted; /* a person let calls of a loop run */
} life;

typedef struct answer {
  lg_status status;
  lg_verdict verdict;
} answer;

static answer act(input *in, life *l) {
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
  char id[2] = {text[0], (char)('a' + pick % 7)};
  call.id = pick % 7 != 0 ? id : NULL;
  call.id_len = 2;
  call.query = pick % 7 == 0 ? text : NULL;
  call.query_len = 2;
  call.profile = pick % 3;
  call.now_ms = tell(&l->clock, what);
  lg_run *run = l->run;
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
  uint32_t ticket;
  if (lg_run_ticket(run, l->ids[pick % 8], 2, &ticket, NULL) != LG_OK) abort();
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
    status = lg_run_resolve(run, ticket, (lg_action)(what % 5), pick % 3);
    l->granted |= pick % 3 != 0;
    break;
  case 4: status = lg_run_detect(run, pick % 4, "a", 1, text, 2, pick, &verdict); break;
  case 5:
  case 6:
    status = lg_run_before(run, &call, &verdict);
    memcpy(l->ids[pick % 8], id, 2);
    break;
  default: status = lg_run_after(run, ticket, &outcome, &verdict);
  }
  if (status == LG_OK && verdict.detected) {
    const lg_report *report;
    if (lg_run_report(run, &report) != LG_OK || report->pattern_count > LG_PATTERN_MAX) abort();
    if (report->strikes == 0 && !l->granted) abort();
    if (!(report->waited_ms >= 0)) abort();
  }
  return (answer){status, verdict};
}

static uint8_t *snapshot_of(life *l, size_t *len) {
  const uint8_t *bytes;
  l->memory.fail_at = 0;
  if (lg_run_snapshot(l->run, &bytes, len) != LG_OK) abort();
  uint8_t *copy = malloc(*len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, *len);
  return copy;
}

/* The same event in both lives; the byte behind it says how the twin is interrupted. */
static void act_twice(input *in, life *one, life *twin) {
  input again = *in;
  answer want = act(in, one), got;
  uint8_t how = next(in);
  fake_clock clock = twin->clock;
  twin->memory.fail_at = how % 4 == 0 ? twin->memory.requests + 1 + how / 4 % 8 : 0;
  input first = again;
  got = act(&first, twin);
  if (got.status == LG_ENOMEM) {
    twin->memory.fail_at = 0;
    twin->clock = clock;
    got = act(&again, twin);
  }
  const lg_verdict *a = &want.verdict, *b = &got.verdict;
  if (want.status != got.status) abort();
  bool same = a->action == b->action && a->detected == b->detected && a->known == b->known;
  if (!same || (a->ticket == LG_NO_TICKET) != (b->ticket == LG_NO_TICKET)) abort();
  if (how % 16 != 1) return;
  size_t len;
  uint8_t *bytes = snapshot_of(twin, &len);
  twin->memory.fail_at = how < 128 ? twin->memory.requests + how / 16 : 0;
  lg_status status = lg_run_restore(twin->run, bytes, len, NULL);
  twin->memory.fail_at = 0;
  if (status != LG_OK && (status != LG_ENOMEM || lg_run_restore(twin->run, bytes, len, NULL) != LG_OK)) abort();
  free(bytes);
}

/* A life with the guard that the input asks for. False: there is no such run. */
static bool begin(input *in, life *l) {
  lg_allocator allocator = failing_allocator(&l->memory);
  lg_guard_options options = {.max_entries = 1u + next(in) % 20, .ladder = {1, 2, 3, 5}, .shadow = next(in) % 2 == 0};
  if (lg__guard_new(&allocator, &options, &l->guard) != LG_OK) abort();
  for (int count = next(in) % 5; count > 0; count--) {
    lg_detector_spec spec = spec_of(in);
    if (is_possible_spec(&spec) && lg__guard_add_detector(l->guard, &spec, NULL) != LG_OK) abort();
  }
  lg_profile profiles[] = {{.mutates = true, .similar = true, .volatile_classes = 0x3ff, .failure_classes = 0x200},
                           {.poll = true, .poll_min_interval_ms = 15, .poll_max_wait_ms = 100}};
  uint32_t number;
  for (int i = 0; i < 2; i++)
    if (lg__guard_add_profile(l->guard, &profiles[i], false, &number) != LG_OK) abort();
  l->clock = (fake_clock){.kind = next(in), .now_ms = 1e12};
  lg_status made = lg_run_new(l->guard, &l->run);
  if (made != LG_OK && made != LG_EINVAL) abort();
  return made == LG_OK;
}

static void end(life *l) {
  lg_run_free(l->run);
  lg_guard_free(l->guard);
  if (l->memory.live_blocks != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  input in = {data, size}, again = in;
  life one = {0}, twin = {0};
  if (begin(&again, &twin) && begin(&in, &one)) {
    while (in.left > 0) act_twice(&in, &one, &twin);
    size_t want_len, got_len;
    uint8_t *want = snapshot_of(&one, &want_len), *got = snapshot_of(&twin, &got_len);
    if (want_len != got_len || memcmp(want, got, got_len) != 0) abort();
    free(want);
    free(got);
  }
  end(&one);
  end(&twin);
  return 0;
}
