/* Events in each dialect against a run, without processes and files: what is read, and what is answered. */
#include <math.h>

#include "session.h"
#include "lg_test.h"
#include "verdict_text.h"

static lg_guard *guard;

static lg_run *new_run(void) {
  static const uint8_t key[LG_KEY_SIZE] = {1};
  lg_run *run;
  if (lg_guard_configure(NULL, key, "{}", 2, &guard, NULL) != LG_OK || lg_run_new(guard, &run) != LG_OK) abort();
  return run;
}

static void free_run(lg_run *run) {
  lg_run_free(run);
  lg_guard_free(guard);
}

/* The answer to the event in `text`, until all is forgotten. */
static program_out tell_as(lg_run *run, hook_dialect dialect, const char *text) {
  hook_event event;
  hook_reply reply = {.code = 0};
  hook_run asked = hook_run_of(run);
  CHECK_EQ_INT(hook_event_read(text, strlen(text), dialect, &event), HOOK_READ);
  hook_session_tell(&asked, &event, false, &reply);
  program_out_bytes(&reply.text, "", 1);
  return reply.text;
}

static program_out tell(lg_run *run, const char *text) { return tell_as(run, HOOK_AUTO, text); }

static void check_silent(lg_run *run, const char *text) {
  program_out out = tell(run, text);
  CHECK_EQ_STR(out.data, strlen(out.data), "", 0);
  program_forget(NULL);
}

static void check_says(lg_run *run, const char *text, const char *part) {
  program_out out = tell(run, text);
  CHECK(strstr(out.data, part) != NULL);
  if (strstr(out.data, part) == NULL) lg_test_print_bytes("got", out.data, out.len);
  program_forget(NULL);
}

#define TOOL "\"session_id\":\"s\",\"tool_name\":\"Read\",\"tool_input\":{\"p\":1}"

LG_TEST(a_call_without_news_is_refused_then_ends_the_turn) {
  static const char after[] = "{\"hook_event_name\":\"AfterTool\"," TOOL ",\"tool_response\":{\"llmContent\":\"x\"}}";
  static const char before[] = "{\"hook_event_name\":\"BeforeTool\"," TOOL "}";
  lg_run *run = new_run();
  for (int i = 0; i < 2; i++) {
    check_silent(run, before);
    check_silent(run, after);
  }
  for (int i = 0; i < 4; i++) check_says(run, before, "{\"decision\":\"deny\",\"reason\":\"Tool 'Read' ");
  check_says(run, before, "{\"continue\":false,\"stopReason\":\"");
  check_silent(run, "{\"hook_event_name\":\"BeforeAgent\",\"session_id\":\"s\",\"prompt\":\"go on\"}");
  check_silent(run, before);
  free_run(run);
}

LG_TEST(a_call_that_was_not_announced_is_counted_when_it_has_run) {
  lg_run *run = new_run();
  static const char after[] =
      "{\"hook_event_name\":\"PostToolUseFailure\"," TOOL ",\"tool_use_id\":\"%c\",\"error\":\"no file\"}";
  char text[sizeof after];
  for (int i = 0; i < 3; i++) {
    snprintf(text, sizeof text, after, 'a' + i);
    if (i < 2)
      check_silent(run, text);
    else
      check_says(run, text, "additionalContext");
  }
  free_run(run);
}

/* As before the preset of noNews, and failing since: such a call is never refused any more. Its failure is told after
 * its successor's round began, so to noNews it came back from a sibling of that round, and two of them never count. */
LG_TEST(a_call_of_codex_that_never_ended_has_failed_when_it_is_made_again) {
  static const char request[] = "{\"hook_event_name\":\"PreModelRequest\",\"session_id\":\"s\",\"turn_id\":\"1\"}";
  static const char before[] = "{\"hook_event_name\":\"PreToolUse\",\"turn_id\":\"1\"," TOOL ",\"tool_use_id\":\"%d\"}";
  char text[sizeof before];
  lg_run *run = new_run();
  for (int i = 0; i < 8; i++) {
    check_silent(run, request);
    snprintf(text, sizeof text, before, i);
    if (i < 3) /* the first failure is told of with the second call, and is news then */
      check_silent(run, text);
    else if (i < 7)
      check_says(run, text, "was not run");
    else
      check_says(run, text, "aborting to prevent a loop. End your turn now");
  }
  free_run(run);
}

