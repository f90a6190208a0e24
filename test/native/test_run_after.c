/* Patterns of completed calls, and what arms and disarms them. */
#include "run_driver.h"

LG_TEST(repeat_climbs_its_ladder) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  CHECK_EQ_INT(act_text(&d, "f", "{\"q\":\"x\"}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{\"q\":\"x\"}", "r"), LG_WARN);
  CHECK_EQ_INT(report(&d)->repeats, 2);
  CHECK(report(&d)->strong);
  CHECK_EQ_INT(before(&d, "f", "{\"q\":\"x\"}"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  CHECK_EQ_INT(before(&d, "f", "{\"q\":\"x\"}"), LG_HINT);
  CHECK_EQ_INT(before(&d, "f", "{\"q\":\"x\"}"), LG_ABORT);
  CHECK_EQ_INT(report(&d)->strikes, 4);
  stop(&d);
}

LG_TEST(repeat_with_other_results_is_weak_evidence) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  act_text(&d, "f", "{}", "1");
  CHECK_EQ_INT(act_text(&d, "f", "{}", "2"), LG_WARN);
  CHECK(!report(&d)->strong);
  stop(&d);
}

LG_TEST(another_call_breaks_a_repeat_and_the_same_loop_goes_on_with_its_strikes) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  act_text(&d, "f", "{}", "r");
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_WARN);
  CHECK_EQ_INT(act_text(&d, "g", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_HINT); /* strike 2 */
  CHECK_EQ_INT(report(&d)->strikes, 2);
  CHECK_EQ_INT(act_text(&d, "h", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "h", "{}", "r"), LG_WARN); /* a different loop starts at one */
  stop(&d);
}

LG_TEST(a_refusal_neither_breaks_nor_lengthens) {
  lg_detector_spec specs[] = {spec(LG_LIMIT, 2), spec(LG_REPEAT, 3)};
  driver d = drive_with(NULL, specs, 2, (lg_ladder){.hint = 1}, false);
  lg_profile limited = {.limit = 1}, open = {.limit = LG_NO_LIMIT};
  uint32_t one, many;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &limited, false, &one), LG_OK);
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &open, false, &many), LG_OK);
  d.profile = one;
  CHECK_EQ_INT(act_text(&d, "g", "{}", "r"), LG_ALLOW);
  d.profile = many;
  act_text(&d, "f", "{}", "r");
  act_text(&d, "f", "{}", "r");
  d.profile = one;
  CHECK_EQ_INT(before(&d, "g", "{}"), LG_HINT); /* refused: does not stand between the calls of f */
  d.profile = many;
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->type, LG_REPEAT);
  stop(&d);
}

LG_TEST(identical_siblings_are_one_observation) {
  driver d = drive(spec(LG_REPEAT, 3), STAIRS);
  for (int round = 0; round < 3; round++) {
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    uint32_t tickets[3];
    for (int i = 0; i < 3; i++) {
      CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
      tickets[i] = d.last.ticket;
    }
    for (int i = 0; i < 3; i++)
      CHECK_EQ_INT(after(&d, tickets[i], result_of(&d, "r")), round == 2 && i == 0 ? LG_WARN : LG_ALLOW);
  }
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT); /* one strike for the three */
  CHECK_EQ_INT(report(&d)->strikes, 2);
  stop(&d);
}

LG_TEST(siblings_that_answer_differently_are_no_evidence) {
  driver d = drive(spec(LG_NO_PROGRESS, 2), STAIRS);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  before(&d, "f", "{}");
  uint32_t first = d.last.ticket;
  before(&d, "f", "{}");
  after(&d, d.last.ticket, result_of(&d, "r"));
  after(&d, first, result_of(&d, "other"));
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  stop(&d);
}

LG_TEST(stall_is_one_tool_and_one_result) {
  driver d = drive(spec(LG_STALL, 3), STAIRS);
  act_text(&d, "read", "1", "not found");
  act_text(&d, "read", "2", "not found");
  CHECK_EQ_INT(act_text(&d, "list", "2", "not found"), LG_ALLOW);
  act_text(&d, "read", "1", "not found");
  act_text(&d, "read", "2", "not found");
  CHECK_EQ_INT(act_text(&d, "read", "3", "not found"), LG_WARN);
  CHECK(!report(&d)->strong);
  CHECK_EQ_INT(before(&d, "read", "4"), LG_HINT); /* whatever the arguments */
  stop(&d);
}

