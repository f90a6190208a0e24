/* What loopguard.h promises of all functions, and single promises that were not kept once. docs/c-promises.md lists
 * every promise with its test. */
#include <math.h>

#include "failing_alloc.h"
#include "run_driver.h"
#include "records.h"

static const uint8_t KEY[LG_KEY_SIZE] = {1};

LG_TEST(packed_text_is_checked_where_it_is_printed) {
  static const struct {
    const char *bytes;
    size_t len;
    const char *want; /* NULL: LG_EINVAL */
  } cases[] = {
      {"\x05\x01\x00\x00\x00\xFF", 6, NULL},                      /* no WTF-8 */
      {"\x05\x03\x00\x00\x00\xE2\x82", 7, NULL},                  /* cut */
      {"\x05\x02\x00\x00\x00\xE2\x82", 7, NULL},                  /* half a character */
      {"\x05\x06\x00\x00\x00\xED\xA0\xBD\xED\xB8\x80", 11, NULL}, /* a pair as two characters */
      {"\x05\x03\x00\x00\x00\xED\xB8\x80", 8, "\"\\ude00\""},     /* half of a pair */
      {"\x05\x0B\x00\x00\x00"
       "abcdefgh\xC3\xA4!",
       16, "\"abcdefgh\303\244!\""},
      {"\x05\x0A\x00\x00\x00"
       "abcdefghi\xC3",
       15, NULL},
      {"\x04\x02\x00\x00\x00-x", 7, NULL},                                                          /* no number */
      {"\x07\x06\x00\x00\x00\x01\x00\x00\x00\xFF\x00", 11, NULL},                                   /* a key */
      {"\x07\x0C\x00\x00\x00\x01\x00\x00\x00\x61\x01\x01\x00\x00\x00\x61\x02", 17, "{\"a\":true}"}, /* twice */
      {"\x07\x0C\x00\x00\x00\x01\x00\x00\x00\x62\x01\x01\x00\x00\x00\x31\x02", 17, "{\"1\":true,\"b\":false}"},
  };
  lg_workspace *w;
  CHECK_EQ_INT(lg_workspace_new(NULL, &w), LG_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int mode = LG_VERBATIM; mode <= LG_CANONICAL; mode++) {
      const char *text = "nothing";
      size_t len = 7;
      char *exact = malloc(cases[i].len);
      memcpy(exact, cases[i].bytes, cases[i].len);
      lg_status status = lg_canonicalize(w, (lg_identity_mode)mode, LG_ARGS_PACKED, exact, cases[i].len, &text, &len);
      const char *want = cases[i].want != NULL ? cases[i].want : "nothing";
      CHECK_EQ_INT(status, cases[i].want != NULL ? LG_OK : LG_EINVAL);
      CHECK_EQ_STR(text, len, want, strlen(want));
      free(exact);
    }
  }
  lg_workspace_free(w);
}

/* A projection is bounded, so that its cost is that of the text times a number that is known. */
LG_TEST(a_projection_is_bounded) {
  static const char *texts[LG_PROJECTION_MAX + 1];
  static size_t lens[LG_PROJECTION_MAX + 1];
  for (size_t i = 0; i <= LG_PROJECTION_MAX; i++) texts[i] = "a", lens[i] = 1;
  lg_workspace *w;
  lg_digest digest;
  CHECK_EQ_INT(lg_workspace_new(NULL, &w), LG_OK);
  for (size_t count = LG_PROJECTION_MAX; count <= LG_PROJECTION_MAX + 1; count++) {
    lg_status want = count <= LG_PROJECTION_MAX ? LG_OK : LG_ETOOBIG;
    lg_projection keep = {.keep = texts, .keep_len = lens, .keep_count = count};
    lg_projection ignore = {.ignore = texts, .ignore_len = lens, .ignore_count = count};
    CHECK_EQ_INT(lg_identify(w, KEY, LG_CANONICAL, "f", 1, LG_ARGS_RAW, "{\"a\":1}", 7, &keep, &digest), want);
    CHECK_EQ_INT(lg_identify(w, KEY, LG_CANONICAL, "f", 1, LG_ARGS_RAW, "{\"a\":1}", 7, &ignore, &digest), want);
  }
  lg_workspace_free(w);
}

