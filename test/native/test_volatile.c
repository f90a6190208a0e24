#include "check_normalized.h"
#include "failing_alloc.h"
#include "oracle_volatile.h"
#include "random64.h"
#include "text/spans.h"
#include "volatile_pieces.h"
#include "memory/memory.h"

/* But for the envelope, frames and what spares short texts: test_envelope.c. */
#define ALL_CLASSES 0x3ffu

LG_TEST(spaces_meet_across_what_is_dropped) {
  check_normalized(LG_VOLATILE_SPACE | LG_VOLATILE_ANSI, "a \x1b[0m b", 8, "a b", 3);
  check_normalized(LG_VOLATILE_SPACE | LG_VOLATILE_ANSI, "\x1b[1m a\x1b[0m ", 11, "a", 1);
  check_normalized(LG_VOLATILE_SPACE | LG_VOLATILE_DIGITS, " 1  2 ", 6, "\10 \10", 3);
  check_normalized(LG_VOLATILE_SPACE | LG_VOLATILE_TIMESTAMPS, "Tue Jun  3 11:05:30 2008  x", 27, "\1 x", 3);
  check_normalized(LG_VOLATILE_SPACE | LG_VOLATILE_TIMESTAMPS, "a  03 Jun 2008 11:05:30", 23, "a \1", 3);
}

LG_TEST(the_more_telling_class_wins) {
  check_normalized(ALL_CLASSES, "550e8400-e29b-41d4-a716-446655440000", 36, "\3", 1);
  check_normalized(ALL_CLASSES, "1700000000 ms", 13, "\2", 1);
  check_normalized(ALL_CLASSES, "/tmp/550e8400-e29b-41d4-a716-446655440000", 41, "\7", 1);
  check_normalized(ALL_CLASSES, "pid 1234567890", 14, "pid \1", 5);
  check_normalized(ALL_CLASSES, "attempt 3 utf8", 14, "attempt \5 utf\10", 14);
}

/* A text cannot imitate a span: every byte that stands for one is marked when it is text. */
LG_TEST(literal_placeholders_are_marked) {
  check_normalized(LG_VOLATILE_DIGITS, "\x08", 1, "\x10\x08", 2);
  check_normalized(LG_VOLATILE_DIGITS, "\x10\x08", 2, "\x10\x10\x10\x08", 4);
  check_normalized(LG_VOLATILE_SPACE, "a\x01 b\x02", 5, "a\x10\x01 b\x10\x02", 7);
  check_normalized(LG_VOLATILE_TEMP_PATHS, "\x1b]0;t\x07", 6, "\x1b]0;t\x10\x07", 7);
  check_normalized(LG_VOLATILE_ANSI, "\x1b]0;t\x07", 6, "", 0);
  check_normalized(LG_VOLATILE_DIGITS, "\0\t\x0e\x0f\x11\x1f", 6, "\0\t\x10\x0e\x0f\x11\x1f", 7);
  char all[1024], want[2048];
  size_t want_len = 0;
  for (size_t i = 0; i < sizeof all; i++) {
    all[i] = (char)(i % 9);
    if (i % 9 != 0) want[want_len++] = 0x10;
    want[want_len++] = all[i];
  }
  check_normalized(LG_VOLATILE_HEX_IDS, all, sizeof all, want, want_len);
}

LG_TEST(without_a_span_the_answer_is_the_text_itself) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_workspace *workspace;
  CHECK_EQ_INT(lg_workspace_new(&allocator, &workspace), LG_OK);
  size_t before = memory.requests;
  const char *text = "  nothing changes here, not even utf8 \n", *got;
  size_t got_len;
  CHECK_EQ_INT(lg_normalize_volatile(workspace, 0, text, strlen(text), &got, &got_len), LG_OK);
  CHECK(got == text && got_len == strlen(text));
  CHECK_EQ_INT(lg_normalize_volatile(workspace, 0x7f | LG_VOLATILE_SPACE, text, strlen(text), &got, &got_len), LG_OK);
  CHECK(got == text + 2 && got_len == strlen(text) - 4);
  CHECK_EQ_INT(lg_normalize_volatile(workspace, ALL_CLASSES, NULL, 0, &got, &got_len), LG_OK);
  CHECK_EQ_INT(got_len, 0);
  CHECK_EQ_INT(memory.requests, before);
  lg_workspace_free(workspace);
}

