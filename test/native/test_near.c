/* near_repeat: how sketches tell what differs, and what the detector makes of it. */
#include "state/near.h"

#include <stdio.h>
#include <stdlib.h>

#include "failing_alloc.h"
#include "random64.h"
#include "run_driver.h"

static const uint8_t KEY[LG_KEY_SIZE] = {7};

static lg_sketch sketch_of(const char *json) {
  lg_workspace *workspace = NULL;
  const uint8_t *packed;
  size_t len;
  lg_sketch sketch = {0};
  CHECK_EQ_INT(lg_workspace_new(NULL, &workspace), LG_OK);
  CHECK_EQ_INT(lg_json_read(workspace, json, strlen(json), &packed, &len), LG_OK);
  lg__sketch_value(KEY, lg_value_at(packed, len), &sketch);
  lg_workspace_free(workspace);
  return sketch;
}

/* The number of leaves that differ, or -1: too much differs. */
static int differing(const char *a, const char *b) {
  lg_sketch left = sketch_of(a), right = sketch_of(b);
  lg_difference there, back;
  bool near = lg__sketch_near(&left, &right, &there);
  CHECK_EQ_INT(near, lg__sketch_near(&right, &left, &back));
  if (near) CHECK_EQ_INT(there.leaves, back.leaves);
  return near ? (int)there.leaves : -1;
}

LG_TEST(arguments_that_differ_in_little) {
  CHECK_EQ_INT(differing("{\"q\":\"a\",\"page\":1}", "{\"page\":1,\"q\":\"a\"}"), 0);
  CHECK_EQ_INT(differing("{\"page\":1}", "{\"page\":2}"), 1);
  CHECK_EQ_INT(differing("{\"id\":\"P1006\"}", "{\"id\":\"P1007\"}"), 1);
  CHECK_EQ_INT(differing("\"Red Shoes\"", "\"red shoes\""), 1);
  CHECK_EQ_INT(differing("{\"q\":\"red shoes now\"}", "{\"q\":\"red boots now\"}"), 1);
  CHECK_EQ_INT(differing("{\"user\":\"ann\",\"password\":\"x\"}", "{\"user\":\"ann\",\"password\":\"y\"}"), 1);
  CHECK_EQ_INT(differing("{\"q\":\"a b c\"}", "{\"q\":\"a b c\",\"limit\":10}"), 1);
  CHECK_EQ_INT(differing("{\"tags\":[\"a\",{\"b\":1}]}", "{\"tags\":[{\"b\":1},\"a\"]}"), 0);
  CHECK_EQ_INT(differing("[]", "[]"), 0);
}

LG_TEST(arguments_that_differ_in_more) {
  CHECK_EQ_INT(differing("{\"q\":\"red\"}", "{\"q\":\"blue\"}"), -1);
  CHECK_EQ_INT(differing("{\"path\":\"a.c\"}", "{\"file\":\"a.c\"}"), -1);
  CHECK_EQ_INT(differing("{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":2,\"b\":3,\"c\":4}"), -1);
  CHECK_EQ_INT(differing("{\"q\":\"a b c d\"}", "{\"q\":\"a b x y\"}"), -1);
  CHECK_EQ_INT(differing("{\"q\":\"\\u4e2d\\u6587\\u5b57\"}", "{\"q\":\"\\u65e5\\u672c\\u8a9e\"}"), -1);
}

LG_TEST(many_leaves_are_one_rest) {
  char a[512], b[512], c[512];
  char *texts[] = {a, b, c};
  for (int t = 0; t < 3; t++) {
    char *at = texts[t];
    for (int i = 0; i < 20; i++) {
      int changed = t == 1 ? i == 11 : t == 2 ? i < 12 : 0;
      at += sprintf(at, "%s\"k%d\":%d", i == 0 ? "{" : ",", i, i + (changed ? 100 : 0));
    }
    strcpy(at, "}");
  }
  CHECK_EQ_INT(differing(a, a), 0);
  CHECK_EQ_INT(differing(a, b), 1);
  CHECK_EQ_INT(differing(a, c), -1); /* of twelve changed leaves more than one is among the seven that are kept apart */
}

