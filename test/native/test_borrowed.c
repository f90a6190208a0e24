/*
 * What may be given back to the library: names of reports, specs of guards, outputs of a workspace, records. And what a
 * report holds while its run goes on. Run under ASan, as all C tests are.
 */
#include "failing_alloc.h"
#include "run_driver.h"
#include "records.h"

static void fresh_calls(driver *d, int count) {
  for (int i = 0; i < count; i++) {
    char name[64];
    snprintf(name, sizeof name, "another_tool_with_a_name_of_its_own_%d", i);
    CHECK_EQ_INT(act_text(d, name, "{}", "r"), LG_ALLOW);
  }
}

static void check_json_has(lg_run *run, const char *word) {
  const char *text;
  size_t len;
  CHECK_EQ_INT(lg_run_report_json(run, &text, &len), LG_OK);
  CHECK(strstr(text, word) != NULL);
}

LG_TEST(a_report_keeps_its_names_while_the_run_goes_on) {
  driver d = drive(spec(LG_REPEAT, 3), STAIRS);
  for (int i = 0; i < 3; i++) act_text(&d, "the_tool_in_the_report", "{}", "r");
  for (int more = 0; more < 3; more++) {
    fresh_calls(&d, 200); /* the run's names grow, and beyond 256 they are dropped */
    const lg_report *kept = report(&d);
    CHECK_EQ_INT(kept->pattern_count, 1);
    CHECK_EQ_STR(kept->pattern[0].name, kept->pattern[0].name_len, "the_tool_in_the_report", 22);
    check_json_has(d.run, "\"toolName\":\"the_tool_in_the_report\"");
  }
  stop(&d);
}

LG_TEST(a_report_of_many_steps_keeps_each_name) {
  driver d = drive(spec(LG_CYCLE, 2), STAIRS);
  const char *names[] = {"alpha", "beta", "gamma"};
  for (int i = 0; i < 6; i++) act_text(&d, names[i % 3], "{}", "r");
  char longer[200];
  memset(longer, 'x', sizeof longer - 1);
  longer[sizeof longer - 1] = '\0';
  for (int round = 0; round < 2; round++) {
    const lg_report *kept = report(&d);
    CHECK_EQ_INT(kept->pattern_count, 3);
    for (int i = 0; i < 3; i++)
      CHECK_EQ_STR(kept->pattern[i].name, kept->pattern[i].name_len, names[i], strlen(names[i]));
    act_text(&d, longer, "{}", "r"); /* a longer name than all before */
  }
  stop(&d);
}

LG_TEST(a_report_of_ping_pong_has_both_tools) {
  lg_detector_spec both = spec(LG_PING_PONG, 2);
  both.max_cycle_len = 0; /* as lg_guard_configure leaves it */
  driver d = drive(both, STAIRS);
  for (int i = 0; i < 4; i++) act_text(&d, i % 2 == 0 ? "ping" : "pong", "{}", "r");
  CHECK_EQ_INT(report(&d)->pattern_count, 2);
  CHECK_EQ_STR(report(&d)->pattern[0].name, report(&d)->pattern[0].name_len, "ping", 4);
  CHECK_EQ_STR(report(&d)->pattern[1].name, report(&d)->pattern[1].name_len, "pong", 4);
  stop(&d);
}

LG_TEST(a_report_without_a_name_is_possible_before_any_call) {
  lg_detector_spec budget = spec(LG_BUDGET, 0);
  for (int unit = 0; unit < LG_UNITS; unit++) budget.limits[unit] = 1.0 / 0.0;
  budget.limits[LG_UNIT_TOKENS] = 10;
  budget.abort_share = 1;
  driver d = drive(budget, STAIRS);
  lg_usage usage = {.input_tokens = 20};
  CHECK_EQ_INT(lg_run_usage(d.run, &usage, &d.last), LG_OK);
  CHECK_EQ_INT(d.last.action, LG_ABORT);
  CHECK_EQ_INT(report(&d)->pattern[0].name_len, 0);
  CHECK(report(&d)->pattern[0].name != NULL);
  check_json_has(d.run, "\"toolName\":\"\"");
  stop(&d);
}

