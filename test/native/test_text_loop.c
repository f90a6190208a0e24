#include "failing_alloc.h"
#include "lg_test.h"
#include "text/text_loop.h"

static const uint8_t KEY[LG_KEY_SIZE] = "0123456789abcde";

static const char SENTENCE[] = "I will now try to run the tests again and see what they say. ";
/* Words that do not come again, for what is said between loops. */
static const char NOVEL[] =
    "The parser keeps a stack of open brackets, since a closing one must match the newest. Where none is open, it "
    "reports the column and goes on with the next line; so one mistake costs one message. Numbers are read as text "
    "first, because a double cannot hold each of them, and only then compared with what the schema allows. ";

static lg_text_loop *make(const lg_text_loop_options *options) {
  lg_text_loop *text = NULL;
  if (lg_text_loop_new(NULL, KEY, options, &text) != LG_OK) abort();
  return text;
}

/* The match of a push, in chunks of `step` bytes; the first one of several. */
static lg_text_match push_in(lg_text_loop *text, const char *bytes, size_t len, size_t step) {
  lg_text_match first = {.kind = LG_TEXT_NONE};
  for (size_t at = 0; at < len; at += step) {
    lg_text_match match = {LG_TEXT_MESSAGE, 7, 7, 7, true};
    CHECK_EQ_INT(lg_text_loop_push(text, bytes + at, len - at < step ? len - at : step, &match), LG_OK);
    if (first.kind == LG_TEXT_NONE) first = match;
  }
  return first;
}

static lg_text_match push(lg_text_loop *text, const char *bytes) { return push_in(text, bytes, strlen(bytes), 7); }

static lg_text_match end_message(lg_text_loop *text) {
  lg_text_match match = {LG_TEXT_MOSAIC, 7, 7, 7, true};
  CHECK_EQ_INT(lg_text_loop_end_message(text, &match), LG_OK);
  return match;
}

/* How often it has to be pushed until a loop is found; 0: not within `times`. */
static int times_until_found(lg_text_loop *text, const char *block, int times, lg_text_match *match) {
  for (int i = 1; i <= times; i++) {
    *match = push(text, block);
    if (match->kind != LG_TEXT_NONE) return i;
  }
  return 0;
}

/* A copy of the snapshot, for the caller to free. */
static uint8_t *take_snapshot(lg_text_loop *text, size_t *out_len) {
  const uint8_t *bytes;
  if (lg_text_loop_snapshot(text, &bytes, out_len) != LG_OK) abort();
  uint8_t *copy = malloc(*out_len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, *out_len);
  return copy;
}

static bool same_state(lg_text_loop *a, lg_text_loop *b) {
  size_t a_len, b_len;
  uint8_t *a_bytes = take_snapshot(a, &a_len), *b_bytes = take_snapshot(b, &b_len);
  bool same = a_len == b_len && memcmp(a_bytes, b_bytes, a_len) == 0;
  free(a_bytes);
  free(b_bytes);
  return same;
}

/* ---- periods ---- */

/* The next number below `limit`. */
static int pick(uint32_t *random, int limit) {
  *random = *random * 1103515245u + 12345u;
  return (int)(*random >> 16) % limit;
}

LG_TEST(a_sentence_that_repeats_is_found_with_its_period_and_start) {
  lg_text_loop *text = make(NULL);
  CHECK_EQ_INT(push(text, NOVEL).kind, LG_TEXT_NONE);
  lg_text_match match;
  CHECK_EQ_INT(times_until_found(text, SENTENCE, 10, &match), 8);
  CHECK_EQ_INT(match.kind, LG_TEXT_PERIOD);
  CHECK_EQ_INT(match.period, (long long)strlen(SENTENCE));
  CHECK(match.repeats >= 7 && !match.sure);
  /* It may begin with what stands before it each time: ". " */
  CHECK(match.start + 2 >= strlen(NOVEL) && match.start <= strlen(NOVEL));
  lg_text_loop_free(text);
}