static void put_words(char *at, int first, int count) {
  at += sprintf(at, "{\"code\":\"");
  for (int i = 0; i < count; i++) {
    int n = first + i;
    at += sprintf(at, "%c%c%c ", 'a' + n % 26, 'a' + n / 26 % 26, 'a' + n / 676);
  }
  strcpy(at, "\"}");
}

LG_TEST(long_texts_are_compared_by_a_sample) {
  static char a[8192], b[8192];
  put_words(a, 0, 900);
  put_words(b, 60, 900); /* 840 of 960 are common */
  CHECK_EQ_INT(differing(a, b), 1);
  put_words(b, 600, 900); /* 300 of 1,500 */
  CHECK_EQ_INT(differing(a, b), -1);
}

static uint64_t said(const char *text) { return lg__words_sum(KEY, text, strlen(text)); }

static bool echoed(const char *a, const char *says_a, const char *b, const char *says_b) {
  lg_sketch left = sketch_of(a), right = sketch_of(b);
  lg_difference difference;
  return lg__sketch_near(&left, &right, &difference) &&
         lg__difference_is_echoed(&difference, said(says_a) - said(says_b));
}

LG_TEST(results_that_only_echo_the_arguments) {
  CHECK(echoed("{\"id\":\"P6\"}", "Plan P6 not found", "{\"id\":\"P7\"}", "Plan P7 not found"));
  CHECK(echoed("{\"id\":6}", "no 6 (6)", "{\"id\":7}", "no 7 (7)"));
  CHECK(echoed("{\"dir\":\"a/b\",\"x\":\"c d\",\"n\":1}", "1: no c", "{\"dir\":\"a/b\",\"x\":\"e d\",\"n\":2}",
               "2: no e"));
  CHECK(!echoed("{\"id\":6}", "6: ann", "{\"id\":7}", "7: bob"));
  CHECK(!echoed("{\"id\":6}", "6 left", "{\"id\":7}", "5 left"));
  CHECK(!echoed("{\"id\":6}", "a", "{\"id\":6}", "a"));
  CHECK(said("") == 0 && said("...") == 0);
}

LG_TEST(any_bytes_make_some_sketch) {
  uint64_t seed = 20261123;
  for (int i = 0; i < 20000; i++) {
    size_t len = (size_t)(random64(&seed) % 40);
    uint8_t *bytes = malloc(len + 1);
    CHECK(bytes != NULL);
    for (size_t j = 0; j < len; j++) bytes[j] = (uint8_t)(random64(&seed) % (j % 3 == 0 ? 9 : 256));
    lg_sketch sketch, other;
    lg_difference difference;
    lg__sketch_value(KEY, lg_value_at(bytes, len), &sketch);
    lg__sketch_text(KEY, (const char *)bytes, len, &other);
    (void)lg__sketch_near(&sketch, &other, &difference);
    CHECK(lg__sketch_near(&sketch, &sketch, &difference) && difference.leaves == 0);
    lg_reader reader = {bytes, len, false};
    lg__sketch_io(lg__io_read(&reader), &other);
    (void)lg__sketch_near(&sketch, &other, &difference);
    free(bytes);
  }
}

/* ---- the detector ------------------------------------------------------------------------------------------------ */

static lg_action page(driver *d, int n, const char *result) {
  char args[64];
  snprintf(args, sizeof args, "{\"q\":\"red shoes\",\"page\":%d}", n);
  return act_text(d, "search", args, result);
}

LG_TEST(thrashing_is_found_and_only_warned_of) {
  driver d = drive(spec(LG_NEAR_REPEAT, 5), HINT);
  for (int i = 1; i < 5; i++) CHECK_EQ_INT(page(&d, i, "nothing"), LG_ALLOW);
  for (int i = 5; i < 9; i++) CHECK_EQ_INT(page(&d, i, "nothing"), LG_WARN);
  CHECK_EQ_INT(report(&d)->type, LG_NEAR_REPEAT);
  CHECK_EQ_INT(report(&d)->repeats, 8);
  CHECK_EQ_INT(report(&d)->differing, 1);
  CHECK(!report(&d)->strong && report(&d)->mild);
  stop(&d);
}

