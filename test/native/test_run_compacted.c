/* Compaction of the context, and agents that are sent back when they want to end their turn. */
#include "news_driver.h"
#include "records.h"

static void check_explained(driver *d, lg_why why) {
  const lg_explanation *said;
  CHECK_EQ_INT(lg_run_explanation(d->run, &said), LG_OK);
  CHECK_EQ_INT(said->detectors[0].why, why);
}

LG_TEST(each_call_may_be_repeated_once_after_a_compaction) {
  driver d = drive_news();
  CHECK_EQ_INT(lg_run_explain(d.run), LG_OK);
  f(&d, "r"), f(&d, "r");
  g(&d, "s"), g(&d, "s");
  CHECK_EQ_INT(lg_run_step(d.run, LG_COMPACTED), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  CHECK_EQ_INT(g(&d, "s"), LG_ALLOW);
  CHECK_EQ_INT(f(&d, "r"), LG_HINT); /* it has it again */
  check_explained(&d, LG_WHY_COUNTED);
  CHECK_EQ_INT(lg_run_step(d.run, LG_COMPACTED), LG_OK); /* nothing was new since: the second lap over compactions */
  CHECK_EQ_INT(f(&d, "r"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 2);
  turn_of(&d, "list", "{\"p\":3}", "news");
  CHECK_EQ_INT(lg_run_step(d.run, LG_COMPACTED), LG_OK);
  lg_call call = call_of(&d, "read", "{\"p\":1}", NULL);
  lg_verdict verdict;
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(lg_run_before(d.run, &call, &verdict), LG_OK);
  CHECK_EQ_INT(verdict.action, LG_ALLOW);
  check_explained(&d, LG_WHY_COMPACTED);
  CHECK_EQ_INT(lg_run_step(NULL, LG_COMPACTED), LG_EINVAL);
  stop(&d);
}

/* What a pattern is made of stays as it was: the re-read is not a step of it. */
LG_TEST(reading_again_what_was_lost_neither_goes_on_with_a_loop_nor_completes_one) {
  lg_detector_spec specs[] = {news_spec(), spec(LG_NO_PROGRESS, 3), spec(LG_DUPLICATE, 1)};
  driver d = drive_with(NULL, specs, 2, NEWS_LADDER, false);
  f(&d, "r"), f(&d, "r");
  CHECK_EQ_INT(lg_run_step(d.run, LG_COMPACTED), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW); /* else the third equal result of no_progress */
  CHECK(!d.last.detected);
  stop(&d);

  d = drive_with(NULL, &specs[2], 1, (lg_ladder){.hint = 1}, false);
  f(&d, "r");
  CHECK_EQ_INT(lg_run_step(d.run, LG_COMPACTED), LG_OK); /* without no_news nobody knows what is news */
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(before(&d, "read", "{\"p\":1}"), LG_HINT);
  stop(&d);
}

LG_TEST(a_call_that_changes_things_is_not_lost) {
  lg_detector_spec specs[] = {news_spec(), spec(LG_DUPLICATE, 1)};
  driver d = drive_with(NULL, specs, 2, NEWS_LADDER, false);
  lg_profile mutates = {.mutates = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &mutates, false, &d.profile), LG_OK);
  turn_of(&d, "send", "{}", "sent");
  d.profile = 0;
  turn_of(&d, "read", "{}", "text");
  CHECK_EQ_INT(lg_run_step(d.run, LG_COMPACTED), LG_OK);
  CHECK_EQ_INT(turn_of(&d, "read", "{}", "text"), LG_ALLOW);
  d.profile = 1;
  CHECK_EQ_INT(turn_of(&d, "send", "{}", "sent"), LG_HINT);
  CHECK_EQ_INT(report(&d)->type, LG_DUPLICATE);
  stop(&d);
}

LG_TEST(a_turn_that_should_have_ended_is_remembered_until_the_next) {
  driver d = drive_news();
  bool ended = true;
  CHECK(lg_run_rounds(d.run, NULL, &ended) == LG_OK && !ended);
  CHECK_EQ_INT(lg_run_step(d.run, LG_END_TURN), LG_OK);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW); /* what to refuse is the host's business */
  const uint8_t *bytes;
  size_t len;
  driver e = drive_news();
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(e.run, bytes, len, NULL), LG_OK);
  CHECK(lg_run_rounds(e.run, NULL, &ended) == LG_OK && ended);
  CHECK_EQ_INT(lg_run_step(e.run, LG_BEGIN_TURN), LG_OK);
  CHECK(lg_run_rounds(e.run, NULL, &ended) == LG_OK && !ended);
  lg_verdict verdict;
  CHECK_EQ_INT(record_step(e.run, LG_END_TURN, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_apply(e.run, bytes, len, &verdict), LG_OK);
  CHECK(lg_run_rounds(e.run, NULL, &ended) == LG_OK && ended);
  CHECK_EQ_INT(lg_run_step(e.run, LG_RESET), LG_OK);
  CHECK(lg_run_rounds(e.run, NULL, &ended) == LG_OK && !ended);
  CHECK(lg_run_step(NULL, LG_END_TURN) == LG_EINVAL && lg_run_rounds(NULL, NULL, &ended) == LG_EINVAL);
  stop(&d);
  stop(&e);
}

