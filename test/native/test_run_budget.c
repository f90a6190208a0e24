/* Budgets: what counts, which rung a call or usage gets, periods, other detectors, records and snapshots. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "run/run.h"
#include "run_driver.h"
#include "records.h"

static lg_detector_spec budget_of(lg_unit unit, double limit) {
  lg_detector_spec s = {.type = LG_BUDGET, .warn_share = 0.8, .abort_share = 1};
  for (int other = 0; other < LG_UNITS; other++) s.limits[other] = INFINITY;
  s.limits[unit] = limit;
  return s;
}

/* A call that no detector has seen, and its result. */
static lg_action fresh(driver *d, const char *name) {
  static int number;
  char args[32];
  snprintf(args, sizeof args, "{\"n\":%d}", ++number);
  return act_text(d, name, args, args);
}

static lg_action use(driver *d, double tokens, double cost) {
  lg_usage usage = {.input_tokens = tokens, .cost = cost, .now_ms = d->now_ms};
  CHECK_EQ_INT(lg_run_usage(d->run, &usage, &d->last), LG_OK);
  CHECK_EQ_INT(d->last.ticket, LG_NO_TICKET);
  return d->last.action;
}

LG_TEST(calls_warn_once_and_the_call_that_passes_the_limit_is_refused) {
  driver d = drive(budget_of(LG_UNIT_CALLS, 5), (lg_ladder){.warn = 1});
  const lg_action want[] = {LG_ALLOW, LG_ALLOW, LG_ALLOW, LG_WARN, LG_ALLOW, LG_ABORT, LG_ABORT};
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) CHECK_EQ_INT(fresh(&d, "f"), want[i]);
  CHECK_EQ_INT(report(&d)->unit, LG_UNIT_CALLS);
  CHECK_EQ_INT(report(&d)->repeats, 5);
  CHECK_EQ_INT(report(&d)->strikes, 3);
  CHECK(report(&d)->used == 5 && report(&d)->limit == 5);
  stop(&d);
}

LG_TEST(usage_warns_and_aborts_and_warns_the_next_call_too) {
  driver d = drive(budget_of(LG_UNIT_TOKENS, 100), HINT);
  CHECK_EQ_INT(use(&d, 79, 0), LG_ALLOW);
  CHECK_EQ_INT(use(&d, 1, 0), LG_WARN);
  CHECK_EQ_INT(report(&d)->pattern_count, 1);
  CHECK_EQ_INT(report(&d)->pattern[0].name_len, 0);
  CHECK_EQ_INT(use(&d, 1, 0), LG_ALLOW);
  CHECK_EQ_INT(fresh(&d, "f"), LG_WARN);
  CHECK_EQ_INT(fresh(&d, "f"), LG_ALLOW);
  CHECK_EQ_INT(use(&d, 40, 0), LG_ABORT);
  CHECK(report(&d)->used == 121);
  CHECK_EQ_INT(fresh(&d, "f"), LG_ABORT);
  stop(&d);
}

LG_TEST(a_share_asks_and_a_call_that_a_human_allowed_counts) {
  lg_detector_spec s = budget_of(LG_UNIT_CALLS, 4);
  s.warn_share = 0;
  s.ask_share = 0.5;
  driver d = drive(s, HINT);
  for (int i = 0; i < 2; i++) CHECK_EQ_INT(fresh(&d, "f"), LG_ALLOW);
  for (int i = 0; i < 2; i++) {
    CHECK_EQ_INT(before(&d, "f", i == 0 ? "1" : "2"), LG_ASK);
    CHECK_EQ_INT(after(&d, d.last.ticket, result_of(&d, "r")), LG_ALLOW);
  }
  CHECK_EQ_INT(fresh(&d, "f"), LG_ABORT);
  stop(&d);
}

