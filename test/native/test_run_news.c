/* no_news through a run: what is refused, what passes, what is judged by time, and what is said of it. */
#include "random64.h"
#include "run_driver.h"
#include "signs.h"

static const lg_ladder NEWS_LADDER = {.hint = 1, .abort = 4};

static lg_detector_spec news_spec(void) {
  lg_detector_spec s = {.type = LG_NO_NEWS, .threshold = 2, .transient_threshold = 4, .ack_threshold = 4};
  s.poll_after_ms = 4000;
  s.max_wait_ms = 600000;
  return s;
}

static driver drive_news(void) { return drive(news_spec(), NEWS_LADDER); }

static driver drive_settled(void) {
  lg_detector_spec s = news_spec();
  s.settled = true;
  return drive(s, NEWS_LADDER);
}

/* One call in a round of its own. */
static lg_action turn_of(driver *d, const char *name, const char *args, const char *result) {
  CHECK_EQ_INT(lg_run_begin_round(d->run), LG_OK);
  return act_text(d, name, args, result);
}

static lg_action f(driver *d, const char *result) { return turn_of(d, "read", "{\"p\":1}", result); }

static lg_action g(driver *d, const char *result) { return turn_of(d, "list", "{\"p\":2}", result); }

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
    CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
    CHECK_EQ_INT(act(&d, "f", "{}", error_of(&d, "E")), LG_ALLOW);
  }
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
  CHECK_EQ_INT(act(&d, "f", "{\"x\":1}", error_of(&d, "E")), LG_ALLOW); /* another call: it never gave that */
  CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
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
  CHECK_EQ_INT(lg_guard_add_profile(d.guard, &normal, &d.profile), LG_OK);
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

LG_TEST(a_turn_and_what_happened_unseen_are_news) {
  driver d = drive_news();
  f(&d, "r");
  f(&d, "r");
  CHECK_EQ_INT(lg_run_begin_turn(d.run), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(lg_run_unseen(d.run), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(lg_run_unseen(NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_run_reset(d.run), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  stop(&d);
}

LG_TEST(a_change_is_news_for_all_calls_but_itself) {
  driver d = drive_news();
  lg_profile writes = {.mutates = true};
  uint32_t write;
  CHECK_EQ_INT(lg_guard_add_profile(d.guard, &writes, &write), LG_OK);
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
  CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
  CHECK_EQ_INT(act(&d, "edit", "{\"n\":2}", error_of(&d, "no such file")), LG_ALLOW);
  CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
  CHECK_EQ_INT(act(&d, "edit", "{\"n\":2}", error_of(&d, "no such file")), LG_ALLOW);
  d.profile = 0;
  f(&d, "r");
  d.profile = write;
  CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
  CHECK_EQ_INT(act(&d, "edit", "{\"n\":2}", error_of(&d, "no such file")), LG_HINT); /* it changed nothing */
  stop(&d);
}

LG_TEST(a_profile_may_have_a_threshold_of_its_own) {
  driver d = drive_settled();
  lg_profile patient = {.max_repeats = 5}, never = {.max_repeats = UINT32_MAX};
  uint32_t at_last;
  CHECK_EQ_INT(lg_guard_add_profile(d.guard, &patient, &d.profile), LG_OK);
  CHECK_EQ_INT(lg_guard_add_profile(d.guard, &never, &at_last), LG_OK);
  for (int i = 0; i < 5; i++) CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->threshold, 5);
  d.profile = at_last;
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  f(&d, "other"); /* it changes, so one result more is asked for: more than there are numbers */
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
    CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
    CHECK_EQ_INT(act(&d, "f", "{}", limited), LG_ALLOW);
  }
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
  CHECK_EQ_INT(turn_of(&d, "thought", "{\"t\":1}", "I see"), LG_ALLOW); /* no word of the list */
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
  CHECK_EQ_INT(f(&d, "r"), LG_HINT); /* four: more than are asked for */
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
    CHECK_EQ_INT(lg_run_unseen(d.run), LG_OK);
    CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
    stop(&d);
  }
}

LG_TEST(settled_asks_for_one_more_of_a_call_that_has_changed) {
  driver d = drive_settled();
  f(&d, "other");
  f(&d, "r");
  f(&d, "r");
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->threshold, 3);
  stop(&d);
}

