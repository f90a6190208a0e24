/* Rounds, turns, ids, tickets, shadow, resolve, bounds and bad input. */
#include <stdio.h>

#include "run_driver.h"

LG_TEST(an_id_twice_in_one_round_is_one_call) {
  driver d = drive(spec(LG_COUNT, 1), HINT);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before_id(&d, "f", "{}", "call_0"), LG_ALLOW);
  uint32_t ticket = d.last.ticket;
  CHECK_EQ_INT(before_id(&d, "f", "{}", "call_0"), LG_ALLOW);
  CHECK_EQ_INT(d.last.ticket, ticket);
  after(&d, ticket, result_of(&d, "r"));
  CHECK_EQ_INT(before_id(&d, "f", "{}", "call_0"), LG_ALLOW); /* also when it is finished */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before_id(&d, "f", "{}", "call_0"), LG_HINT); /* another round: another call */
  CHECK_EQ_INT(report(&d)->strikes, 1);
  CHECK_EQ_INT(before_id(&d, "f", "{}", "call_0"), LG_HINT);
  CHECK_EQ_INT(d.last.detected, true);
  CHECK_EQ_INT(report(&d)->strikes, 1);
  stop(&d);
}

LG_TEST(a_ticket_is_found_by_its_id_and_used_once) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  before_id(&d, "f", "{}", "one");
  uint32_t ticket = d.last.ticket, found;
  CHECK_EQ_INT(lg_run_ticket(d.run, "one", 3, &found, NULL), LG_OK);
  CHECK_EQ_INT(found, ticket);
  CHECK_EQ_INT(lg_run_ticket(d.run, "two", 3, &found, NULL), LG_OK);
  CHECK_EQ_INT(found, LG_NO_TICKET);
  CHECK_EQ_INT(after(&d, ticket, result_of(&d, "r")), LG_ALLOW);
  CHECK_EQ_INT(after(&d, ticket, result_of(&d, "r")), LG_ALLOW); /* a second outcome is ignored */
  CHECK_EQ_INT(after(&d, 12345, result_of(&d, "r")), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_WARN);
  stop(&d);
}

static bool is_judged(driver *d, const char *id) {
  bool judged = false;
  uint32_t ticket;
  CHECK_EQ_INT(lg_run_ticket(d->run, id, strlen(id), &ticket, &judged), LG_OK);
  return judged;
}

LG_TEST(a_call_was_judged_until_a_call_would_begin_the_next_round) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  CHECK_EQ_INT(is_judged(&d, "one"), false);
  before_id(&d, "f", "{}", "one");
  CHECK_EQ_INT(is_judged(&d, "one"), true);
  CHECK_EQ_INT(is_judged(&d, "two"), false);
  CHECK_EQ_INT(after(&d, d.last.ticket, result_of(&d, "r")), LG_ALLOW);
  CHECK_EQ_INT(is_judged(&d, "one"), false); /* the next call begins a round */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  before_id(&d, "g", "{}", "two");
  CHECK_EQ_INT(after(&d, d.last.ticket, result_of(&d, "r")), LG_ALLOW);
  CHECK_EQ_INT(is_judged(&d, "two"), true); /* rounds are told of */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(is_judged(&d, "two"), false);
  CHECK_EQ_INT(lg_run_ticket(NULL, "one", 3, &(uint32_t){0}, &(bool){false}), LG_EINVAL);
  stop(&d);
}

LG_TEST(of_too_many_open_calls_the_oldest_give_way) {
  enum { OPEN_MAX = 256, CALLS = 3 * OPEN_MAX + 7 };
  driver d = drive(spec(LG_COUNT, CALLS), HINT);
  uint32_t found;
  for (int i = 0; i < CALLS; i++) {
    char id[16];
    (void)snprintf(id, sizeof id, "c%d", i);
    before_id(&d, "f", "{}", id);
    CHECK_EQ_INT(d.last.ticket < 1u << 27, 1); /* a small integer in JavaScript, packed */
  }
  for (int i = 0; i < CALLS; i++) {
    char id[16];
    int len = snprintf(id, sizeof id, "c%d", i);
    CHECK_EQ_INT(lg_run_ticket(d.run, id, (size_t)len, &found, NULL), LG_OK);
    CHECK_EQ_INT(found != LG_NO_TICKET, i >= CALLS - OPEN_MAX);
  }
  stop(&d);
}

