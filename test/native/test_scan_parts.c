/* Parts of the scan: the column map, times, names, sizes, and what a guard wrote into a record. */
#include <math.h>
#include <setjmp.h>

#include "call.h"
#include "lg_test.h"
#include "value.h"
#include "verdict_text.h"

static jmp_buf without_memory;

static void end(const char *why) {
  CHECK(strcmp(why, "out of memory") == 0);
  longjmp(without_memory, 1);
}

static program_text text_of(const char *s) { return (program_text){s, strlen(s)}; }

static lg_value json(lg_workspace *workspace, const char *text) {
  const uint8_t *packed;
  size_t len;
  if (lg_json_read(workspace, text, strlen(text), &packed, &len) != LG_OK) abort();
  return lg_value_at(packed, len);
}

static lg_workspace *new_workspace(void) {
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) abort();
  return workspace;
}

static void check_wrong(const char *map, const char *said) {
  scan_columns columns;
  program_out why = {0};
  CHECK(!scan_columns_read(map, &columns, &why));
  CHECK_EQ_STR(why.data, why.len, said, strlen(said));
  program_forget(NULL);
}

LG_TEST(a_map_names_the_column_of_each_field) {
  scan_columns columns;
  program_out why = {0};
  CHECK(scan_columns_read("run=trace.id, tool = name,arguments=\"a,=\\\"\\u00e9\" ,time=t", &columns, &why));
  CHECK(program_text_is(columns.names[SCAN_RUN], "trace.id"));
  CHECK(program_text_is(columns.names[SCAN_TOOL], " name"));
  CHECK(program_text_is(columns.names[SCAN_ARGUMENTS], "a,=\"\xC3\xA9"));
  CHECK(columns.names[SCAN_ERROR].s == NULL);
  CHECK_EQ_INT((int)columns.count, 4);
  program_forget(NULL);
}

LG_TEST(a_wrong_map_is_refused) {
  check_wrong("tool=a,tool=b", "the field tool is given twice");
  check_wrong("tool=", "the field tool has no column");
  check_wrong("tool=\"\"", "the field tool has no column");
  check_wrong("tool=\"\\x\"", "\"\\x\" is not a JSON string");
  check_wrong("tool=a,", "expected field=column at \"\"; a name with , or = or a quote is a JSON string");
  check_wrong("tool=\"a", "expected field=column at \"tool=\\\"a\"; a name with , or = or a quote is a JSON string");
  check_wrong("run=a",
              "no column for the field tool; known: tool, run, arguments, result, error, time, end, round, turn, "
              "tokens, id");
  check_wrong("model=a",
              "no field \"model\"; known: tool, run, arguments, result, error, time, end, round, turn, tokens, "
              "id");
}

LG_TEST(a_row_has_the_values_of_its_columns) {
  scan_columns columns;
  scan_row row;
  program_out why = {0};
  lg_workspace *workspace = new_workspace();
  CHECK(scan_columns_read("tool=a,result=a,error=b,time=c", &columns, &why));
  scan_row_of(json(workspace, "{\"x\":1,\"a\":\"read\",\"b\":null}"), &columns, &row);
  CHECK(program_text_is(program_text_of(row.of[SCAN_TOOL]), "read"));
  CHECK(program_text_is(program_text_of(row.of[SCAN_RESULT]), "read"));
  CHECK(row.of[SCAN_ERROR].bytes == NULL);
  CHECK(columns.seen[SCAN_ERROR] && !columns.seen[SCAN_TIME]);
  program_forget(NULL);
  lg_workspace_free(workspace);
}

static void check_time(const char *value, const char *iso) {
  lg_workspace *workspace = new_workspace();
  program_out out = {0};
  if (!scan_put_time(&out, scan_time_of(json(workspace, value)))) program_out_text(&out, "none");
  CHECK_EQ_STR(out.data, out.len, iso, strlen(iso));
  program_out_free(&out);
  lg_workspace_free(workspace);
}