LG_TEST(a_result_that_is_missing_is_evidence_of_nothing) {
  driver d = drive(spec(LG_STALL, 2), STAIRS);
  for (int i = 0; i < 5; i++) CHECK_EQ_INT(act_text(&d, "f", "{}", NULL), LG_ALLOW);
  stop(&d);
}

LG_TEST(ping_pong_goes_by_names) {
  driver d = drive(spec(LG_PING_PONG, 3), STAIRS);
  char args[16];
  for (int i = 0; i < 5; i++) {
    snprintf(args, sizeof args, "%d", i);
    CHECK_EQ_INT(act_text(&d, i % 2 ? "write" : "read", args, args), LG_ALLOW);
  }
  CHECK_EQ_INT(act_text(&d, "write", "9", "9"), LG_WARN);
  CHECK_EQ_INT(report(&d)->pattern_count, 2);
  CHECK_EQ_STR(report(&d)->pattern[0].name, report(&d)->pattern[0].name_len, "read", 4);
  CHECK_EQ_INT(before(&d, "read", "10"), LG_HINT);
  CHECK_EQ_INT(before(&d, "write", "11"), LG_HINT); /* the step after the refused one */
  CHECK_EQ_INT(before(&d, "think", "11"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "read", "12"), LG_ALLOW); /* broken */
  stop(&d);
}

LG_TEST(one_name_is_no_ping_pong) {
  driver d = drive(spec(LG_PING_PONG, 2), STAIRS);
  for (int i = 0; i < 8; i++) CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  stop(&d);
}

LG_TEST(cycle_reports_its_shortest_length_and_goes_on_rotated) {
  driver d = drive(spec(LG_CYCLE, 3), (lg_ladder){.warn = 1, .hint = 3});
  const char *steps[] = {"a", "b", "c"};
  for (int i = 0; i < 8; i++) CHECK_EQ_INT(act_text(&d, steps[i % 3], "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "c", "{}", "r"), LG_WARN);
  CHECK_EQ_INT(report(&d)->cycle_length, 3);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  CHECK_EQ_INT(report(&d)->pattern_count, 3);
  CHECK_EQ_STR(report(&d)->pattern[0].name, report(&d)->pattern[0].name_len, "a", 1);
  CHECK(report(&d)->strong);
  CHECK_EQ_INT(act_text(&d, "x", "{}", "r"), LG_ALLOW);
  for (int i = 1; i < 9; i++) CHECK_EQ_INT(act_text(&d, steps[i % 3], "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "a", "{}", "r"), LG_WARN); /* b c a: the same loop, strike 2 */
  CHECK_EQ_INT(report(&d)->strikes, 2);
  CHECK_EQ_INT(before(&d, "b", "{}"), LG_HINT);
  stop(&d);
}

LG_TEST(cycle_tells_failures_apart) {
  driver d = drive(spec(LG_CYCLE, 3), STAIRS);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "402 CreditsDepleted")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "500 Oops")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "402 CreditsDepleted")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "402 CreditsDepleted")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "402 CreditsDepleted")), LG_WARN);
  stop(&d);
}

LG_TEST(no_progress_sees_through_what_ran_between) {
  driver d = drive(spec(LG_NO_PROGRESS, 3), STAIRS);
  char args[16];
  for (int i = 0; i < 2; i++) {
    CHECK_EQ_INT(act_text(&d, "status", "{}", "same"), LG_ALLOW);
    snprintf(args, sizeof args, "%d", i);
    CHECK_EQ_INT(act_text(&d, "think", args, "ok"), LG_ALLOW);
  }
  CHECK_EQ_INT(act_text(&d, "status", "{}", "same"), LG_WARN);
  CHECK_EQ_INT(act_text(&d, "think", "7", "ok"), LG_ALLOW); /* does not disarm */
  CHECK_EQ_INT(before(&d, "status", "{}"), LG_HINT);
  stop(&d);
}

LG_TEST(no_progress_ends_with_news_or_with_a_change) {
  driver d = drive(spec(LG_NO_PROGRESS, 2), (lg_ladder){.warn = 1});
  lg_profile writes = {.mutates = true};
  uint32_t write;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &writes, false, &write), LG_OK);
  act_text(&d, "test", "{}", "1 failed");
  CHECK_EQ_INT(act_text(&d, "test", "{}", "1 failed"), LG_WARN);
  CHECK_EQ_INT(act_text(&d, "test", "{}", "2 failed"), LG_WARN); /* armed before it ran; its news disarm it */
  CHECK_EQ_INT(before(&d, "test", "{}"), LG_ALLOW);
  CHECK_EQ_INT(after(&d, d.last.ticket, result_of(&d, "3 failed")), LG_ALLOW);
  d.profile = write;
  CHECK_EQ_INT(act_text(&d, "edit", "{}", "ok"), LG_ALLOW);
  d.profile = 0;
  CHECK_EQ_INT(act_text(&d, "test", "{}", "3 failed"), LG_ALLOW); /* a new experiment */
  CHECK_EQ_INT(act_text(&d, "test", "{}", "3 failed"), LG_WARN);
  stop(&d);
}

