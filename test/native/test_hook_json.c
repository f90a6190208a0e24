/* The hook's reading and writing of JSON: spans, texts, escapes; hostile input in blocks of exactly its size. */
#include "json_out.h"
#include "json_span.h"
#include "lg_test.h"
#include "loopguard.h"
#include "random64.h"

static char *exact(const char *s, size_t len) {
  char *copy = malloc(len != 0 ? len : 1);
  if (copy == NULL) abort();
  if (len != 0) memcpy(copy, s, len);
  return copy;
}

static bool is_valid(const char *s, size_t len) {
  char *copy = exact(s, len);
  bool valid = hook_json_valid(copy, len);
  free(copy);
  return valid;
}

#define VALID(text) CHECK(is_valid(text, sizeof(text) - 1))
#define INVALID(text) CHECK(!is_valid(text, sizeof(text) - 1))

LG_TEST(json_by_the_letter_is_valid) {
  VALID("{}");
  VALID(" [ ] \n");
  VALID("null");
  VALID("-0.5e+10");
  VALID("\"\\u00e9\\\"\\\\\\/\\b\\f\\n\\r\\t \xC3\xA9 \xF0\x9F\x98\x80\"");
  VALID("{\"a\":[1,{\"b\":[]},\"]\"],\"c\":{}}");
  VALID("{\"a\":1,\"a\":2}");
  VALID("\"\\ud800\"");
}

LG_TEST(anything_else_is_not) {
  INVALID("");
  INVALID(" ");
  INVALID("{");
  INVALID("[1,]");
  INVALID("[,1]");
  INVALID("[1 2]");
  INVALID("{\"a\"}");
  INVALID("{\"a\":}");
  INVALID("{\"a\":1,}");
  INVALID("{a:1}");
  INVALID("{1:1}");
  INVALID("[}");
  INVALID("{]");
  INVALID("[}]");
  INVALID("]");
  INVALID("{}{}");
  INVALID("{}x");
  INVALID("01");
  INVALID("1.");
  INVALID(".5");
  INVALID("1e");
  INVALID("-");
  INVALID("+1");
  INVALID("nul");
  INVALID("NaN");
  INVALID("\"");
  INVALID("\"\\\"");
  INVALID("\"\\");
  INVALID("\"\\x\"");
  INVALID("\"\\u12\"");
  INVALID("\"\\u12g4\"");
  INVALID("\"\n\"");
  INVALID("\"\0\"");
  INVALID("\"\\\0\"");
  INVALID("\"\xFF\"");
  INVALID("\"\xC0\x80\"");
  INVALID("\"\xE0\x80\x80\"");
  INVALID("\"\xED\xA0\x80\"");
  INVALID("\"\xF4\x90\x80\x80\"");
  INVALID("\"\xF0\x80\x80\x80\"");
  INVALID("\"\xE2\x82\"");
  INVALID("\xEF\xBB\xBF{}");
}

LG_TEST(nesting_has_no_limit) {
  enum { DEPTH = 1000000 };
  char *deep = malloc(2 * DEPTH);
  if (deep == NULL) abort();
  memset(deep, '[', DEPTH);
  memset(deep + DEPTH, ']', DEPTH);
  CHECK(hook_json_valid(deep, 2 * DEPTH));
  CHECK(!hook_json_valid(deep, 2 * DEPTH - 1));
  free(deep);
}

static void check_member(const char *text, const char *name, const char *want) {
  char *copy = exact(text, strlen(text));
  hook_member member = {name, {0}};
  CHECK(hook_json_members((hook_span){copy, strlen(text)}, &member, 1));
  if (want == NULL) {
    CHECK(member.value.s == NULL);
  } else {
    CHECK_EQ_STR(member.value.s, member.value.len, want, strlen(want));
  }
  free(copy);
}

LG_TEST(members_are_found_where_they_stand) {
  check_member("{\"a\":1,\"b\":2}", "b", "2");
  check_member(" { \"a\" : \"x, }\" , \"b\":[{\"c\":1}] } ", "b", "[{\"c\":1}]");
  check_member("{\"b\":\"\\\"}\",\"a\":{}}", "b", "\"\\\"}\"");
  check_member("{\"o\":{\"a\":1}}", "a", NULL);
  check_member("{\"a\":1,\"a\" :true }", "a", "true");
  check_member("{\"\\u0061\":null}", "a", "null");
  check_member("{\"ab\":1}", "a", NULL);
  check_member("{}", "a", NULL);
}