LG_TEST(periods_end_with_a_turn_with_a_reset_and_never) {
  static const lg_action want[][3] = {[LG_PERIOD_RUN] = {LG_ABORT, LG_ABORT, LG_ALLOW},
                                      [LG_PERIOD_TURN] = {LG_ABORT, LG_ALLOW, LG_ALLOW},
                                      [LG_PERIOD_KEY] = {LG_ABORT, LG_ABORT, LG_ABORT}};
  for (uint32_t period = LG_PERIOD_RUN; period <= LG_PERIOD_KEY; period++) {
    lg_detector_spec s = budget_of(LG_UNIT_CALLS, 1);
    s.warn_share = 0;
    s.period = period;
    driver d = drive(s, HINT);
    CHECK_EQ_INT(fresh(&d, "f"), LG_ALLOW);
    CHECK_EQ_INT(fresh(&d, "f"), want[period][0]);
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
    CHECK_EQ_INT(fresh(&d, "f"), want[period][1]);
    CHECK_EQ_INT(lg_run_step(d.run, LG_RESET), LG_OK);
    CHECK_EQ_INT(fresh(&d, "f"), want[period][2]);
    stop(&d);
  }
}

LG_TEST(seconds_begin_with_the_first_known_time) {
  driver d = drive(budget_of(LG_UNIT_SECONDS, 10), HINT);
  const struct {
    double now_ms;
    lg_action want;
  } steps[] = {{NAN, LG_ALLOW},   {5000, LG_ALLOW},  {12999, LG_ALLOW}, {13000, LG_WARN}, {-1e300, LG_ALLOW},
               {14000, LG_ALLOW}, {15000, LG_ABORT}, {NAN, LG_ALLOW},   {1e300, LG_ALLOW}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    d.now_ms = steps[i].now_ms;
    CHECK_EQ_INT(fresh(&d, "f"), steps[i].want);
  }
  d.now_ms = 15000;
  CHECK_EQ_INT(use(&d, 0, 0), LG_ABORT);
  stop(&d);
}

LG_TEST(seconds_begin_anew_where_the_clock_was_set_back) {
  driver d = drive(budget_of(LG_UNIT_SECONDS, 10), HINT);
  const struct {
    double now_ms;
    lg_action want;
  } steps[] = {{9e12, LG_ALLOW}, {5000, LG_ALLOW}, {14999, LG_WARN}, {15000, LG_ABORT}, {5000, LG_ALLOW}};
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    d.now_ms = steps[i].now_ms;
    CHECK_EQ_INT(fresh(&d, "f"), steps[i].want);
  }
  stop(&d);
}

LG_TEST(refusals_count_verdicts_and_what_the_host_makes_of_them) {
  lg_detector_spec specs[] = {spec(LG_COUNT, 0), budget_of(LG_UNIT_REFUSALS, 2)};
  specs[1].warn_share = 0;
  driver d = drive_with(NULL, specs, 2, HINT, false);
  CHECK_EQ_INT(before(&d, "f", "1"), LG_HINT);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_WARN, 0), LG_OK); /* no refusal after all */
  CHECK_EQ_INT(before(&d, "f", "2"), LG_HINT);
  CHECK_EQ_INT(before(&d, "f", "3"), LG_HINT);
  CHECK_EQ_INT(before(&d, "f", "4"), LG_ABORT);
  CHECK_EQ_INT(report(&d)->unit, LG_UNIT_REFUSALS);
  stop(&d);
}

LG_TEST(a_profile_can_be_outside) {
  lg_detector_spec s = budget_of(LG_UNIT_CALLS, 1);
  s.warn_share = 0;
  driver d = drive(s, HINT);
  const lg_profile free_of_it = {.outside = 1};
  uint32_t number;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &free_of_it, false, &number), LG_OK);
  d.profile = number;
  for (int i = 0; i < 5; i++) CHECK_EQ_INT(fresh(&d, "f"), LG_ALLOW);
  d.profile = 0;
  CHECK_EQ_INT(fresh(&d, "g"), LG_ALLOW);
  CHECK_EQ_INT(fresh(&d, "g"), LG_ABORT);
  d.profile = number;
  CHECK_EQ_INT(fresh(&d, "f"), LG_ALLOW);
  stop(&d);
}

