#include "failing_alloc.h"
#include "lg_test.h"
#include "loopguard.h"

/* The ratio of two texts in blocks of exactly their sizes; -1 when the call failed. */
static double ratio_of(const char *a, size_t a_len, const char *b, size_t b_len) {
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) abort();
  char *copies[2] = {malloc(a_len == 0 ? 1 : a_len), malloc(b_len == 0 ? 1 : b_len)};
  if (copies[0] == NULL || copies[1] == NULL) abort();
  memcpy(copies[0], a, a_len);
  memcpy(copies[1], b, b_len);
  double ratio = -1;
  if (lg_similarity(workspace, copies[0], a_len, copies[1], b_len, &ratio) != LG_OK) ratio = -1;
  free(copies[0]);
  free(copies[1]);
  lg_workspace_free(workspace);
  return ratio;
}

/* Equal to the last bit. */
static void check_ratio(const char *a, const char *b, double want) {
  double got = ratio_of(a, strlen(a), b, strlen(b));
  CHECK(memcmp(&got, &want, sizeof got) == 0);
  if (lg_test_failed) fprintf(stderr, "  \"%s\", \"%s\": %.17g, not %.17g\n", a, b, got, want);
}

static char *repeat(const char *piece, size_t times, const char *tail) {
  size_t len = strlen(piece);
  char *text = malloc(len * times + strlen(tail) + 1);
  if (text == NULL) abort();
  for (size_t i = 0; i < times; i++) memcpy(text + i * len, piece, len);
  memcpy(text + len * times, tail, strlen(tail) + 1);
  return text;
}

/* Matching code points and all code points, as Python 3.11 counts them. */
LG_TEST(known_pairs_have_pythons_ratio) {
  check_ratio("", "", 1.0);
  check_ratio("a", "", 0.0);
  check_ratio("", "a", 0.0);
  check_ratio("same", "same", 1.0);
  check_ratio("abc", "xyz", 0.0);
  check_ratio("abcd", "bcde", 2.0 * 3 / 8);
  check_ratio("private Thread currentThread;", "private volatile Thread currentThread;", 2.0 * 29 / 67);
  check_ratio("abxcd", "abcd", 2.0 * 4 / 9);
  check_ratio("ab", "acab", 2.0 * 2 / 6);
  check_ratio("qabxcd", "abycdf", 2.0 * 4 / 12);
  check_ratio("fix bug", "fix the bug", 2.0 * 7 / 18);
  check_ratio("delete user", "deactivate user", 2.0 * 9 / 26);
}

LG_TEST(the_order_of_the_texts_counts) {
  check_ratio("tide", "diet", 2.0 * 1 / 8);
  check_ratio("diet", "tide", 2.0 * 2 / 8);
}

LG_TEST(the_unit_is_the_code_point) {
  check_ratio("search 天気", "search 天気 today", 2.0 * 9 / 24);
  check_ratio("é", "è", 0.0);
  check_ratio("天", "天気", 2.0 * 1 / 3);
  check_ratio("\xF0\x9F\x98\x80", "\xF0\x9F\x98\x81", 0.0);   /* U+1F600, U+1F601: three bytes in common */
  check_ratio("a\xED\xA0\x80", "a\xED\xB0\x80", 2.0 * 1 / 4); /* lone surrogates */
  check_ratio("x\xED\xA0\x80y", "\xED\xA0\x80", 2.0 * 1 / 4);
  double got = ratio_of("a\0b", 3, "a\0c", 3);
  CHECK(got > 2.0 * 2 / 6 - 1e-15 && got < 2.0 * 2 / 6 + 1e-15);
}

/* Bytes that begin no code point are points of their own: different ones stay different, none is read past the end. */
LG_TEST(malformed_text_is_compared_byte_by_byte) {
  check_ratio("\xFF\xFE", "\xFF\xFF", 2.0 * 1 / 4);
  check_ratio("\xE5\xA4", "\xE5\xA4\xA9", 0.0);
  check_ratio("a\xF0\x9F\x98", "b\xF0\x9F\x98", 2.0 * 3 / 8);
  check_ratio("\x80", "\xC2\x80", 0.0);
  check_ratio("\xC3", "\xC3(", 2.0 * 1 / 3);
}