LG_TEST(times_are_read_in_every_form) {
  check_time("\"2026-11-01 12:00:00.123456\"", "2026-11-01T12:00:00.123Z");
  check_time("\"2026-11-01T12:00\"", "2026-11-01T12:00:00.000Z");
  check_time("\"2026-11-01T12:00:00.5+02\"", "2026-11-01T10:00:00.500Z");
  check_time("\"2026-11-01 12:00:00-0130\"", "2026-11-01T13:30:00.000Z");
  check_time("\"2024-02-29T24:00:00Z\"", "2024-03-01T00:00:00.000Z");
  check_time("\"2024-02-29T24:00:00.0001Z\"", "none");
  check_time("\"0000-01-01T00:00:00Z\"", "0000-01-01T00:00:00.000Z");
  check_time("1761998400", "2025-11-01T12:00:00.000Z");
  check_time("1761998400123456789", "2025-11-01T12:00:00.123Z");
  check_time("\"1761998400.5\"", "2025-11-01T12:00:00.500Z");
  check_time("[1761998400,500000000]", "2025-11-01T12:00:00.500Z");
  check_time("-62198755200", "-000001-01-01T00:00:00.000Z");
}

LG_TEST(what_is_no_time_is_none) {
  static const char *const none[] = {"null",
                                     "true",
                                     "[]",
                                     "[1]",
                                     "\"\"",
                                     "\"2026-11-01\"",
                                     "\"2026-13-01 00:00:00\"",
                                     "\"2026-11-01 25:00:00\"",
                                     "\"2026-11-01 12:00:60\"",
                                     "\"2026-11-01 12:00:00.\"",
                                     "\"2026-11-01 12:00:00 UTC\"",
                                     "\"2026-11-01 12:00:00+2\"",
                                     "1e400",
                                     "1e30"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) check_time(none[i], "none");
}

LG_TEST(long_names_are_shortened_to_512_units) {
  char name[2048];
  program_out room = {0};
  memset(name, 'n', 600);
  CHECK_EQ_INT((int)scan_kept_name((program_text){name, 512}, &room).len, 512);
  program_text kept = scan_kept_name((program_text){name, 600}, &room);
  CHECK(kept.len > 512 && memcmp(kept.s + 512, "\xE2\x80\xA6 (600 characters, ", 20) == 0);
  CHECK_EQ_INT((int)lg__units(kept.s, kept.len), 512 + 1 + 35);
  for (size_t i = 0; i < 300; i++) memcpy(name + 511 + 4 * i, "\xF0\x9F\x98\x80", 4);
  kept = scan_kept_name((program_text){name, 511 + 4 * 300}, &room); /* a pair is cut in two */
  CHECK(memcmp(kept.s + 511, "\xED\xA0\xBD\xE2\x80\xA6", 6) == 0);
  program_out_free(&room);
}

LG_TEST(texts_are_compared_by_utf16) {
  CHECK(scan_compare(text_of("a"), text_of("b")) < 0);
  CHECK(scan_compare(text_of("a"), text_of("ab")) < 0);
  CHECK(scan_compare(text_of("ab"), text_of("ab")) == 0);
  CHECK(scan_compare(text_of("\xF0\x9F\x98\x80"), text_of("\xEF\xAC\x81")) < 0);
  CHECK(scan_compare(text_of("\xEF\xAC\x81"), text_of("\xF0\x9F\x98\x80")) > 0);
  CHECK(scan_compare(text_of("\xF0\x9F\x98\x80"), text_of("\xC3\xA9")) > 0);
}

