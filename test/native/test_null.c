/* NULL, wherever loopguard.h says what it gives. */
#include "run_driver.h"
#include "records.h"

static const uint8_t KEY[LG_KEY_SIZE] = {1};

static void check_all_null(const lg_status *statuses, size_t count, int line) {
  for (size_t i = 0; i < count; i++)
    if (statuses[i] != LG_EINVAL) fprintf(stderr, "number %d of the list before line %d\n", (int)i, line);
  for (size_t i = 0; i < count; i++) CHECK_EQ_INT(statuses[i], LG_EINVAL);
}
#define CHECK_ALL_NULL(statuses) check_all_null((statuses), sizeof(statuses) / sizeof *(statuses), __LINE__)

LG_TEST(null_for_a_handle_or_an_output_is_invalid) {
  driver d = drive(spec(LG_CUSTOM, 1), STAIRS);
  lg_workspace *w;
  CHECK_EQ_INT(lg_workspace_new(NULL, &w), LG_OK);
  const char *text;
  const uint8_t *bytes;
  size_t len;
  lg_digest digest;
  double number;
  uint32_t number32;
  lg_tool tool;
  bool flag;
  lg_verdict verdict;
  lg_call call = call_of(&d, "f", "{}", "id");
  lg_outcome outcome = result_of(&d, "r");
  lg_usage usage = {0};
  lg_detector_options window = {4, 1, 2, 2};
  lg_detector *detector;
  lg_text_loop *loop;
  lg_cycle cycle;
  lg_text_match match;
  lg_guard *guard;
  lg_run *run = d.run;
  lg_ladder ladder;
  const lg_detector_spec *spec_of;
  const lg_guard_options *options_of;
  const lg_explanation *explanation;
  const lg_report *last;
  lg_newest newest;
  uint8_t key[LG_KEY_SIZE];
  CHECK_EQ_INT(lg_detector_new(NULL, KEY, &window, &detector), LG_OK);
  CHECK_EQ_INT(lg_text_loop_new(NULL, KEY, NULL, &loop), LG_OK);
  lg_identity_mode mode = LG_CANONICAL;
  lg_allocator nothing = {0};
  const lg_status functions[] = {
      lg_workspace_new(NULL, NULL),
      lg_workspace_new(&nothing, &w),
      lg_canonicalize(NULL, mode, LG_ARGS_RAW, "1", 1, &text, &len),
      lg_canonicalize(w, mode, LG_ARGS_RAW, "1", 1, NULL, &len),
      lg_canonicalize(w, mode, LG_ARGS_RAW, "1", 1, &text, NULL),
      lg_canonicalize(w, mode, LG_ARGS_RAW, NULL, 1, &text, &len),
      lg_canonicalize(w, mode, LG_ARGS_PACKED, NULL, 0, &text, &len),
      lg_json_read(NULL, "1", 1, &bytes, &len),
      lg_json_read(w, "1", 1, NULL, &len),
      lg_json_read(w, "1", 1, &bytes, NULL),
      lg_json_read(w, NULL, 1, &bytes, &len),
      lg_identify(NULL, KEY, mode, "f", 1, LG_ARGS_NONE, NULL, 0, NULL, &digest),
      lg_identify(w, NULL, mode, "f", 1, LG_ARGS_NONE, NULL, 0, NULL, &digest),
      lg_identify(w, KEY, mode, NULL, 1, LG_ARGS_NONE, NULL, 0, NULL, &digest),
      lg_identify(w, KEY, mode, "f", 1, LG_ARGS_RAW, NULL, 1, NULL, &digest),
      lg_identify(w, KEY, mode, "f", 1, LG_ARGS_NONE, NULL, 0, NULL, NULL),
      lg_identify(w, KEY, mode, "f", 1, LG_ARGS_RAW, "{}", 2, &(lg_projection){.keep_count = 1}, &digest),
      lg_identify(w, KEY, mode, "f", 1, LG_ARGS_RAW, "{}", 2, &(lg_projection){.ignore_count = 1}, &digest),
      lg_normalize_volatile(NULL, 1, "1", 1, &text, &len),
      lg_normalize_volatile(w, 1, NULL, 1, &text, &len),
      lg_normalize_volatile(w, 1, "1", 1, NULL, &len),
      lg_normalize_volatile(w, 1, "1", 1, &text, NULL),
      lg_similarity(NULL, "a", 1, "b", 1, &number),
      lg_similarity(w, NULL, 1, "b", 1, &number),
      lg_similarity(w, "a", 1, NULL, 1, &number),
      lg_similarity(w, "a", 1, "b", 1, NULL),
      lg_detector_new(NULL, NULL, &window, &detector),
      lg_detector_new(NULL, KEY, NULL, &detector),
      lg_detector_new(NULL, KEY, &window, NULL),
      lg_detector_push(NULL, "a", 1, &cycle),
      lg_detector_push(detector, NULL, 1, &cycle),
      lg_detector_push(detector, "a", 1, NULL),
      lg_detector_at(NULL, 0, &digest),
      lg_detector_at(detector, 0, NULL),
      lg_detector_reset(NULL),
      lg_detector_snapshot(NULL, &bytes, &len),
      lg_detector_snapshot(detector, NULL, &len),
      lg_detector_snapshot(detector, &bytes, NULL),
      lg_detector_restore(NULL, (const uint8_t *)"", 0, NULL),
      lg_text_loop_new(NULL, NULL, NULL, &loop),
      lg_text_loop_new(NULL, KEY, NULL, NULL),
      lg_text_loop_push(NULL, "a", 1, &match),
      lg_text_loop_push(loop, NULL, 1, &match),
      lg_text_loop_push(loop, "a", 1, NULL),
      lg_text_loop_end_message(NULL, &match),
      lg_text_loop_end_message(loop, NULL),
      lg_text_loop_reset(NULL),
      lg_text_loop_snapshot(NULL, &bytes, &len),
      lg_text_loop_snapshot(loop, NULL, &len),
      lg_text_loop_snapshot(loop, &bytes, NULL),
      lg_text_loop_restore(NULL, (const uint8_t *)"", 0, NULL),
      lg_allocator_init(NULL, NULL),
      lg_guard_configure(NULL, NULL, "{}", 2, &guard, NULL),
      lg_guard_configure(NULL, KEY, NULL, 2, &guard, NULL),
      lg_guard_configure(NULL, KEY, "{}", 2, NULL, NULL),
      lg_guard_configure_tool(NULL, "{}", 2, NULL),
      lg_guard_configure_tool(d.guard, NULL, 2, NULL),
      lg_guard_tool(NULL, "f", 1, &tool),
      lg_guard_tool(d.guard, NULL, 1, &tool),
      lg_guard_tool(d.guard, "f", 1, NULL),
      lg_guard_tool_profile(NULL, "f", 1, &number32),
      lg_guard_tool_profile(d.guard, NULL, 1, &number32),
      lg_guard_tool_profile(d.guard, "f", 1, NULL),
      lg_guard_settings(NULL, &options_of),
      lg_guard_settings(d.guard, NULL),
      lg_guard_detector(NULL, 0, &spec_of, &text, &len),
      lg_guard_detector(d.guard, 0, NULL, &text, &len),
      lg_guard_detector(d.guard, 0, &spec_of, NULL, &len),
      lg_guard_detector(d.guard, 0, &spec_of, &text, NULL),
      lg_guard_ladder(NULL, 0, 0, &ladder),
      lg_guard_ladder(d.guard, 0, 0, NULL),
      lg_run_new(NULL, &run),
      lg_run_new(d.guard, NULL),
      lg_run_guard(NULL, &guard),
      lg_run_guard(run, NULL),
      lg_run_before(NULL, &call, &verdict),
      lg_run_before(run, NULL, &verdict),
      lg_run_before(run, &call, NULL),
      lg_run_after(NULL, 0, &outcome, &verdict),
      lg_run_after(run, 0, NULL, &verdict),
      lg_run_after(run, 0, &outcome, NULL),
      lg_run_ticket(NULL, "id", 2, &number32, NULL),
      lg_run_ticket(run, NULL, 2, &number32, NULL),
      lg_run_ticket(run, "id", 2, NULL, NULL),
      lg_run_invalid(NULL, &call, &outcome, &verdict),
      lg_run_invalid(run, NULL, &outcome, &verdict),
      lg_run_invalid(run, &call, NULL, &verdict),
      lg_run_invalid(run, &call, &outcome, NULL),
      lg_run_resolve(NULL, 0, LG_ALLOW, 0),
      lg_run_detect(NULL, 0, "f", 1, "k", 1, 1, &verdict),
      lg_run_detect(run, 0, NULL, 1, "k", 1, 1, &verdict),
      lg_run_detect(run, 0, "f", 1, NULL, 1, 1, &verdict),
      lg_run_detect(run, 0, "f", 1, "k", 1, 1, NULL),
      lg_run_usage(NULL, &usage, &verdict),
      lg_run_usage(run, NULL, &verdict),
      lg_run_usage(run, &usage, NULL),
      lg_run_step(NULL, LG_BEGIN_ROUND),
      lg_run_step(run, (lg_step)99),
      lg_run_rounds(NULL, &flag, NULL),
      lg_run_set_explicit_rounds(NULL, true),
      lg_run_stopped(NULL, true, "w", 1, &verdict),
      lg_run_stopped(run, true, NULL, 1, &verdict),
      lg_run_stopped(run, true, "w", 1, NULL),
      lg_run_newest(NULL, &newest),
      lg_run_newest(run, NULL),
      lg_run_report(NULL, &last),
      lg_run_report(run, NULL),
      lg_run_report(run, &last), /* there is none */
      lg_run_report_json(NULL, &text, &len),
      lg_run_report_json(run, &text, &len),
      lg_run_explain(NULL),
      lg_run_explanation(NULL, &explanation),
      lg_run_explanation(run, NULL),
      lg_run_explanation(run, &explanation), /* they are off */
      lg_run_snapshot(NULL, &bytes, &len),
      lg_run_snapshot(run, NULL, &len),
      lg_run_snapshot(run, &bytes, NULL),
      lg_run_restore(NULL, KEY, sizeof KEY, NULL),
      lg_run_restore(run, NULL, 1, NULL),
      lg_snapshot_key(KEY, sizeof KEY, NULL),
      record_before(NULL, &call, &bytes, &len),
      lg_run_record(run, NULL, &bytes, &len),
      record_before(run, &call, NULL, &len),
      record_before(run, &call, &bytes, NULL),
      record_after(run, NULL, 2, 0, &outcome, &bytes, &len),
      record_after(run, "id", 2, 99, &outcome, &bytes, &len),
      record_resolve(NULL, "id", 2, LG_ALLOW, 0, &bytes, &len),
      record_resolve(run, NULL, 2, LG_ALLOW, 0, &bytes, &len),
      record_resolve(run, "id", 2, LG_ALLOW, 0, NULL, &len),
      record_detect(NULL, 0, 0, "f", 1, "k", 1, 1, &bytes, &len),
      record_detect(run, 0, 0, NULL, 1, "k", 1, 1, &bytes, &len),
      record_detect(run, 0, 0, "f", 1, NULL, 1, 1, &bytes, &len),
      record_detect(run, 0, 0, "f", 1, "k", 1, 1, NULL, &len),
      record_usage(NULL, &usage, &bytes, &len),
      record_usage(run, &usage, NULL, &len),
      record_step(NULL, LG_RESET, &bytes, &len),
      record_step(run, LG_RESET, NULL, &len),
      record_step(run, (lg_step)99, &bytes, &len),
      lg_run_apply(NULL, KEY, sizeof KEY, &verdict),
      lg_run_apply(run, NULL, 1, &verdict),
      lg_run_apply(run, KEY, sizeof KEY, NULL),
      lg_run_record_name(NULL, KEY, sizeof KEY, &text, &len),
      lg_run_record_name(run, NULL, 1, &text, &len),
      lg_run_record_name(run, KEY, sizeof KEY, NULL, &len),
      lg_run_record_name(run, KEY, sizeof KEY, &text, NULL),
  };
  CHECK_ALL_NULL(functions);
  CHECK_EQ_INT(lg_snapshot_key(NULL, 5, key), LG_ESNAPSHOT);
  CHECK_EQ_INT(lg_detector_restore(NULL, NULL, 5, &detector), LG_ESNAPSHOT);
  CHECK_EQ_INT(lg_text_loop_restore(NULL, NULL, 5, &loop), LG_ESNAPSHOT);
  lg_workspace_free(NULL);
  lg_detector_free(NULL);
  lg_text_loop_free(NULL);
  lg_guard_free(NULL);
  lg_run_free(NULL);
  lg_detector_free(detector);
  lg_text_loop_free(loop);
  lg_workspace_free(w);
  stop(&d);
}