LG_TEST(a_tool_may_have_an_empty_name) {
  static const char before[] = "{\"hook_event_name\":\"BeforeTool\",\"session_id\":\"s\",\"tool_name\":\"\"}";
  lg_run *run = new_run();
  for (int i = 0; i < 2; i++) check_silent(run, before); /* the second is judged on a copy of the run */
  free_run(run);
}

LG_TEST(how_long_a_tool_took_is_no_news) {
  static const char *const responses[] = {
      "{\"durationMs\":14,\"files\":[\"a\"],\"durationSeconds\":0.5}",
      "{\"durationMs\":8,\"files\":[\"a\"],\"durationSeconds\":-1e2}",
      "{\"durationMs\":1,\"files\":[\"a\"],\"durationMs\":2,\"durationSeconds\":3}",
  };
  for (int first = 0; first < 2; first++) {
    lg_run *run = new_run();
    for (int i = 0; i < 3; i++) {
      char text[256];
      snprintf(text, sizeof text, "{\"hook_event_name\":\"PreToolUse\"," TOOL ",\"tool_use_id\":\"%d\"}", i);
      if (i == 2) {
        check_says(run, text, "gave the same result 2 times, and nothing new has happened since");
        break;
      }
      check_silent(run, text);
      snprintf(text, sizeof text,
               "{\"hook_event_name\":\"PostToolUse\"," TOOL ",\"tool_use_id\":\"%d\",\"tool_response\":%s}", i,
               responses[first + i]);
      check_silent(run, text);
    }
    free_run(run);
  }
}

LG_TEST(events_that_ask_nothing_of_us_are_told_from_broken_ones) {
  static const struct {
    const char *text;
    hook_read want;
  } cases[] = {
      {"", HOOK_NOT_JSON},
      {"{", HOOK_NOT_JSON},
      {"{}", HOOK_NOT_OURS},
      {"[]", HOOK_NOT_OURS},
      {"\"x\"", HOOK_NOT_OURS},
      {"{\"hook_event_name\":\"Notification\",\"session_id\":\"s\"}", HOOK_NOT_OURS},
      {"{\"hook_event_name\":\"PreToolUse\",\"session_id\":\"s\"}", HOOK_NOT_OURS},
      {"{\"hook_event_name\":\"PreToolUse\"," TOOL "}", HOOK_READ},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    hook_event event;
    hook_read got = hook_event_read(cases[i].text, strlen(cases[i].text), HOOK_AUTO, &event);
    CHECK_EQ_INT(got, cases[i].want);
    program_forget(NULL);
  }
}

LG_TEST(codex_is_known_by_its_turn_or_by_the_option) {
  static const struct {
    const char *fields;
    hook_dialect asked, want;
  } cases[] = {{"", HOOK_AUTO, HOOK_CLAUDE},
               {",\"turn_id\":\"1\"", HOOK_AUTO, HOOK_CODEX},
               {",\"turn_id\":\"1\"", HOOK_CLAUDE, HOOK_CLAUDE},
               {"", HOOK_CODEX, HOOK_CODEX}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[200];
    int len = snprintf(text, sizeof text, "{\"hook_event_name\":\"PreToolUse\"," TOOL "%s}", cases[i].fields);
    hook_event event;
    CHECK_EQ_INT(hook_event_read(text, (size_t)len, cases[i].asked, &event), HOOK_READ);
    CHECK_EQ_INT(event.dialect, cases[i].want);
    program_forget(NULL);
  }
}

LG_TEST(failures_that_pass_by_themselves_are_known_by_their_words) {
  static const char *const passing[] = {"Rate limit reached",
                                        "ratelimited",
                                        "HTTP 429: Too Many Requests",
                                        "timed-out",
                                        "Timeout",
                                        "a time-out, again",
                                        "the model is Overloaded.",
                                        "ECONNRESET"};
  static const char *const lasting[] = {
      "", "corporate limits", "timeouts", "timeout was not set", "overloaded_error", "file not found"};
  for (size_t i = 0; i < sizeof passing / sizeof *passing; i++) CHECK(lg_is_transient(passing[i], strlen(passing[i])));
  for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++) CHECK(!lg_is_transient(lasting[i], strlen(lasting[i])));
  char late[420];
  memset(late, '.', sizeof late);
  memcpy(late + 393, "timeout", 7);
  CHECK(lg_is_transient(late, sizeof late));
  memcpy(late + 393, ".timeout", 8);
  CHECK(!lg_is_transient(late, sizeof late));
  /* no character has more than four bytes, so bytes that belong to none are not skipped without end */
  static char stray[2000];
  memset(stray, 0x80, sizeof stray);
  memcpy(stray + 1500, " timeout ", 9);
  CHECK(lg_is_transient(stray, sizeof stray));
  memset(stray, 0x80, sizeof stray);
  memcpy(stray + 1600, " timeout ", 9);
  CHECK(!lg_is_transient(stray, sizeof stray));
}

