/* meaning.h: each of its lists, and hostile texts. */
#include "json/json.h"
#include "lg_test.h"
#include "text/meaning.h"

enum { WAIT = LG_SIGN_WAIT, SHELL = LG_SIGN_SHELL, THINK = LG_SIGN_THINK, DOES = LG_SIGN_DOES };

/* A copy without a byte to spare, so that ASan sees a read past it. */
static char *exact(const char *text, size_t len) {
  char *copy = malloc(len == 0 ? 1 : len);
  if (copy == NULL) abort();
  if (len != 0) memcpy(copy, text, len);
  return copy;
}

static uint32_t name_signs(const char *name) {
  char *copy = exact(name, strlen(name));
  uint32_t signs = lg__name_signs(copy, strlen(name));
  free(copy);
  return signs;
}

/* Whether two failures say the same kind of thing. */
static bool alike(const char *a, const char *b) {
  static const uint8_t key[LG_KEY_SIZE] = {1};
  char *one = exact(a, strlen(a)), *other = exact(b, strlen(b));
  uint64_t family = lg__failure_family(key, one, strlen(a));
  bool same = family != 0 && family == lg__failure_family(key, other, strlen(b));
  free(one);
  free(other);
  return same;
}

/* Of the value that a JSON text says. */
static uint32_t args_signs(const char *args) {
  lg_workspace *workspace;
  lg_read_order order;
  CHECK_EQ_INT(lg_workspace_new(NULL, &workspace), LG_OK);
  CHECK_EQ_INT(lg__json_read(workspace, args, strlen(args), &order), LG_OK);
  char *copy = exact(workspace->packed.data, workspace->packed.len);
  double ms = lg__call_wait_ms(SHELL, lg_value_at((const uint8_t *)copy, workspace->packed.len));
  free(copy);
  lg_workspace_free(workspace);
  return ms != 0 ? WAIT : 0;
}

/* Of a shell's command as it is typed, put into JSON. */
static uint32_t command_signs(const char *command) {
  char json[512] = "{\"command\":\"";
  size_t at = strlen(json);
  for (const char *c = command; *c != '\0'; c++) {
    if (at + 6 > sizeof json) abort();
    if (*c == '"' || *c == '\\' || *c == '\n' || *c == '\t') json[at++] = '\\';
    json[at++] = *c == '\n' ? 'n' : *c == '\t' ? 't' : *c;
  }
  memcpy(json + at, "\"}", 3);
  return args_signs(json);
}

static lg_ack acknowledges(const char *text) {
  char *copy = exact(text, strlen(text));
  lg_ack ack = lg__acknowledges(copy, strlen(text));
  free(copy);
  return ack;
}