LG_TEST(a_name_of_a_report_may_be_the_name_of_the_next_call) {
  driver d = drive(spec(LG_REPEAT, 2), (lg_ladder){.warn = 1});
  for (int i = 0; i < 2; i++) act_text(&d, "looping", "{}", "r");
  for (int i = 0; i < 300; i++) {
    const lg_report *last = report(&d);
    lg_call call = call_of(&d, "", "{}", NULL);
    call.name = last->pattern[0].name;
    call.name_len = last->pattern[0].name_len;
    CHECK_EQ_INT(lg_run_before(d.run, &call, &d.last), LG_OK);
    after(&d, d.last.ticket, result_of(&d, "r"));
    CHECK_EQ_STR(report(&d)->pattern[0].name, report(&d)->pattern[0].name_len, "looping", 7);
    if (i % 50 == 0) {
      fresh_calls(&d, 30);
      for (int j = 0; j < 2; j++) act_text(&d, "looping", "{}", "r");
    }
  }
  stop(&d);
}

static const uint8_t KEY[LG_KEY_SIZE] = {1};

static lg_digest identify(lg_workspace *w, lg_identity_mode mode, const char *name, size_t name_len, lg_args_kind kind,
                          const void *args, size_t len) {
  lg_digest digest = {{0}};
  CHECK_EQ_INT(lg_identify(w, KEY, mode, name, name_len, kind, args, len, NULL, &digest), LG_OK);
  return digest;
}

LG_TEST(an_output_of_a_workspace_may_be_its_next_input) {
  /* Members out of order, so that both lg_json_read and lg_identify have to arrange them. */
  static const char message[] = "{\"name\":\"search\",\"2\":0,\"1\":0,\"arguments\":\"{\\\"b\\\":[1,2,{\\\"d\\\":1,"
                                "\\\"c\\\":2}],\\\"a\\\":\\\"x\\\"}\","
                                "\"z\":{\"y\":1,\"x\":2}}";
  static const char inner[] = "{\"a\":\"x\",\"b\":[1,2,{\"c\":2,\"d\":1}]}";
  lg_workspace *one, *other;
  CHECK_EQ_INT(lg_workspace_new(NULL, &one), LG_OK);
  CHECK_EQ_INT(lg_workspace_new(NULL, &other), LG_OK);
  for (int mode = LG_VERBATIM; mode <= LG_COMPARED; mode++) {
    const uint8_t *packed;
    size_t len;
    CHECK_EQ_INT(lg_json_read(one, message, sizeof message - 1, &packed, &len), LG_OK);
    lg_digest got = identify(one, (lg_identity_mode)mode, "f", 1, LG_ARGS_PACKED, packed, len);
    lg_digest want = identify(other, (lg_identity_mode)mode, "f", 1, LG_ARGS_RAW, message, sizeof message - 1);
    CHECK(memcmp(&got, &want, sizeof got) == 0);
    CHECK_EQ_INT(lg_json_read(one, message, sizeof message - 1, &packed, &len), LG_OK);
    lg_value value = lg_value_at(packed, len);
    const char *name, *args;
    size_t name_len, args_len;
    CHECK(lg_value_text(lg_value_member(value, "name", 4), &name, &name_len));
    CHECK(lg_value_text(lg_value_member(value, "arguments", 9), &args, &args_len));
    got = identify(one, (lg_identity_mode)mode, name, name_len, LG_ARGS_RAW, args, args_len);
    if (mode == LG_VERBATIM) continue;
    want = identify(other, (lg_identity_mode)mode, "search", 6, LG_ARGS_RAW, inner, sizeof inner - 1);
    CHECK(memcmp(&got, &want, sizeof got) == 0);
  }
  const char *text, *again;
  size_t text_len, again_len;
  CHECK_EQ_INT(lg_canonicalize(one, LG_CANONICAL, LG_ARGS_RAW, message, sizeof message - 1, &text, &text_len), LG_OK);
  char *copy = malloc(text_len);
  memcpy(copy, text, text_len);
  CHECK_EQ_INT(lg_canonicalize(one, LG_CANONICAL, LG_ARGS_RAW, text, text_len, &again, &again_len), LG_OK);
  CHECK_EQ_STR(again, again_len, copy, text_len);
  const uint8_t *packed;
  size_t len;
  CHECK_EQ_INT(lg_json_read(one, again, again_len, &packed, &len), LG_OK);
  CHECK_EQ_INT(lg_canonicalize(one, LG_CANONICAL, LG_ARGS_PACKED, (const char *)packed, len, &text, &text_len), LG_OK);
  CHECK_EQ_STR(text, text_len, copy, again_len);
  free(copy);
  lg_workspace_free(one);
  lg_workspace_free(other);
}

