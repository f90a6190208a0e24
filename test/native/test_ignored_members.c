/* ignored_members.c: each name of its lists, in both spellings, and what is kept. */
#include "identity/identity.h"
#include "lg_test.h"

static const uint8_t zero_key[LG_KEY_SIZE] = {0};

static lg_digest identify(lg_identity_mode mode, const char *tool, const char *args, const lg_projection *projection) {
  lg_workspace *w;
  lg_digest out = {{0}};
  CHECK_EQ_INT(lg_workspace_new(NULL, &w), LG_OK);
  CHECK_EQ_INT(lg_identify(w, zero_key, mode, tool, strlen(tool), LG_ARGS_RAW, args, strlen(args), projection, &out),
               LG_OK);
  lg_workspace_free(w);
  return out;
}

static bool same(const char *tool, const char *a, const char *b) {
  lg_digest x = identify(LG_COMPARED, tool, a, NULL), y = identify(LG_COMPARED, tool, b, NULL);
  return memcmp(&x, &y, sizeof x) == 0;
}

/* As it is written in docs/identity.md. */
static const char *const HOW[] = {"yield_time_ms",        "max_output_tokens", "justification",     "prefix_rule",
                                  "timeout_ms",           "requires_approval", "security_risk",     "safe_to_auto_run",
                                  "wait_ms_before_async", "risk_level",        "risk_level_reason", "is_risky",
                                  "is_read_only",         "task_progress"};
static const char *const WORDS[] = {"description", "explanation",  "summary",         "goal",
                                    "thought",     "thoughts",     "timeout",         "timeout_secs",
                                    "uses_pager",  "initial_wait", "timeout_seconds", "max_wait_seconds"};

/* yield_time_ms as yieldTimeMs, or with the first letter in upper case too */
static void to_camel(const char *snake, char *out, bool first) {
  bool up = first;
  for (; *snake != '\0'; snake++) {
    if (*snake == '_') {
      up = true;
      continue;
    }
    *out++ = up ? (char)(*snake - 'a' + 'A') : *snake;
    up = false;
  }
  *out = '\0';
}

static bool left_out(const char *tool, const char *command, const char *member) {
  char a[256], b[256];
  snprintf(a, sizeof a, "{%s,\"x\":1}", command);
  snprintf(b, sizeof b, "{\"x\":1,\"%s\":\"said\",%s}", member, command);
  return same(tool, a, b);
}

static void check_left_out(const char *tool, const char *command, const char *member, bool want) {
  char camel[64], pascal[64];
  to_camel(member, camel, false);
  to_camel(member, pascal, true);
  const char *const spellings[] = {member, camel, pascal};
  for (size_t i = 0; i < 3; i++) {
    bool got = left_out(tool, command, spellings[i]);
    CHECK_EQ_INT(got, want);
    if (got != want) fprintf(stderr, "  %s %s %s\n", tool, command, spellings[i]);
  }
}

LG_TEST(beside_a_command_words_about_it_do_not_count) {
  static const char *const commands[] = {"\"command\":\"npm test\"", "\"cmd\":\"npm test\"",
                                         "\"CommandLine\":\"npm test\"", "\"command\":[\"bash\",\"-lc\",\"ls\"]",
                                         "\"command\":\"./run\""};
  for (size_t c = 0; c < sizeof commands / sizeof *commands; c++) {
    for (size_t i = 0; i < sizeof HOW / sizeof *HOW; i++) check_left_out("any_tool", commands[c], HOW[i], true);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) check_left_out("any_tool", commands[c], WORDS[i], true);
  }
}

LG_TEST(one_word_is_a_command_only_in_a_shell) {
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    check_left_out("todo", "\"command\":\"create_issue\"", WORDS[i], false);
    check_left_out("Bash", "\"command\":\"make\"", WORDS[i], true);
    check_left_out("exec", "\"command\":\"make\"", WORDS[i], true);
  }
  for (size_t i = 0; i < sizeof HOW / sizeof *HOW; i++)
    check_left_out("str_replace_editor", "\"command\":\"view\"", HOW[i], true);
}

LG_TEST(what_changes_the_call_counts) {
  static const char *const kept[] = {"cwd",
                                     "workdir",
                                     "env",
                                     "run_in_background",
                                     "is_background",
                                     "restart",
                                     "sandbox_permissions",
                                     "with_escalated_permissions",
                                     "shell",
                                     "tty",
                                     "descriptions",
                                     "time",
                                     "description_2",
                                     "t",
                                     ""};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) CHECK(!left_out("Bash", "\"command\":\"npm test\"", kept[i]));
  CHECK(!same("Bash", "{\"command\":\"npm test\"}", "{\"command\":\"npm run test\"}"));
  CHECK(
      !same("Bash", "{\"command\":\"a b\",\"env\":{\"timeout\":1}}", "{\"command\":\"a b\",\"env\":{\"timeout\":2}}"));
}

