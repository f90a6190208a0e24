/* What loopguard.h promises for every call: ids, tickets, resolve, reset, and invalid configurations. */
#include <math.h>

#include "failing_alloc.h"
#include "run_driver.h"

LG_TEST(an_id_that_comes_again_has_its_own_report) {
  lg_detector_spec specs[] = {spec(LG_UNKNOWN_TOOL, 1)};
  driver d = drive_with(NULL, specs, 1, STAIRS, false);
  lg_verdict verdict;
  lg_outcome failure = error_of(&d, "no such tool");
  lg_call one = call_of(&d, "nope", "{}", "one"), two = call_of(&d, "nope", "{\"a\":1}", "two");
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(lg_run_invalid(d.run, &one, &failure, &verdict), LG_OK);
  CHECK(verdict.detected && !report(&d)->again);
  CHECK_EQ_INT(lg_run_invalid(d.run, &two, &failure, &verdict), LG_OK);
  CHECK(verdict.detected && report(&d)->again); /* a sibling: the strike is the same */
  CHECK_EQ_INT(lg_run_invalid(d.run, &one, &failure, &verdict), LG_OK);
  CHECK(verdict.known && !report(&d)->again);
  CHECK_EQ_INT(lg_run_invalid(d.run, &two, &failure, &verdict), LG_OK);
  CHECK(verdict.known && report(&d)->again);
  stop(&d);
}

LG_TEST(a_call_that_was_to_run_and_is_invalid_is_judged_as_if_before_had_not_been_asked) {
  lg_detector_spec specs[] = {spec(LG_UNKNOWN_TOOL, 3), spec(LG_COUNT, 2), spec(LG_LIMIT, 9), spec(LG_DUPLICATE, 1)};
  driver asks = drive_with(NULL, specs, 4, STAIRS, false), alone = drive_with(NULL, specs, 4, STAIRS, false);
  lg_outcome failure = error_of(&asks, "no");
  int found = 0;
  for (int i = 0; i < 40; i++) {
    char id[8], args[8];
    (void)snprintf(id, sizeof id, "c%d", i);
    (void)snprintf(args, sizeof args, "{%d", i % 9);
    lg_call call = call_of(&asks, i % 5 == 0 ? "nope" : "f", args, id);
    lg_verdict first, late, only;
    CHECK_EQ_INT(lg_run_step(asks.run, LG_BEGIN_ROUND), LG_OK);
    CHECK_EQ_INT(lg_run_step(alone.run, LG_BEGIN_ROUND), LG_OK);
    CHECK_EQ_INT(lg_run_before(asks.run, &call, &first), LG_OK);
    if (first.action > LG_WARN) break; /* it is refused: there is nothing to take back */
    CHECK_EQ_INT(lg_run_invalid(asks.run, &call, &failure, &late), LG_OK);
    CHECK_EQ_INT(lg_run_invalid(alone.run, &call, &failure, &only), LG_OK);
    CHECK(!late.known && late.action == only.action && late.detected == only.detected);
    if (late.detected) CHECK_EQ_INT(report(&asks)->strikes, report(&alone)->strikes);
    found += late.detected;
    CHECK_EQ_INT(lg_run_invalid(asks.run, &call, &failure, &only), LG_OK);
    CHECK(only.known && only.action == late.action);
    CHECK_EQ_INT(lg_run_after(asks.run, first.ticket, &failure, &only), LG_OK);
    CHECK_EQ_INT(only.ticket, LG_NO_TICKET);
    if (late.action == LG_ABORT) break;
  }
  CHECK(found > 2);
  stop(&asks);
  stop(&alone);
}

LG_TEST(no_ticket_of_before_a_restore_stands_for_one_of_after_it) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  uint32_t held[40];
  const uint8_t *bytes;
  uint8_t empty[1024];
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK(len <= sizeof empty);
  memcpy(empty, bytes, len);
  for (int times = 0; times < 3; times++) {
    for (int i = 0; i < 40; i++) {
      before(&d, "f", "{}");
      held[i] = d.last.ticket;
    }
    CHECK_EQ_INT(lg_run_restore(d.run, empty, len, NULL), LG_OK);
    for (int i = 0; i < 50; i++) {
      before(&d, "g", "{}");
      for (int j = 0; j < 40; j++) CHECK(d.last.ticket != held[j]);
    }
    after(&d, held[0], result_of(&d, "r"));
    CHECK_EQ_INT(d.last.ticket, LG_NO_TICKET);
  }
  stop(&d);
}

