/* no_news in a run: which calls are refused, allowed or judged by time, and its reports. */
#include "news_driver.h"

/* ---- what is refused --------------------------------------------------------------------------------------------- */

LG_TEST(the_third_equal_call_is_refused_and_the_run_ends_at_last) {
  driver d = drive_news();
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  for (uint32_t strike = 1; strike <= 4; strike++) {
    CHECK_EQ_INT(f(&d, "r"), strike < 4 ? LG_HINT : LG_ABORT);
    CHECK_EQ_INT(report(&d)->type, LG_NO_NEWS);
    CHECK_EQ_INT(report(&d)->repeats, 2); /* a refused call gave nothing */
    CHECK_EQ_INT(report(&d)->threshold, 2);
    CHECK_EQ_INT(report(&d)->strikes, strike);
    CHECK_EQ_INT(report(&d)->cycle_length, 1);
    CHECK_EQ_INT(report(&d)->pattern_count, 1);
    CHECK_EQ_STR(report(&d)->pattern[0].name, report(&d)->pattern[0].name_len, "read", 4);
    CHECK(report(&d)->strong && report(&d)->wait_ms == 0 && report(&d)->waited_ms == 0);
  }
  stop(&d);
}

LG_TEST(any_result_that_is_new_anywhere_lets_it_pass) {
  driver d = drive_news();
  f(&d, "r");
  f(&d, "r");
  CHECK_EQ_INT(g(&d, "new"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW); /* a fresh look */
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  CHECK_EQ_INT(g(&d, "new"), LG_ALLOW); /* nothing new */
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(turn_of(&d, "stat", "{}", "newer"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  stop(&d);
}

LG_TEST(a_result_the_call_gave_before_is_no_news) {
  driver d = drive_news();
  f(&d, "r");
  f(&d, "r");
  g(&d, "a");
  g(&d, "b");
  f(&d, "r");
  CHECK_EQ_INT(g(&d, "a"), LG_ALLOW); /* a, b, a: known */
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  stop(&d);
}

LG_TEST(a_lap_without_news_is_refused_call_by_call) {
  driver d = drive_news();
  const char *names[] = {"a", "b", "c"};
  for (int i = 0; i < 6; i++) CHECK_EQ_INT(turn_of(&d, names[i % 3], "{}", names[i % 3]), LG_ALLOW);
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(turn_of(&d, names[i], "{}", names[i]), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 1); /* each is a loop of its own */
  stop(&d);
}

LG_TEST(equal_failures_are_refused_and_another_failure_is_news) {
  driver d = drive_news();
  for (int i = 0; i < 2; i++) {
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "E")), LG_ALLOW);
  }
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW); /* a sibling: chosen before the other's result was known */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act(&d, "f", "{\"x\":1}", error_of(&d, "E")), LG_ALLOW); /* another call, which never returned that */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  stop(&d);
}

LG_TEST(a_result_nobody_can_compare_is_news) {
  driver d = drive_news();
  for (int i = 0; i < 6; i++) CHECK_EQ_INT(f(&d, NULL), LG_ALLOW);
  f(&d, "r");
  f(&d, "r");
  CHECK_EQ_INT(g(&d, NULL), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  stop(&d);
}

LG_TEST(volatile_spans_are_no_news) {
  driver d = drive_news();
  lg_profile normal = {.volatile_classes = LG_VOLATILE_DURATIONS};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &normal, false, &d.profile), LG_OK);
  f(&d, "took 12 ms");
  CHECK_EQ_INT(f(&d, "took 7 ms"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "took 9 ms"), LG_HINT);
  stop(&d);
}

LG_TEST(strikes_start_again_after_news) {
  driver d = drive_news();
  f(&d, "r");
  f(&d, "r");
  for (uint32_t strike = 1; strike < 3; strike++) CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  g(&d, "new");
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  for (uint32_t strike = 1; strike < 4; strike++) {
    CHECK_EQ_INT(f(&d, "r"), LG_HINT);
    CHECK_EQ_INT(report(&d)->strikes, strike);
  }
  CHECK_EQ_INT(f(&d, "r"), LG_ABORT);
  stop(&d);
}

