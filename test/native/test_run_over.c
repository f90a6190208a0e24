/* When a loop is over: its call returns another result, or another call may have changed what it returns. */
#include "run_driver.h"

static lg_action round_of(driver *d, const char *name, const char *args, lg_outcome outcome) {
  CHECK_EQ_INT(lg_run_step(d->run, LG_BEGIN_ROUND), LG_OK);
  return act(d, name, args, outcome);
}

/* The stall of the recommended preset before noNews: warn from 6 equal results on, hint at 8 strikes, abort at 16. */
LG_TEST(six_silent_successes_are_no_stall_when_every_later_result_differs) {
  lg_detector_spec s = spec(LG_STALL, 6);
  s.ladder = (lg_ladder){.warn = 1, .hint = 8, .abort = 16};
  driver d = drive(s, HINT);
  for (int i = 1; i <= 30; i++) {
    char args[24], result[16];
    snprintf(args, sizeof args, "{\"step\":%d}", i);
    snprintf(result, sizeof result, "%s%.0d", i <= 6 ? "" : "result ", i <= 6 ? 0 : i);
    lg_action action = round_of(&d, "run", args, result_of(&d, result));
    CHECK_EQ_INT(action, i == 7 ? LG_WARN : LG_ALLOW); /* the 7th was asked for before it differed */
    CHECK_EQ_INT(d.last.action, LG_ALLOW);             /* and nothing is told of it */
  }
  stop(&d);
}

LG_TEST(a_stall_that_goes_on_climbs_its_ladder) {
  driver d = drive(spec(LG_STALL, 3), STAIRS);
  for (int i = 1; i <= 3; i++) CHECK_EQ_INT(round_of(&d, "run", "{}", result_of(&d, "")), i < 3 ? LG_ALLOW : LG_WARN);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before(&d, "run", "{\"x\":1}"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 3); /* calls that ran */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before(&d, "run", "{\"x\":2}"), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  CHECK_EQ_INT(report(&d)->strikes, 3);
  stop(&d);
}

LG_TEST(a_repeat_of_failures_is_over_after_a_success) {
  lg_detector_spec s = spec(LG_REPEAT, 3);
  s.failures_only = true;
  driver d = drive(s, (lg_ladder){.warn = 1});
  const char *errors[] = {"a", "b", "c"};
  for (int i = 0; i < 3; i++)
    CHECK_EQ_INT(round_of(&d, "f", "{}", error_of(&d, errors[i])), i < 2 ? LG_ALLOW : LG_WARN);
  CHECK_EQ_INT(round_of(&d, "f", "{}", error_of(&d, "d")), LG_WARN); /* whatever its errors say */
  CHECK_EQ_INT(report(&d)->repeats, 4);
  CHECK_EQ_INT(round_of(&d, "f", "{}", result_of(&d, "ok")), LG_WARN); /* asked for while it was armed */
  for (int i = 0; i < 4; i++) CHECK_EQ_INT(round_of(&d, "f", "{}", result_of(&d, "ok")), LG_ALLOW);
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(round_of(&d, "f", "{}", error_of(&d, "a")), i < 2 ? LG_ALLOW : LG_WARN);
  stop(&d);
}

/* The result of another call of the round does not end the loop. */
LG_TEST(a_repeat_is_not_over_when_a_sibling_gives_another_result) {
  driver d = drive(spec(LG_REPEAT, 3), (lg_ladder){.warn = 1});
  for (int i = 0; i < 3; i++) round_of(&d, "f", "{}", result_of(&d, "r"));
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_WARN);
  uint32_t own = d.last.ticket;
  CHECK_EQ_INT(act_text(&d, "g", "{}", "another"), LG_ALLOW);
  after(&d, own, result_of(&d, "r"));
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_WARN);
  stop(&d);
}

LG_TEST(a_cycle_with_strong_evidence_is_over_when_a_lap_gives_new_results) {
  lg_detector_spec s = spec(LG_CYCLE, 2);
  s.min_cycle_len = 2;
  s.strong_only = true;
  driver d = drive(s, (lg_ladder){.warn = 1, .hint = 5});
  for (int i = 0; i < 4; i++)
    CHECK_EQ_INT(round_of(&d, i % 2 ? "b" : "a", "{}", result_of(&d, "r")), i < 3 ? LG_ALLOW : LG_WARN);
  CHECK_EQ_INT(round_of(&d, "a", "{}", result_of(&d, "new 0")), LG_WARN); /* asked for while it was armed */
  for (int i = 1; i < 20; i++) {
    char result[16];
    snprintf(result, sizeof result, "new %d", i);
    CHECK_EQ_INT(round_of(&d, i % 2 ? "b" : "a", "{}", result_of(&d, result)), LG_ALLOW);
  }
  stop(&d);
}

LG_TEST(a_cycle_that_gives_the_same_goes_on) {
  lg_detector_spec s = spec(LG_CYCLE, 2);
  s.min_cycle_len = 2;
  s.strong_only = true;
  driver d = drive(s, (lg_ladder){.warn = 1, .hint = 4});
  for (int i = 0; i < 6; i++)
    CHECK_EQ_INT(round_of(&d, i % 2 ? "b" : "a", "{}", result_of(&d, "r")), i < 3 ? LG_ALLOW : LG_WARN);
  CHECK_EQ_INT(round_of(&d, "a", "{}", result_of(&d, "r")), LG_HINT);
  stop(&d);
}