/* Copilot tells of the end of a call that was refused as of a failure. */
LG_TEST(after_the_end_of_a_turn_calls_are_refused_and_their_ends_are_met_with_silence) {
  static const char call[] = "\"session_id\":\"s\",\"tool_name\":\"t\",\"tool_input\":{\"p\":1}}";
  char before[128], failure[128];
  snprintf(before, sizeof before, "{\"hook_event_name\":\"PreToolUse\",%s", call);
  snprintf(failure, sizeof failure, "{\"hook_event_name\":\"PostToolUseFailure\",\"error\":\"no\",%s", call);
  lg_run *run = new_run();
  CHECK_EQ_INT(lg_run_step(run, LG_END_TURN), LG_OK);
  program_out refusal = tell_as(run, HOOK_COPILOT, before), nothing = tell_as(run, HOOK_COPILOT, failure);
  CHECK(strstr(refusal.data, "No further call of this turn is run") != NULL);
  CHECK_EQ_STR(nothing.data, strlen(nothing.data), "", 0);
  program_forget(NULL);
  free_run(run);
}

static bool exits_with(lg_run *run, const char *text, const char *part) {
  hook_event event;
  hook_reply reply = {.code = 0};
  hook_run asked = hook_run_of(run);
  CHECK_EQ_INT(hook_event_read(text, strlen(text), HOOK_KIRO, &event), HOOK_READ);
  hook_session_tell(&asked, &event, false, &reply);
  program_out_bytes(&reply.text, "", 1);
  if (part[0] == '\0') CHECK_EQ_STR(reply.text.data, strlen(reply.text.data), "", 0);
  CHECK(strncmp(reply.text.data, part, strlen(part)) == 0);
  bool exits = reply.on_stderr && reply.code == 2;
  program_forget(NULL);
  return exits;
}

LG_TEST(kiro_is_refused_a_call_by_the_exit_code_and_a_text_in_utf_8) {
#define CALL "\"session_id\":\"s\",\"tool_name\":\"\\udc00\\ud800\",\"tool_input\":{\"p\":1}"
  static const char before[] = "{\"hook_event_name\":\"preToolUse\"," CALL "}";
  static const char after[] =
      "{\"hook_event_name\":\"postToolUse\"," CALL ",\"tool_response\":{\"success\":true,\"result\":[\"x\"]}}";
#undef CALL
  lg_run *run = new_run();
  for (int i = 0; i < 2; i++) {
    CHECK(!exits_with(run, before, ""));
    CHECK(!exits_with(run, after, ""));
  }
  CHECK(exits_with(
      run, before,
      "Tool '\xEF\xBF\xBD\xEF\xBF\xBD' was called again with the same arguments; it gave the same result 2 times"));
  free_run(run);
}

LG_TEST(every_row_has_an_option_and_an_event_before_calls) {
  for (int i = HOOK_AUTO + 1; i < HOOK_DIALECTS; i++) {
    const hook_facts *facts = hook_facts_of((hook_dialect)i);
    CHECK(strncmp(facts->option, "--", 2) == 0 && facts->name[0] != NULL && facts->session[0] != NULL);
    static const char *const names[] = {"PreToolUse", "preToolUse", "BeforeTool"};
    unsigned found = 0;
    for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
      hook_kind kind;
      const char *name = hook_find_event((hook_dialect)i, (program_text){names[at], strlen(names[at])}, &kind);
      if (name != NULL && kind == HOOK_BEFORE) found++;
    }
    CHECK(found > 0);
  }
}

