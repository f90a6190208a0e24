/* no_news through a run: calls that are judged by time. */
#include <math.h>

#include "news_driver.h"

enum { SECOND = 1000, MINUTE = 60000 };

/* One poll, after so many milliseconds. */
static lg_action poll_after(driver *d, double ms, const char *result) {
  d->now_ms += ms;
  return turn_of(d, "job", "{\"id\":1}", result);
}

/* Verdicts on one call, so many milliseconds apart, up to the first refusal, whose place it returns; `most` without. */
static int first_refusal(driver *d, double ms, int most, const char *result) {
  for (int i = 0; i < most; i++)
    if (poll_after(d, ms, result) > LG_WARN) return i;
  return most;
}

LG_TEST(pace_makes_no_poll) {
  static const double paces[] = {0, 1, 3, 5, 8, 15, 30, 60, 119, 600};
  for (size_t i = 0; i < sizeof paces / sizeof *paces; i++) {
    driver d = drive_news();
    d.now_ms = 1e12;
    CHECK_EQ_INT(first_refusal(&d, paces[i] * SECOND, 10, "3 failures"), 2);
    CHECK(report(&d)->waited_ms == 0);
    stop(&d);
  }
}

LG_TEST(an_answer_that_says_not_yet_is_judged_by_time) {
  driver d = drive_news();
  d.now_ms = 1e12;
  CHECK_EQ_INT(poll_after(&d, 0, "running"), LG_ALLOW);
  for (uint32_t polls = 1; polls < 30; polls++) {
    bool word = polls == 5 || polls == 10 || polls == 20;
    CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "running"), word ? LG_WARN : LG_ALLOW); /* whatever the ladder says */
    if (!word) continue;
    CHECK_EQ_INT(report(&d)->repeats, polls);
    CHECK_EQ_INT(report(&d)->threshold, 5);
    CHECK(report(&d)->waited_ms == polls * 20 * SECOND);
    CHECK(report(&d)->mild);
  }
  CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "running"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 1); /* the words were none */
  CHECK_EQ_INT(report(&d)->repeats, 30);
  CHECK(!report(&d)->mild);
  CHECK(report(&d)->waited_ms == 10 * MINUTE);
  CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "running"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 2);
  stop(&d);
}

LG_TEST(a_poll_with_another_result_waits_anew) {
  driver d = drive_news();
  for (int i = 0; i < 30; i++) poll_after(&d, 19 * SECOND, "running");
  CHECK_EQ_INT(poll_after(&d, 19 * SECOND, "finalizing"), LG_ALLOW);
  for (int i = 1; i < 30; i++)
    CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "finalizing"), i == 5 || i == 10 || i == 20 ? LG_WARN : LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "finalizing"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 1);
  stop(&d);
}

LG_TEST(fewer_than_ten_polls_have_never_lasted_too_long) {
  driver d = drive_news();
  for (int i = 0; i < 10; i++) CHECK_EQ_INT(poll_after(&d, 30 * MINUTE, "running"), i == 5 ? LG_WARN : LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 30 * MINUTE, "running"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 10);
  CHECK_EQ_INT(report(&d)->threshold, 10);
  stop(&d);
}

LG_TEST(without_a_clock_sixty_polls_are_the_limit) {
  driver d = drive_news();
  d.now_ms = NAN;
  CHECK_EQ_INT(first_refusal(&d, 0, 100, "running"), 60);
  CHECK_EQ_INT(report(&d)->threshold, 60);
  CHECK(report(&d)->waited_ms == 0);
  stop(&d);
}

LG_TEST(looks_less_than_a_second_apart_are_counted) {
  driver d = drive_news();
  CHECK_EQ_INT(poll_after(&d, 0, "running"), LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 999, "running"), LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 900, "running"), LG_HINT);
  CHECK_EQ_INT(poll_after(&d, 900, "running"), LG_HINT); /* a refusal is asked for too: the clock starts again */
  CHECK_EQ_INT(poll_after(&d, 1000, "running"), LG_ALLOW);
  CHECK_EQ_INT(poll_after(&d, 900, "running"), LG_ALLOW); /* the look before was one of its own */
  CHECK_EQ_INT(poll_after(&d, 900, "running"), LG_HINT);
  stop(&d);
}