LG_TEST(a_run_that_is_taken_back_leaves_the_one_before_it) {
  driver d = drive(spec(LG_DUPLICATE, 0), (lg_ladder){.warn = 1});
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_WARN);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_HINT, 0), LG_OK); /* the host did not run it after all */
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_WARN);                          /* it had run once all the same */
  stop(&d);
  d = drive(spec(LG_DUPLICATE, 0), (lg_ladder){.warn = 1});
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_HINT, 0), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW); /* it never ran */
  stop(&d);
}

LG_TEST(what_ran_before_is_in_a_snapshot) {
  driver d = drive(spec(LG_DUPLICATE, 0), (lg_ladder){.warn = 1});
  act_text(&d, "f", "{}", "r");
  CHECK_EQ_INT(before_id(&d, "f", "{}", "second"), LG_WARN);
  const uint8_t *bytes;
  size_t len;
  uint32_t ticket;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(d.run, bytes, len, NULL), LG_OK);
  CHECK_EQ_INT(lg_run_ticket(d.run, "second", 6, &ticket, NULL), LG_OK);
  CHECK_EQ_INT(lg_run_resolve(d.run, ticket, LG_HINT, 0), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_WARN);
  stop(&d);
}

LG_TEST(resolve_takes_actions_that_there_are) {
  driver d = drive(spec(LG_LIMIT, 1), HINT);
  CHECK_EQ_INT(before(&d, "f", "1"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, (lg_action)99, 0), LG_EINVAL);
  CHECK_EQ_INT(before(&d, "f", "2"), LG_HINT); /* the first still counts as run */
  stop(&d);
}

LG_TEST(a_reset_forgets_what_was_struck_last) {
  lg_detector_spec specs[] = {{.type = LG_CUSTOM}};
  lg_ladder warn = {.warn = 1};
  driver fresh = drive_with(NULL, specs, 1, warn, false), used = drive_with(NULL, specs, 1, warn, false);
  act_text(&used, "f", "{}", "r");
  CHECK_EQ_INT(lg_run_detect(used.run, 0, "f", 1, "key", 3, 2, &used.last), LG_OK);
  CHECK_EQ_INT(before(&used, "f", "{}"), LG_WARN); /* armed: struck for the same loop */
  after(&used, used.last.ticket, result_of(&used, "r"));
  CHECK_EQ_INT(lg_run_step(used.run, LG_RESET), LG_OK);
  CHECK_EQ_INT(lg_run_detect(fresh.run, 0, "f", 1, "key", 3, 2, &fresh.last), LG_OK);
  CHECK_EQ_INT(lg_run_detect(used.run, 0, "f", 1, "key", 3, 2, &used.last), LG_OK);
  CHECK_EQ_INT(used.last.action, fresh.last.action);
  CHECK_EQ_INT(used.last.detected, true);
  stop(&fresh);
  stop(&used);
}

static lg_status add(const char *policy) {
  static const uint8_t key[LG_KEY_SIZE] = {1};
  lg_guard *guard;
  char text[640];
  snprintf(text, sizeof text, "{\"f\":%s}", policy);
  lg_tool tool;
  CHECK_EQ_INT(lg_guard_configure(NULL, key, "{}", 2, &guard, NULL), LG_OK);
  lg_status status = lg_guard_configure_tool(guard, text, strlen(text), NULL);
  CHECK_EQ_INT(lg_guard_tool(guard, "f", 1, &tool), LG_OK);
  CHECK_EQ_INT(tool.policy, status == LG_OK ? 1 : 0);
  lg_guard_free(guard);
  return status;
}