LG_TEST(bad_arguments_are_refused) {
  lg_workspace *workspace = new_workspace();
  const char *got = "untouched";
  size_t len = 7;
  CHECK_EQ_INT(lg_normalize_volatile(NULL, 1, "a", 1, &got, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_normalize_volatile(workspace, 1, NULL, 1, &got, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_normalize_volatile(workspace, 1, "a", 1, NULL, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_normalize_volatile(workspace, 1, "a", 1, &got, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_normalize_volatile(workspace, 1u << 13, "a", 1, &got, &len), LG_EINVAL);
  CHECK_EQ_STR(got, len, "untouch", 7);
  lg_workspace_free(workspace);
}

LG_TEST(memory_may_be_short_at_any_request) {
  for (size_t fail_at = 1;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    lg_allocator allocator = failing_allocator(&memory);
    lg_workspace *workspace;
    if (lg_workspace_new(&allocator, &workspace) != LG_OK) continue;
    char text[600];
    memset(text, 8, sizeof text); /* doubles, so that the buffer must grow twice */
    const char *got = text;
    size_t len = 1;
    lg_status status = lg_normalize_volatile(workspace, ALL_CLASSES, text, sizeof text, &got, &len);
    bool short_of_memory = status == LG_ENOMEM;
    if (short_of_memory) CHECK(got == text && len == 1);
    memory.fail_at = 0;
    CHECK_EQ_INT(lg_normalize_volatile(workspace, ALL_CLASSES, "a1", 2, &got, &len), LG_OK);
    CHECK_EQ_STR(got, len, "a\10", 2);
    lg_workspace_free(workspace);
    CHECK_EQ_INT(memory.live_blocks, 0);
    if (short_of_memory) continue;
    CHECK_EQ_INT(status, LG_OK);
    CHECK(fail_at > 2);
    return;
  }
}

LG_TEST(a_huge_text_does_not_keep_its_memory) {
  lg_workspace *workspace = new_workspace();
  size_t len = 4u << 20;
  char *text = malloc(len);
  if (text == NULL) abort();
  memset(text, 'a', len);
  text[0] = '1';
  const char *got;
  size_t got_len;
  CHECK_EQ_INT(lg_normalize_volatile(workspace, LG_VOLATILE_DIGITS, text, len, &got, &got_len), LG_OK);
  CHECK_EQ_INT(got_len, len);
  CHECK_EQ_INT(lg_normalize_volatile(workspace, LG_VOLATILE_DIGITS, "1", 1, &got, &got_len), LG_OK);
  CHECK(workspace->result.capacity <= LG_WORKSPACE_KEEP);
  free(text);
  lg_workspace_free(workspace);
}

/* Texts that a pass with a second look at everything would take the square of: at 1 MB that is minutes. */
LG_TEST(hostile_texts_take_linear_time) {
  static const char *const pieces[] = {
      "1,234,",         "/tmp/.",   "\x1b]0;", "\\u001b]0;", "\\\\u001b]", "a1",          "abcdef",
      "Tue, ",          "attempt ", "  ",      "1 ",         "0x",         "C:\\Users\\", "C:\\\\Users\\\\",
      "abcdefab-abcd-", "1:02:03.", "9",       "\x1b[0;",    "2h",         "\x08",        "1.",
      "Jun  3 "};
  lg_workspace *workspace = new_workspace();
  size_t len = 1u << 20;
  char *text = malloc(len);
  if (text == NULL) abort();
  for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
    for (size_t i = 0; i < len; i++) text[i] = pieces[k][i % strlen(pieces[k])];
    const char *got;
    size_t got_len;
    CHECK_EQ_INT(lg_normalize_volatile(workspace, ALL_CLASSES, text, len, &got, &got_len), LG_OK);
    CHECK(got_len <= 2 * len);
  }
  free(text);
  lg_workspace_free(workspace);
}

LG_TEST(kinds_of_bytes_follow_their_rules) {
  for (int i = 0; i < 256; i++) {
    unsigned kind = lg__kind((uint8_t)i);
    bool ascii = i < 0x80;
    CHECK_EQ_INT((kind & LG_BYTE_DIGIT) != 0, ascii && isdigit(i));
    CHECK_EQ_INT((kind & LG_BYTE_HEX) != 0, ascii && isxdigit(i) && !isdigit(i));
    CHECK_EQ_INT((kind & LG_BYTE_WORD) != 0, oracle_is_word(i));
    CHECK_EQ_INT((kind & LG_BYTE_SPACE) != 0, i == ' ' || (i >= '\t' && i <= '\r'));
    CHECK_EQ_INT((kind & LG_BYTE_PLACEHOLDER) != 0, (i >= 1 && i <= 8) || i == 0x0e || i == 0x10);
    CHECK_EQ_INT((kind & LG_BYTE_ESCAPE) != 0, i == 0x1b || i == '\\');
    CHECK_EQ_INT((kind & LG_BYTE_ROOT) != 0, i == '/' || i == ':');
    CHECK_EQ_INT((kind & LG_BYTE_PATH) != 0, oracle_is_path(i));
    CHECK_EQ_INT((kind & LG_BYTE_UNIT) != 0, i == 0xC2 || i == 0xCE || i == 0xE3 || i == 0xE6 || i == 0xE7 ||
                                                 (i != 0 && memchr("smhunSMHUN", i, 10) != NULL));
    CHECK_EQ_INT((kind & LG_BYTE_BRACE) != 0, i == '{');
    CHECK_EQ_INT((kind & LG_BYTE_NAME) != 0, (ascii && isalnum(i)) || i == '_' || i == '-');
    CHECK_EQ_INT((kind & LG_BYTE_ID) != 0, (ascii && isxdigit(i) && !isdigit(i)) || i == '-' || i == 'x' || i == 'X');
    CHECK_EQ_INT((kind & LG_BYTE_DATE) != 0, i == '-' || i == '/' || i == ':' || i == 'T');
    CHECK_EQ_INT((kind & LG_BYTE_DAY) != 0,
                 i == ' ' || (i >= '-' && i <= ':') || (ascii && isalpha(i) && strchr("adfgjkmnopst", i | 0x20)));
    CHECK_EQ_INT((kind & LG_BYTE_QUOTE) != 0, i == '"' || i == '\'');
    CHECK_EQ_INT((kind & LG_BYTE_GAP) != 0, i != 0 && memchr(" \t:=#([\"", i, 8) != NULL);
  }
}

/* Random texts of telling pieces, under random classes, against the slow answer. */
LG_TEST(random_texts_agree_with_the_oracle) {
  lg_workspace *workspace = new_workspace();
  for (uint64_t seed = 1; seed <= 6000 && !lg_test_failed; seed++) {
    uint64_t random = seed;
    char text[VOLATILE_PIECES_MAX], want[2 * VOLATILE_PIECES_MAX];
    size_t len = random_pieces(&random, text);
    uint32_t classes = random_below(&random, 3) == 0 ? ALL_CLASSES : random_below(&random, ALL_CLASSES + 1);
    char *copy = exact_copy(text, len);
    const char *got;
    size_t got_len, want_len = oracle_normalize(classes, text, len, want);
    CHECK_EQ_INT(lg_normalize_volatile(workspace, classes, copy, len, &got, &got_len), LG_OK);
    CHECK_EQ_STR(got, got_len, want, want_len);
    if (lg_test_failed) {
      fprintf(stderr, "  seed %llu, classes %#x\n", (unsigned long long)seed, classes);
      lg_test_print_bytes("text", text, len);
    }
    free(copy);
  }
  lg_workspace_free(workspace);
}

/* What a coarse pass leaves is left by a second one, once digits stand where digits stood. */
LG_TEST(a_second_pass_changes_nothing) {
  static const char *const pieces[] = {"a",  "17x", " ",          "\n\t", "\x1b[1m", "x.y", "\x1b]0;t\x07",
                                       "天", "-",   "\\u001b[0m", "0 "};
  const uint32_t classes = LG_VOLATILE_DIGITS | LG_VOLATILE_ANSI | LG_VOLATILE_SPACE;
  lg_workspace *workspace = new_workspace();
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    uint64_t random = seed;
    char text[256], first[256];
    size_t len = 0;
    for (int i = 0; i < 12; i++) {
      const char *piece = pieces[random_below(&random, sizeof pieces / sizeof pieces[0])];
      memcpy(text + len, piece, strlen(piece));
      len += strlen(piece);
    }
    const char *got;
    size_t got_len;
    CHECK_EQ_INT(lg_normalize_volatile(workspace, classes, text, len, &got, &got_len), LG_OK);
    memcpy(first, got, got_len);
    for (size_t i = 0; i < got_len; i++) text[i] = first[i] == 8 ? '7' : first[i];
    size_t first_len = got_len;
    CHECK_EQ_INT(lg_normalize_volatile(workspace, classes, text, first_len, &got, &got_len), LG_OK);
    CHECK_EQ_STR(got, got_len, first, first_len);
  }
  lg_workspace_free(workspace);
}
