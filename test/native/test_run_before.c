/* Detectors that act before a call: count, duplicate, limit, similar_query, unknown_tool; and the poll rule. */
#include "run_driver.h"

LG_TEST(count_fires_above_its_maximum_and_counts_refused_calls) {
  driver d = drive(spec(LG_COUNT, 2), (lg_ladder){.hint = 1, .abort = 3});
  CHECK_EQ_INT(act_text(&d, "f", "{\"a\":1}", "x"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{\"a\":1}", "y"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{\"a\":2}", "y"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "{\"a\":1}"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  CHECK_EQ_INT(report(&d)->strikes, 1);
  CHECK_EQ_INT(before(&d, "f", "{\"a\":1}"), LG_HINT);
  CHECK_EQ_INT(before(&d, "f", "{\"a\":1}"), LG_ABORT);
  CHECK_EQ_INT(report(&d)->repeats, 5);
  stop(&d);
}

LG_TEST(count_is_verbatim_unless_canonical) {
  for (int canonical = 0; canonical <= 1; canonical++) {
    lg_detector_spec s = spec(LG_COUNT, 1);
    s.canonical = canonical != 0;
    driver d = drive(s, HINT);
    CHECK_EQ_INT(before(&d, "f", "{\"a\":1,\"b\":2}"), LG_ALLOW);
    CHECK_EQ_INT(before(&d, "f", "{\"b\":2,\"a\":1}"), canonical ? LG_HINT : LG_ALLOW);
    stop(&d);
  }
}

LG_TEST(count_outlives_a_turn_and_counts_siblings) {
  driver d = drive(spec(LG_COUNT, 2), HINT);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(lg_run_step(d.run, LG_RESET), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  stop(&d);
}

LG_TEST(duplicate_refuses_what_ran_in_this_turn) {
  driver d = drive(spec(LG_DUPLICATE, 0), HINT);
  CHECK_EQ_INT(before(&d, "f", "{\"a\":1,\"b\":2}"), LG_ALLOW); /* allowed but not finished: counts as run */
  CHECK_EQ_INT(before(&d, "f", "{\"b\":2,\"a\":1}"), LG_HINT);
  CHECK_EQ_INT(before(&d, "g", "{\"b\":2,\"a\":1}"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{\"a\":1,\"b\":2}"), LG_ALLOW);
  stop(&d);
}

LG_TEST(duplicate_runs_again_after_a_successful_mutation) {
  driver d = drive(spec(LG_DUPLICATE, 0), HINT);
  lg_profile writes = {.mutates = true};
  uint32_t write;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &writes, false, &write), LG_OK);
  CHECK_EQ_INT(act_text(&d, "read", "{}", "old"), LG_ALLOW);
  d.profile = write;
  CHECK_EQ_INT(act(&d, "write", "{}", error_of(&d, "denied")), LG_ALLOW);
  d.profile = 0;
  CHECK_EQ_INT(before(&d, "read", "{}"), LG_HINT); /* the write failed: nothing has changed */
  d.profile = write;
  CHECK_EQ_INT(act_text(&d, "write", "{\"x\":1}", "ok"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "write", "{\"x\":1}"), LG_HINT); /* the change itself is still a duplicate */
  d.profile = 0;
  CHECK_EQ_INT(act_text(&d, "read", "{}", "new"), LG_ALLOW);
  stop(&d);
}

LG_TEST(limit_counts_runs_of_a_tool_in_a_turn) {
  driver d = drive(spec(LG_LIMIT, 2), HINT);
  lg_profile none = {.limit = LG_NO_LIMIT}, one = {.limit = 1};
  uint32_t unlimited, single;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &none, false, &unlimited), LG_OK);
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &one, false, &single), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "1"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "2"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "3"), LG_HINT);
  CHECK_EQ_INT(report(&d)->threshold, 2);
  CHECK_EQ_INT(before(&d, "g", "3"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "4"), LG_ALLOW);
  d.profile = single;
  CHECK_EQ_INT(before(&d, "s", "1"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "s", "2"), LG_HINT);
  d.profile = unlimited;
  for (int i = 0; i < 10; i++) CHECK_EQ_INT(before(&d, "u", "1"), LG_ALLOW);
  stop(&d);
}

static lg_action ask_query(driver *d, const char *args, const char *query) {
  lg_call call = call_of(d, "search", args, NULL);
  call.query = query;
  call.query_len = strlen(query);
  CHECK_EQ_INT(lg_run_before(d->run, &call, &d->last), LG_OK);
  lg_action action = d->last.action;
  if (action <= LG_WARN) after(d, d->last.ticket, result_of(d, args));
  return action;
}