LG_TEST(without_a_command_only_known_tools_say_such_words) {
  static const char *const none = "\"path\":\"a b\"";
  for (size_t i = 0; i < sizeof HOW / sizeof *HOW; i++) check_left_out("create_issue", none, HOW[i], false);
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) check_left_out("create_issue", none, WORDS[i], false);
  check_left_out("create_issue", "\"command\":7", "description", false);
  static const struct {
    const char *tool, *member;
  } known[] = {{"write_stdin", "yield_time_ms"},
               {"functions.write_stdin", "max_output_tokens"},
               {"TaskOutput", "timeout"},
               {"AgentOutputTool", "wait_up_to"},
               {"read_bash", "delay"},
               {"command_status", "wait_duration_seconds"},
               {"command_status", "output_character_count"},
               {"read_file", "explanation"},
               {"codebase_search", "explanation"},
               {"replace_string_in_file", "explanation"},
               {"read_file", "task_progress"},
               {"execute_ipython_cell", "security_risk"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    check_left_out(known[i].tool, none, known[i].member, true);
    check_left_out("other", none, known[i].member, false);
  }
  check_left_out("read_file", none, "timeout", false);
}

LG_TEST(canonical_and_verbatim_identities_have_all_of_it) {
  static const lg_identity_mode modes[] = {LG_CANONICAL, LG_VERBATIM};
  for (size_t i = 0; i < 2; i++) {
    lg_digest a = identify(modes[i], "Bash", "{\"command\":\"a b\",\"timeout\":1}", NULL);
    lg_digest b = identify(modes[i], "Bash", "{\"command\":\"a b\",\"timeout\":2}", NULL);
    CHECK(memcmp(&a, &b, sizeof a) != 0);
  }
  lg_digest plain = identify(LG_COMPARED, "t", "{\"b\":1,\"a\":2}", NULL);
  lg_digest canonical = identify(LG_CANONICAL, "t", "{\"b\":1,\"a\":2}", NULL);
  CHECK(memcmp(&plain, &canonical, sizeof plain) == 0);
}

LG_TEST(a_policy_of_the_user_comes_first) {
  const char *timeout = "timeout", *cwd = "cwd", *pointer = "/description";
  size_t timeout_len = 7, cwd_len = 3, pointer_len = 12;
  lg_projection keep = {.keep = &timeout, .keep_len = &timeout_len, .keep_count = 1};
  lg_projection ignore = {.ignore = &cwd, .ignore_len = &cwd_len, .ignore_count = 1};
  lg_projection twice = {.ignore = &pointer, .ignore_len = &pointer_len, .ignore_count = 1};
  const char *a = "{\"command\":\"a b\",\"cwd\":\"x\",\"timeout\":1,\"description\":\"d\"}";
  const char *b = "{\"command\":\"a b\",\"cwd\":\"y\",\"timeout\":2,\"description\":\"e\"}";
  const char *c = "{\"command\":\"a b\"}", *d = "{\"command\":\"a b\",\"cwd\":\"x\"}";
  lg_digest x = identify(LG_COMPARED, "Bash", a, &keep), y = identify(LG_COMPARED, "Bash", b, &keep);
  CHECK(memcmp(&x, &y, sizeof x) != 0);
  x = identify(LG_COMPARED, "Bash", a, &ignore), y = identify(LG_COMPARED, "Bash", b, &ignore);
  CHECK(memcmp(&x, &y, sizeof x) == 0);
  y = identify(LG_COMPARED, "Bash", c, &ignore);
  CHECK(memcmp(&x, &y, sizeof x) == 0);
  x = identify(LG_COMPARED, "Bash", a, &twice), y = identify(LG_COMPARED, "Bash", d, &twice);
  CHECK(memcmp(&x, &y, sizeof x) == 0);
}

/* Every beginning of these bytes, and with each byte changed: ASan is asked. */
LG_TEST(broken_values_are_read_within_their_bounds) {
  static const uint8_t packed[] = {7, 49, 0, 0,   0,   7,   0, 0, 0, 'c', 'o', 'm', 'm', 'a', 'n', 'd', 5,   3,
                                   0, 0,  0, 'a', ' ', 'b', 7, 0, 0, 0,   't', 'i', 'm', 'e', 'o', 'u', 't', 3,
                                   0, 0,  0, 0,   0,   0,   0, 0, 4, 0,   0,   0,   'g', 'o', 'a', 'l', 0,   0};
  lg_about about;
  lg__about_find("Bash", 4, packed, sizeof packed, &about);
  CHECK_EQ_INT(about.count, 2);
  for (size_t cut = 0; cut <= sizeof packed; cut++) {
    for (unsigned value = 0; value < 256; value++) {
      uint8_t *copy = malloc(cut + 1);
      if (copy == NULL) abort();
      memcpy(copy, packed, cut);
      if (cut > 0) copy[value % cut] = (uint8_t)value;
      lg__about_find("Bash", 4, copy, cut, &about);
      CHECK(about.count <= 3);
      free(copy);
    }
  }
}
