/* Globs against a slow oracle, and how long names and long lists of them are matched. */
#include "policy/guard.h"
#include "text/chars.h"
#include "lg_test.h"
#include "random64.h"

/* By trying every length of every star, over UTF-16 units; for short texts only. */
static bool oracle(const uint32_t *pattern, size_t pattern_len, const uint32_t *name, size_t len) {
  if (pattern_len == 0) return len == 0;
  if (*pattern == '*') {
    for (size_t taken = 0; taken <= len; taken++)
      if (oracle(pattern + 1, pattern_len - 1, name + taken, len - taken)) return true;
    return false;
  }
  return len > 0 && (*pattern == '?' || *pattern == *name) && oracle(pattern + 1, pattern_len - 1, name + 1, len - 1);
}

static uint64_t state = 33;

/* A text of few characters, among them some of two, three and four bytes; and its UTF-16 units. */
static size_t some_text(const char *const *pieces, size_t count, char *text, uint32_t *units, size_t *out_units) {
  size_t len = 0;
  *out_units = 0;
  for (size_t left = random64(&state) % 9; left > 0; left--) {
    const char *piece = pieces[random64(&state) % count];
    size_t size = strlen(piece);
    memcpy(text + len, piece, size);
    len += size;
    uint32_t point = (uint8_t)piece[0];
    if (size == 2) point = (point & 31) << 6 | ((uint8_t)piece[1] & 63);
    if (size == 3) point = (point & 15) << 12 | ((uint32_t)piece[1] & 63) << 6 | ((uint32_t)piece[2] & 63);
    if (size == 4)
      point = (point & 7) << 18 | ((uint32_t)piece[1] & 63) << 12 | ((uint32_t)piece[2] & 63) << 6 |
              ((uint32_t)piece[3] & 63);
    if (point >= 0x10000) units[(*out_units)++] = 0xD800 + ((point - 0x10000) >> 10);
    units[(*out_units)++] = point >= 0x10000 ? 0xDC00 + ((point - 0x10000) & 0x3ff) : point;
  }
  return len;
}

LG_TEST(globs_match_as_an_oracle_says) {
  static const char *const wild[] = {
      "*", "*", "?", "a", "b", "\303\244", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xF0\x9F\x98\x81"};
  size_t matches = 0;
  for (int round = 0; round < 200000; round++) {
    char pattern[64], name[64];
    uint32_t pattern_units[64], name_units[64];
    size_t pattern_count, name_count;
    size_t pattern_len = some_text(wild, 9, pattern, pattern_units, &pattern_count);
    size_t len = some_text(wild + 3, 6, name, name_units, &name_count);
    bool want = oracle(pattern_units, pattern_count, name_units, name_count);
    bool got = lg__glob_matches(pattern, pattern_len, name, len);
    CHECK_EQ_INT(lg__units(pattern, pattern_len), pattern_count);
    matches += got ? 1 : 0;
    if (got == want) continue;
    CHECK_EQ_INT(got, want);
    CHECK_EQ_STR(name, len, pattern, pattern_len);
  }
  CHECK(matches > 1000);
}

LG_TEST(any_bytes_are_matched_without_harm) {
  for (int round = 0; round < 100000; round++) {
    size_t pattern_len = random64(&state) % 8, len = random64(&state) % 8;
    char *pattern = malloc(pattern_len + 1), *name = malloc(len + 1); /* as large as they are, for ASan */
    static const char bytes[] = {'*', '?', 'a', '\x80', '\xC3', '\xE2', '\xF0', '\xF9', '\0'};
    for (size_t i = 0; i < pattern_len; i++) pattern[i] = bytes[random64(&state) % sizeof bytes];
    for (size_t i = 0; i < len; i++) name[i] = bytes[2 + random64(&state) % (sizeof bytes - 2)];
    (void)lg__glob_matches(pattern, pattern_len, name, len);
    CHECK(lg__glob_matches("*", 1, name, len));
    if (!lg__is_glob(pattern, pattern_len)) CHECK(lg__glob_matches(pattern, pattern_len, pattern, pattern_len));
    free(pattern);
    free(name);
  }
}

LG_TEST(a_list_finds_whole_texts_before_globs_and_the_first_of_each) {
  lg_allocator memory;
  CHECK_EQ_INT(lg_allocator_init(&memory, NULL), LG_OK);
  lg_texts texts;
  lg__texts_init(&texts, &memory);
  size_t index, len;
  CHECK(!lg__texts_match(&texts, "a", 1, &index));
  char name[16];
  enum { COUNT = 20000 };
  CHECK_EQ_INT(lg__texts_add(&texts, "tool_1*", 7), LG_OK);
  CHECK_EQ_INT(lg__texts_add(&texts, "*", 1), LG_OK);
  for (int i = 0; i < COUNT; i++) {
    len = (size_t)snprintf(name, sizeof name, "tool_%d", i);
    CHECK_EQ_INT(lg__texts_add(&texts, name, len), LG_OK);
  }
  CHECK_EQ_INT(lg__texts_add(&texts, "tool_7", 6), LG_OK);
  CHECK_EQ_INT(lg__texts_add(&texts, "", 0), LG_OK);
  CHECK_EQ_INT(lg__texts_globs(&texts), 2);
  for (int i = 0; i < COUNT; i++) {
    len = (size_t)snprintf(name, sizeof name, "tool_%d", i);
    CHECK(lg__texts_match(&texts, name, len, &index));
    CHECK_EQ_INT(index, i + 2);
  }
  CHECK(lg__texts_match(&texts, "", 0, &index) && index == COUNT + 3);
  CHECK(lg__texts_match(&texts, "tool_1x", 7, &index) && index == 0);
  CHECK(lg__texts_match(&texts, "other", 5, &index) && index == 1);
  CHECK(lg__texts_match(&texts, "*", 1, &index) && index == 1);
  lg__texts_free(&texts);
}
