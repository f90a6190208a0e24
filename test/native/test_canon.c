/* Canonical and verbatim text: grammar, strings, keys, and the test data of RFC 8785. */
#include "canon_check.h"

/* ---- RFC 8785's test data --------------------------------------------------------------------------------------- */

static char *read_file(const char *name, size_t *out_len) {
  char path[256];
  snprintf(path, sizeof path, "%s/jcs/%s", LG_VECTORS, name);
  FILE *file = fopen(path, "rb");
  char *text = malloc(65536);
  if (file == NULL || text == NULL) {
    fprintf(stderr, "cannot read %s\n", path);
    abort();
  }
  *out_len = fread(text, 1, 65536, file);
  fclose(file);
  return text;
}

LG_TEST(rfc_8785_test_data) {
  static const char *const names[] = {"arrays", "french", "structures", "unicode", "values", "weird"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char name[64];
    size_t input_len, output_len;
    snprintf(name, sizeof name, "%s.input.json", names[i]);
    char *input = read_file(name, &input_len);
    snprintf(name, sizeof name, "%s.output.json", names[i]);
    char *output = read_file(name, &output_len);
    CHECK(input_len > 10 && output_len > 10);
    check_form_bytes(LG_CANONICAL, input, input_len, output, output_len, __FILE__, __LINE__);
    free(input);
    free(output);
  }
}

/* ---- grammar ---------------------------------------------------------------------------------------------------- */

LG_TEST(white_space_is_dropped) {
  CHECK_BOTH(" \t\r\n{ \"a\" : [ 1 , 2 , { } , [ ] ] } \n", "{\"a\":[1,2,{},[]]}");
  CHECK_BOTH(" true ", "true");
  CHECK_BOTH("\n[]", "[]");
}

LG_TEST(scalars_are_texts) {
  CHECK_BOTH("null", "null");
  CHECK_BOTH("false", "false");
  CHECK_BOTH("0", "0");
  CHECK_BOTH("-0", "0");
  CHECK_BOTH("\"\"", "\"\"");
  CHECK_BOTH("[-1.50e1,\"x\"]", "[-15,\"x\"]");
  CHECK_BOTH("[9007199254740993,18446744073709551616,-9223372036854775809]",
             "[9007199254740993,18446744073709551616,-9223372036854775809]");
  CHECK_BOTH("123456789012345678901", "123456789012345678901");
  CHECK_BOTH("-12345678901234567890", "-12345678901234567890");
  CHECK_BOTH("1234567890123456789012", "1.234567890123456789012e+21");
  CHECK_BOTH("1000000000000000000000", "1e+21");
}

LG_TEST(what_rfc_8259_does_not_allow) {
  static const char *const texts[] = {
      "",
      " ",
      "01",
      "-01",
      "+1",
      "1.",
      ".5",
      "-",
      "-a",
      "1e",
      "1e+",
      "1.e1",
      "0x10",
      "1_0",
      "Infinity",
      "NaN",
      "-Infinity",
      "nul",
      "nulll",
      "True",
      "TRUE",
      "tru",
      "fals",
      "[",
      "]",
      "{",
      "}",
      "[1",
      "[1,",
      "[1,]",
      "[,1]",
      "[1 2]",
      "[1}",
      "{]",
      "{\"a\"}",
      "{\"a\":}",
      "{\"a\":1,}",
      "{,}",
      "{\"a\" 1}",
      "{\"a\":1 \"b\":2}",
      "{a:1}",
      "{1:1}",
      "{'a':1}",
      "'a'",
      "{\"a\":1}}",
      "{} x",
      "1 2",
      "[1]]",
      "\"",
      "\"a",
      "\"\\\"",
      "\"\\",
      "\"\\x\"",
      "\"\\'\"",
      "\"\\u\"",
      "\"\\u12\"",
      "\"\\u12g4\"",
      "\"\\uD83D",
      "\"\\u 123\"",
      "\"\\U0041\"",
      "\"a\nb\"",
      "\"a\tb\"",
      "\"\x01\"",
      "{\"a\nb\":1}",
      "/**/1",
      "1//",
      "\xef\xbb\xbf{}",
      "\f1",
      "\v1",
      ("\xc2\xa0"
       "1"),
      "[1,\n\v2]",
      "\"\x7f",
      "{\"a\":1,\"b\"}",
      "[\"a\":1]",
      "{\"a\",1}",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    check_not_json(texts[i], strlen(texts[i]), __FILE__, __LINE__);
  }
  CHECK_NOT_JSON("\"a\0b\"");
  CHECK_NOT_JSON("1\0");
  CHECK_NOT_JSON("\0");
  CHECK_NOT_JSON("{\"a\0\":1}");
}