/* Only so many bytes are looked at, whatever they are: 300 MiB of one byte took seconds. */
LG_TEST(a_long_text_is_looked_at_in_its_first_units_only) {
  size_t len = 64u << 20;
  char *text = malloc(len);
  memset(text, '\x80', len);
  memcpy(text + 2000, "rate limit exceeded", 19);
  for (int i = 0; i < 200; i++) CHECK(!lg_is_transient(text, len));
  memcpy(text + 300, "rate limit exceeded", 19);
  CHECK(lg_is_transient(text, len));
  free(text);
}

LG_TEST(a_guard_of_the_hosts_has_its_default_profile_for_every_tool) {
  driver d = drive(spec(LG_LIMIT, 9), HINT);
  lg_profile profile = {.limit = 1, .similar = true, .mutates = true};
  uint32_t number = 7;
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &profile, true, &(uint32_t){0}), LG_OK);
  CHECK_EQ_INT(lg_guard_tool_profile(d.guard, "f", 1, &number), LG_OK);
  CHECK_EQ_INT(number, 0);
  d.profile = number;
  act_text(&d, "f", "{}", "r");
  CHECK_EQ_INT(before(&d, "f", "{}"), LG_HINT); /* the limit is 1 */
  stop(&d);
}

LG_TEST(no_number_of_a_report_is_null) {
  lg_detector_spec budget = spec(LG_BUDGET, 0);
  for (int unit = 0; unit < LG_UNITS; unit++) budget.limits[unit] = INFINITY;
  budget.limits[LG_UNIT_COST] = 5;
  budget.abort_share = 1;
  driver d = drive(budget, STAIRS);
  lg_usage usage = {.cost = 1.7e308};
  const char *text;
  size_t len;
  for (int i = 0; i < 2; i++) CHECK_EQ_INT(lg_run_usage(d.run, &usage, &d.last), LG_OK);
  CHECK_EQ_INT(lg_run_report_json(d.run, &text, &len), LG_OK);
  CHECK(strstr(text, "null") == NULL && strstr(text, "\"used\":9007199254740992,") != NULL);
  stop(&d);
  lg_detector_spec news = spec(LG_NO_NEWS, 2);
  news.ack_threshold = 4;
  d = drive(news, HINT);
  lg_profile poll = {.poll = true, .poll_min_interval_ms = 1.7e308, .poll_max_wait_ms = 1};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &poll, true, &(uint32_t){0}), LG_OK);
  const double times[] = {-1.7e308, 1.7e308, -INFINITY, INFINITY, 0, NAN};
  size_t reports = 0;
  for (size_t i = 0; i < 36; i++) {
    for (int again = 0; again < 3; again++) {
      d.now_ms = times[again == 0 ? i % 6 : i / 6];
      act_text(&d, "f", "{}", "r");
      if (lg_run_report_json(d.run, &text, &len) != LG_OK) continue;
      reports++;
      CHECK(strstr(text, "null") == NULL && strstr(text, "inf") == NULL && strstr(text, "nan") == NULL);
    }
    CHECK_EQ_INT(lg_run_step(d.run, LG_RESET), LG_OK);
  }
  CHECK(reports > 0);
  stop(&d);
}

LG_TEST(before_the_first_completed_call_the_newest_is_all_zero) {
  driver d = drive(spec(LG_REPEAT, 3), HINT);
  static const lg_newest none;
  lg_newest newest;
  memset(&newest, 7, sizeof newest);
  CHECK_EQ_INT(lg_run_newest(d.run, &newest), LG_OK);
  CHECK(memcmp(&newest.pair, &none.pair, sizeof none.pair) == 0);
  CHECK(!newest.comparable && !newest.mutated && !newest.thought);
  act_text(&d, "f", "{}", "r");
  CHECK_EQ_INT(lg_run_newest(d.run, &newest), LG_OK);
  CHECK(memcmp(&newest.pair, &none.pair, sizeof none.pair) != 0 && newest.comparable);
  stop(&d);
}