LG_TEST(a_loop_is_reported_when_seen_and_when_sure_and_again_when_it_comes_back) {
  lg_text_loop *text = make(NULL);
  lg_text_match match;
  CHECK(times_until_found(text, SENTENCE, 10, &match) > 0);
  const int more = times_until_found(text, SENTENCE, 100, &match);
  CHECK(more >= 10 && more <= 14); /* 1,200 characters */
  CHECK(match.sure && match.kind == LG_TEXT_PERIOD && match.start == 0);
  CHECK_EQ_INT(times_until_found(text, SENTENCE, 1000, &match), 0);
  CHECK_EQ_INT(push(text, NOVEL).kind, LG_TEXT_NONE);
  CHECK(times_until_found(text, SENTENCE, 10, &match) > 0);
  CHECK(!match.sure);
  lg_text_loop_free(text);
}

LG_TEST(a_few_characters_of_code_are_found_as_soon_as_words) {
  lg_text_loop *text = make(NULL);
  lg_text_match match;
  CHECK_EQ_INT(times_until_found(text, "a(node);\n", 100, &match), 33); /* five letters of nine: 297 characters */
  lg_text_loop_free(text);
  text = make(NULL);
  CHECK(times_until_found(text, "a(b, node) = (node, c);\n", 100, &match) > 20); /* longer ones are not */
  lg_text_loop_free(text);
}

/* After how many lines of this format, which are numbered from 8, a loop is found; 0: not within a hundred. */
static int numbered_lines_until_found(const char *before, const char *after) {
  lg_text_loop *text = make(NULL);
  int found = 0;
  for (int i = 1; i <= 100 && found == 0; i++) {
    char line[200];
    snprintf(line, sizeof line, "%s%d%s%s\n", before, i + 7, i % 2 ? "  " : " ", after);
    if (push(text, line).kind == LG_TEXT_PERIOD) found = i;
  }
  lg_text_loop_free(text);
  return found;
}

LG_TEST(white_space_and_numbers_may_differ_but_not_the_digits_of_a_word) {
  static const char *const before[] = {"", "- ", "Attempt ", "[12:30:", "2026-11-24T12:30:", "done.", "v1."};
  for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
    const int times = numbered_lines_until_found(before[i], "I will now try to run the tests again.");
    CHECK(i < 5 ? times >= 7 && times <= 10 : times == 0);
  }
  CHECK_EQ_INT(numbered_lines_until_found("glUniform", "I will now try to run the tests again."), 0);
}

LG_TEST(what_has_few_words_must_repeat_for_longer) {
  const struct {
    const char *block;
    int least, most; /* characters */
  } blocks[] = {{"I will do that again. ", 288, 310},
                {"if (a[i] != b[j]) { n++; }\n", 560, 1600},
                {"| a | 12.5 | 13.0 | - | 7 |\n", 1100, 2800},
                {"(-) ", 1100, 2800},
                {"0, 0, 0, ", 2600, 2900},
                {"----------", 1100, 2800}};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    lg_text_loop *text = make(NULL);
    CHECK_EQ_INT(push(text, NOVEL).kind, LG_TEXT_NONE);
    lg_text_match match;
    const int length = times_until_found(text, blocks[i].block, 1000, &match) * (int)strlen(blocks[i].block);
    CHECK(length >= blocks[i].least && length <= blocks[i].most);
    lg_text_loop_free(text);
  }
}

LG_TEST(long_runs_of_white_space_or_of_a_digit_are_loops) {
  static const char *const runs[] = {"\n", " ", "3", "\xe3\x80\x82"};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    lg_text_loop *text = make(NULL);
    lg_text_match match;
    CHECK(times_until_found(text, runs[i], 40000, &match) > 0);
    lg_text_loop_free(text);
  }
}

LG_TEST(options_say_how_much_is_a_loop) {
  const lg_text_loop_options few = {.repeats = 2, .min_length = 100}, none = {.max_period = 50};
  lg_text_loop *text = make(&few), *other = make(&none);
  lg_text_match match;
  CHECK_EQ_INT(times_until_found(text, SENTENCE, 10, &match), 5);
  CHECK_EQ_INT(times_until_found(other, SENTENCE, 100, &match), 0);
  lg_text_loop_free(text);
  lg_text_loop_free(other);
}