LG_TEST(what_is_not_utf_8) {
  static const char *const bodies[] = {
      "\x80",
      "\xbf",
      "\xc0\x80",
      "\xc1\xbf",
      "\xc2",
      ("\xc2"
       "a"),
      "\xe0\x80\x80",
      "\xe0\x9f\xbf",
      "\xe2\x82",
      ("\xe2\x82"
       "a"),
      "\xf0\x80\x80\x80",
      "\xf0\x8f\xbf\xbf",
      "\xf0\x9f\x98",
      "\xf4\x90\x80\x80",
      "\xf5\x80\x80\x80",
      "\xff",
      "\xfe",
      "\xed",
      "\xed\xa0",
      "\xf8\x88\x80\x80\x80",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
    char text[64];
    check_not_json(text, (size_t)snprintf(text, sizeof text, "\"%s\"", bodies[i]), __FILE__, __LINE__);
    check_not_json(text, (size_t)snprintf(text, sizeof text, "{\"%s\":1}", bodies[i]), __FILE__, __LINE__);
    check_not_json(text, (size_t)snprintf(text, sizeof text, "\"%s", bodies[i]), __FILE__, __LINE__);
    check_not_json(text, (size_t)snprintf(text, sizeof text, "\"plain and long %s\"", bodies[i]), __FILE__, __LINE__);
  }
  CHECK_BOTH("\"\x7f \xc2\x80 \xdf\xbf \xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf \xf0\x90\x80\x80 "
             "\xf4\x8f\xbf\xbf\"",
             "\"\x7f \xc2\x80 \xdf\xbf \xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbf \xf0\x90\x80\x80 "
             "\xf4\x8f\xbf\xbf\"");
}

/* Strings are read eight bytes at a time where they are plain: each special byte at each place of a block and beyond.
 */
LG_TEST(special_bytes_at_every_place) {
  static const char *const specials[] = {"\x01", "\x1f", "\n", "\"", "\\", "\x80", "\xff", "\xc3"};
  for (size_t place = 0; place < 20; place++) {
    char text[64];
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
      memset(text, ' ', sizeof text);
      text[0] = '"';
      text[1 + place] = *specials[i];
      text[24] = '"';
      check_not_json(text, 25, __FILE__, __LINE__);
    }
    memset(text, '~', sizeof text);
    text[0] = text[24] = '"';
    memcpy(text + 1 + place, "\xc3\xa9", 2);
    check_form_bytes(LG_CANONICAL, text, 25, text, 25, __FILE__, __LINE__);
  }
}

/* ---- strings ---------------------------------------------------------------------------------------------------- */

LG_TEST(escapes_are_those_of_json_stringify) {
  CHECK_BOTH("\"\\b\\f\\n\\r\\t\\\"\\\\\\/\"", "\"\\b\\f\\n\\r\\t\\\"\\\\/\"");
  CHECK_BOTH("\"\\u0008\\u000C\\u000a\\u000D\\u0009\\u0022\\u005c\\u002F\"", "\"\\b\\f\\n\\r\\t\\\"\\\\/\"");
  CHECK_BOTH("\"\\u0041\\u00e9\\u20AC\\u007f\"", "\"A\xc3\xa9\xe2\x82\xac\x7f\"");
  CHECK_BOTH("\"\\u0001\\u001F\\u000b\"", "\"\\u0001\\u001f\\u000b\"");
}