static void check_each(uint32_t (*signs_of)(const char *), const char *const *texts, uint32_t want) {
  for (; *texts != NULL; texts++) {
    uint32_t got = signs_of(*texts);
    CHECK_EQ_INT(got, want);
    if (got != want) fprintf(stderr, "  of %s\n", *texts);
  }
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

LG_TEST(names_with_a_word_for_waiting_wait) {
  static const char *const names[] = {"wait",       "sleep",       "Wait",     "SLEEP",         "wait_for_job",
                                      "waitForJob", "browserWait", "job-wait", "mcp__x__sleep", "sleep2",
                                      "HTTPWait",   "WAITFor",     NULL};
  check_each(name_signs, names, WAIT);
}

LG_TEST(names_with_a_word_for_thinking_think) {
  static const char *const names[] = {"think",      "thinking", "sequentialthinking", "sequential-thinking",
                                      "ThinkAloud", NULL};
  check_each(name_signs, names, THINK);
}

LG_TEST(names_of_shells_are_known_by_their_words) {
  static const char *const names[] = {
      "bash", "Bash",    "sh",          "zsh",        "shell", "run_shell",  "terminal",     "powershell", "pwsh",
      "cmd",  "command", "run_command", "runCommand", "BASH",  "local-bash", "executeShell", "runZSHNow",  NULL};
  check_each(name_signs, names, SHELL);
}

LG_TEST(names_with_a_verb_of_action_do_something) {
  static const char *const does[] = {"send",
                                     "send_message",
                                     "mcp__slack__send_message",
                                     "GMAIL_SEND_EMAIL",
                                     "createIssue",
                                     "job_create",
                                     "deploy",
                                     "start_server",
                                     "state.submit",
                                     "mcp__order_status__post",
                                     "workflow_dispatch",
                                     "run_job",
                                     "run_tests",
                                     "restart_service",
                                     "deleteUser",
                                     NULL};
  static const char *const asks[] = {"get_order",
                                     "order_status",
                                     "deploy_progress",
                                     "mcp__deploy__job",
                                     "deploy.job",
                                     "post/result",
                                     "check",
                                     "run_code",
                                     "list_sent_orders",
                                     "verify_deploy",
                                     "awaitPost",
                                     "load_order",
                                     "confirm_order",
                                     "deploy_health",
                                     "order_tracker",
                                     "order_summary",
                                     "deploy_report",
                                     "order_position",
                                     NULL};
  check_each(name_signs, does, DOES);
  check_each(name_signs, asks, 0);
  CHECK_EQ_INT(name_signs("send_command"), SHELL);
  CHECK_EQ_INT(name_signs("send_and_wait"), WAIT);
}

LG_TEST(a_word_is_whole_or_it_is_none) {
  static const char *const names[] = {"",        "await",   "waiter",  "waiting",   "asleep",      "sleeper",
                                      "rethink", "thinker", "bashful", "commands",  "recommend",   "search",
                                      "push",    "refresh", "shells",  "Terminals", "_",           "123",
                                      "w",       "SLEEPs",  "wAit",    "s leep",    "caf\xc3\xa9", NULL};
  check_each(name_signs, names, 0);
}

LG_TEST(a_name_may_have_several_signs) {
  CHECK_EQ_INT(name_signs("shell_wait"), SHELL | WAIT);
  CHECK_EQ_INT(name_signs("thinkAndSleepInBash"), SHELL | WAIT | THINK);
  CHECK_EQ_INT(lg__name_signs(NULL, 0), 0);
}

LG_TEST(a_name_with_a_nul_in_it_is_read_to_its_end) {
  char *copy = exact("x\0wait", 6);
  CHECK_EQ_INT(lg__name_signs(copy, 6), WAIT);
  free(copy);
}

/* ---- commands that wait ------------------------------------------------------------------------------------------ */

LG_TEST(a_command_that_sleeps_waits) {
  static const char *const waits[] = {"make; sleep 30",
                                      "make\nsleep 5\nmake",
                                      "make;\tsleep 5",
                                      "x && sleep $N",
                                      "python -c 'time.sleep(5)'",
                                      "make;sleep .5",
                                      "make; sleep   9",
                                      NULL};
  static const char *const none[] = {"make\tsleep 5",
                                     "make sleep 5",
                                     "make sleep",
                                     "make; asleep 5",
                                     "rm no-sleep 5",
                                     "make my_sleep 5",
                                     "make sleep x",
                                     "make sleeps 5",
                                     "make sleep(",
                                     "make nsleep 5",
                                     NULL};
  check_each(command_signs, waits, WAIT);
  check_each(command_signs, none, 0);
  CHECK_EQ_INT(command_signs("sleep 30 && cat log"), WAIT);
  CHECK_EQ_INT(command_signs(""), 0);
  CHECK_EQ_INT(command_signs("C:\\nsleep 5"), 0); /* a backslash, not a new line */
}

/* ---- where the command is ---------------------------------------------------------------------------------------- */

LG_TEST(the_command_is_found_in_the_arguments) {
  static const char *const waits[] = {"{\"command\":\"x; sleep 1\"}",
                                      "{\"cmd\":\"x; sleep 1\"}",
                                      "{\"script\":\"x; sleep 1\"}",
                                      "{\"input\":\"x; sleep 1\"}",
                                      "{\"COMMAND\":\"x; sleep 1\"}",
                                      " { \"cwd\" : \"/\" , \"command\" : \"x; sleep 1\" } ",
                                      "\"x; sleep 1\"",
                                      "{\"command\":[\"bash\",\"-lc\",\"x; sleep 1\"]}",
                                      "{\"command\":[\"x; sleep 1\"]}",
                                      "{\"n\":{\"command\":1},\"command\":\"x; sleep 1\"}",
                                      "{\"command\":null,\"cmd\":\"x; sleep 1\"}",
                                      "{\"a\\\"\":\"}\",\"command\":\"x; sleep 1\"}",
                                      NULL};
  static const char *const none[] = {"{}",
                                     "null",
                                     "7",
                                     "[\"x; sleep 1\"]",
                                     "{\"text\":\"x; sleep 1\"}",
                                     "{\"n\":{\"command\":\"x; sleep 1\"}}",
                                     "{\"n\":[{\"command\":\"x; sleep 1\"}]}",
                                     "{\"x\":\"command\",\"y\":\"x; sleep 1\"}",
                                     "{\"command\":{\"a\":\"x; sleep 1\"}}",
                                     "{\"command\":[\"echo\",\"x; sleep 1\"]}",
                                     NULL};
  check_each(args_signs, waits, WAIT);
  check_each(args_signs, none, 0);
  CHECK_EQ_INT(args_signs("{\"command\":[]}"), 0);
  CHECK(lg__call_wait_ms(SHELL, (lg_value){NULL, 0}) == 0);
}

/* Every beginning of these, and with every byte changed to one of those that matter: nothing but ASan is asked. */
LG_TEST(hostile_bytes_are_read_within_their_bounds) {
  static const char *const texts[] = {
      "{\"command\":\"ls \\\"a\\\" 2>&1 | grep '\\\\' > /dev/null; find . -delete\"}",
      "{\"a\":[1,{\"b\":\"\\u0041\\\\\"}],\"cmd\":[\"bash\",\"-lc\",\"git status; sleep $N\"]}",
      "\"time.sleep(5) >&1\"", "{\"result\" : \"ok!\"}", "[\"runHTTPShellWAITx\"]"};
  static const char bytes[] = "\"\\{}[]>&$(`' \n,:s/\0\x80\xff\7\6\5\3";
  lg_workspace *workspace;
  lg_read_order order;
  CHECK_EQ_INT(lg_workspace_new(NULL, &workspace), LG_OK);
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    size_t len = strlen(texts[t]);
    CHECK_EQ_INT(lg__json_read(workspace, texts[t], len, &order), LG_OK);
    const lg_buf *packed = &workspace->packed;
    for (size_t cut = 0; cut <= (len > packed->len ? len : packed->len); cut++) {
      for (size_t b = 0; b < sizeof bytes; b++) {
        char *text = exact(texts[t], cut < len ? cut : len);
        char *value = exact(packed->data, cut < packed->len ? cut : packed->len);
        if (cut > 0 && cut <= len) text[b % 2 ? cut - 1 : cut / 2] = bytes[b];
        if (cut > 0 && cut <= packed->len) value[b % 2 ? cut - 1 : cut / 2] = bytes[b];
        lg_value args = {(const uint8_t *)value, cut < packed->len ? cut : packed->len};
        uint32_t signs = lg__name_signs(text, cut < len ? cut : len);
        for (uint32_t kind = 1; kind < 32; kind *= 2) CHECK(lg__call_wait_ms(kind, args) >= -1);
        CHECK((signs & ~63u) == 0 && lg__acknowledges(text, cut < len ? cut : len) <= LG_ACK_WORD);
        char room[LG_SHORT_REPORT];
        CHECK(lg__only_text(text, cut < len ? cut : len, room).len <= (cut < len ? cut : len));
        free(value);
        free(text);
      }
    }
  }
  lg_workspace_free(workspace);
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

LG_TEST(a_bare_word_acknowledges) {
  static const char *const words[] = {"ok",
                                      "okay",
                                      "done",
                                      "true",
                                      "null",
                                      "none",
                                      "success",
                                      "successful",
                                      "succeeded",
                                      "OK",
                                      "Done.",
                                      "Success!",
                                      "\"ok\"",
                                      " ok\r\n",
                                      "\"Done.\"",
                                      "\" ok \"",
                                      "{\"success\":true}",
                                      "{\"ok\":true}",
                                      "{\"status\":\"ok\"}",
                                      "{\"result\":null}",
                                      " { \"Status\" : \"Success!\" } "};
  static const char *const none[] = {"no",
                                     "false",
                                     "0",
                                     "1",
                                     "okok",
                                     "ok ok",
                                     "ok, 3 files",
                                     "done..",
                                     ".",
                                     "!",
                                     "\"",
                                     "{}",
                                     "[]",
                                     "failed",
                                     "{\"ok\":false}",
                                     "{\"ok\":1}",
                                     "{\"id\":true}",
                                     "{\"ok\":true,\"id\":1}",
                                     "{\"ok\"}",
                                     "{\"ok\":}",
                                     "{ok:true}",
                                     "{\"ok\":true",
                                     "{\"ok\"true}",
                                     "{\"status\":\"a longer story than an acknowledgement has any need to tell\"}"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) CHECK_EQ_INT(acknowledges(words[i]), LG_ACK_WORD);
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    CHECK_EQ_INT(acknowledges(none[i]), LG_ACK_NONE);
    if (acknowledges(none[i]) != LG_ACK_NONE) fprintf(stderr, "  of %s\n", none[i]);
  }
}