LG_TEST(blocks_of_4000_characters_are_found) {
  static char block[4000];
  uint32_t random = 7;
  for (size_t i = 0; i + 1 < sizeof block; i++) {
    block[i] = i % 7 == 6 ? ' ' : (char)('a' + pick(&random, 26));
  }
  lg_text_loop *text = make(NULL);
  lg_text_match match;
  CHECK_EQ_INT(times_until_found(text, block, 12, &match), 6);
  CHECK_EQ_INT(match.kind, LG_TEXT_PERIOD);
  CHECK_EQ_INT(match.period, (long long)strlen(block));
  CHECK_EQ_INT(times_until_found(text, block, 12, &match), 5); /* twice as long: it is sure */
  CHECK(match.sure);
  lg_text_loop_free(text);
}

LG_TEST(sentences_in_changing_order_and_a_word_that_changes_are_a_mosaic) {
  static const char *const said[] = {"Let me look at the file again. ", "It may be that the test is wrong. ",
                                     "I will run it once more now. "};
  static const char *const words[] = {"parser", "lexer", "reader", "window", "table", "schema", "number"};
  lg_text_loop *shuffled = make(NULL), *worded = make(NULL);
  lg_text_kind kinds[2] = {LG_TEXT_NONE, LG_TEXT_NONE};
  for (int i = 0; i < 60; i++) {
    char line[200];
    snprintf(line, sizeof line, "I still cannot see why the test fails, so I try it again with %s and see. ",
             words[i * i % 7]);
    const lg_text_match one = push(shuffled, said[(i * i + i / 4) % 3]), two = push(worded, line);
    if (kinds[0] == LG_TEXT_NONE) kinds[0] = one.kind;
    if (kinds[1] == LG_TEXT_NONE) kinds[1] = two.kind;
  }
  CHECK_EQ_INT(kinds[0], LG_TEXT_MOSAIC);
  CHECK_EQ_INT(kinds[1], LG_TEXT_MOSAIC);
  lg_text_loop_free(shuffled);
  lg_text_loop_free(worded);
}

LG_TEST(lists_and_tables_are_quiet) {
  static const char *const words[] = {"parser", "lexer", "reader", "window", "table", "schema", "number"};
  static const char *const formats[] = {"#include \"%s.h\" /* %d */\n", "{\"name\": \"%s\", \"size\": %d},\n",
                                        "  margin-%s: %dpx;\n", "| %s | %d |\n"};
  for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
    lg_text_loop *text = make(NULL);
    uint32_t random = 31;
    for (int i = 0; i < 100; i++) {
      char line[200];
      snprintf(line, sizeof line, formats[f], words[pick(&random, 7)], pick(&random, 100));
      CHECK_EQ_INT(push(text, line).kind, LG_TEXT_NONE);
    }
    lg_text_loop_free(text);
  }
}

/* ---- messages ---- */

LG_TEST(the_third_like_message_is_found) {
  lg_text_loop *text = make(NULL);
  const char *const message = "The tests fail because the database is not there. I will start it and run them again.";
  CHECK_EQ_INT(push(text, message).kind, LG_TEXT_NONE);
  CHECK_EQ_INT(end_message(text).kind, LG_TEXT_NONE);
  CHECK_EQ_INT(push(text, NOVEL).kind, LG_TEXT_NONE);
  CHECK_EQ_INT(end_message(text).kind, LG_TEXT_NONE);
  CHECK_EQ_INT(push(text, message).kind, LG_TEXT_NONE);
  CHECK_EQ_INT(end_message(text).kind, LG_TEXT_NONE);
  CHECK_EQ_INT(push(text, "One more thing, which nobody has said before.").kind, LG_TEXT_NONE);
  CHECK_EQ_INT(end_message(text).kind, LG_TEXT_NONE);
  CHECK_EQ_INT(push(text, message).kind, LG_TEXT_NONE);
  lg_text_match match = end_message(text);
  CHECK_EQ_INT(match.kind, LG_TEXT_MESSAGE);
  CHECK_EQ_INT(match.repeats, 3);
  CHECK_EQ_INT((long long)match.start, 0);
  /* It goes on, so it is not reported again. */
  CHECK_EQ_INT(push(text, message).kind, LG_TEXT_NONE);
  CHECK_EQ_INT(end_message(text).kind, LG_TEXT_NONE);
  lg_text_loop_free(text);
}