LG_TEST(members_of_what_is_no_object_are_not_found) {
  static const char *const texts[] = {"[1]", "\"a\"", "1", "null"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    hook_member member = {"a", {"old", 3}};
    CHECK(!hook_json_members((hook_span){texts[i], strlen(texts[i])}, &member, 1));
    CHECK(member.value.s == NULL);
  }
  hook_member member = {"a", {0}};
  CHECK(!hook_json_members((hook_span){NULL, 0}, &member, 1));
}

LG_TEST(items_come_one_by_one) {
  static const char text[] = "[ 1 ,\"a,]\", {\"b\":[2]} , [ ] ]";
  static const char *const want[] = {"1", "\"a,]\"", "{\"b\":[2]}", "[ ]"};
  size_t at = 0, count = 0;
  hook_span item;
  while (hook_json_item((hook_span){text, sizeof text - 1}, &at, &item)) {
    CHECK(count < 4);
    if (count < 4) CHECK_EQ_STR(item.s, item.len, want[count], strlen(want[count]));
    count++;
  }
  CHECK_EQ_INT(count, 4);
  at = 0;
  CHECK(!hook_json_item((hook_span){"[]", 2}, &at, &item));
  CHECK(!hook_json_item((hook_span){"{}", 2}, &at, &item));
  CHECK(!hook_json_item((hook_span){NULL, 0}, &at, &item));
}

static void check_text(const char *json, const char *want, size_t want_len) {
  char *copy = exact(json, strlen(json));
  size_t len = 0;
  char *text = hook_json_text((hook_span){copy, strlen(json)}, &len);
  CHECK(text != NULL);
  if (text != NULL) CHECK_EQ_STR(text, len, want, want_len);
  free(text);
  free(copy);
}

LG_TEST(a_string_says_what_its_escapes_stand_for) {
  check_text("\"\"", "", 0);
  check_text("\"a\\n\\t\\\"\\\\\\/\\b\\f\\r\"", "a\n\t\"\\/\b\f\r", 9);
  check_text("\"\\u0000\"", "\0", 1);
  check_text("\"\\u00e9\\u20AC\"", "\xC3\xA9\xE2\x82\xAC", 5);
  check_text("\"\\ud83d\\ude00\"", "\xF0\x9F\x98\x80", 4);
  check_text("\"\\ud83dx\"", "\xED\xA0\xBDx", 4);
  check_text("\"\\ude00\\ud83d\"", "\xED\xB8\x80\xED\xA0\xBD", 6);
  check_text("\"\\ud83d\\u0041\"",
             "\xED\xA0\xBD"
             "A",
             4);
  size_t len;
  CHECK(hook_json_text((hook_span){"1", 1}, &len) == NULL);
  CHECK(hook_json_text((hook_span){NULL, 0}, &len) == NULL);
}

LG_TEST(a_text_is_written_as_json_stringify_does) {
  hook_out out = {0};
  hook_out_string(&out, "a\"\\\n\x01\x7F/\xC3\xA9\xED\xA0\xBD\0", 13);
  static const char want[] = "\"a\\\"\\\\\\n\\u0001\x7F/\xC3\xA9\\ud83d\\u0000\"";
  CHECK_EQ_STR(out.s, out.len, want, sizeof want - 1);
  hook_out_number(&out, 18446744073709551615ull);
  CHECK_EQ_STR(out.s + sizeof want - 1, out.len - (sizeof want - 1), "18446744073709551615", 20);
  CHECK(!out.failed);
  hook_out_free(&out);
}

/* The oracle is the core, which parses in quite another way. */
LG_TEST(the_core_agrees_on_random_texts) {
  static const char *const parts[] = {
      "{",    "}",    "[", "]",  ",",  ":",  "\"a\"",  "\"\\u00", "1",        "-0",           "1.5e",
      "true", "null", " ", "\"", "\\", "{}", "\"b\":", "[]",      "\xC3\xA9", "\"\xE2\x82\"", "01"};
  uint64_t state = 7;
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) abort();
  size_t valid = 0;
  for (int i = 0; i < 200000; i++) {
    char text[64];
    size_t len = 0, count = 1 + random64(&state) % 7;
    for (size_t k = 0; k < count; k++) {
      const char *part = parts[random64(&state) % (sizeof parts / sizeof *parts)];
      memcpy(text + len, part, strlen(part));
      len += strlen(part);
    }
    const char *form;
    size_t form_len;
    bool json = lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_RAW, text, len, &form, &form_len) == LG_OK;
    CHECK_EQ_INT(is_valid(text, len), json);
    if (json) valid++;
  }
  CHECK(valid > 1000);
  lg_workspace_free(workspace);
}