/* A failure and a success with the same text are different results. */
LG_TEST(a_failure_with_the_text_of_a_result_is_news) {
  driver d = drive_news();
  for (int i = 0; i < 6; i++) {
    CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    lg_call call = {.name = "read", .name_len = 4, .args_kind = LG_ARGS_RAW, .args = "{\"p\":1}", .args_len = 7};
    lg_outcome outcome = {.failed = true, .error = "r", .error_len = 1};
    lg_verdict verdict;
    CHECK_EQ_INT(lg_run_before(d.run, &call, &verdict), LG_OK);
    CHECK_EQ_INT(verdict.action, LG_ALLOW);
    CHECK_EQ_INT(lg_run_after(d.run, verdict.ticket, &outcome, &verdict), LG_OK);
  }
  stop(&d);
}

LG_TEST(a_turn_and_what_happened_unseen_are_news) {
  driver d = drive_news();
  f(&d, "r");
  f(&d, "r");
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW); /* the first in this turn */
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(lg_run_step(d.run, LG_UNTRACKED), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(lg_run_step(NULL, LG_UNTRACKED), LG_EINVAL);
  CHECK_EQ_INT(lg_run_step(d.run, LG_RESET), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  stop(&d);
}

LG_TEST(a_change_is_news_for_all_calls_but_itself) {
  driver d = drive_news();
  lg_profile writes = {.mutates = true};
  uint32_t write;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &writes, false, &write), LG_OK);
  for (int i = 0; i < 2; i++) {
    f(&d, "r");
    d.profile = write;
    CHECK_EQ_INT(turn_of(&d, "edit", "{}", "edited 1 file"), LG_ALLOW);
    d.profile = 0;
  }
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW); /* after a change */
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  d.profile = write;
  CHECK_EQ_INT(turn_of(&d, "edit", "{}", "edited 1 file"), LG_HINT); /* the same change again and again */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act(&d, "edit", "{\"n\":2}", error_of(&d, "no such file")), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act(&d, "edit", "{\"n\":2}", error_of(&d, "no such file")), LG_ALLOW);
  d.profile = 0;
  f(&d, "r");
  d.profile = write;
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act(&d, "edit", "{\"n\":2}", error_of(&d, "no such file")), LG_HINT); /* it changed nothing */
  stop(&d);
}

LG_TEST(a_profile_may_have_a_threshold_of_its_own) {
  driver d = drive_settled();
  lg_profile patient = {.max_repeats = 5}, never = {.max_repeats = UINT32_MAX};
  uint32_t at_last;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &patient, false, &d.profile), LG_OK);
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &never, false, &at_last), LG_OK);
  for (int i = 0; i < 5; i++) CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->threshold, 5);
  d.profile = at_last;
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  f(&d, "other"); /* its results differ, so one more is needed, which must not overflow */
  for (int i = 0; i < 9; i++) CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  stop(&d);
}

/* ---- acknowledgements, failures that pass, thoughts -------------------------------------------------------------- */

LG_TEST(acknowledgements_have_a_threshold_of_their_own) {
  static const char *const acks[] = {"ok", "Done.", "{\"success\":true}", "true", ""};
  for (size_t i = 0; i < sizeof acks / sizeof *acks; i++) {
    driver d = drive_settled();
    for (int n = 0; n < 4; n++) CHECK_EQ_INT(turn_of(&d, "click", "{}", acks[i]), LG_ALLOW);
    CHECK_EQ_INT(turn_of(&d, "click", "{}", acks[i]), LG_HINT);
    CHECK_EQ_INT(report(&d)->threshold, 4);
    stop(&d);
  }
}

LG_TEST(failures_that_pass_have_a_threshold_of_their_own) {
  driver d = drive_settled();
  lg_outcome limited = error_of(&d, "429");
  limited.transient = true;
  for (int i = 0; i < 4; i++) {
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    CHECK_EQ_INT(act(&d, "f", "{}", limited), LG_ALLOW);
  }
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act(&d, "f", "{}", limited), LG_HINT);
  CHECK_EQ_INT(report(&d)->threshold, 4);
  stop(&d);
}