LG_TEST(policies_that_cannot_work_are_refused_when_they_are_added) {
  static const char *const wrong[] = {"{\"volatile\":[\"\"]}",
                                      "{\"volatile\":[31]}",
                                      "{\"poll\":{\"minIntervalMs\":-1}}",
                                      "{\"poll\":{\"minIntervalMs\":1e300}}",
                                      "{\"poll\":{\"maxWaitMs\":-0.5}}",
                                      "{\"poll\":{\"maxWaitMs\":null}}",
                                      "{\"volatile\":{\"keep\":[\"took\"]}}",
                                      "{\"outside\":[64]}"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK_EQ_INT(add(wrong[i]), LG_EINVAL);
  CHECK_EQ_INT(add("{\"poll\":{\"minIntervalMs\":9007199254740991,\"maxWaitMs\":9007199254740991}}"), LG_OK);
}

LG_TEST(pointers_too_long_to_follow_are_refused_when_they_are_added) {
  char pointer[512], text[600];
  for (size_t tokens = 120; tokens < 200; tokens++) {
    for (size_t i = 0; i < tokens; i++) memcpy(pointer + 2 * i, "/a", 3);
    for (int list = 0; list < 3; list++) {
      static const char *const lists[] = {"identity", "ignore", "volatile"};
      snprintf(text, sizeof text, "{\"%s\":[\"x\",\"%s\"]}", lists[list], pointer);
      CHECK_EQ_INT(add(text), tokens > 127 ? LG_EINVAL : LG_OK);
      /* without a slash in front it is one name, however many it has behind that */
      snprintf(text, sizeof text, "{\"%s\":[\"%s\"]}", lists[list], pointer + 1);
      CHECK_EQ_INT(add(text), LG_OK);
    }
  }
}

/* A guard may be kept for long after the last call. */
LG_TEST(a_huge_result_leaves_no_memory_behind) {
  enum { LEN = 1 << 22 };
  static uint8_t packed[5 + LEN] = {5, 0, 0, LEN >> 16};
  memset(packed + 5, 'x', LEN);
  packed[5] = ' ', packed[6] = '7', packed[7] = ' '; /* a span to leave out */
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_detector_spec repeat = spec(LG_REPEAT, 3);
  driver d = drive_with(&allocator, &repeat, 1, (lg_ladder){.hint = 1}, false);
  lg_profile profile = {.volatile_classes = LG_VOLATILE_DIGITS};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &profile, true, &(uint32_t){0}), LG_OK);
  lg_call call = call_of(&d, "read", "{}", NULL);
  lg_verdict verdict;
  CHECK_EQ_INT(lg_run_before(d.run, &call, &verdict), LG_OK);
  size_t before = memory.live_bytes;
  lg_outcome outcome = {.result_kind = LG_RESULT_PACKED, .result = (const char *)packed, .result_len = sizeof packed};
  CHECK_EQ_INT(lg_run_after(d.run, verdict.ticket, &outcome, &verdict), LG_OK);
  CHECK(memory.live_bytes < before + 65536);
  stop(&d);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* A forged snapshot may hold any time. */
LG_TEST(reports_are_printed_whatever_a_snapshot_says_of_times) {
  static const double times[] = {-1e300, 1e300, -2147483649.0, NAN, INFINITY, -INFINITY};
  driver d = drive(spec(LG_REPEAT, 3), (lg_ladder){.hint = 1});
  lg_profile profile = {.poll = true, .poll_min_interval_ms = 12345.5};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &profile, true, &(uint32_t){0}), LG_OK);
  lg_call first = call_of(&d, "poll", "{}", "1"), soon = call_of(&d, "poll", "{}", "2");
  lg_outcome outcome = result_of(&d, "no");
  lg_verdict verdict;
  CHECK_EQ_INT(lg_run_before(d.run, &first, &verdict), LG_OK);
  CHECK_EQ_INT(lg_run_after(d.run, verdict.ticket, &outcome, &verdict), LG_OK);
  soon.now_ms = 0.25;
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(lg_run_before(d.run, &soon, &verdict), LG_OK);
  const uint8_t *bytes;
  uint8_t *copy = NULL;
  const double wait = 12345.25;
  size_t len, at = 0;
  CHECK(verdict.detected);
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  copy = malloc(len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, len);
  while (at + 8 < len && memcmp(copy + at, &wait, 8) != 0) at++;
  CHECK(at + 8 < len);
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    static const uint8_t no_key[LG_KEY_SIZE];
    const char *text;
    size_t text_len;
    memcpy(copy + at, &times[i], 8);
    lg_digest check = lg_digest_bytes(no_key, copy, len - 16);
    memcpy(copy + len - 16, &check, 16);
    CHECK_EQ_INT(lg_run_restore(d.run, copy, len, NULL), LG_OK);
    CHECK_EQ_INT(lg_run_before(d.run, &soon, &verdict), LG_OK);
    CHECK(verdict.known && verdict.detected && lg_run_report_json(d.run, &text, &text_len) == LG_OK);
  }
  free(copy);
  stop(&d);
}