LG_TEST(settled_asks_for_one_more_of_a_silent_shell_but_not_of_a_look) {
  driver d = drive_settled();
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"make\"}", ""), LG_ALLOW);
  CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"make\"}", ""), LG_HINT);
  for (int i = 0; i < 2; i++) CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"grep x y\"}", " \n"), LG_ALLOW);
  CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"grep x y\"}", " \n"), LG_HINT);
  CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"ls z\"}", ""), LG_ALLOW);
  CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"ls z\"}", ""), LG_ALLOW);
  CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"ls z\"}", ""), LG_HINT);
  stop(&d);
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

LG_TEST(siblings_of_a_round_are_one_observation) {
  driver d = drive_news();
  for (int round = 0; round < 2; round++) {
    CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
    uint32_t tickets[3];
    for (int i = 0; i < 3; i++) {
      CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
      tickets[i] = d.last.ticket;
    }
    for (int i = 0; i < 3; i++) CHECK_EQ_INT(after(&d, tickets[i], result_of(&d, "r")), LG_ALLOW);
  }
  CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 1); /* and one step */
  CHECK(report(&d)->again);
  CHECK_EQ_INT(report(&d)->repeats, 2);
  stop(&d);
}

LG_TEST(siblings_that_come_one_after_the_other_in_one_round_are_one_too) {
  driver d = drive_news();
  CHECK_EQ_INT(lg_run_begin_round(d.run), LG_OK);
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

/* ---- polls ------------------------------------------------------------------------------------------------------- */

enum { SECOND = 1000, MINUTE = 60000 };

/* One poll, after so many milliseconds. */
static lg_action poll_after(driver *d, double ms, const char *result) {
  d->now_ms += ms;
  return turn_of(d, "job", "{\"id\":1}", result);
}

LG_TEST(a_call_asked_again_after_a_while_is_judged_by_time) {
  driver d = drive_news();
  d.now_ms = 1e12;
  CHECK_EQ_INT(poll_after(&d, 0, "running"), LG_ALLOW);
  int polls = 1;
  double waited = 0;
  for (; waited + 20 * SECOND < 5 * MINUTE; polls++, waited += 20 * SECOND)
    CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "running"), LG_ALLOW);
  for (; waited + 20 * SECOND < 10 * MINUTE; polls++, waited += 20 * SECOND) {
    CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "running"), LG_WARN); /* whatever the ladder says */
    CHECK_EQ_INT(report(&d)->repeats, polls);
    CHECK(report(&d)->waited_ms == waited + 20 * SECOND);
  }
  CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "running"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 1); /* the warnings were none */
  CHECK(report(&d)->waited_ms == 10 * MINUTE);
  CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "running"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 2);
  stop(&d);
}

LG_TEST(a_poll_with_another_result_waits_anew) {
  driver d = drive_news();
  for (int i = 0; i < 29; i++) poll_after(&d, 20 * SECOND, "running");
  CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "finishing"), LG_WARN); /* its result is not known yet */
  for (int i = 0; i < 14; i++) CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "finishing"), LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "finishing"), LG_WARN);
  CHECK_EQ_INT(report(&d)->strikes, 1);
  stop(&d);
}

LG_TEST(fewer_than_ten_polls_have_never_lasted_too_long) {
  driver d = drive_news();
  for (int i = 0; i < 10; i++) CHECK_EQ_INT(poll_after(&d, 30 * MINUTE, "running"), LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 30 * MINUTE, "running"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 10);
  CHECK_EQ_INT(report(&d)->threshold, 10);
  stop(&d);
}

LG_TEST(a_poll_too_soon_is_counted) {
  driver d = drive_news();
  CHECK_EQ_INT(poll_after(&d, 0, "running"), LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 3999, "running"), LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 3800, "running"), LG_HINT);
  CHECK_EQ_INT(poll_after(&d, 3800, "running"), LG_HINT); /* a refusal is asked for too: the clock starts again */
  CHECK_EQ_INT(poll_after(&d, 4000, "running"), LG_ALLOW);
  stop(&d);
}

LG_TEST(without_a_limit_a_poll_may_last_for_ever) {
  lg_detector_spec s = news_spec();
  s.max_wait_ms = 0;
  driver d = drive(s, NEWS_LADDER);
  for (int i = 0; i < 50; i++) CHECK_EQ_INT(poll_after(&d, 30 * MINUTE, "running"), LG_ALLOW);
  stop(&d);
}

LG_TEST(without_poll_after_ms_no_time_makes_a_poll) {
  lg_detector_spec s = news_spec();
  s.poll_after_ms = 0;
  driver d = drive(s, NEWS_LADDER);
  poll_after(&d, MINUTE, "running");
  poll_after(&d, MINUTE, "running");
  CHECK_EQ_INT(poll_after(&d, MINUTE, "running"), LG_HINT);
  stop(&d);
}