LG_TEST(a_stop_that_fails_writes_no_verdict) {
  lg_detector_spec one = spec(LG_NO_NEWS, 2);
  one.ack_threshold = 4;
  size_t failed = 0;
  for (size_t fail_at = 1; fail_at < 60; fail_at++) {
    failing_alloc memory = {0};
    lg_allocator allocator = failing_allocator(&memory);
    driver d = drive_with(&allocator, &one, 1, HINT, false);
    lg_profile spans = {.volatile_classes = LG_VOLATILE_ALL};
    CHECK_EQ_INT(lg__guard_add_profile(d.guard, &spans, true, &(uint32_t){0}), LG_OK);
    lg_verdict verdict = {.action = LG_ASK, .ticket = 123, .known = true};
    memory.fail_at = memory.requests + fail_at;
    lg_status status = lg_run_stopped(d.run, true, "at 11:05:30 it took 12 ms", 25, &verdict);
    if (status == LG_OK) fail_at = 60;
    if (status != LG_OK) failed++;
    if (status != LG_OK) CHECK(verdict.action == LG_ASK && verdict.ticket == 123 && verdict.known);
    stop(&d);
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
  CHECK(failed > 0);
}

LG_TEST(a_record_has_the_whole_name_of_its_tool) {
  driver d = drive(spec(LG_REPEAT, 3), HINT);
  for (size_t size = 1; size <= 100000; size *= 10) {
    char *name = malloc(size);
    memset(name, 'n', size);
    lg_call call = call_of(&d, "", "{}", NULL);
    call.name = name;
    call.name_len = size;
    const uint8_t *bytes;
    size_t len, got_len;
    const char *got;
    CHECK_EQ_INT(record_before(d.run, &call, &bytes, &len), LG_OK);
    CHECK_EQ_INT(lg_run_record_name(d.run, bytes, len, &got, &got_len), LG_OK);
    CHECK_EQ_STR(got, got_len, name, size < 65535 ? size : 65535);
    CHECK_EQ_INT(lg_run_apply(d.run, bytes, len, &d.last), LG_OK);
    free(name);
  }
  stop(&d);
}

/* Of one workspace, and of a run: up to 1 MiB in each buffer. */
LG_TEST(nothing_is_allocated_once_warm) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_workspace *w;
  CHECK_EQ_INT(lg_workspace_new(&allocator, &w), LG_OK);
  size_t size = 200000;
  char *text = malloc(size);
  memset(text, ' ', size);
  memcpy(text, "{\"b\":[1,2,{\"d\":\"11:05:30\"}],\"a\":1}", 34);
  size_t warm = 0;
  for (int i = 0; i < 8; i++) {
    const char *out;
    const uint8_t *packed;
    size_t len;
    lg_digest digest;
    CHECK_EQ_INT(lg_canonicalize(w, LG_CANONICAL, LG_ARGS_RAW, text, size, &out, &len), LG_OK);
    CHECK_EQ_INT(lg_json_read(w, text, size, &packed, &len), LG_OK);
    CHECK_EQ_INT(lg_identify(w, KEY, LG_CANONICAL, "f", 1, LG_ARGS_RAW, text, size, NULL, &digest), LG_OK);
    CHECK_EQ_INT(lg_normalize_volatile(w, LG_VOLATILE_TIMESTAMPS, text, size, &out, &len), LG_OK);
    if (i == 4) warm = memory.requests;
  }
  CHECK_EQ_INT(memory.requests, warm);
  lg_workspace_free(w);
  free(text);
  lg_detector_spec one = spec(LG_NO_NEWS, 2);
  one.ack_threshold = 4;
  driver d = drive_with(&allocator, &one, 1, (lg_ladder){.warn = 1}, false);
  for (int i = 0; i < 3000; i++) {
    char args[32];
    snprintf(args, sizeof args, "{\"a\":%d}", i % 1500);
    act_text(&d, "f", args, "r");
    if (i == 2000) warm = memory.requests;
  }
  CHECK_EQ_INT(memory.requests, warm);
  stop(&d);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* A member's name that is empty, in a profile's `answer`, was read beyond its end. */
LG_TEST(an_empty_name_of_a_member_is_possible) {
  driver d = drive(spec(LG_REPEAT, 2), HINT);
  const char *names[] = {""};
  const size_t lens[] = {0};
  lg_profile profile = {.answer = {.ignore = names, .ignore_len = lens, .ignore_count = 1},
                        .projection = {.keep = names, .keep_len = lens, .keep_count = 1}};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &profile, true, &(uint32_t){0}), LG_OK);
  act_text(&d, "f", "{\"\":1}", "{\"\":2}");
  stop(&d);
}