LG_TEST(a_successful_change_sent_again_and_again_is_a_loop) {
  driver d = drive(spec(LG_NO_PROGRESS, 3), STAIRS);
  lg_profile writes = {.mutates = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &writes, false, &d.profile), LG_OK);
  CHECK_EQ_INT(act_text(&d, "update", "{}", "ok"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "update", "{}", "ok"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "update", "{}", "ok"), LG_WARN);
  stop(&d);
}

LG_TEST(error_streak_is_one_tool_and_one_error) {
  driver d = drive(spec(LG_ERROR_STREAK, 3), STAIRS);
  CHECK_EQ_INT(act(&d, "f", "1", error_of(&d, "E1")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "2", error_of(&d, "E1")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "g", "2", error_of(&d, "E1")), LG_ALLOW); /* another tool in between, which repairs nothing */
  CHECK_EQ_INT(act(&d, "f", "3", error_of(&d, "E1")), LG_WARN);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  CHECK_EQ_INT(before(&d, "f", "4"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 3); /* the refused call did not fail */
  stop(&d);
}

LG_TEST(error_streak_of_one_kind_is_only_warned_of) {
  lg_detector_spec kinds = spec(LG_ERROR_STREAK, 3), exact = kinds;
  kinds.alike = true;
  driver d = drive(kinds, STAIRS);
  CHECK_EQ_INT(act(&d, "f", "1", error_of(&d, "cannot read '/a'")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "2", error_of(&d, "cannot read '/b'")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "3", error_of(&d, "cannot read '/b'")), LG_WARN);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  CHECK_EQ_INT(report(&d)->differing, 1);
  CHECK(report(&d)->mild && !report(&d)->strong);
  for (int i = 4; i < 12; i++)
    CHECK_EQ_INT(act(&d, "f", "4", error_of(&d, i % 2 != 0 ? "cannot read 'c'" : "cannot read 'd'")) > LG_WARN, 0);
  act(&d, "f", "5", error_of(&d, "cannot write 'e'")); /* another kind */
  CHECK_EQ_INT(act(&d, "f", "6", error_of(&d, "cannot read 'f'")), LG_ALLOW);
  stop(&d);
  d = drive(exact, STAIRS);
  for (int i = 0; i < 8; i++)
    CHECK_EQ_INT(act(&d, "f", "1", error_of(&d, i % 2 != 0 ? "cannot read 'a'" : "cannot read 'b'")), LG_ALLOW);
  stop(&d);
}

LG_TEST(error_streak_of_one_error_refuses_though_kinds_count) {
  lg_detector_spec kinds = spec(LG_ERROR_STREAK, 3);
  kinds.alike = true;
  driver d = drive(kinds, STAIRS);
  for (int i = 0; i < 3; i++)
    CHECK_EQ_INT(act(&d, "f", "1", error_of(&d, "cannot read 'a'")), i < 2 ? LG_ALLOW : LG_WARN);
  CHECK(!report(&d)->mild && report(&d)->strong);
  CHECK_EQ_INT(before(&d, "f", "1"), LG_HINT);
  stop(&d);
}

LG_TEST(error_streak_is_patient_with_what_passes) {
  driver d = drive(spec(LG_ERROR_STREAK, 2), STAIRS);
  lg_outcome limited = error_of(&d, "429");
  limited.transient = true;
  for (int i = 0; i < 7; i++) CHECK_EQ_INT(act(&d, "f", "1", limited), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "1", limited), LG_WARN);
  stop(&d);
}

LG_TEST(error_streak_ends_with_a_success) {
  driver d = drive(spec(LG_ERROR_STREAK, 2), (lg_ladder){.warn = 1});
  act(&d, "f", "1", error_of(&d, "E"));
  CHECK_EQ_INT(act(&d, "f", "2", error_of(&d, "E")), LG_WARN);
  CHECK_EQ_INT(act_text(&d, "f", "3", "ok"), LG_WARN);
  CHECK_EQ_INT(act(&d, "f", "4", error_of(&d, "E")), LG_ALLOW);
  stop(&d);
}