LG_TEST(nul_stays) {
  CHECK_BOTH("\"a\\u0000b\"", "\"a\\u0000b\"");
  CHECK_BOTH("[\"\\u0000\",\"\\u0000\\u0001\\u0002\"]", "[\"\\u0000\",\"\\u0000\\u0001\\u0002\"]");
  CHECK_BOTH("{\"a\\u0000b\":1,\"a\\u0000c\":2}", "{\"a\\u0000b\":1,\"a\\u0000c\":2}");
}

LG_TEST(surrogates) {
  CHECK_BOTH("\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\"");
  CHECK_BOTH("\"\\uD83D\"", "\"\\ud83d\"");
  CHECK_BOTH("\"\\uDE00\\uD83D\"", "\"\\ude00\\ud83d\"");
  CHECK_BOTH("\"\\ud83dx\\ude00\"", "\"\\ud83dx\\ude00\"");
  CHECK_BOTH("\"\\ud83d\\ud83d\\ude00\\ude00\"", "\"\\ud83d\xf0\x9f\x98\x80\\ude00\"");
  /* The same pairs and halves, written raw, and one half each way. */
  CHECK_BOTH("\"\xed\xa0\xbd\"", "\"\\ud83d\"");
  CHECK_BOTH("\"\xed\xa0\xbd\xed\xb8\x80\"", "\"\xf0\x9f\x98\x80\"");
  CHECK_BOTH("\"\xed\xa0\xbd\\ude00\"", "\"\xf0\x9f\x98\x80\"");
  CHECK_BOTH("\"\\ud83d\xed\xb8\x80\"", "\"\xf0\x9f\x98\x80\"");
  CHECK_BOTH("\"\xed\xb8\x80\xed\xa0\xbd\"", "\"\\ude00\\ud83d\"");
  CHECK_BOTH("\"\xed\xa0\xbd\xf0\x9f\x98\x80\"", "\"\\ud83d\xf0\x9f\x98\x80\"");
  CHECK_BOTH("\"\\udbff\\udfff\"", "\"\xf4\x8f\xbf\xbf\"");
  CHECK_CANONICAL("{\"\xed\xa0\xbd\\ude00\":1,\"\\ud83d\":2}", "{\"\\ud83d\":2,\"\xf0\x9f\x98\x80\":1}");
}

/* ---- keys ------------------------------------------------------------------------------------------------------- */

LG_TEST(keys_are_sorted_at_every_depth) {
  CHECK_CANONICAL("{\"b\":{\"d\":1,\"c\":[{\"f\":1,\"e\":2}]},\"a\":0}",
                  "{\"a\":0,\"b\":{\"c\":[{\"e\":2,\"f\":1}],\"d\":1}}");
  CHECK_CANONICAL("{\"10\":1,\"9\":2,\"\":3,\"aa\":4,\"a\":5,\"B\":6}",
                  "{\"\":3,\"10\":1,\"9\":2,\"B\":6,\"a\":5,\"aa\":4}");
}

/* By UTF-16 unit: U+FFFF is behind every pair, although its bytes are smaller; a high half is before its own pairs. */
LG_TEST(keys_are_sorted_by_utf_16_unit) {
  CHECK_CANONICAL("{\"\xef\xbf\xbf\":1,\"\xf0\x90\x80\x80\":2}", "{\"\xf0\x90\x80\x80\":2,\"\xef\xbf\xbf\":1}");
  CHECK_CANONICAL("{\"\xee\x80\x80\":1,\"\xf4\x8f\xbf\xbf\":2,\"\xed\x9f\xbf\":3}",
                  "{\"\xed\x9f\xbf\":3,\"\xf4\x8f\xbf\xbf\":2,\"\xee\x80\x80\":1}");
  CHECK_CANONICAL("{\"\xf0\x9f\x98\x80\":1,\"\\ud83d\":2,\"\\ud83e\":3,\"\\ud83c\":4,\"\\ude00\":5}",
                  "{\"\\ud83c\":4,\"\\ud83d\":2,\"\xf0\x9f\x98\x80\":1,\"\\ud83e\":3,\"\\ude00\":5}");
}