LG_TEST(calls_may_finish_in_any_order_and_in_later_rounds) {
  driver d = drive(spec(LG_NO_PROGRESS, 2), STAIRS);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  before(&d, "slow", "{}");
  uint32_t slow = d.last.ticket;
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act_text(&d, "slow", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(after(&d, slow, result_of(&d, "r")), LG_WARN);
  stop(&d);
}

LG_TEST(a_turn_starts_streaks_and_strikes_afresh) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  act_text(&d, "f", "{}", "r");
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_WARN);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_WARN);
  CHECK_EQ_INT(report(&d)->strikes, 1);
  stop(&d);
}

LG_TEST(shadow_reports_and_lets_run) {
  lg_detector_spec s = spec(LG_REPEAT, 2);
  driver d = drive_with(NULL, &s, 1, STAIRS, true);
  before(&d, "f", "{}");
  after(&d, d.last.ticket, result_of(&d, "r"));
  before(&d, "f", "{}");
  CHECK_EQ_INT(after(&d, d.last.ticket, result_of(&d, "r")), LG_WARN);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(after(&d, d.last.ticket, result_of(&d, "r")), LG_HINT); /* ran all the same: says what it completed */
  CHECK_EQ_INT(report(&d)->strikes, 2);                                /* one strike for the step */
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 3);
  CHECK_EQ_INT(report(&d)->repeats, 4);
  stop(&d);
}

LG_TEST(resolve_says_what_the_host_did) {
  lg_detector_spec specs[] = {spec(LG_DUPLICATE, 0), spec(LG_REPEAT, 2)};
  driver d = drive_with(NULL, specs, 2, HINT, false);
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  uint32_t ticket = d.last.ticket;
  CHECK_EQ_INT(after(&d, ticket, result_of(&d, "r")), LG_ALLOW); /* refused: its outcome is ignored */
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT);
  ticket = d.last.ticket;
  CHECK_EQ_INT(lg_run_resolve(d.run, ticket, LG_ALLOW, 0), LG_OK);
  CHECK_EQ_INT(after(&d, ticket, result_of(&d, "r")), LG_HINT); /* it ran: the second in a row */
  CHECK_EQ_INT(report(&d)->type, LG_REPEAT);
  CHECK_EQ_INT(lg_run_resolve(d.run, 999, LG_ALLOW, 0), LG_OK);
  stop(&d);
}

/* The verdict on the same call once more, in its own round. */
static lg_action again(driver *d) {
  CHECK_EQ_INT(lg_run_step(d->run, LG_BEGIN_ROUND), LG_OK);
  return before(d, "f", "1");
}

LG_TEST(what_a_human_grants_is_no_strike) {
  const lg_ladder ladder = {.hint = 1, .ask = 2, .abort = 3};
  driver d = drive(spec(LG_COUNT, 1), ladder);
  CHECK_EQ_INT(again(&d), LG_ALLOW);
  CHECK_EQ_INT(again(&d), LG_HINT);
  for (int i = 0; i < 3; i++) { /* each time for this call alone */
    CHECK_EQ_INT(again(&d), LG_ASK);
    CHECK_EQ_INT(report(&d)->strikes, 2);
    CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_ALLOW, 1), LG_OK);
  }
  CHECK_EQ_INT(again(&d), LG_ASK);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_ALLOW, 3), LG_OK); /* and two more */
  for (int i = 0; i < 2; i++) {
    CHECK_EQ_INT(again(&d), LG_ALLOW);
    CHECK_EQ_INT(d.last.detected, true);
    CHECK_EQ_INT(report(&d)->strikes, 0);
    const uint8_t *bytes;
    size_t len;
    CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
    CHECK_EQ_INT(lg_run_restore(d.run, bytes, len, NULL), LG_OK);
  }
  CHECK_EQ_INT(again(&d), LG_HINT); /* the ladder begins anew */
  CHECK_EQ_INT(again(&d), LG_ASK);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_ALLOW, LG_GRANTED_MAX), LG_OK);
  for (int i = 0; i < 100; i++) CHECK_EQ_INT(again(&d), LG_ALLOW);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_ALLOW, LG_GRANTED_MAX + 1), LG_EINVAL);
  CHECK_EQ_INT(before(&d, "f", "2"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "2"), LG_HINT); /* another loop */
  stop(&d);
}