LG_TEST(sizes_are_those_of_javascript) {
  lg_workspace *workspace = new_workspace();
  static const struct {
    const char *json;
    double size;
  } sizes[] = {{"\"\\u00e9\\ud83d\\ude00\"", 5},
               {"{\"ab\":[1,-2.5,true],\"c\":null}", 29},
               {"[]", 2},
               {"1e21", 5},
               {"12345678901234567890", 20},
               {"false", 5}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    CHECK_EQ_INT((int)scan_size_of(json(workspace, sizes[i].json)), (int)sizes[i].size);
  lg_workspace_free(workspace);
}

LG_TEST(a_program_without_memory_ends) {
  program_out out = {0};
  program_on_end(end);
  if (setjmp(without_memory) == 0) {
    program_out_reserve(&out, SIZE_MAX);
    CHECK(false);
  }
  CHECK(out.data == NULL);
  program_on_end(NULL);
}

LG_TEST(digits_become_doubles) {
  lg_workspace *workspace = new_workspace(), *other = new_workspace();
  program_out room = {0};
  lg_value value = json(workspace, "{\"a\":[9007199254740993,1e400,{\"b\":-12345678901234567890}],\"c\":\"x\"}");
  program_text text = program_json_of(scan_doubles(value, NULL, &room), other);
  static const char expected[] = "{\"a\":[9007199254740992,null,{\"b\":-12345678901234567000}],\"c\":\"x\"}";
  CHECK_EQ_STR(text.s, text.len, expected, sizeof expected - 1);
  program_out_free(&room);
  lg_workspace_free(workspace);
  lg_workspace_free(other);
}

/* "[", `before`, as many zeros, `after`, "]" */
static lg_value long_number(lg_workspace *workspace, const char *before, const char *after) {
  char text[1100];
  int len = snprintf(text, sizeof text, "[%s%0*d%s]", before, 900, 0, after);
  if (len < 0 || (size_t)len >= sizeof text) abort();
  lg_values items = lg_value_begin(json(workspace, text));
  CHECK(lg_value_next(&items));
  return items.value;
}

LG_TEST(digits_of_any_number_are_read) {
  lg_workspace *workspace = new_workspace();
  double number;
  CHECK(lg_value_number(long_number(workspace, "9007199254740993.", ""), &number) && number == 9007199254740992.0);
  CHECK(lg_value_number(long_number(workspace, "9007199254740993.", "1"), &number) && number == 9007199254740994.0);
  CHECK(lg_value_number(long_number(workspace, "-1", ""), &number) && number == -HUGE_VAL);
  CHECK(scan_number_in(program_text_of(long_number(workspace, "\"", "7.5\"")), &number) && number == 7.5);
  CHECK(scan_number_in(program_text_of(long_number(workspace, "\"1", "\"")), &number) && number == HUGE_VAL);
  CHECK(scan_number_in(program_text_of(long_number(workspace, "\"2.", "9\"")), &number) && number == 2);
  static const char *const none[] = {"", ".5", "5.", "1e5", "-1", "1.5x", " 1"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) CHECK(!scan_number_in(text_of(none[i]), &number));
  lg_workspace_free(workspace);
}

LG_TEST(warnings_are_cut_and_refusals_known) {
  static const char warned[] = "done\n\nTool 'read' was called again with the same arguments; it gave the same result "
                               "2 times, and nothing new has happened since. "
                               "You have been calling tools "
                               "in a repetitive pattern that is not making progress. Step back, reconsider the goal, "
                               "and try a different approach.";
  lg_workspace *workspace = new_workspace();
  program_out room = {0};
  CHECK(program_text_is(program_bare_text(text_of(warned), workspace, &room), "done"));
  CHECK(program_text_is(program_bare_text(text_of("{\"a\":1.0,\"loopguard\":\"x\"}"), workspace, &room), "{\"a\":1}"));
  CHECK(program_text_is(program_bare_text(text_of("plain"), workspace, &room), "plain"));
  CHECK(!program_is_refusal(text_of(warned)));
  CHECK(program_is_refusal(text_of("Tool failed - aborting to prevent a loop")));
  CHECK(program_is_refusal(text_of("[loop-detected] Tool \"x\" has")));
  CHECK(!program_is_refusal(text_of("")));
  program_out_free(&room);
  lg_workspace_free(workspace);
}
