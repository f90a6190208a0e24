/* Every allocation of a guard's and a run's life failed once: the status says so, nothing leaks, nothing changes. */
#include <stdio.h>

#include "failing_alloc.h"
#include "run_driver.h"
#include "records.h"

/* The record is copied, as one that came from elsewhere. */
static lg_status apply(lg_run *run, const uint8_t *bytes, size_t len, lg_verdict *verdict) {
  uint8_t copy[1024];
  CHECK(len <= sizeof copy);
  memcpy(copy, bytes, len);
  return lg_run_apply(run, copy, len, verdict);
}

static lg_status live_by_records(lg_run *run, uint32_t profile) {
  lg_outcome outcome = {.result_kind = LG_RESULT_TEXT, .result = "took 12 ms", .result_len = 10};
  for (int i = 0; i < 8; i++) {
    char args[32], id[12];
    snprintf(args, sizeof args, "{\"r\":%d}", i / 4);
    snprintf(id, sizeof id, "%d", i);
    lg_call call = {.name = "r",
                    .name_len = 1,
                    .args_kind = LG_ARGS_RAW,
                    .args = args,
                    .args_len = strlen(args),
                    .profile = profile};
    call.id = id;
    call.id_len = strlen(id);
    call.query = "\nother words";
    call.query_len = 12;
    const uint8_t *bytes;
    size_t len;
    lg_verdict verdict;
    lg_status status = record_before(run, &call, &bytes, &len);
    if (status == LG_OK) status = apply(run, bytes, len, &verdict);
    if (status == LG_OK) status = record_after(run, id, call.id_len, profile, &outcome, &bytes, &len);
    if (status == LG_OK) status = apply(run, bytes, len, &verdict);
    if (status == LG_OK) status = record_invalid(run, &call, &outcome, &bytes, &len);
    if (status == LG_OK) status = apply(run, bytes, len, &verdict);
    lg_usage usage = {.output_tokens = 5, .now_ms = i};
    if (status == LG_OK) status = record_usage(run, &usage, &bytes, &len);
    if (status == LG_OK) status = apply(run, bytes, len, &verdict);
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

/* A life with everything in it. LG_ENOMEM as soon as memory is short. */
static lg_status live(const lg_allocator *allocator, lg_guard **guard, lg_run **run) {
  lg_guard_options options = {.key = {1}, .max_entries = 50, .ladder = STAIRS};
  lg_status status = lg__guard_new(allocator, &options, guard);
  if (status != LG_OK) return status;
  for (int type = 0; type < LG_DETECTOR_TYPES; type++) {
    if (type == LG_POLL || type == LG_CUSTOM || type == LG_STOP_LOOP) continue;
    lg_detector_spec s = spec((lg_detector_type)type, 3);
    s.ack_threshold = 3;
    for (int unit = 0; unit < LG_UNITS; unit++) s.limits[unit] = 1000;
    s.warn_share = 0.01;
    s.abort_share = 1;
    status = lg__guard_add_detector(*guard, &s, NULL);
    if (status != LG_OK) return status;
  }
  const char *ignore[] = {"ts"};
  size_t ignore_len[] = {2};
  lg_profile profile = {.similar = true, .volatile_classes = LG_VOLATILE_DIGITS | LG_VOLATILE_ANSI};
  profile.projection = (lg_projection){.ignore = ignore, .ignore_len = ignore_len, .ignore_count = 1};
  uint32_t number;
  status = lg__guard_add_profile(*guard, &profile, false, &number);
  if (status == LG_OK) status = lg_run_new(*guard, run);
  if (status == LG_OK) status = lg_run_explain(*run);
  if (status != LG_OK) return status;
  for (int i = 0; i < 30; i++) {
    char args[64], query[32];
    snprintf(args, sizeof args, "{\"b\":%d,\"a\":[\"\\u00e4\",1.5e300],\"ts\":%d}", i / 4, i);
    snprintf(query, sizeof query, "\nfind %d words", i / 3);
    lg_call call = {
        .name = i % 3 ? "f" : "g", .name_len = 1, .args_kind = LG_ARGS_RAW, .args = args, .args_len = strlen(args)};
    call.profile = number;
    call.query = query;
    call.query_len = strlen(query);
    lg_verdict verdict;
    status = lg_run_before(*run, &call, &verdict);
    if (status != LG_OK) return status;
    uint32_t ticket = verdict.ticket;
    lg_outcome outcome = {.result_kind = LG_RESULT_TEXT, .result = "took 12 ms", .result_len = 10};
    if (i % 2 == 0) outcome = (lg_outcome){.result_kind = LG_RESULT_PACKED, .result = "\6\1\0\0\0\2", .result_len = 6};
    lg_usage usage = {.input_tokens = 5, .cost = 0.5, .now_ms = i};
    if (i % 5 == 0) status = lg_run_step(*run, LG_BEGIN_ROUND);
    if (status == LG_OK && i % 7 == 0) status = lg_run_step(*run, LG_COMPACTED);
    if (status == LG_OK && i % 7 == 0) status = lg_run_usage(*run, &usage, &verdict);
    if (status == LG_OK && i % 3 == 0) status = lg_run_stopped(*run, i != 0, "I am done", 9, &verdict);
    if (status != LG_OK) return status;
    verdict.ticket = ticket;
    if (status == LG_OK) status = lg_run_after(*run, verdict.ticket, &outcome, &verdict);
    if (status != LG_OK) return status;
  }
  const uint8_t *bytes;
  size_t len;
  status = lg_run_snapshot(*run, &bytes, &len);
  if (status == LG_OK) status = lg_run_restore(*run, bytes, len, NULL);
  return status == LG_OK ? live_by_records(*run, number) : status;
}

LG_TEST(each_allocation_failed_once) {
  size_t failures = 0;
  for (size_t n = 1;; n++) {
    failing_alloc memory = {.fail_at = n};
    lg_allocator allocator = failing_allocator(&memory);
    lg_guard *guard = NULL;
    lg_run *run = NULL;
    lg_status status = live(&allocator, &guard, &run);
    if (status != LG_OK && run != NULL) {
      /* the run is as good as before: it takes the next call */
      lg_call call = {.name = "z", .name_len = 1, .args_kind = LG_ARGS_RAW, .args = "{}", .args_len = 2};
      lg_verdict verdict;
      CHECK_EQ_INT(lg_run_before(run, &call, &verdict), LG_OK);
    }
    lg_run_free(run);
    lg_guard_free(guard);
    CHECK_EQ_INT(memory.live_blocks, 0);
    CHECK(status == LG_OK || status == LG_ENOMEM);
    if (status != LG_ENOMEM) break;
    failures++;
  }
  CHECK(failures > 20);
}

/* To be freed. */
static uint8_t *copy_of_snapshot(lg_run *run, size_t *out_len) {
  const uint8_t *bytes;
  CHECK_EQ_INT(lg_run_snapshot(run, &bytes, out_len), LG_OK);
  uint8_t *copy = malloc(*out_len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, *out_len);
  return copy;
}

/* A snapshot of a run that has something of each part; the bytes are to be freed. */
static uint8_t *full_snapshot(size_t *out_len) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_guard *guard = NULL;
  lg_run *run = NULL;
  CHECK_EQ_INT(live(&allocator, &guard, &run), LG_OK);
  uint8_t *copy = copy_of_snapshot(run, out_len);
  lg_run_free(run);
  lg_guard_free(guard);
  return copy;
}

/* A guard that keeps some of the detectors of `live`, in another order, and less of everything; its run is in use. */
static driver other_guard(const lg_allocator *allocator) {
  lg_guard_options options = {.key = {1}, .max_entries = 2, .ladder = STAIRS};
  lg_detector_spec specs[] = {spec(LG_NO_PROGRESS, 3), spec(LG_SIMILAR_QUERY, 3), spec(LG_CYCLE, 3), spec(LG_STALL, 7)};
  driver d = {0};
  CHECK_EQ_INT(lg__guard_new(allocator, &options, &d.guard), LG_OK);
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
    CHECK_EQ_INT(lg__guard_add_detector(d.guard, &specs[i], NULL), LG_OK);
  CHECK_EQ_INT(lg_run_new(d.guard, &d.run), LG_OK);
  for (int i = 0; i < 3; i++) act_text(&d, "own", "{}", "same");
  return d;
}

LG_TEST(each_allocation_of_a_restore_under_other_detectors_failed_once) {
  size_t len, failures = 0;
  uint8_t *bytes = full_snapshot(&len);
  for (lg_status status = LG_ENOMEM; status != LG_OK; failures++) {
    failing_alloc memory = {0};
    lg_allocator allocator = failing_allocator(&memory);
    driver d = other_guard(&allocator);
    const uint8_t *now;
    size_t old_len, now_len;
    uint8_t *old = copy_of_snapshot(d.run, &old_len);
    lg_restore_report report = {.version = 99};
    memory.fail_at = memory.requests + failures + 1;
    status = lg_run_restore(d.run, bytes, len, &report);
    memory.fail_at = 0;
    CHECK_EQ_INT(lg_run_snapshot(d.run, &now, &now_len), LG_OK);
    if (status == LG_OK) {
      CHECK_EQ_INT(report.version, 7);
      CHECK(!report.same_options && report.loops > 0 && report.counts > 0 && report.profiles > 0);
    } else {
      CHECK_EQ_INT(status, LG_ENOMEM);
      CHECK_EQ_INT(report.version, 99);
      CHECK_EQ_STR((const char *)now, now_len, (const char *)old, old_len);
    }
    free(old);
    CHECK(act_text(&d, "own", "{}", "same") != LG_ALLOW || status == LG_OK);
    stop(&d);
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
  CHECK(failures > 5);
  free(bytes);
}

/* Every detector that keeps something of a call, in a table of two entries, with as many calls open as there may be. */
static driver full_run(const lg_allocator *allocator) {
  lg_guard_options options = {.key = {1}, .max_entries = 2, .ladder = STAIRS};
  lg_detector_spec specs[] = {spec(LG_COUNT, 9), spec(LG_DUPLICATE, 3), spec(LG_LIMIT, 999), spec(LG_SIMILAR_QUERY, 3),
                              spec(LG_NO_NEWS, 9)};
  driver d = {0};
  CHECK_EQ_INT(lg__guard_new(allocator, &options, &d.guard), LG_OK);
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    specs[i].ack_threshold = 9;
    CHECK_EQ_INT(lg__guard_add_detector(d.guard, &specs[i], NULL), LG_OK);
  }
  lg_profile similar = {.similar = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &similar, false, &d.profile), LG_OK);
  CHECK_EQ_INT(lg_run_new(d.guard, &d.run), LG_OK);
  for (int i = 0; i < 300; i++) {
    char args[16];
    snprintf(args, sizeof args, "[%d]", i);
    lg_call call = call_of(&d, "open", args, args);
    call.query = "\nshort";
    call.query_len = 6;
    CHECK_EQ_INT(lg_run_before(d.run, &call, &d.last), LG_OK);
  }
  return d;
}

