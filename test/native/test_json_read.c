/* Which texts are JSON: by the letter of RFC 8259, and as a slow oracle has it; what they say is test_packed.c's. */
#include "canon_check.h"
#include "oracle_json.h"
#include "random64.h"

/* The text stands in a block of exactly its size. */
static bool is_valid(const char *s, size_t len) {
  lg_workspace *workspace = new_workspace();
  char *copy = exact_copy(s, len);
  const uint8_t *packed = NULL;
  size_t packed_len = 0;
  lg_status status = lg_json_read(workspace, copy, len, &packed, &packed_len);
  CHECK(status == LG_OK || (status == LG_EJSON && packed == NULL && packed_len == 0));
  free(copy);
  lg_workspace_free(workspace);
  return status == LG_OK;
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
  VALID("\"\xED\xA0\x80\"");
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
  CHECK(is_valid(deep, 2 * DEPTH));
  CHECK(!is_valid(deep, 2 * DEPTH - 1));
  free(deep);
}

LG_TEST(random_texts_are_json_when_the_oracle_says_so) {
  static const char *const parts[] = {
      "{",    "}",    "[", "]",  ",",  ":",  "\"a\"",  "\"\\u00", "1",        "-0",           "1.5e",
      "true", "null", " ", "\"", "\\", "{}", "\"b\":", "[]",      "\xC3\xA9", "\"\xE2\x82\"", "01"};
  uint64_t state = 7;
  size_t valid = 0;
  for (int i = 0; i < 200000; i++) {
    char text[64];
    size_t len = 0, count = 1 + random64(&state) % 7;
    for (size_t k = 0; k < count; k++) {
      const char *part = parts[random64(&state) % (sizeof parts / sizeof *parts)];
      memcpy(text + len, part, strlen(part));
      len += strlen(part);
    }
    bool json = oracle_is_json(text, len);
    CHECK_EQ_INT(is_valid(text, len), json);
    if (json) valid++;
  }
  CHECK(valid > 1000);
}

/* Every text of RFC 8259's that one byte makes or breaks. */
LG_TEST(each_byte_changed_is_as_the_oracle_says) {
  static const char text[] = "{\"a\\u00e9\xed\xa0\xbd\":[-1.5e+3,true,\"\xf0\x9f\x98\x80\"],\"b\":{} }";
  char copy[sizeof text];
  for (size_t at = 0; at < sizeof text - 1; at++) {
    for (int byte = 0; byte < 256; byte++) {
      memcpy(copy, text, sizeof text);
      copy[at] = (char)byte;
      CHECK_EQ_INT(is_valid(copy, sizeof text - 1), oracle_is_json(copy, sizeof text - 1));
    }
  }
}