LG_TEST(no_name_is_an_empty_one) {
  driver d = drive(spec(LG_COUNT, 2), HINT);
  lg_call call = call_of(&d, "", "{}", NULL);
  CHECK_EQ_INT(lg_run_before(d.run, &call, &d.last), LG_OK);
  call.name = NULL;
  CHECK_EQ_INT(lg_run_before(d.run, &call, &d.last), LG_OK);
  CHECK_EQ_INT(lg_run_before(d.run, &call, &d.last), LG_OK);
  CHECK_EQ_INT(d.last.action, LG_HINT);
  stop(&d);
}

LG_TEST(values_and_digests_take_null) {
  lg_workspace *w;
  const uint8_t *packed;
  size_t len;
  double number;
  CHECK_EQ_INT(lg_workspace_new(NULL, &w), LG_OK);
  CHECK_EQ_INT(lg_json_read(w, "{\"a\":\"b\",\"c\":1}", 15, &packed, &len), LG_OK);
  lg_value object = lg_value_at(packed, len), text = lg_value_member(object, "a", 1),
           one = lg_value_member(object, "c", 1);
  const char *s;
  CHECK(lg_value_text(text, &s, &len) && !lg_value_text(text, NULL, &len) && !lg_value_text(text, &s, NULL));
  CHECK(lg_value_number(one, &number) && !lg_value_number(one, NULL) && !lg_value_number(text, &number));
  CHECK(!lg_value_next(NULL));
  CHECK_EQ_INT(lg_value_kind(lg_value_member(object, NULL, 1)), LG_VALUE_NONE);
  CHECK_EQ_INT(lg_value_kind(lg_value_at(NULL, 7)), LG_VALUE_NONE);
  lg_values none = lg_value_begin((lg_value){NULL, 3});
  CHECK(!lg_value_next(&none));
  static const uint8_t zero[LG_KEY_SIZE] = {0};
  lg_digest want = lg_digest_bytes(zero, "a", 1), got = lg_digest_bytes(NULL, "a", 1);
  CHECK(memcmp(&want, &got, sizeof got) == 0);
  want = lg_digest_bytes(KEY, "", 0);
  got = lg_digest_bytes(KEY, NULL, 9);
  CHECK(memcmp(&want, &got, sizeof got) == 0);
  CHECK(!lg_is_transient(NULL, 9));
  lg_workspace_free(w);
}