LG_TEST(volatile_spans_do_not_make_a_result_new) {
  driver d = drive(spec(LG_NO_PROGRESS, 2), STAIRS);
  lg_profile normal = {.volatile_classes = LG_VOLATILE_DIGITS, .failure_classes = LG_VOLATILE_ANSI};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &normal, false, &d.profile), LG_OK);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "took 12 ms"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "took 7 ms"), LG_WARN);
  stop(&d);
}

LG_TEST(a_result_as_text_is_not_the_same_as_json) {
  driver d = drive(spec(LG_STALL, 2), STAIRS);
  lg_outcome json = result_of(&d, "1");
  json.result_kind = LG_RESULT_JSON;
  act_text(&d, "f", "{}", "1");
  CHECK_EQ_INT(act(&d, "f", "{}", json), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", json), LG_WARN);
  stop(&d);
}

/* The same value, as text and packed, is one result; a malformed one changes nothing. */
LG_TEST(a_packed_result_is_the_same_as_its_json) {
  static const char packed[] = "\7\x18\0\0\0\1\0\0\0n\3\0\0\0\0\0\0\xf8\x3f\1\0\0\0s\5\0\0\0\0";
  driver d = drive(spec(LG_STALL, 3), STAIRS);
  lg_outcome json = result_of(&d, "{\"n\":1.5,\"s\":\"\"}"), value = json, bad = json, empty = json;
  json.result_kind = LG_RESULT_JSON;
  value.result_kind = bad.result_kind = empty.result_kind = LG_RESULT_PACKED;
  value.result = bad.result = packed;
  value.result_len = sizeof packed - 1;
  bad.result_len = sizeof packed - 2;
  empty.result = NULL;
  empty.result_len = 0;
  CHECK_EQ_INT(act(&d, "f", "{}", json), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", value), LG_ALLOW);
  lg_verdict verdict = {.ticket = 7};
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_after(d.run, d.last.ticket, &bad, &verdict), LG_EINVAL);
  CHECK_EQ_INT(lg_run_after(d.run, d.last.ticket, &empty, &verdict), LG_EINVAL);
  CHECK_EQ_INT(verdict.ticket, 7);
  CHECK_EQ_INT(lg_run_after(d.run, d.last.ticket, &value, &verdict), LG_OK);
  CHECK_EQ_INT(verdict.action, LG_WARN);
  stop(&d);
}

LG_TEST(a_detection_from_outside_is_armed_and_struck) {
  lg_detector_spec own = spec(LG_CUSTOM, 0);
  driver d = drive(own, STAIRS);
  act_text(&d, "f", "1", "r");
  lg_verdict verdict;
  CHECK_EQ_INT(lg_run_detect(d.run, 0, "f", 1, "key", 3, 5, &verdict), LG_OK);
  CHECK_EQ_INT(verdict.action, LG_WARN);
  CHECK_EQ_INT(before(&d, "f", "2"), LG_HINT);
  CHECK_EQ_INT(before(&d, "g", "2"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "3"), LG_ALLOW); /* g broke it */
  CHECK_EQ_INT(lg_run_detect(d.run, 1, "f", 1, "key", 3, 5, &verdict), LG_EINVAL);
  stop(&d);
}

LG_TEST(a_detection_about_a_run_is_a_strike_each_time_and_continued_by_no_call) {
  lg_detector_spec specs[] = {spec(LG_NO_PROGRESS, 2), {.type = LG_DELEGATION, .threshold = 3, .depth = 8}};
  driver d = drive_with(NULL, specs, 2, STAIRS, false);
  lg_verdict verdict;
  CHECK_EQ_INT(lg_run_detect(d.run, 1, "b", 1, "key", 3, 3, &verdict), LG_OK); /* before any call */
  CHECK_EQ_INT(verdict.action, LG_WARN);
  CHECK_EQ_INT(verdict.detected, true);
  CHECK_EQ_INT(report(&d)->type, LG_DELEGATION);
  CHECK_EQ_INT(lg_run_detect(d.run, 1, "b", 1, "key", 3, 4, &verdict), LG_OK); /* in the same round */
  CHECK_EQ_INT(verdict.action, LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 2);
  CHECK_EQ_INT(report(&d)->repeats, 4);
  CHECK_EQ_INT(lg_run_detect(d.run, 1, "b", 1, "other", 5, 3, &verdict), LG_OK);
  CHECK_EQ_INT(verdict.action, LG_WARN);
  CHECK_EQ_INT(before(&d, "b", "1"), LG_ALLOW); /* a tool of this name is another matter */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  CHECK_EQ_INT(lg_run_detect(d.run, 1, "b", 1, "key", 3, 3, &verdict), LG_OK);
  CHECK_EQ_INT(verdict.action, LG_WARN);
  CHECK_EQ_INT(lg_run_detect(d.run, 0, "b", 1, "key", 3, 3, &verdict), LG_EINVAL);
  stop(&d);
}

static lg_newest newest(driver *d) {
  lg_newest out;
  CHECK_EQ_INT(lg_run_newest(d->run, &out), LG_OK);
  return out;
}

LG_TEST(the_newest_call_is_known_by_what_it_returned) {
  lg_detector_spec s = {.type = LG_NO_NEWS, .threshold = 2, .transient_threshold = 3, .ack_threshold = 3};
  driver d = drive(s, STAIRS), other = drive(s, STAIRS);
  lg_profile writes = {.mutates = true};
  CHECK_EQ_INT(newest(&d).comparable, false);
  act_text(&d, "f", "1", "r");
  lg_newest first = newest(&d);
  CHECK(first.comparable && !first.mutated && !first.thought);
  act_text(&other, "g", "1", "r");
  lg_newest second = newest(&other);
  CHECK(memcmp(&first.pair, &second.pair, sizeof first.pair) != 0);
  act_text(&other, "f", "1", "r"); /* in another run of the same key */
  second = newest(&other);
  CHECK(memcmp(&first.pair, &second.pair, sizeof first.pair) == 0);
  act_text(&other, "f", "1", "q");
  second = newest(&other);
  CHECK(memcmp(&first.pair, &second.pair, sizeof first.pair) != 0);
  act_text(&other, "think", "{}", "r");
  CHECK(newest(&other).thought);
  CHECK_EQ_INT(lg__guard_add_profile(other.guard, &writes, false, &other.profile), LG_OK);
  act_text(&other, "f", "1", "r");
  CHECK(newest(&other).mutated && !newest(&other).thought);
  CHECK_EQ_INT(lg_run_step(other.run, LG_RESET), LG_OK);
  CHECK_EQ_INT(newest(&other).comparable, false);
  CHECK_EQ_INT(lg_run_newest(NULL, &first), LG_EINVAL);
  CHECK_EQ_INT(lg_run_newest(d.run, NULL), LG_EINVAL);
  stop(&d);
  stop(&other);
}

LG_TEST(no_progress_has_less_patience_with_failures) {
  lg_detector_spec s = spec(LG_NO_PROGRESS, 3);
  s.error_threshold = 2;
  driver d = drive(s, STAIRS);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "E")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "E")), LG_WARN);
  CHECK_EQ_INT(act_text(&d, "g", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "g", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "g", "{}", "r"), LG_WARN);
  stop(&d);
}