LG_TEST(what_was_asked_about_and_ran_is_no_strike) {
  driver d = drive(spec(LG_COUNT, 1), (lg_ladder){.ask = 1, .abort = 2});
  CHECK_EQ_INT(again(&d), LG_ALLOW);
  for (int i = 0; i < 3; i++) {
    CHECK_EQ_INT(again(&d), LG_ASK);
    (void)after(&d, d.last.ticket, result_of(&d, "r"));
  }
  CHECK_EQ_INT(again(&d), LG_ASK); /* nobody let it run */
  CHECK_EQ_INT(again(&d), LG_ABORT);
  stop(&d);
}

LG_TEST(resolve_takes_a_run_back) {
  driver d = drive(spec(LG_LIMIT, 1), HINT);
  CHECK_EQ_INT(before(&d, "f", "1"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_HINT, 0), LG_OK);
  CHECK_EQ_INT(before(&d, "f", "2"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "f", "3"), LG_HINT);
  stop(&d);
}

LG_TEST(open_calls_are_bounded) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  char args[16];
  for (int i = 0; i < 5000; i++) {
    snprintf(args, sizeof args, "%d", i);
    CHECK_EQ_INT(before(&d, "f", args), LG_ALLOW);
    CHECK(d.last.ticket < 0x0fffffffu);
  }
  CHECK_EQ_INT(after(&d, d.last.ticket, result_of(&d, "r")), LG_ALLOW);
  stop(&d);
}

LG_TEST(the_least_recently_used_identity_makes_room) {
  lg_guard_options options = {.key = {9}, .max_entries = 2, .ladder = HINT};
  driver d = {0};
  lg_detector_spec s = spec(LG_COUNT, 1);
  CHECK_EQ_INT(lg__guard_new(NULL, &options, &d.guard), LG_OK);
  CHECK_EQ_INT(lg__guard_add_detector(d.guard, &s, NULL), LG_OK);
  CHECK_EQ_INT(lg_run_new(d.guard, &d.run), LG_OK);
  CHECK_EQ_INT(before(&d, "a", "{}"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "b", "{}"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "a", "{}"), LG_HINT);
  CHECK_EQ_INT(before(&d, "c", "{}"), LG_ALLOW); /* b is dropped */
  CHECK_EQ_INT(before(&d, "a", "{}"), LG_HINT);
  CHECK_EQ_INT(before(&d, "b", "{}"), LG_ALLOW);
  stop(&d);
}

LG_TEST(a_projection_decides_what_is_the_same) {
  driver d = drive(spec(LG_DUPLICATE, 0), HINT);
  const char *keep[] = {"url"}, *ignore[] = {"/meta/nonce", "ts"};
  size_t keep_len[] = {3}, ignore_len[] = {11, 2};
  lg_profile by_url = {.projection = {.keep = keep, .keep_len = keep_len, .keep_count = 1}};
  lg_profile without = {.projection = {.ignore = ignore, .ignore_len = ignore_len, .ignore_count = 2}};
  uint32_t url, other;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &by_url, false, &url), LG_OK);
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &without, false, &other), LG_OK);
  d.profile = url;
  CHECK_EQ_INT(before(&d, "get", "{\"url\":\"u\",\"n\":1}"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "get", "{\"n\":2,\"url\":\"u\"}"), LG_HINT);
  CHECK_EQ_INT(before(&d, "get", "{\"n\":2,\"url\":\"v\"}"), LG_ALLOW);
  d.profile = other;
  CHECK_EQ_INT(before(&d, "put", "{\"a\":1,\"ts\":5,\"meta\":{\"nonce\":1,\"k\":1}}"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "put", "{\"a\":1,\"ts\":6,\"meta\":{\"nonce\":2,\"k\":1}}"), LG_HINT);
  CHECK_EQ_INT(before(&d, "put", "{\"a\":1,\"ts\":6,\"meta\":{\"nonce\":2,\"k\":2}}"), LG_ALLOW);
  stop(&d);
}

LG_TEST(bad_arguments_are_refused_and_change_nothing) {
  driver d = drive(spec(LG_COUNT, 1), HINT);
  lg_call call = call_of(&d, "f", "{}", NULL);
  lg_verdict verdict;
  call.profile = 7;
  CHECK_EQ_INT(lg_run_before(d.run, &call, &verdict), LG_EINVAL);
  CHECK_EQ_INT(lg_run_before(NULL, &call, &verdict), LG_EINVAL);
  CHECK_EQ_INT(lg_run_before(d.run, NULL, &verdict), LG_EINVAL);
  const lg_report *none;
  CHECK_EQ_INT(lg_run_report(d.run, &none), LG_EINVAL);
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_ALLOW);
  stop(&d);
  lg_guard_free(NULL);
  lg_run_free(NULL);
}