LG_TEST(a_call_behind_a_wait_is_a_poll_on_any_clock) {
  driver d = drive_news();
  for (int i = 0; i < 12; i++) {
    CHECK_EQ_INT(turn_of(&d, "wait", "{\"s\":30}", "waited"), LG_ALLOW);
    CHECK_EQ_INT(turn_of(&d, "job", "{}", "running"), LG_ALLOW);
    CHECK_EQ_INT(turn_of(&d, "bash", "{\"command\":\"sleep 30; cat log\"}", "running"), LG_ALLOW);
  }
  CHECK_EQ_INT(turn_of(&d, "job", "{}", "running"), LG_ALLOW); /* behind the sleep */
  CHECK_EQ_INT(turn_of(&d, "job", "{}", "running"), LG_HINT);  /* behind nothing */
  stop(&d);
}

LG_TEST(a_sleep_that_lasts_too_long_is_refused) {
  driver d = drive_news();
  lg_action last = LG_ALLOW;
  for (int i = 0; i <= 20; i++) {
    d.now_ms += 30 * SECOND;
    last = turn_of(&d, "bash", "{\"command\":\"sleep 29; cat log\"}", "running");
    CHECK_EQ_INT(last, i < 10 ? LG_ALLOW : i < 20 ? LG_WARN : LG_HINT);
  }
  stop(&d);
}

LG_TEST(a_clock_that_is_none_makes_no_call_a_poll) {
  static const double clocks[][3] = {{0, 0, 0},         {9e15, 5e15, 1e15},        {1e308, -1e308, -1e308},
                                     {0.0 / 0.0, 5, 9}, {5, 0.0 / 0.0, 0.0 / 0.0}, {1.0 / 0.0, -1.0 / 0.0, 7}};
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
    driver d = drive_news();
    for (int n = 0; n < 3; n++) {
      d.now_ms = clocks[i][n];
      CHECK_EQ_INT(f(&d, "r"), n < 2 ? LG_ALLOW : LG_HINT);
    }
    CHECK(report(&d)->waited_ms == 0);
    stop(&d);
  }
}

LG_TEST(tools_with_a_policy_for_polls_are_left_to_it) {
  driver d = drive_news();
  lg_profile polls = {.poll = true};
  CHECK_EQ_INT(lg_guard_add_profile(d.guard, &polls, &d.profile), LG_OK);
  for (int i = 0; i < 20; i++) CHECK_EQ_INT(f(&d, "running"), LG_ALLOW);
  stop(&d);
}

LG_TEST(what_is_judged_by_time_is_no_repetition_for_those_who_count) {
  lg_detector_spec specs[] = {news_spec(), spec(LG_NO_PROGRESS, 3), spec(LG_STALL, 3)};
  driver d = drive_with(NULL, specs, 3, NEWS_LADDER, false);
  for (int i = 0; i < 8; i++) CHECK_EQ_INT(poll_after(&d, 5 * SECOND, "running"), LG_ALLOW);
  stop(&d);
}

/* ---- wrong parameters -------------------------------------------------------------------------------------------- */

LG_TEST(parameters_that_make_no_sense_are_refused) {
  lg_guard_options options = {.max_entries = 10, .ladder = HINT};
  lg_guard *guard;
  CHECK_EQ_INT(lg_guard_new(NULL, &options, &guard), LG_OK);
  lg_detector_spec good = news_spec();
  lg_detector_spec bad[12];
  size_t count = 0;
#define BAD(field, value)                                                                                              \
  bad[count] = good;                                                                                                   \
  bad[count++].field = value
  BAD(threshold, 0);
  BAD(threshold, UINT16_MAX + 1u);
  BAD(transient_threshold, 0);
  BAD(transient_threshold, UINT32_MAX);
  BAD(ack_threshold, 0);
  BAD(ack_threshold, UINT16_MAX + 1u);
  BAD(poll_after_ms, -1);
  BAD(poll_after_ms, 0.0 / 0.0);
  BAD(max_wait_ms, -1);
  BAD(max_wait_ms, 0.0 / 0.0);
#undef BAD
  for (size_t i = 0; i < count; i++) CHECK_EQ_INT(lg_guard_add_detector(guard, &bad[i]), LG_EINVAL);
  CHECK_EQ_INT(lg_guard_add_detector(guard, &good), LG_OK);
  lg_guard_free(guard);
}