LG_TEST(escaped_keys_are_sorted_by_what_they_mean) {
  CHECK_CANONICAL("{\"\\u0062\":1,\"a\":2,\"\\u0063\":3}", "{\"a\":2,\"b\":1,\"c\":3}");
  CHECK_CANONICAL("{\"\\\\\":1,\"\\\"\":2,\"!\":3,\"#\":4,\"[\":5,\"]\":6}",
                  "{\"!\":3,\"\\\"\":2,\"#\":4,\"[\":5,\"\\\\\":1,\"]\":6}");
  CHECK_CANONICAL(
      "{\"\\u0002\":1,\"\\u0001\":2,\"\\u0000\":3,\"\":4,\"\\u0001\\u0000\":5,\"\\u0000\\u0000\":6,\"\\n\":7}",
      "{\"\":4,\"\\u0000\":3,\"\\u0000\\u0000\":6,\"\\u0001\":2,\"\\u0001\\u0000\":5,\"\\u0002\":1,\"\\n\":7}");
  CHECK_CANONICAL("{\"\\/\":1}", "{\"/\":1}");
}

LG_TEST(of_repeated_keys_the_last_counts) {
  CHECK_BOTH("{\"a\":1,\"a\":2}", "{\"a\":2}");
  CHECK_CANONICAL("{\"b\":1,\"a\":2,\"b\":{\"x\":1},\"b\":3}", "{\"a\":2,\"b\":3}");
  CHECK_VERBATIM("{\"b\":1,\"a\":2,\"b\":{\"x\":1},\"b\":3}", "{\"b\":3,\"a\":2}");
  CHECK_BOTH("{\"\\u0061\":1,\"a\":2}", "{\"a\":2}");
  CHECK_BOTH("{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2,\"\xed\xa0\xbd\\ude00\":3}", "{\"\xf0\x9f\x98\x80\":3}");
  CHECK_BOTH("{\"\\u0000\":1,\"\\u0000\":2,\"\\u0001\":3}", "{\"\\u0000\":2,\"\\u0001\":3}");
}

LG_TEST(verbatim_has_the_order_of_javascript) {
  CHECK_VERBATIM("{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":2}");
  CHECK_VERBATIM("{\"b\":1,\"10\":2,\"9\":3,\"a\":4,\"0\":5}", "{\"0\":5,\"9\":3,\"10\":2,\"b\":1,\"a\":4}");
  CHECK_VERBATIM("{\"x\":0,\"4294967295\":1,\"4294967294\":2,\"01\":3,\"-1\":4,\"1.5\":5,\"00\":6,\"99999999999\":7}",
                 "{\"4294967294\":2,\"x\":0,\"4294967295\":1,\"01\":3,\"-1\":4,\"1.5\":5,\"00\":6,\"99999999999\":7}");
  CHECK_VERBATIM("{\"a\":1,\"1\":2,\"a\":3,\"1\":4}", "{\"1\":4,\"a\":3}");
  CHECK_VERBATIM("{\"__proto__\":1,\"constructor\":2}", "{\"__proto__\":1,\"constructor\":2}");
}

LG_TEST(null_arguments_are_refused) {
  lg_workspace *workspace = new_workspace();
  const char *out = NULL;
  size_t len = 0;
  CHECK_EQ_INT(lg_canonicalize(NULL, LG_CANONICAL, LG_ARGS_RAW, "1", 1, &out, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, NULL, 1, &out, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, "1", 1, NULL, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, "1", 1, &out, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_canonicalize(workspace, (lg_identity_mode)2, LG_ARGS_RAW, "1", 1, &out, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, NULL, 0, &out, &len), LG_EJSON);
  CHECK_EQ_INT(lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, "1", ((size_t)1 << 30) + 1, &out, &len),
               LG_ETOOBIG);
  CHECK(out == NULL && len == 0);
  lg_workspace_free(workspace);
  lg_workspace_free(NULL);
}