LG_TEST(bad_amounts_are_refused_and_change_nothing) {
  driver d = drive(budget_of(LG_UNIT_TOKENS, 10), HINT);
  const double bad[] = {-1, NAN, INFINITY, -INFINITY};
  const uint8_t *bytes;
  size_t len;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    lg_usage usages[] = {{bad[i], 0, 0, 0}, {0, bad[i], 0, 0}, {0, 0, bad[i], 0}};
    for (size_t j = 0; j < 3; j++) {
      CHECK_EQ_INT(lg_run_usage(d.run, &usages[j], &d.last), LG_EINVAL);
      CHECK_EQ_INT(record_usage(d.run, &usages[j], &bytes, &len), LG_EINVAL);
    }
  }
  const lg_usage none = {0};
  CHECK_EQ_INT(lg_run_usage(NULL, &none, &d.last), LG_EINVAL);
  CHECK_EQ_INT(lg_run_usage(d.run, NULL, &d.last), LG_EINVAL);
  CHECK_EQ_INT(lg_run_usage(d.run, &none, NULL), LG_EINVAL);
  CHECK_EQ_INT(use(&d, 7, 0), LG_ALLOW);
  CHECK_EQ_INT(use(&d, 1.7e308, 0), LG_ABORT); /* counted up to 2^53 */
  CHECK_EQ_INT(use(&d, 1.7e308, 0), LG_ABORT);
  CHECK(report(&d)->used == 9007199254740992.0);
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(d.run, bytes, len, NULL), LG_OK);
  stop(&d);
}

/* Copies a snapshot of `from` into `to`. */
static void move_state(const driver *from, driver *to, lg_status want) {
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(from->run, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, len);
  CHECK_EQ_INT(lg_run_restore(to->run, copy, len, NULL), want);
  free(copy);
}

LG_TEST(a_restored_budget_has_used_as_much_also_when_its_limit_was_raised) {
  lg_detector_spec old[] = {budget_of(LG_UNIT_TOKENS, 100), spec(LG_REPEAT, 3)};
  lg_detector_spec raised[] = {spec(LG_STALL, 3), budget_of(LG_UNIT_TOKENS, 200)};
  lg_detector_spec other[] = {budget_of(LG_UNIT_TOKENS, 200)};
  other[0].period = LG_PERIOD_KEY;
  driver a = drive_with(NULL, old, 2, HINT, false), same = drive_with(NULL, old, 2, HINT, false);
  driver b = drive_with(NULL, raised, 2, HINT, false), c = drive_with(NULL, other, 1, HINT, false);
  CHECK_EQ_INT(use(&a, 90, 0), LG_WARN);
  move_state(&a, &same, LG_OK);
  CHECK_EQ_INT(use(&same, 9, 0), LG_ALLOW); /* it was warned */
  CHECK_EQ_INT(use(&same, 1, 0), LG_ABORT);
  move_state(&a, &b, LG_OK);
  CHECK_EQ_INT(use(&b, 69, 0), LG_ALLOW);
  CHECK_EQ_INT(use(&b, 1, 0), LG_WARN);
  CHECK(report(&b)->used == 160);
  move_state(&a, &c, LG_OK); /* another period: nothing to go on with */
  CHECK_EQ_INT(use(&c, 159, 0), LG_ALLOW);
  CHECK_EQ_INT(use(&c, 1, 0), LG_WARN);
  stop(&a), stop(&same), stop(&b), stop(&c);
}

LG_TEST(a_restored_budget_has_used_nothing_of_another) {
  lg_detector_spec one = budget_of(LG_UNIT_CALLS, 1), other = one, raised, cost;
  one.tools = 7;
  other.tools = 8ull << 32;
  raised = one;
  raised.limits[LG_UNIT_CALLS] = 2;
  cost = budget_of(LG_UNIT_COST, 1);
  cost.tools = 7;
  const lg_detector_spec now[][2] = {{other, one}, {raised, other}, {other, other}, {cost, cost}, {raised, raised}};
  static const double used[][2] = {{0, 1}, {1, 0}, {0, 0}, {0, 0}, {0, 0}};
  driver a = drive(one, HINT);
  CHECK_EQ_INT(fresh(&a, "f"), LG_WARN);
  for (size_t i = 0; i < sizeof now / sizeof *now; i++) {
    driver b = drive_with(NULL, now[i], 2, HINT, false);
    move_state(&a, &b, LG_OK);
    for (uint32_t j = 0; j < 2; j++) CHECK(lg__budget_of(b.run, j)->used[LG_UNIT_CALLS] == used[i][j]);
    stop(&b);
  }
  stop(&a);
}

