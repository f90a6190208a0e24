/* What the hook reads of an event, in blocks of exactly its size, and what it writes. */
#include "event.h"
#include "text.h"
#include "lg_test.h"

static hook_read read_text(const char *text, hook_event *out_event) {
  char *copy = malloc(strlen(text));
  if (copy == NULL) abort();
  memcpy(copy, text, strlen(text));
  hook_read read = hook_event_read(copy, strlen(text), HOOK_AUTO, out_event);
  free(copy);
  return read;
}

#define BEFORE "\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\""
#define AFTER "\"hook_event_name\":\"PostToolUse\",\"session_id\":\"s\",\"tool_name\":\"t\",\"tool_use_id\":\"1\""

LG_TEST(a_call_is_read_whatever_its_members_order_and_spelling) {
  static const char *const texts[] = {
      "{" BEFORE ",\"tool_name\":\"Read\",\"tool_use_id\":\"7\",\"tool_input\":{\"a\":1}}",
      " { \"tool_input\" : {\"a\":1.0} ,\"tool_use_id\":\"7\",\"tool_n\\u0061me\":\"R\\u0065ad\"," BEFORE "}\n",
      "{" BEFORE ",\"tool_name\":1,\"tool_use_id\":\"7\",\"tool_name\":\"Read\",\"tool_input\":{\"a\":0,\"a\":1}}"};
  static const char packed[] = "\7\x0e\0\0\0\1\0\0\0a\3\0\0\0\0\0\0\xf0\x3f";
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    hook_event event;
    CHECK_EQ_INT(read_text(texts[i], &event), HOOK_READ);
    CHECK_EQ_STR(event.call.name.s, event.call.name.len, "Read", 4);
    CHECK_EQ_STR(event.call.id.s, event.call.id.len, "7", 1);
    CHECK_EQ_INT(event.call.kind, LG_ARGS_PACKED);
    CHECK_EQ_STR(event.call.args.s, event.call.args.len, packed, sizeof packed - 1);
    program_forget(NULL);
  }
}

LG_TEST(arguments_may_be_a_text_or_none) {
  hook_event event;
  CHECK_EQ_INT(read_text("{" BEFORE ",\"tool_name\":\"t\",\"tool_input\":\"{\\\"a\\\":\"}", &event), HOOK_READ);
  CHECK_EQ_INT(event.call.kind, LG_ARGS_RAW);
  CHECK_EQ_STR(event.call.args.s, event.call.args.len, "{\"a\":", 5);
  CHECK(event.call.made_id && event.call.id.len == 32);
  program_forget(NULL);
  CHECK_EQ_INT(read_text("{" BEFORE ",\"tool_name\":\"t\"}", &event), HOOK_READ);
  CHECK_EQ_INT(event.call.kind, LG_ARGS_NONE);
  program_forget(NULL);
}

LG_TEST(what_is_no_event_is_told_from_what_is_no_json) {
  static const char *const others[] = {"null",
                                       "[1]",
                                       "\"a\"",
                                       "1",
                                       "{}",
                                       "{\"session_id\":\"s\"}",
                                       "{" BEFORE "}",
                                       "{\"hook_event_name\":\"PreToolUse\",\"session_id\":1}",
                                       "\xEF\xBB\xBF{" BEFORE "}"};
  static const char *const broken[] = {
      "", " ", "{" BEFORE, "{" BEFORE "}}", "{" BEFORE ",}", "\xEF\xBB\xBF", "\xEF\xBB\xBF\xEF\xBB\xBF{}"};
  hook_event event;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) CHECK_EQ_INT(read_text(others[i], &event), HOOK_NOT_OURS);
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) CHECK_EQ_INT(read_text(broken[i], &event), HOOK_NOT_JSON);
}

static void check_result(const char *text, lg_result_kind kind, const char *want, size_t len) {
  hook_event event;
  CHECK_EQ_INT(read_text(text, &event), HOOK_READ);
  lg_outcome outcome = hook_outcome_of(&event);
  CHECK_EQ_INT(outcome.result_kind, kind);
  CHECK_EQ_STR(outcome.result, outcome.result_len, want, len);
  program_forget(NULL);
}

LG_TEST(results_go_to_the_core_as_they_were_read) {
  check_result("{" AFTER "}", LG_RESULT_NONE, NULL, 0);
  check_result("{" AFTER ",\"tool_response\":\"a\\nb\"}", LG_RESULT_TEXT, "a\nb", 3);
  check_result("{" AFTER ",\"tool_response\":[true]}", LG_RESULT_PACKED, "\6\1\0\0\0\2", 6);
  static const char timeless[] = "\7\x17\0\0\0\x0a\0\0\0durationMs\3\0\0\0\0\0\x80\x31\x40";
  check_result("{" AFTER ",\"tool_response\":{\"durationMs\":17.5}}", LG_RESULT_PACKED, timeless, sizeof timeless - 1);
}

LG_TEST(failures_say_their_text_or_their_json) {
  static const char *const events[] = {"\"bad\"", "{\"code\":1.50}", "null"};
  static const char *const said[] = {"bad", "{\"code\":1.5}", NULL};
  for (size_t i = 0; i < 3; i++) {
    char text[256];
    hook_event event;
    snprintf(text, sizeof text,
             "{\"hook_event_name\":\"PostToolUseFailure\",\"session_id\":\"s\",\"tool_name\":\"t\",\"error\":%s}",
             events[i]);
    CHECK_EQ_INT(read_text(text, &event), HOOK_READ);
    lg_outcome outcome = hook_outcome_of(&event);
    CHECK(outcome.failed == (said[i] != NULL));
    if (said[i] != NULL) CHECK_EQ_STR(outcome.error, outcome.error_len, said[i], strlen(said[i]));
    program_forget(NULL);
  }
}

LG_TEST(a_text_is_written_as_json_stringify_does) {
  program_out out = {0};
  program_out_string(&out, "a\"\\\n\x01\x7F/\xC3\xA9\xED\xA0\xBD\0", 13);
  static const char want[] = "\"a\\\"\\\\\\n\\u0001\x7F/\xC3\xA9\\ud83d\\u0000\"";
  CHECK_EQ_STR(out.data, out.len, want, sizeof want - 1);
  program_out_number(&out, 18446744073709551615ull);
  CHECK_EQ_STR(out.data + sizeof want - 1, out.len - (sizeof want - 1), "18446744073709551615", 20);
  program_forget(NULL);
}