/* A forged state may hold any waiting time of a poll. */
LG_TEST(texts_are_made_whatever_a_state_says_of_times) {
  static const char config[] = "{\"tools\":{\"Poll\":{\"poll\":{\"minIntervalMs\":12345.5}}}}";
  static const uint8_t key[LG_KEY_SIZE] = {1}, no_key[LG_KEY_SIZE];
  static const double wait = 12345.5, times[] = {1e300, INFINITY, -1e300};
  lg_run *run;
  lg_verdict verdict;
  const lg_outcome outcome = {.result_kind = LG_RESULT_TEXT, .result = "no", .result_len = 2};
  CHECK_EQ_INT(lg_guard_configure(NULL, key, config, sizeof config - 1, &guard, NULL), LG_OK);
  CHECK_EQ_INT(lg_run_new(guard, &run), LG_OK);
  lg_call call = {.name = "Poll", .name_len = 4, .args_kind = LG_ARGS_NONE, .id = "1", .id_len = 1};
  CHECK_EQ_INT(lg_guard_tool_profile(guard, "Poll", 4, &call.profile), LG_OK);
  CHECK_EQ_INT(lg_run_before(run, &call, &verdict), LG_OK);
  CHECK_EQ_INT(lg_run_after(run, verdict.ticket, &outcome, &verdict), LG_OK);
  call.id = "2";
  CHECK_EQ_INT(lg_run_step(run, LG_BEGIN_ROUND), LG_OK);
  CHECK_EQ_INT(lg_run_before(run, &call, &verdict), LG_OK);
  const uint8_t *bytes;
  size_t len, at = 0;
  CHECK(verdict.detected);
  CHECK_EQ_INT(lg_run_snapshot(run, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, len);
  while (at + 8 < len && memcmp(copy + at, &wait, 8) != 0) at++;
  CHECK(at + 8 < len);
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    program_out out = {0};
    memcpy(copy + at, &times[i], 8);
    lg_digest check = lg_digest_bytes(no_key, copy, len - sizeof check);
    memcpy(copy + len - sizeof check, &check, sizeof check);
    CHECK_EQ_INT(lg_run_restore(run, copy, len, NULL), LG_OK);
    CHECK_EQ_INT(lg_run_before(run, &call, &verdict), LG_OK);
    program_verdict_text(&out, run, LG_HINT, (program_text){"Poll", 4}, false);
    CHECK(verdict.detected && out.len > 0);
    program_forget(NULL);
  }
  free(copy);
  free_run(run);
}

/* The third call is refused, although another guard, nearer to the tool, added a warning to the second result. */
static void check_bare(const char *first, const char *second) {
  lg_run *run = new_run();
  const char *const responses[] = {first, second};
  char text[1024];
  for (int i = 0; i < 2; i++) {
    snprintf(text, sizeof text,
             "{\"hook_event_name\":\"PostToolUse\"," TOOL ",\"tool_use_id\":\"%d\",\"tool_response\":%s}", i,
             responses[i]);
    check_silent(run, text);
  }
  check_says(run, "{\"hook_event_name\":\"PreToolUse\"," TOOL ",\"tool_use_id\":\"2\"}", "\"deny\"");
  free_run(run);
}

LG_TEST(what_another_guard_added_to_a_result_is_no_part_of_it) {
#define WARNED                                                                                                         \
  "Tool 'Read' was called with identical arguments and returned the same result 3 times. You have been calling tools " \
  "in a repetitive pattern that is not making progress. Step back, reconsider the goal, and try a different approach."
  check_bare("\"three lines of a file\"", "\"three lines of a file\\n\\n" WARNED "\"");
  check_bare("\"{\\\"a\\\":1}\"", "\"{\\\"a\\\":1,\\\"loopguard\\\":\\\"x\\\"}\"");
  check_bare("{\"files\":[\"a.txt\",\"b.txt\"]}", "{\"files\":[\"a.txt\",\"b.txt\"],\"loopguard\":\"" WARNED "\"}");
  check_bare("[{\"type\":\"text\",\"text\":\"three lines of a file\"}]",
             "[{\"type\":\"text\",\"text\":\"three lines of a file\"},{\"type\":\"text\",\"text\":\"" WARNED "\"}]");
  check_bare("{\"content\":[{\"text\":\"three lines of a file\"}],\"isError\":false}",
             "{\"content\":[{\"text\":\"three lines of a file\"},{\"text\":\"" WARNED "\"}],\"isError\":false}");
  check_bare("{\"content\":\"three lines of a file\",\"isError\":false}",
             "{\"content\":\"three lines of a file\\n\\n" WARNED "\",\"isError\":false}");
#undef WARNED
}