LG_TEST(settled_no_progress_waits_while_new_calls_are_made) {
  lg_detector_spec s = spec(LG_NO_PROGRESS, 3);
  s.settled = true;
  driver d = drive(s, STAIRS);
  act_text(&d, "f", "{}", "r");
  act_text(&d, "new", "1", "x");
  act_text(&d, "f", "{}", "r");
  act_text(&d, "new", "2", "x");
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  act_text(&d, "new", "1", "another");
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  act_text(&d, "new", "1", "another"); /* seen before: nothing new */
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_WARN);
  stop(&d);
}

LG_TEST(a_cycle_may_be_asked_for_strong_evidence) {
  lg_detector_spec s = spec(LG_CYCLE, 2);
  s.strong_only = true;
  driver d = drive(s, STAIRS);
  for (int i = 0; i < 10; i++) {
    char result[16];
    snprintf(result, sizeof result, "%d", i);
    CHECK_EQ_INT(act_text(&d, i % 2 ? "a" : "b", "{}", result), LG_ALLOW);
  }
  CHECK_EQ_INT(act_text(&d, "c", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "c", "{}", "r"), LG_WARN);
  stop(&d);
}

LG_TEST(repeat_may_look_at_failures_only) {
  lg_detector_spec s = spec(LG_REPEAT, 3);
  s.failures_only = true;
  driver d = drive(s, STAIRS);
  for (int i = 0; i < 5; i++) CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "a b")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "b a")), LG_ALLOW);
  CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "a b")), LG_WARN);
  CHECK(!report(&d)->strong);
  stop(&d);
}