LG_TEST(without_a_limit_a_poll_may_last_for_ever) {
  lg_detector_spec s = news_spec();
  s.max_wait_ms = 0;
  driver d = drive(s, NEWS_LADDER);
  for (int i = 0; i < 100; i++) CHECK(poll_after(&d, 30 * MINUTE, "running") <= LG_WARN);
  stop(&d);
}

LG_TEST(a_profile_that_never_polls_is_judged_by_count) {
  driver d = drive_news();
  lg_profile never = {.never_polls = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &never, false, &d.profile), LG_OK);
  CHECK_EQ_INT(first_refusal(&d, MINUTE, 5, "running"), 2);
  stop(&d);
}

LG_TEST(without_a_clock_the_words_of_a_wait_count) {
  driver d = drive_news();
  d.now_ms = NAN;
  for (int i = 0; i < 12; i++) {
    CHECK(turn_of(&d, "wait", "{\"s\":30}", "waited") <= LG_WARN);
    CHECK(turn_of(&d, "job", "{}", "3 rows") <= LG_WARN);
    CHECK(turn_of(&d, "bash", "{\"command\":\"sleep 30; cat log\"}", "3 rows") <= LG_WARN);
  }
  CHECK(turn_of(&d, "job", "{}", "3 rows") <= LG_WARN);       /* behind the sleep */
  CHECK_EQ_INT(turn_of(&d, "job", "{}", "3 rows"), LG_ALLOW); /* behind nothing: the second in a row */
  CHECK_EQ_INT(turn_of(&d, "job", "{}", "3 rows"), LG_HINT);
  stop(&d);
}

LG_TEST(a_wait_is_one_when_its_time_has_passed) {
  static const struct {
    const char *command;
    double took_s;
    bool waits;
  } rows[] = {{"sleep 30", 30, true}, {"sleep 30", 12, true},       {"sleep 30", 9, false},
              {"sleep 4", 2, true},   {"sleep 4", 1, false},        {"sleep $N", 10, true},
              {"sleep $N", 9, false}, {"echo sleep 30", 30, false}, {"x # sleep 30", 30, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    driver d = drive_news();
    char args[64];
    (void)snprintf(args, sizeof args, "{\"command\":\"%s\"}", rows[i].command);
    int refused = 0;
    for (int n = 0; n < 8; n++) {
      refused += turn_of(&d, "job", "{}", "3 rows") > LG_WARN;
      refused += turn_of(&d, "bash", args, "3 rows") > LG_WARN;
      d.now_ms += rows[i].took_s * SECOND;
    }
    CHECK_EQ_INT(refused == 0, rows[i].waits);
    stop(&d);
  }
}

LG_TEST(a_wait_that_comes_back_at_once_is_none) {
  driver d = drive_news();
  int refused = 0;
  for (int n = 0; n < 4; n++) {
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    lg_action action = before(&d, "bash", "{\"command\":\"sleep 30\"}");
    d.now_ms += 10; /* a sandbox that skips it */
    if (action <= LG_WARN) (void)after(&d, d.last.ticket, result_of(&d, "slept"));
    refused += action > LG_WARN;
    d.now_ms += 20 * SECOND;
  }
  CHECK_EQ_INT(refused, 2);
  stop(&d);
}

LG_TEST(an_idle_agent_waits) {
  driver d = drive_news();
  for (int i = 0; i < 4; i++) {
    d.now_ms += 20 * SECOND;
    CHECK_EQ_INT(turn_of(&d, "note", "{}", i % 2 == 0 ? "a" : "b"), LG_ALLOW);
  }
  CHECK_EQ_INT(poll_after(&d, 20 * SECOND, "3 rows"), LG_ALLOW);
  for (int i = 0; i < 4; i++) CHECK_EQ_INT(poll_after(&d, 2 * MINUTE, "3 rows"), LG_ALLOW);
  /* by now two minutes are what this run takes */
  for (int i = 0; i < 8; i++) (void)poll_after(&d, 2 * MINUTE, "3 rows");
  CHECK(poll_after(&d, 2 * MINUTE, "3 rows") > LG_WARN);
  stop(&d);
}

LG_TEST(a_wait_that_lasts_too_long_is_refused) {
  driver d = drive_news();
  lg_action last = LG_ALLOW;
  for (int i = 0; i <= 20; i++) {
    d.now_ms += 30 * SECOND;
    last = turn_of(&d, "bash", "{\"command\":\"sleep 29; cat log\"}", "3 rows");
    CHECK_EQ_INT(last, i == 20 ? LG_HINT : i == 5 || i == 10 ? LG_WARN : LG_ALLOW);
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
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &polls, false, &d.profile), LG_OK);
  for (int i = 0; i < 20; i++) CHECK_EQ_INT(f(&d, "running"), LG_ALLOW);
  stop(&d);
}