LG_TEST(sums_and_shares_reach_a_limit_that_doubles_miss) {
  driver d = drive(budget_of(LG_UNIT_COST, 1), HINT);
  for (int i = 1; i <= 10; i++) CHECK_EQ_INT(use(&d, 0, 0.1), i == 8 ? LG_WARN : i == 10 ? LG_ABORT : LG_ALLOW);
  stop(&d);
  lg_detector_spec s = budget_of(LG_UNIT_CALLS, 100);
  s.warn_share = 0.55;
  s.abort_share = 1.1;
  d = drive(s, HINT);
  for (int i = 1; i <= 111; i++) CHECK_EQ_INT(fresh(&d, "f"), i == 55 ? LG_WARN : i == 111 ? LG_ABORT : LG_ALLOW);
  stop(&d);
}

LG_TEST(damaged_counts_are_no_snapshot) {
  driver d = drive(budget_of(LG_UNIT_TOKENS, 100), HINT);
  CHECK_EQ_INT(use(&d, 90, 0), LG_WARN);
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, len);
  /* the body ends in the counts of the one budget: amounts, time, two sets of bits; then comes the checksum */
  size_t amounts = len - 16 - 8 - 8 - LG_UNITS * 8;
  static const uint8_t no_key[LG_KEY_SIZE];
  for (size_t unit = 0; unit < LG_UNITS; unit++) {
    uint8_t saved[8];
    memcpy(saved, copy + amounts + unit * 8, 8);
    memset(copy + amounts + unit * 8, 0xFF, 8); /* NaN */
    lg_digest check = lg_digest_bytes(no_key, copy, len - 16);
    memcpy(copy + len - 16, check.bytes, 16);
    CHECK_EQ_INT(lg_run_restore(d.run, copy, len, NULL), LG_ESNAPSHOT);
    memcpy(copy + amounts + unit * 8, saved, 8);
  }
  free(copy);
  CHECK_EQ_INT(use(&d, 10, 0), LG_ABORT);
  stop(&d);
}

LG_TEST(a_record_of_usage_has_the_effect_of_usage) {
  driver d = drive(budget_of(LG_UNIT_COST, 1), HINT);
  const lg_usage usage = {.cost = 0.5, .now_ms = NAN};
  const lg_action want[] = {LG_ALLOW, LG_ABORT};
  for (size_t i = 0; i < 2; i++) {
    const uint8_t *bytes;
    size_t len;
    uint8_t copy[64];
    CHECK_EQ_INT(record_usage(d.run, &usage, &bytes, &len), LG_OK);
    CHECK(len <= sizeof copy);
    memcpy(copy, bytes, len);
    CHECK_EQ_INT(lg_run_apply(d.run, copy, len, &d.last), LG_OK);
    CHECK_EQ_INT(d.last.action, want[i]);
    CHECK_EQ_INT(lg_run_apply(d.run, copy, len - 1, &d.last), LG_ERECORD);
  }
  const char *text;
  size_t len;
  CHECK_EQ_INT(lg_run_report_json(d.run, &text, &len), LG_OK);
  CHECK(strstr(text, "\"of\":\"cost\",\"per\":\"run\",\"used\":1,\"limit\":1}") != NULL);
  stop(&d);
}

LG_TEST(a_configured_budget_is_of_its_tools) {
  static const char text[] = "{\"detectors\":[{\"type\":\"no_news\"},{\"type\":\"budget\",\"calls\":1,\"warn\":0,"
                             "\"per\":\"turn\",\"tools\":[\"sh*\",\"edit\"]}],\"tools\":{\"edit\":{\"mutates\":true}}}";
  static const uint8_t key[LG_KEY_SIZE];
  driver d = {0};
  CHECK_EQ_INT(lg_guard_configure(NULL, key, text, sizeof text - 1, &d.guard, NULL), LG_OK);
  CHECK_EQ_INT(lg_run_new(d.guard, &d.run), LG_OK);
  static const struct {
    const char *name;
    lg_action want;
  } calls[] = {{"read", LG_ALLOW}, {"read", LG_ALLOW}, {"shell", LG_ALLOW}, {"sh", LG_ABORT},
               {"edit", LG_ABORT}, {"read", LG_ALLOW}, {"s", LG_ALLOW}};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    const char *name = calls[i].name;
    CHECK_EQ_INT(lg_guard_tool_profile(d.guard, name, strlen(name), &d.profile), LG_OK);
    CHECK_EQ_INT(fresh(&d, name), calls[i].want);
  }
  stop(&d);
}