LG_TEST(a_message_of_fewer_pieces_than_a_sketch_has_room_for_counts) {
  lg_text_loop *text = make(NULL);
  const char *const message = "I have read it all, and there is no sign of why it went wrong."; /* 62 characters */
  for (int i = 0; i < 3; i++) {
    CHECK_EQ_INT(push(text, message).kind, LG_TEXT_NONE);
    lg_text_match match = end_message(text);
    CHECK_EQ_INT(match.kind, i < 2 ? LG_TEXT_NONE : LG_TEXT_MESSAGE);
    if (i < 2) (void)push(text, NOVEL), (void)end_message(text);
  }
  lg_text_loop_free(text);
}

LG_TEST(short_messages_and_messages_with_other_words_are_quiet) {
  lg_text_loop *text = make(NULL);
  const char *const files[] = {"parser", "lexer", "printer", "reader", "schema", "number", "window", "table"};
  for (int i = 0; i < 8; i++) {
    CHECK_EQ_INT(push(text, "Done.").kind, LG_TEXT_NONE);
    CHECK_EQ_INT(end_message(text).kind, LG_TEXT_NONE);
    char message[200];
    snprintf(message, sizeof message, "Now I read %s.c, since %s.h has no comment on the %s.", files[i], files[i],
             files[i]);
    CHECK_EQ_INT(push(text, message).kind, LG_TEXT_NONE);
    CHECK_EQ_INT(end_message(text).kind, LG_TEXT_NONE);
  }
  lg_text_loop_free(text);
}

/* ---- chunks and characters ---- */

/* Text of many scripts, with what is folded and a loop at the end. */
static size_t odd_text(char *out, size_t room) {
  static const char *const pieces[] = {"plain words. ",
                                       "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe3\x80\x82",
                                       "1234567890123456789 ",
                                       "\xf0\x9f\x98\x80",
                                       "  \n\n\t ",
                                       "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d! ",
                                       "\xed\xa0\xbd",
                                       "?",
                                       "a\0b"};
  size_t len = 0;
  uint32_t random = 99;
  while (len + 100 < room / 2) {
    random = random * 1103515245u + 12345u;
    const uint32_t choice = (random >> 16) % 9;
    const size_t size = choice == 8 ? 3 : strlen(pieces[choice]);
    memcpy(out + len, pieces[choice], size);
    len += size;
  }
  while (len + 100 < room) {
    memcpy(out + len, SENTENCE, sizeof SENTENCE - 1);
    len += sizeof SENTENCE - 1;
  }
  return len;
}

LG_TEST(where_the_text_is_cut_changes_nothing) {
  static char bytes[4000];
  const size_t len = odd_text(bytes, sizeof bytes);
  lg_text_loop *whole = make(NULL);
  const lg_text_match want = push_in(whole, bytes, len, len);
  CHECK_EQ_INT(want.kind, LG_TEXT_PERIOD);
  for (size_t step = 1; step < 40; step++) {
    lg_text_loop *cut = make(NULL);
    const lg_text_match got = push_in(cut, bytes, len, step);
    CHECK(got.kind == want.kind && got.period == want.period &&
          got.start == want.start); /* sure only in the longer one */
    CHECK(same_state(whole, cut));
    lg_text_loop_free(cut);
  }
  lg_text_loop_free(whole);
}