LG_TEST(what_a_thought_gives_is_no_news) {
  driver d = drive_news();
  f(&d, "r");
  f(&d, "r");
  CHECK_EQ_INT(turn_of(&d, "think", "{\"t\":1}", "I see"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(turn_of(&d, "thought", "{\"t\":1}", "I see"), LG_ALLOW); /* not in the list */
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  stop(&d);
}

/* ---- settled ----------------------------------------------------------------------------------------------------- */

LG_TEST(settled_asks_for_equal_results_without_news_between_them) {
  driver d = drive_settled();
  f(&d, "r");
  f(&d, "r");
  CHECK_EQ_INT(f(&d, "r"), LG_HINT); /* nothing between them: enough */
  stop(&d);
}

LG_TEST(settled_asks_for_one_more_where_there_was_news_between_them) {
  driver d = drive_settled();
  f(&d, "r");
  g(&d, "new");
  f(&d, "r");
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW); /* two, with news between them */
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  g(&d, "newer");
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT); /* four: one more than needed */
  stop(&d);
}

LG_TEST(settled_refuses_after_a_lap_of_more_than_threshold_calls_without_news) {
  for (int others = 1; others <= 2; others++) {
    driver d = drive_settled();
    const char *names[] = {"a", "b"};
    for (int i = 0; i < others; i++) turn_of(&d, names[i], "{}", "x");
    f(&d, "r");
    g(&d, "new");
    f(&d, "r"); /* the first without news */
    for (int i = 0; i < others; i++) CHECK_EQ_INT(turn_of(&d, names[i], "{}", "x"), LG_ALLOW);
    CHECK_EQ_INT(f(&d, "r"), others == 1 ? LG_ALLOW : LG_HINT);
    CHECK_EQ_INT(lg_run_step(d.run, LG_UNTRACKED), LG_OK);
    CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
    stop(&d);
  }
}

LG_TEST(settled_asks_for_one_more_of_a_call_that_has_changed) {
  driver d = drive_settled();
  f(&d, "other");
  turn_of(&d, "edit", "{}", "edited"); /* which may explain it */
  f(&d, "r");
  f(&d, "r");
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->threshold, 3);
  stop(&d);
}

LG_TEST(settled_asks_for_twice_as_many_of_a_call_that_changed_by_itself) {
  driver d = drive_settled();
  f(&d, "other");
  for (int i = 0; i < 4; i++) CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->threshold, 4);
  stop(&d);
}

LG_TEST(the_empty_output_of_a_shell_is_its_answer) {
  driver d = drive_settled();
  for (int i = 0; i < 2; i++) CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"make\"}", ""), LG_ALLOW);
  CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"make\"}", ""), LG_HINT);
  for (int i = 0; i < 4; i++) CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"ls\"}", "ok"), LG_ALLOW); /* a word */
  CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"ls\"}", "ok"), LG_HINT);
  stop(&d);
}

LG_TEST(a_success_that_reports_a_failure_that_passes_is_one) {
  driver d = drive_settled();
  for (int i = 0; i < 4; i++) CHECK_EQ_INT(f(&d, "{\"error\":\"Rate limit exceeded\"}"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "{\"error\":\"Rate limit exceeded\"}"), LG_HINT);
  stop(&d);
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

LG_TEST(siblings_of_a_round_are_one_observation) {
  driver d = drive_news();
  for (int round = 0; round < 2; round++) {
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    uint32_t tickets[3];
    for (int i = 0; i < 3; i++) {
      CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
      tickets[i] = d.last.ticket;
    }
    for (int i = 0; i < 3; i++) CHECK_EQ_INT(after(&d, tickets[i], result_of(&d, "r")), LG_ALLOW);
  }
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 1); /* and one step */
  CHECK(report(&d)->again);
  CHECK_EQ_INT(report(&d)->repeats, 2);
  stop(&d);
}

LG_TEST(siblings_that_come_one_after_the_other_in_one_round_are_one_too) {
  driver d = drive_news();
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  for (int i = 0; i < 5; i++) CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(turn_of(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(turn_of(&d, "f", "{}", "r"), LG_HINT);
  stop(&d);
}

LG_TEST(without_rounds_of_the_host_each_call_after_an_outcome_is_a_round) {
  driver d = drive_news();
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_HINT);
  stop(&d);
}