LG_TEST(similar_query_compares_with_earlier_rounds) {
  driver d = drive(spec(LG_SIMILAR_QUERY, 0), HINT);
  lg_profile searches = {.similar = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &searches, false, &d.profile), LG_OK);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(ask_query(&d, "1", "\nfix the bug"), LG_ALLOW);
  CHECK_EQ_INT(ask_query(&d, "2", "\nfix a bug"), LG_ALLOW); /* a sibling */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(ask_query(&d, "3", "\nfix bug"), LG_HINT);
  CHECK_EQ_INT(report(&d)->type, LG_SIMILAR_QUERY);
  CHECK_EQ_INT(ask_query(&d, "4", "\nweather in tokyo"), LG_ALLOW);
  CHECK_EQ_INT(ask_query(&d, "5", "delete\nfix the bug"), LG_ALLOW); /* other destructive words */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  CHECK_EQ_INT(ask_query(&d, "6", "\nfix the bug"), LG_ALLOW);
  stop(&d);
}

/* similar_query with a limit of one call, but for calls with the profile `unlimited`. */
static driver drive_to_limit(uint32_t *unlimited) {
  lg_detector_spec specs[] = {spec(LG_LIMIT, 1), spec(LG_SIMILAR_QUERY, 0)};
  driver d = drive_with(NULL, specs, 2, HINT, false);
  lg_profile limited = {.similar = true, .limit = 1}, free_of_limit = {.similar = true, .limit = LG_NO_LIMIT};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &limited, false, &d.profile), LG_OK);
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &free_of_limit, false, unlimited), LG_OK);
  return d;
}

LG_TEST(similar_query_keeps_only_what_ran) {
  uint32_t unlimited;
  driver d = drive_to_limit(&unlimited);
  CHECK_EQ_INT(ask_query(&d, "1", "\nalpha"), LG_ALLOW);
  CHECK_EQ_INT(ask_query(&d, "2", "\nomega omega"), LG_HINT); /* the limit: it never ran */
  d.profile = unlimited;
  CHECK_EQ_INT(ask_query(&d, "3", "\nomega omega"), LG_ALLOW);
  stop(&d);
}

LG_TEST(an_empty_query_that_is_refused_sets_no_other_aside) {
  uint32_t unlimited;
  driver d = drive_to_limit(&unlimited);
  CHECK_EQ_INT(ask_query(&d, "1", "\nalpha"), LG_ALLOW);
  CHECK_EQ_INT(ask_query(&d, "2", ""), LG_HINT); /* the limit */
  d.profile = unlimited;
  CHECK_EQ_INT(ask_query(&d, "3", "\nalpha"), LG_HINT);
  CHECK_EQ_INT(report(&d)->type, LG_SIMILAR_QUERY);
  stop(&d);
}

static lg_action invalid(driver *d, const char *name, const char *args, const char *error) {
  lg_call call = call_of(d, name, args, NULL);
  lg_outcome outcome = error_of(d, error);
  CHECK_EQ_INT(lg_run_invalid(d->run, &call, &outcome, &d->last), LG_OK);
  return d->last.action;
}