/* From 200 code points on, what makes up more than about 1% of the second text begins no block. */
LG_TEST(popular_code_points_count_from_200_on) {
  char *a = repeat("ab", 99, "a"), *b = repeat("ab", 99, "b");
  CHECK(ratio_of(a, 199, b, 199) == 2.0 * 198 / 398);
  free(a);
  free(b);
  a = repeat("ab", 100, "");
  b = repeat("ba", 100, "");
  CHECK(ratio_of(a, 200, b, 200) == 0.0);
  CHECK(ratio_of(a, 200, a, 200) == 1.0);
  CHECK(ratio_of(a, 200, b, 199) == 2.0 * 199 / 399);
  CHECK(ratio_of(b, 199, a, 200) == 0.0);
  free(a);
  free(b);
}

LG_TEST(texts_are_cut_at_the_maximum) {
  char *a = repeat("天", LG_SIMILARITY_MAX, "tail"), *b = repeat("天", LG_SIMILARITY_MAX, "other end");
  CHECK(ratio_of(a, strlen(a), b, strlen(b)) == 1.0);
  a[3 * (LG_SIMILARITY_MAX - 1)] = 'x'; /* and two stray bytes: now the cut comes two points earlier */
  CHECK(ratio_of(a, strlen(a), b, strlen(b)) == 2.0 * (LG_SIMILARITY_MAX - 1) / (2.0 * LG_SIMILARITY_MAX));
  free(a);
  free(b);
}

/* The longest searches that were found, among texts of the greatest length: bounded, and without recursion. */
LG_TEST(hostile_texts_are_bounded) {
  static char a[LG_SIMILARITY_MAX], b[LG_SIMILARITY_MAX];
  for (size_t i = 0; i < sizeof a; i++) {
    a[i] = (char)(33 + i % 90);
    b[i] = i % 2 == 1 ? 'a' : (char)(33 + i / 2 % 90);
  }
  CHECK(ratio_of(a, sizeof a, b, sizeof b) == 0.5);
  CHECK(ratio_of(b, sizeof b, a, sizeof a) > 0.0);
  for (size_t i = 0; i < sizeof a; i++) a[i] = (char)(122 - i % 90);
  CHECK(ratio_of(a, sizeof a, b, 199) > 0.0);
}

LG_TEST(bad_arguments_are_refused) {
  lg_workspace *workspace;
  CHECK_EQ_INT(lg_workspace_new(NULL, &workspace), LG_OK);
  double ratio = 7;
  CHECK_EQ_INT(lg_similarity(NULL, "a", 1, "b", 1, &ratio), LG_EINVAL);
  CHECK_EQ_INT(lg_similarity(workspace, NULL, 1, "b", 1, &ratio), LG_EINVAL);
  CHECK_EQ_INT(lg_similarity(workspace, "a", 1, NULL, 1, &ratio), LG_EINVAL);
  CHECK_EQ_INT(lg_similarity(workspace, "a", 1, "b", 1, NULL), LG_EINVAL);
  CHECK(ratio == 7);
  CHECK_EQ_INT(lg_similarity(workspace, NULL, 0, NULL, 0, &ratio), LG_OK);
  CHECK(ratio == 1.0);
  lg_workspace_free(workspace);
}

LG_TEST(memory_may_be_short_at_any_request) {
  for (size_t fail_at = 1;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    lg_allocator allocator = failing_allocator(&memory);
    lg_workspace *workspace;
    if (lg_workspace_new(&allocator, &workspace) != LG_OK) continue;
    double ratio = 7;
    lg_status status = lg_similarity(workspace, "abcd", 4, "bcde", 4, &ratio);
    if (status == LG_ENOMEM) CHECK(ratio == 7);
    memory.fail_at = 0;
    CHECK_EQ_INT(lg_similarity(workspace, "abcd", 4, "bcde", 4, &ratio), LG_OK);
    CHECK(ratio == 0.75);
    lg_workspace_free(workspace);
    CHECK_EQ_INT(memory.live_blocks, 0);
    if (status == LG_ENOMEM) continue;
    CHECK_EQ_INT(status, LG_OK);
    CHECK(fail_at > 2);
    return;
  }
}

LG_TEST(a_warm_workspace_allocates_nothing) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_workspace *workspace;
  CHECK_EQ_INT(lg_workspace_new(&allocator, &workspace), LG_OK);
  double ratio;
  CHECK_EQ_INT(lg_similarity(workspace, "fix the bug", 11, "fix a bug", 9, &ratio), LG_OK);
  size_t before = memory.requests;
  for (int i = 0; i < 10; i++) CHECK_EQ_INT(lg_similarity(workspace, "fix a bug", 9, "fix bug", 7, &ratio), LG_OK);
  CHECK_EQ_INT(memory.requests, before);
  lg_workspace_free(workspace);
}