static lg_action stopped(driver *d, bool again, const char *words) {
  size_t len = words == NULL ? 0 : strlen(words);
  CHECK_EQ_INT(lg_run_stopped(d->run, again, words, len, &d->last), LG_OK);
  return d->last.action;
}

LG_TEST(an_agent_that_is_sent_back_with_the_same_words_is_found) {
  driver d = drive_news();
  f(&d, "r");
  CHECK_EQ_INT(stopped(&d, false, "done"), LG_ALLOW);
  for (int i = 1; i < 3; i++) CHECK_EQ_INT(stopped(&d, true, "done"), LG_ALLOW);
  f(&d, "r"); /* no news */
  CHECK_EQ_INT(stopped(&d, true, "done"), LG_HINT);
  CHECK(report(&d)->type == LG_STOP_LOOP && report(&d)->strong && report(&d)->repeats == 3);
  CHECK_EQ_STR(report(&d)->pattern[0].name, report(&d)->pattern[0].name_len, "Stop", 4);
  CHECK_EQ_INT(report(&d)->detector, 1);
  CHECK_EQ_INT(stopped(&d, true, "done"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 2);
  CHECK_EQ_INT(stopped(&d, true, "really done"), LG_ALLOW); /* it says something else */
  CHECK_EQ_INT(stopped(&d, true, "truly done"), LG_HINT);   /* but was sent back six times */
  CHECK(!report(&d)->strong && report(&d)->repeats == 6 && report(&d)->strikes == 3);
  g(&d, "news");
  CHECK_EQ_INT(stopped(&d, true, "truly done"), LG_ALLOW); /* that is over */
  for (int i = 1; i < 3; i++) CHECK_EQ_INT(stopped(&d, true, "truly done"), LG_ALLOW);
  CHECK_EQ_INT(stopped(&d, true, "truly done"), LG_HINT);
  CHECK_EQ_INT(report(&d)->strikes, 1);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(stopped(&d, i > 0, "truly done"), LG_ALLOW);
  CHECK_EQ_INT(stopped(&d, false, "truly done"), LG_ALLOW); /* not sent back: it ended, and was asked anew */
  for (int i = 1; i < 3; i++) CHECK_EQ_INT(stopped(&d, true, "truly done"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_RESET), LG_OK);
  CHECK_EQ_INT(stopped(&d, true, "truly done"), LG_ALLOW);
  stop(&d);
}

LG_TEST(words_that_nobody_knows_are_no_words) {
  driver d = drive_news();
  for (int i = 0; i < 6; i++) CHECK_EQ_INT(stopped(&d, i > 0, NULL), LG_ALLOW);
  CHECK_EQ_INT(stopped(&d, true, NULL), LG_HINT);
  CHECK_EQ_INT(report(&d)->repeats, 6);
  lg_verdict verdict;
  CHECK_EQ_INT(lg_run_stopped(NULL, true, "", 0, &verdict), LG_EINVAL);
  CHECK_EQ_INT(lg_run_stopped(d.run, true, NULL, 1, &verdict), LG_EINVAL);
  CHECK_EQ_INT(lg_run_stopped(d.run, true, "", 0, NULL), LG_EINVAL);
  stop(&d);

  d = drive(spec(LG_STALL, 9), NEWS_LADDER); /* without no_news nobody knows what is news */
  for (int i = 0; i < 20; i++) CHECK_EQ_INT(stopped(&d, true, "done"), LG_ALLOW);
  stop(&d);
}