LG_TEST(a_pair_of_surrogates_is_the_character_that_it_stands_for) {
  lg_text_loop *one = make(NULL), *two = make(NULL);
  (void)push(one, "\xf0\x9f\x98\x80");
  (void)push(two, "\xed\xa0\xbd\xed\xb8\x80");
  CHECK_EQ_INT((long long)one->state.now.at, 2);
  CHECK(same_state(one, two));
  lg_text_loop_free(one);
  lg_text_loop_free(two);
}

LG_TEST(reset_forgets_all_text) {
  lg_text_loop *text = make(NULL), *fresh = make(NULL);
  (void)push(text, NOVEL);
  (void)end_message(text);
  CHECK_EQ_INT(lg_text_loop_reset(text), LG_OK);
  CHECK(same_state(text, fresh));
  lg_text_loop_free(text);
  lg_text_loop_free(fresh);
}

/* ---- snapshots ---- */

LG_TEST(a_restored_detector_goes_on_as_the_original) {
  static char bytes[4000];
  const size_t len = odd_text(bytes, sizeof bytes);
  for (size_t cut = 0; cut <= len; cut += 97) {
    lg_text_loop *original = make(&(lg_text_loop_options){.repeats = 5});
    (void)push_in(original, bytes, cut, cut + 1);
    if (cut % 2) (void)end_message(original);
    size_t size;
    uint8_t *snapshot = take_snapshot(original, &size);
    lg_text_loop *restored;
    CHECK_EQ_INT(lg_text_loop_restore(NULL, snapshot, size, &restored), LG_OK);
    CHECK(same_state(original, restored));
    const lg_text_match want = push_in(original, bytes + cut, len - cut, 50),
                        got = push_in(restored, bytes + cut, len - cut, 1);
    CHECK(got.kind == want.kind && got.start == want.start && got.repeats == want.repeats);
    CHECK(same_state(original, restored));
    free(snapshot);
    lg_text_loop_free(original);
    lg_text_loop_free(restored);
  }
}

LG_TEST(a_detector_is_restored_whose_ring_has_gone_round) {
  lg_text_loop *original = make(NULL), *restored;
  uint32_t random = 1;
  char word[9];
  for (int i = 0; i < 3 * (int)LG_TEXT_RING; i += (int)strlen(word)) {
    snprintf(word, sizeof word, "%c%c%c%c ", 'a' + pick(&random, 26), 'a' + pick(&random, 26), 'a' + pick(&random, 26),
             'a' + pick(&random, 26));
    CHECK_EQ_INT(push(original, word).kind, LG_TEXT_NONE);
  }
  (void)push(original, SENTENCE); /* what it goes on with stands before the snapshot, too */
  size_t size;
  uint8_t *snapshot = take_snapshot(original, &size);
  CHECK_EQ_INT(lg_text_loop_restore(NULL, snapshot, size, &restored), LG_OK);
  CHECK(same_state(original, restored));
  lg_text_match want, got;
  int times = times_until_found(original, SENTENCE, 20, &want);
  CHECK(times > 0);
  CHECK_EQ_INT(times_until_found(restored, SENTENCE, 20, &got), times);
  CHECK(got.kind == want.kind && got.start == want.start && got.repeats == want.repeats);
  CHECK(same_state(original, restored));
  free(snapshot);
  lg_text_loop_free(original);
  lg_text_loop_free(restored);
}

LG_TEST(damaged_snapshots_are_refused) {
  lg_text_loop *text = make(NULL), *restored = NULL;
  (void)push(text, NOVEL);
  size_t size;
  uint8_t *snapshot = take_snapshot(text, &size);
  for (size_t at = 0; at < size; at += 13) {
    snapshot[at] ^= 0x40;
    CHECK_EQ_INT(lg_text_loop_restore(NULL, snapshot, size, &restored), LG_ESNAPSHOT);
    snapshot[at] ^= 0x40;
    CHECK_EQ_INT(lg_text_loop_restore(NULL, snapshot, at, &restored), LG_ESNAPSHOT);
  }
  CHECK_EQ_INT(lg_text_loop_restore(NULL, NULL, 0, &restored), LG_ESNAPSHOT);
  CHECK(restored == NULL);
  free(snapshot);
  lg_text_loop_free(text);
}