LG_TEST(unknown_tool_counts_rounds_in_which_a_name_came_to_nothing) {
  driver d = drive(spec(LG_UNKNOWN_TOOL, 3), HINT);
  CHECK_EQ_INT(invalid(&d, "nope", "1", "no such tool"), LG_ALLOW);
  CHECK_EQ_INT(invalid(&d, "nope", "2", "no such tool"), LG_ALLOW);
  CHECK_EQ_INT(invalid(&d, "nada", "2", "no such tool"), LG_ALLOW);
  CHECK_EQ_INT(invalid(&d, "nope", "3", "no such tool"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  CHECK_EQ_INT(invalid(&d, "nope", "4", "no such tool"), LG_ALLOW);
  stop(&d);
}

LG_TEST(unknown_tool_takes_siblings_for_one_and_forgets_after_a_success) {
  driver d = drive(spec(LG_UNKNOWN_TOOL, 2), HINT);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  for (int i = 0; i < 4; i++) CHECK_EQ_INT(invalid(&d, "f", "{", "bad"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "fine"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(invalid(&d, "f", "{", "bad"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(invalid(&d, "f", "{", "bad"), LG_HINT);
  stop(&d);
}

LG_TEST(an_invalid_call_is_a_failed_call_for_the_other_detectors) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  CHECK_EQ_INT(invalid(&d, "f", "{}", "bad"), LG_ALLOW);
  CHECK_EQ_INT(invalid(&d, "f", "{}", "bad"), LG_WARN);
  CHECK_EQ_INT(invalid(&d, "f", "{}", "bad"), LG_HINT);
  CHECK_EQ_INT(invalid(&d, "f", "{}", "bad"), LG_HINT);
  CHECK_EQ_INT(invalid(&d, "f", "{}", "bad"), LG_ABORT);
  stop(&d);
}

LG_TEST(polls_are_judged_by_time) {
  lg_detector_spec specs[] = {spec(LG_COUNT, 1), spec(LG_REPEAT, 2), spec(LG_DUPLICATE, 0)};
  driver d = drive_with(NULL, specs, 3, (lg_ladder){.warn = 1, .abort = 3}, false);
  lg_profile poll = {.poll = true, .poll_min_interval_ms = 100, .poll_max_wait_ms = 1000};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &poll, false, &d.profile), LG_OK);
  for (int i = 0; i < 8; i++, d.now_ms += 120) CHECK_EQ_INT(act_text(&d, "poll", "{}", "pending"), LG_ALLOW);
  d.now_ms -= 120 - 40;
  CHECK_EQ_INT(before(&d, "poll", "{}"), LG_HINT); /* too soon */
  CHECK_EQ_INT(report(&d)->type, LG_POLL);
  CHECK(report(&d)->wait_ms == 60);
  d.now_ms += 60;
  CHECK_EQ_INT(act_text(&d, "poll", "{}", "done"), LG_ALLOW); /* another result: time and strikes start anew */
  d.now_ms += 999;
  CHECK_EQ_INT(act_text(&d, "poll", "{}", "done"), LG_ALLOW);
  d.now_ms += 101;
  CHECK_EQ_INT(act_text(&d, "poll", "{}", "done"), LG_WARN); /* nothing new for too long */
  d.now_ms += 101;
  CHECK_EQ_INT(act_text(&d, "poll", "{}", "done"), LG_WARN);
  d.now_ms += 101;
  CHECK_EQ_INT(before(&d, "poll", "{}"), LG_ABORT);
  stop(&d);
}

LG_TEST(of_too_many_polls_the_one_not_seen_for_longest_is_forgotten) {
  driver d = drive(spec(LG_COUNT, 1), HINT);
  lg_profile poll = {.poll = true, .poll_min_interval_ms = 100};
  enum { POLLS = 32 }; /* LG_POLLS_MAX */
  char args[16];
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &poll, false, &d.profile), LG_OK);
  for (unsigned i = 0; i <= POLLS; i++) {
    snprintf(args, sizeof args, "{\"n\":%u}", i == POLLS - 1 ? 0 : i); /* the first comes once more */
    d.now_ms += i == POLLS - 1 ? 1000 : 0;
    CHECK_EQ_INT(act_text(&d, "poll", args, "pending"), LG_ALLOW);
  }
  CHECK_EQ_INT(act_text(&d, "poll", "{\"n\":\"new\"}", "pending"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "poll", "{\"n\":0}"), LG_HINT); /* too soon */
  CHECK_EQ_INT(before(&d, "poll", "{\"n\":1}"), LG_ALLOW);
  stop(&d);
}

LG_TEST(an_exempt_tool_leaves_no_trace) {
  driver d = drive(spec(LG_COUNT, 0), HINT);
  lg_profile exempt = {.exempt = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &exempt, false, &d.profile), LG_OK);
  for (int i = 0; i < 5; i++) CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  CHECK_EQ_INT(d.last.ticket, LG_NO_TICKET);
  stop(&d);
}

LG_TEST(a_profile_has_its_own_maximum_and_ladder) {
  driver d = drive(spec(LG_COUNT, 1), HINT);
  lg_profile own = {.max_repeats = 3, .ladder = {.abort = 1}};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &own, false, &d.profile), LG_OK);
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ABORT);
  stop(&d);
}

LG_TEST(the_first_detector_that_fires_gives_the_verdict) {
  lg_detector_spec specs[] = {spec(LG_LIMIT, 1), spec(LG_DUPLICATE, 0), spec(LG_COUNT, 1)};
  driver d = drive_with(NULL, specs, 3, HINT, false);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(report(&d)->type, LG_LIMIT);
  stop(&d);
}