LG_TEST(the_only_text_of_content_parts_is_the_answer) {
  static const char *const each[][2] = {
      {"{\"content\":[{\"type\":\"text\",\"text\":\"OK\"}]}", "OK"},
      {"[{\"text\":\"OK\",\"type\":\"text\"}]", "OK"},
      {"{\"result\": \"a\\n\\\"b\\\"\\\\c\"}", "a\n\"b\"\\c"},
      {"{\"content\":[{\"text\":\"\"}],\"isError\":false}", ""},
      {"{\"content\":[{\"text\":\"OK\"}],\"structuredContent\":{\"result\":\"OK\"}}", "OK"},
      {"{\"content\":[{\"text\":\"OK\"},{\"text\":\"no\"}]}", NULL},
      {"{\"content\":[{\"text\":\"OK\"}],\"isError\":true}", NULL},
      {"{\"text\":\"OK\",\"id\":1}", NULL},
      {"{\"content\":[]}", NULL},
      {"\"OK\"", NULL},
      {"OK", NULL},
      {"false", NULL},
      {"{\"text\":\"OK\\", "OK"},
      {"", NULL},
      {"{\"text\":\"", ""}};
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    char room[LG_SHORT_REPORT], *copy = exact(each[i][0], strlen(each[i][0]));
    lg_piece said = lg__only_text(copy, strlen(each[i][0]), room);
    const char *want = each[i][1] != NULL ? each[i][1] : each[i][0];
    bool same =
        said.len == strlen(want) && memcmp(said.s, want, said.len) == 0 && (said.s == copy) == (want == each[i][0]);
    CHECK(same);
    if (!same) fprintf(stderr, "  of %s: %.*s\n", each[i][0], (int)said.len, said.s);
    free(copy);
  }
}