/* ---- failures and their repair ----------------------------------------------------------------------------------- */

/* An edit of a file, the installation of a package, a checkout: new calls that succeed, of tools without `mutates`. */
static const char *const REPAIRS[][2] = {{"edit", "{\"path\":\"a.ts\"}"},
                                         {"bash", "{\"command\":\"npm install x\"}"},
                                         {"bash", "{\"command\":\"git checkout b\"}"}};
enum { REPAIR_COUNT = sizeof REPAIRS / sizeof REPAIRS[0] };

static lg_action test_fails(driver *d) { return round_of(d, "test", "{}", error_of(d, "1 failed")); }

LG_TEST(a_failing_test_is_not_counted_on_behind_a_repair) {
  driver d = drive(spec(LG_ERROR_STREAK, 3), STAIRS);
  for (size_t i = 0; i < REPAIR_COUNT; i++) {
    CHECK_EQ_INT(test_fails(&d), LG_ALLOW);
    CHECK_EQ_INT(round_of(&d, REPAIRS[i][0], REPAIRS[i][1], result_of(&d, "ok")), LG_ALLOW);
  }
  CHECK_EQ_INT(test_fails(&d), LG_ALLOW);
  CHECK_EQ_INT(round_of(&d, "edit", "{\"path\":\"a.ts\"}", result_of(&d, "ok")), LG_ALLOW); /* the same again */
  CHECK_EQ_INT(round_of(&d, "edit", "{\"path\":\"b.ts\"}", error_of(&d, "no such file")),
               LG_ALLOW); /* repairs nothing */
  CHECK_EQ_INT(test_fails(&d), LG_ALLOW);
  CHECK_EQ_INT(test_fails(&d), LG_WARN);
  CHECK_EQ_INT(report(&d)->repeats, 3);
  stop(&d);
}

LG_TEST(a_known_call_repairs_nothing_whatever_it_says) {
  driver d = drive(spec(LG_ERROR_STREAK, 3), STAIRS);
  char said[16];
  for (int i = 0; i < 6; i++) {
    snprintf(said, sizeof said, "%d files", i);
    CHECK_EQ_INT(round_of(&d, "status", "{}", result_of(&d, said)), LG_ALLOW);
    if (i < 3)
      CHECK_EQ_INT(test_fails(&d), i < 2 ? LG_ALLOW : LG_WARN);
    else
      CHECK(before(&d, "test", "{}") > LG_WARN);
  }
  stop(&d);
}

LG_TEST(an_armed_loop_of_failures_is_over_behind_a_repair) {
  lg_detector_spec specs[] = {spec(LG_NO_PROGRESS, 2), spec(LG_ERROR_STREAK, 2)};
  specs[0].settled = true;
  for (size_t s = 0; s < 2; s++) {
    for (size_t i = 0; i < REPAIR_COUNT; i++) {
      driver d = drive(specs[s], STAIRS);
      CHECK_EQ_INT(test_fails(&d), LG_ALLOW);
      CHECK_EQ_INT(test_fails(&d), LG_WARN);
      CHECK_EQ_INT(round_of(&d, "edit", "{\"path\":\"b.ts\"}", error_of(&d, "no such file")), LG_ALLOW);
      CHECK_EQ_INT(before(&d, "test", "{}"), LG_HINT);
      CHECK_EQ_INT(report(&d)->repeats, 2);
      CHECK_EQ_INT(round_of(&d, REPAIRS[i][0], REPAIRS[i][1], result_of(&d, "ok")), LG_ALLOW);
      CHECK_EQ_INT(before(&d, "test", "{}"), LG_ALLOW); /* it may run; no_progress counts on if it fails the same way */
      stop(&d);
    }
  }
}

LG_TEST(without_settled_a_repair_is_not_asked_for) {
  driver d = drive(spec(LG_NO_PROGRESS, 2), STAIRS);
  CHECK_EQ_INT(test_fails(&d), LG_ALLOW);
  CHECK_EQ_INT(round_of(&d, "edit", "{}", result_of(&d, "ok")), LG_ALLOW);
  CHECK_EQ_INT(test_fails(&d), LG_WARN);
  CHECK_EQ_INT(round_of(&d, "edit", "{\"n\":2}", result_of(&d, "ok")), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "test", "{}"), LG_HINT);
  stop(&d);
}

LG_TEST(what_is_over_is_over_in_a_restored_run_too) {
  lg_detector_spec s = spec(LG_NO_PROGRESS, 2);
  s.settled = true;
  driver d = drive(s, STAIRS), e = drive(s, STAIRS);
  test_fails(&d);
  CHECK_EQ_INT(test_fails(&d), LG_WARN);
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(e.run, bytes, len, NULL), LG_OK);
  CHECK_EQ_INT(round_of(&e, "edit", "{}", result_of(&e, "ok")), LG_ALLOW);
  CHECK_EQ_INT(lg_run_snapshot(e.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(d.run, bytes, len, NULL), LG_OK);
  CHECK_EQ_INT(before(&d, "test", "{}"), LG_ALLOW);
  stop(&d);
  stop(&e);
}