LG_TEST(a_forged_count_of_signs_is_refused) {
  lg_text_loop *text = make(NULL), *restored = NULL;
  for (int i = 0; i < 4; i++) (void)push(text, SENTENCE);
  text->state.signs = UINT64_MAX; /* no rule is for that many */
  size_t size;
  uint8_t *snapshot = take_snapshot(text, &size);
  CHECK_EQ_INT(lg_text_loop_restore(NULL, snapshot, size, &restored), LG_ESNAPSHOT);
  CHECK(restored == NULL);
  free(snapshot);
  lg_text_loop_free(text);
}

/* ---- the contract ---- */

LG_TEST(bad_arguments_are_refused) {
  lg_text_loop *text = NULL;
  const lg_text_loop_options bad[] = {
      {.repeats = 1},       {.repeats = 1001}, {.min_length = 1000001},
      {.max_period = 4097}, {.messages = 1},   {.messages = 9},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    CHECK_EQ_INT(lg_text_loop_new(NULL, KEY, &bad[i], &text), LG_EINVAL);
  CHECK_EQ_INT(lg_text_loop_new(NULL, NULL, NULL, &text), LG_EINVAL);
  CHECK(text == NULL);
  CHECK_EQ_INT(lg_text_loop_new(NULL, KEY, NULL, NULL), LG_EINVAL);
  lg_text_match match;
  CHECK_EQ_INT(lg_text_loop_push(NULL, "", 0, &match), LG_EINVAL);
  CHECK_EQ_INT(lg_text_loop_end_message(NULL, &match), LG_EINVAL);
  CHECK_EQ_INT(lg_text_loop_reset(NULL), LG_EINVAL);
  text = make(NULL);
  CHECK_EQ_INT(lg_text_loop_push(text, NULL, 1, &match), LG_EINVAL);
  CHECK_EQ_INT(lg_text_loop_push(text, NULL, 0, &match), LG_OK);
  CHECK_EQ_INT(lg_text_loop_push(text, "", 0, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_text_loop_end_message(text, NULL), LG_EINVAL);
  lg_text_loop_free(text);
  lg_text_loop_free(NULL);
}

LG_TEST(pushing_allocates_nothing_and_the_state_is_32_kb) {
  failing_alloc memory = {0};
  const lg_allocator allocator = failing_allocator(&memory);
  lg_text_loop *text;
  CHECK_EQ_INT(lg_text_loop_new(&allocator, KEY, NULL, &text), LG_OK);
  CHECK_EQ_INT(memory.requests, 1);
  CHECK(memory.live_bytes <= 32 * 1024);
  for (int i = 0; i < 100; i++) {
    (void)push(text, NOVEL);
    (void)end_message(text);
  }
  CHECK_EQ_INT(memory.requests, 1);
  lg_text_loop_free(text);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(each_allocation_may_fail) {
  for (size_t fail_at = 1; fail_at <= 4; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    const lg_allocator allocator = failing_allocator(&memory);
    lg_text_loop *text = NULL, *restored = NULL;
    const uint8_t *bytes;
    size_t len;
    lg_status status = lg_text_loop_new(&allocator, KEY, NULL, &text);
    CHECK_EQ_INT(status, fail_at == 1 ? LG_ENOMEM : LG_OK);
    if (status == LG_OK) {
      status = lg_text_loop_snapshot(text, &bytes, &len);
      if (status == LG_ENOMEM) status = lg_text_loop_snapshot(text, &bytes, &len); /* the one failure is over */
      CHECK_EQ_INT(status, LG_OK);
      status = lg_text_loop_restore(&allocator, bytes, len, &restored);
      CHECK(status == LG_OK || (status == LG_ENOMEM && restored == NULL));
    }
    lg_text_loop_free(restored);
    lg_text_loop_free(text);
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
}