/* Also above the size from which buffers are freed after the call. */
LG_TEST(a_normalized_text_may_be_normalized_again) {
  for (size_t times = 1; times <= 100000; times *= 100000) {
    static const char piece[] = "took 12 ms at 11:05:30, and the rest stays as it is\n";
    size_t len = times * (sizeof piece - 1), first_len, second_len;
    char *text = malloc(len);
    for (size_t i = 0; i < times; i++) memcpy(text + i * (sizeof piece - 1), piece, sizeof piece - 1);
    lg_workspace *one, *other;
    CHECK_EQ_INT(lg_workspace_new(NULL, &one), LG_OK);
    CHECK_EQ_INT(lg_workspace_new(NULL, &other), LG_OK);
    const char *first, *second, *want;
    uint32_t once = LG_VOLATILE_DURATIONS, then = LG_VOLATILE_TIMESTAMPS | LG_VOLATILE_SPACE;
    CHECK_EQ_INT(lg_normalize_volatile(one, once, text, len, &first, &first_len), LG_OK);
    char *copy = malloc(first_len);
    memcpy(copy, first, first_len);
    size_t copy_len = first_len, want_len;
    CHECK_EQ_INT(lg_normalize_volatile(one, then, first, first_len, &second, &second_len), LG_OK);
    CHECK_EQ_INT(lg_normalize_volatile(other, then, copy, copy_len, &want, &want_len), LG_OK);
    CHECK_EQ_STR(second, second_len, want, want_len);
    free(copy);
    free(text);
    lg_workspace_free(one);
    lg_workspace_free(other);
  }
}

LG_TEST(the_name_in_a_record_may_be_that_of_the_next_one) {
  driver d = drive(spec(LG_REPEAT, 3), STAIRS);
  lg_call call = call_of(&d, "a_tool", "{}", "id");
  const uint8_t *bytes;
  size_t len;
  const char *name;
  CHECK_EQ_INT(record_before(d.run, &call, &bytes, &len), LG_OK);
  for (int i = 0; i < 4; i++) {
    CHECK_EQ_INT(lg_run_record_name(d.run, bytes, len, &call.name, &call.name_len), LG_OK);
    call.id = i % 2 == 0 ? NULL : "id"; /* with and without: the name stands elsewhere in the record */
    CHECK_EQ_INT(record_before(d.run, &call, &bytes, &len), LG_OK);
    size_t name_len;
    CHECK_EQ_INT(lg_run_record_name(d.run, bytes, len, &name, &name_len), LG_OK);
    CHECK_EQ_STR(name, name_len, "a_tool", 6);
    CHECK_EQ_INT(lg_run_apply(d.run, bytes, len, &d.last), LG_OK);
  }
  stop(&d);
}

LG_TEST(a_snapshot_may_be_restored_where_it_lies) {
  driver d = drive(spec(LG_REPEAT, 3), STAIRS);
  fresh_calls(&d, 20);
  const uint8_t *bytes;
  size_t len, again;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(d.run, bytes, len, NULL), LG_OK);
  uint8_t *copy = malloc(len);
  memcpy(copy, bytes, len);
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &again), LG_OK);
  CHECK(len == again && memcmp(bytes, copy, len) == 0);
  free(copy);
  stop(&d);
}