LG_TEST(a_warning_that_the_host_took_back_is_still_no_refusal) {
  driver d = drive(spec(LG_NEAR_REPEAT, 3), HINT);
  for (int i = 1; i < 4; i++) page(&d, i, "nothing");
  const char *args = "{\"q\":\"red shoes\",\"page\":4}";
  CHECK_EQ_INT(before_id(&d, "search", args, "one"), LG_WARN);
  CHECK_EQ_INT(lg_run_resolve(d.run, d.last.ticket, LG_ALLOW, 0), LG_OK);
  CHECK_EQ_INT(before_id(&d, "search", args, "one"), LG_ALLOW); /* the same call */
  CHECK(d.last.known && report(&d)->mild);
  stop(&d);
}

LG_TEST(paging_is_not) {
  driver d = drive(spec(LG_NEAR_REPEAT, 2), HINT);
  for (int i = 0; i < 20; i++) {
    char result[16];
    snprintf(result, sizeof result, "row %d", i + 100);
    CHECK_EQ_INT(page(&d, i, result), LG_ALLOW);
  }
  for (int i = 0; i < 20; i++) CHECK_EQ_INT(page(&d, 7, "row 7"), LG_ALLOW); /* equal calls are for other detectors */
  for (int i = 0; i < 20; i++) CHECK_EQ_INT(page(&d, i, "{\"ok\":true}"), LG_ALLOW); /* work that is acknowledged */
  stop(&d);
}

LG_TEST(with_a_ladder_of_its_own_it_refuses_what_goes_on) {
  lg_detector_spec own = spec(LG_NEAR_REPEAT, 3);
  own.ladder = HINT;
  driver d = drive(own, HINT);
  for (int i = 1; i < 3; i++) CHECK_EQ_INT(page(&d, i, "nothing"), LG_ALLOW);
  CHECK_EQ_INT(page(&d, 3, "nothing"), LG_HINT);
  CHECK(!report(&d)->mild);
  CHECK_EQ_INT(before(&d, "search", "{\"q\":\"red shoes\",\"page\":9}"), LG_HINT);
  CHECK_EQ_INT(act_text(&d, "search", "{\"q\":\"something else entirely\",\"page\":1}", "7"), LG_ALLOW);
  CHECK_EQ_INT(before(&d, "search", "{\"q\":\"red shoes\",\"page\":9}"), LG_ALLOW); /* it is over */
  stop(&d);
}

LG_TEST(what_runs_in_between_counts_if_it_is_news) {
  for (int news = 0; news < 2; news++) {
    driver d = drive(spec(LG_NEAR_REPEAT, 3), HINT);
    lg_action last = LG_ALLOW;
    for (int i = 0; i < 6; i++) {
      CHECK_EQ_INT(act_text(&d, "read", "{}", news != 0 && i % 2 == 0 ? "new" : "old"), LG_ALLOW);
      last = page(&d, i, "nothing");
    }
    CHECK_EQ_INT(last, news != 0 ? LG_ALLOW : LG_WARN);
    stop(&d);
  }
}