LG_TEST(nothing_but_white_space_is_empty) {
  static const char *const empty[] = {"", " ", "\n", " \t\r\n ", "\"\"", " \"\" "};
  for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) CHECK_EQ_INT(acknowledges(empty[i]), LG_ACK_EMPTY);
  CHECK_EQ_INT(lg__acknowledges(NULL, 0), LG_ACK_EMPTY);
}

LG_TEST(failures_of_one_kind) {
  CHECK(alike("cat: /a/b.txt: No such file or directory", "cat: c.txt: no such file or directory\n"));
  CHECK(alike("cp: cannot stat '/a/*': No such file", "cp: cannot stat 'the plan.md': No such file"));
  CHECK(alike("404 Not Found: /a", "404 Not Found: /b/c?d=1"));
  CHECK(alike("column \"x\" does not exist", "column \"first name\" does not exist"));
  CHECK(alike("{\"error\":\"x\"} not found: a_b", "not found: c_d"));
  CHECK(alike("attempt 7 failed", "attempt 8 failed"));
  CHECK(alike("don't know 'a'", "don't know 'it's'"));
  CHECK(alike("not found: 0x7f3a0 in <lib.so+12>", "not found: 0x11b00 in <x.so+99>"));
  CHECK(alike("no 'a' for 'b' in 'c', 'one of', 'these'", "no 'd' for 'e' in 'f', 'one of', 'these'"));
  CHECK(!alike("no 'a' for 'b' in 'c', 'like this'", "no 'd' for 'e' in 'f', 'like that'"));
  CHECK(!alike("cannot read 'a'", "cannot write 'a'"));
  CHECK(!alike("unknown user ann", "unknown user bob")); /* nothing says that this is no part of what went wrong */
  CHECK(!alike("it's gone", "it's late"));
  CHECK(!alike("no \"such file", "no \"such table"));
  CHECK(!alike("fehlt: \xc3\xbc"
               "ber",
               "fehlt: \xc3\xb6"
               "ber"));
  CHECK(!alike("", ""));
  CHECK(!alike("failed", "failed"));
  CHECK(!alike("E1 /a/b 'no such file'", "E1 /a/b 'no such file'"));
}

LG_TEST(failures_of_one_kind_are_short_and_so_is_what_is_quoted) {
  char text[LG_FAMILY_MAX + 2], other[LG_FAMILY_MAX + 2];
  for (size_t len = LG_FAMILY_MAX; len <= LG_FAMILY_MAX + 1; len++) {
    memset(text, 'a', len);
    text[4] = ' ';
    text[len] = '\0';
    CHECK_EQ_INT(alike(text, text), len <= LG_FAMILY_MAX);
  }
  for (size_t quoted = 500; quoted < 520; quoted++) {
    int len = snprintf(text, sizeof text, "not found '%*s'", (int)quoted, "a");
    CHECK(len > 0 && snprintf(other, sizeof other, "not found '%*s'", (int)quoted, "b") == len);
    CHECK_EQ_INT(alike(text, other), quoted <= 510);
  }
}