LG_TEST(a_call_that_fails_at_the_bounds_pushes_nothing_out) {
  size_t failures = 0;
  for (lg_status status = LG_ENOMEM; status != LG_OK; failures++) {
    failing_alloc memory = {0};
    lg_allocator allocator = failing_allocator(&memory);
    driver d = full_run(&allocator);
    const uint8_t *now;
    size_t old_len, now_len;
    uint8_t *old = copy_of_snapshot(d.run, &old_len);
    lg_call call = call_of(&d, "one more tool, whose name is new", "{\"a\":1}", "one more");
    char query[2000];
    memset(query, 'q', sizeof query);
    query[0] = '\n';
    call.query = query;
    call.query_len = sizeof query;
    memory.fail_at = memory.requests + failures + 1;
    status = lg_run_before(d.run, &call, &d.last);
    memory.fail_at = 0;
    CHECK_EQ_INT(lg_run_snapshot(d.run, &now, &now_len), LG_OK);
    if (status != LG_OK) {
      CHECK_EQ_INT(status, LG_ENOMEM);
      CHECK_EQ_STR((const char *)now, now_len, (const char *)old, old_len);
    }
    free(old);
    stop(&d);
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
  CHECK(failures > 1);
}

/* The snapshot of a life in which one request of memory fails, and what failed is tried again; to be freed. */
static uint8_t *life_with_a_failure(failing_alloc *memory, size_t *out_len) {
  lg_allocator allocator = failing_allocator(memory);
  lg_detector_spec specs[] = {spec(LG_NO_NEWS, 3), spec(LG_NO_PROGRESS, 3), spec(LG_CYCLE, 3), spec(LG_COUNT, 9)};
  specs[0].ack_threshold = 3;
  size_t fail_at = memory->fail_at;
  memory->fail_at = 0;
  driver d = drive_with(&allocator, specs, 4, STAIRS, false);
  memory->fail_at = fail_at == 0 ? 0 : memory->requests + fail_at;
  for (int i = 0; i < 60; i++) {
    char args[16], result[16];
    snprintf(args, sizeof args, "{\"a\":%d}", i % 9);
    snprintf(result, sizeof result, "%d", i * i % 7);
    lg_call call = call_of(&d, "f", args, NULL);
    lg_outcome outcome = result_of(&d, result);
    lg_status status = lg_run_before(d.run, &call, &d.last);
    if (status == LG_ENOMEM) status = lg_run_before(d.run, &call, &d.last);
    CHECK_EQ_INT(status, LG_OK);
    status = lg_run_after(d.run, d.last.ticket, &outcome, &d.last);
    if (status == LG_ENOMEM) status = lg_run_after(d.run, d.last.ticket, &outcome, &d.last);
    CHECK_EQ_INT(status, LG_OK);
  }
  memory->fail_at = memory->requests < memory->fail_at ? SIZE_MAX : 0; /* the life asked for less */
  uint8_t *bytes = copy_of_snapshot(d.run, out_len);
  stop(&d);
  return bytes;
}

LG_TEST(what_failed_and_is_tried_again_leaves_no_trace) {
  size_t want_len, got_len, n = 0;
  uint8_t *want = life_with_a_failure(&(failing_alloc){0}, &want_len);
  for (bool over = false; !over && !lg_test_failed;) {
    failing_alloc memory = {.fail_at = ++n};
    uint8_t *got = life_with_a_failure(&memory, &got_len);
    CHECK_EQ_STR((const char *)got, got_len, (const char *)want, want_len);
    free(got);
    over = memory.fail_at == SIZE_MAX;
  }
  CHECK(n > 10);
  free(want);
}

LG_TEST(a_warm_run_allocates_nothing) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_detector_spec specs[] = {spec(LG_NO_PROGRESS, 3), spec(LG_CYCLE, 3), spec(LG_REPEAT, 5), spec(LG_ERROR_STREAK, 3)};
  driver d = drive_with(&allocator, specs, 4, STAIRS, false);
  size_t warm = 0;
  for (int i = 0; i < 2000; i++) {
    char args[64];
    snprintf(args, sizeof args, "{\"q\":\"%d\",\"b\":[1,2,{\"x\":null}]}", i);
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    CHECK_EQ_INT(act_text(&d, "f", args, args), LG_ALLOW);
    if (i == 100) warm = memory.requests;
  }
  CHECK_EQ_INT(memory.requests, warm);
  stop(&d);
}