LG_TEST(what_is_judged_by_time_is_no_repetition_for_those_who_count) {
  lg_detector_spec specs[] = {news_spec(), spec(LG_NO_PROGRESS, 3), spec(LG_STALL, 3)};
  driver d = drive_with(NULL, specs, 3, NEWS_LADDER, false);
  for (int i = 0; i < 9; i++) CHECK_EQ_INT(poll_after(&d, 5 * SECOND, "running"), i == 5 ? LG_WARN : LG_ALLOW);
  stop(&d);
}

/* A poll of a tool with the policy for it, and whether its answer is final. */
static lg_action policed_poll(driver *d, const char *result, bool final) {
  CHECK_EQ_INT(lg_run_step(d->run, LG_BEGIN_ROUND), LG_OK);
  lg_outcome outcome = result_of(d, result);
  if (final) outcome.now_ms = LG_FINAL_MS;
  return act(d, "job", "{\"id\":1}", outcome);
}

static driver drive_policed(lg_detector_spec s) {
  driver d = drive(s, NEWS_LADDER);
  lg_profile polls = {.poll = true, .poll_max_wait_ms = MINUTE};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &polls, false, &d.profile), LG_OK);
  return d;
}

LG_TEST(a_final_answer_ends_the_polling) {
  driver d = drive_policed(news_spec());
  for (int i = 0; i < 20; i++) CHECK_EQ_INT(policed_poll(&d, "running", false), LG_ALLOW);
  CHECK_EQ_INT(policed_poll(&d, "timed out", true), LG_ALLOW);
  d.now_ms += 10 * SECOND; /* no wait, and no failure that passes */
  CHECK_EQ_INT(policed_poll(&d, "timed out", true), LG_ALLOW);
  d.now_ms += 10 * SECOND;
  CHECK_EQ_INT(policed_poll(&d, "timed out", true), LG_HINT);
  CHECK_EQ_INT(report(&d)->type, LG_NO_NEWS);
  stop(&d);
}

LG_TEST(a_result_may_be_final_now_and_not_again) {
  driver d = drive_policed(spec(LG_COUNT, 3));
  CHECK_EQ_INT(policed_poll(&d, "down", true), LG_ALLOW);
  CHECK_EQ_INT(policed_poll(&d, "down", false),
               LG_ALLOW); /* the same result: another wait begins, and is counted anew */
  d.now_ms += MINUTE - 1;
  CHECK_EQ_INT(policed_poll(&d, "down", false), LG_ALLOW);
  CHECK_EQ_INT(policed_poll(&d, "down", false), LG_ALLOW);
  d.now_ms += 1;
  CHECK_EQ_INT(policed_poll(&d, "down", false), LG_HINT);
  CHECK_EQ_INT(report(&d)->type, LG_POLL);
  CHECK(report(&d)->wait_ms == 0);
  CHECK_EQ_INT(report(&d)->repeats, 4);
  stop(&d);
}

LG_TEST(of_a_tool_without_the_policy_no_answer_is_final) {
  driver d = drive_news();
  for (int i = 0; i < 4; i++) CHECK_EQ_INT(policed_poll(&d, "rate limit exceeded", true), LG_ALLOW);
  CHECK_EQ_INT(policed_poll(&d, "rate limit exceeded", true), LG_HINT);
  CHECK(report(&d)->transient);
  stop(&d);
}