LG_TEST(the_calls_of_one_round_count_once_and_a_turn_begins_anew) {
  driver d = drive(spec(LG_NEAR_REPEAT, 3), HINT);
  uint32_t tickets[6];
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  for (int i = 0; i < 6; i++) {
    char args[32];
    snprintf(args, sizeof args, "{\"page\":%d}", i);
    CHECK_EQ_INT(before(&d, "search", args), LG_ALLOW);
    tickets[i] = d.last.ticket;
  }
  for (int i = 0; i < 6; i++) CHECK_EQ_INT(after(&d, tickets[i], result_of(&d, "nothing")), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(act_text(&d, "search", "{\"page\":7}", "nothing"), LG_ALLOW);
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  for (int i = 0; i < 2; i++) {
    CHECK_EQ_INT(page(&d, i, "nothing"), LG_ALLOW);
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  }
  CHECK_EQ_INT(page(&d, 2, "nothing"), LG_WARN);
  stop(&d);
}

LG_TEST(a_snapshot_between_any_two_steps_changes_nothing) {
  driver d = drive(spec(LG_NEAR_REPEAT, 4), HINT);
  static uint8_t copy[1 << 16];
  for (int i = 0; i < 12; i++) {
    char args[32], result[32];
    snprintf(args, sizeof args, "{\"id\":\"P%d\"}", i);
    snprintf(result, sizeof result, "P%d not found", i);
    for (int half = 0; half < 2; half++) {
      if (half == 0)
        CHECK_EQ_INT(before_id(&d, "get", args, "x"), i > 3 ? LG_WARN : LG_ALLOW);
      else
        CHECK_EQ_INT(after(&d, d.last.ticket, result_of(&d, result)), i == 3 || i == 5 || i == 8 ? LG_WARN : LG_ALLOW);
      const uint8_t *bytes;
      size_t len;
      CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
      CHECK(len <= sizeof copy);
      memcpy(copy, bytes, len);
      CHECK_EQ_INT(lg_run_restore(d.run, copy, len, NULL), LG_OK);
      CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
      CHECK(memcmp(copy, bytes, len) == 0);
      CHECK_EQ_INT(lg_run_ticket(d.run, "x", 1, &d.last.ticket, NULL), LG_OK);
    }
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
  }
  stop(&d);
}

LG_TEST(why_it_did_not_fire) {
  driver d = drive(spec(LG_NEAR_REPEAT, 3), HINT);
  const lg_explanation *said_of;
  CHECK_EQ_INT(lg_run_explain(d.run), LG_OK);
  struct {
    const char *args, *result;
    lg_why why;
    uint32_t count, at;
  } steps[] = {{"{\"p\":1}", "nothing", LG_WHY_FIRST, 1, LG_NOWHERE},
               {"{\"p\":1}", "nothing", LG_WHY_IDENTICAL, 2, LG_NOWHERE},
               {"{\"p\":2}", "nothing", LG_WHY_COUNTED, 3, LG_NOWHERE},
               {"{\"p\":3}", "four", LG_WHY_OTHER_RESULT, 1, 1},
               {"{\"q\":\"x\"}", "four", LG_WHY_OTHER_CALL, 1, 1},
               {"{\"q\":\"x\"}", "ok", LG_WHY_ACK, 0, LG_NOWHERE}};
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
    (void)act_text(&d, "search", steps[i].args, steps[i].result);
    CHECK_EQ_INT(lg_run_explanation(d.run, &said_of), LG_OK);
    const lg_explained *said_here = &said_of->detectors[0];
    CHECK_EQ_INT(said_here->why, steps[i].why);
    CHECK_EQ_INT(said_here->count, steps[i].count);
    CHECK_EQ_INT(said_here->at, steps[i].at);
    CHECK_EQ_INT(said_here->fires, i == 2);
  }
  (void)act_text(&d, "read", "{}", "text");
  (void)act_text(&d, "search", "{\"q\":\"x\"}", "four");
  CHECK_EQ_INT(lg_run_explanation(d.run, &said_of), LG_OK);
  CHECK_EQ_INT(said_of->detectors[0].why, LG_WHY_NEW_CALL);
  CHECK_EQ_INT(said_of->detectors[0].at, 1);
  stop(&d);
}

LG_TEST(a_warm_run_makes_sketches_without_allocating) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_detector_spec one = spec(LG_NEAR_REPEAT, 5);
  driver d = drive_with(&allocator, &one, 1, HINT, false);
  size_t warm = 0;
  for (int i = 0; i < 2000; i++) {
    char args[64], result[32];
    snprintf(args, sizeof args, "{\"q\":\"%d\",\"b\":[1,2,{\"x\":null}]}", i);
    snprintf(result, sizeof result, "row %d", 7 * i + 3);
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    CHECK_EQ_INT(act_text(&d, "f", args, result), LG_ALLOW);
    if (i == 100) warm = memory.requests;
  }
  CHECK_EQ_INT(memory.requests, warm);
  stop(&d);
  CHECK_EQ_INT(memory.live_blocks, 0);
}
