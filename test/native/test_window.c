#include "failing_alloc.h"
#include "lg_test.h"
#include "state/window.h"

static lg_digest digest_of(char symbol) {
  lg_digest digest;
  memset(digest.bytes, symbol, sizeof digest.bytes);
  return digest;
}

static lg_cycle push(lg_window *window, char symbol) {
  const lg_digest digest = digest_of(symbol);
  return lg__window_push(window, &digest);
}

static lg_status init(lg_window *window, const lg_allocator *allocator, uint32_t size, uint32_t min, uint32_t max,
                      uint32_t repeats) {
  return lg__window_init(window, allocator, &(lg_detector_options){size, min, max, repeats});
}

/* ---- vectors ----------------------------------------------------------------------------------------------------- */

/* Cases of test/vectors/cycle.json by their index there: a letter per signature; below it the cycle's length and its
 * repeats, '.' for no cycle. All of them are run from TypeScript; these are here so that the C core has some. */
static const struct {
  int number;
  lg_detector_options options;
  const char *signatures, *lengths, *repeats;
} VECTORS[] = {
    {107, {8, 1, 4, 4}, "aaaaaaa", "...1111", "...4567"},
    {11, {16, 1, 2, 3}, "aaaaaaaba", "..11111..", "..34567.."},
    {7, {12, 1, 2, 2}, "abaabaababaa", "...1..1..221", "...2..2..222"},
    {24, {8, 2, 8, 3}, "abababababab", ".....2222222", ".....3344444"},
    {69, {16, 2, 16, 3}, "abbcdcccccca", "..........2.", "..........3."},
    {61, {8, 1, 16, 4}, "aaaaaaabbbbcddd", "...1111...1....", "...4567...4...."},
    {83, {8, 1, 4, 2}, "aaaaabbabbabbaaaa", ".1111.1..13313111", ".2345.2..22222234"},
    {100, {64, 2, 16, 2}, "aababaababaababaab", "....22..3225532255", "....22..2222222233"},
    {26,
     {8, 1, 2, 4},
     "ababababababbabbbbbbbbbbbbbbb",
     ".......22222.....111111111111",
     ".......44444.....456788888888"},
    {91,
     {32, 1, 8, 3},
     "abbbccadabccadabccadabccadacd",
     "...1................6666666..",
     "...3................3333334.."},
    {82,
     {16, 1, 8, 2},
     "aabcaaabcaaabcaaabcaaabcaaabca",
     ".1...11..511555115551155511555",
     ".2...23..223223233332333323333"},
    {34,
     {8, 1, 8, 3},
     "abbccacdabbccacdabbccacdabbdbcdccaaaaaa",
     "...................................1111",
     "...................................3456"},
};

static uint32_t expected(char digit) { return digit == '.' ? 0 : (uint32_t)(digit - '0'); }

LG_TEST(vectors_hold) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  for (size_t v = 0; v < sizeof VECTORS / sizeof *VECTORS; v++) {
    lg_window window;
    CHECK_EQ_INT(lg__window_init(&window, &allocator, &VECTORS[v].options), LG_OK);
    CHECK_EQ_INT(strlen(VECTORS[v].lengths), strlen(VECTORS[v].signatures));
    CHECK_EQ_INT(strlen(VECTORS[v].repeats), strlen(VECTORS[v].signatures));
    for (size_t i = 0; VECTORS[v].signatures[i] != '\0'; i++) {
      lg_cycle cycle = push(&window, VECTORS[v].signatures[i]);
      if (cycle.cycle_length != expected(VECTORS[v].lengths[i]) || cycle.repeats != expected(VECTORS[v].repeats[i])) {
        fprintf(stderr, "  vector %d, signature %zu: got %u x %u\n", VECTORS[v].number, i, cycle.cycle_length,
                cycle.repeats);
        lg_test_fail(__FILE__, __LINE__, "the vector holds");
      }
    }
    lg__window_free(&window, &allocator);
  }
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

LG_TEST(options_are_checked_at_both_ends) {
  static const struct {
    lg_detector_options options;
    lg_status status;
  } cases[] = {
      {{2, 1, 1, 2}, LG_OK},
      {{1, 1, 1, 2}, LG_EINVAL}, /* no cycle repeats in a window of one */
      {{0, 1, 1, 2}, LG_EINVAL},
      {{65536, 1, 1, 2}, LG_OK},
      {{65537, 1, 1, 2}, LG_EINVAL},
      {{UINT32_MAX, 1, 1, 2}, LG_EINVAL},
      {{32, 0, 8, 3}, LG_EINVAL},
      {{32, 8, 8, 3}, LG_OK},
      {{32, 9, 8, 3}, LG_EINVAL},
      {{32, 1, 4096, 3}, LG_OK}, /* lengths that do not fit are not looked for */
      {{32, 1, 4097, 3}, LG_EINVAL},
      {{32, 1, UINT32_MAX, 3}, LG_EINVAL},
      {{32, 1, 8, 1}, LG_EINVAL},
      {{32, 1, 8, 0}, LG_EINVAL},
      {{32, 1, 8, 32}, LG_OK},
      {{32, 1, 8, 33}, LG_EINVAL},
      {{30, 10, 20, 3}, LG_OK},
      {{29, 10, 20, 3}, LG_EINVAL},
      {{65536, 2, 2, UINT32_MAX}, LG_EINVAL},
      {{65536, 2, 2, 0x80000001}, LG_EINVAL}, /* 2 * repeats wraps to 2 */
  };
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lg_window window = {.size = 12345};
    CHECK_EQ_INT(lg__window_init(&window, &allocator, &cases[i].options), cases[i].status);
    if (cases[i].status == LG_OK) {
      lg__window_free(&window, &allocator);
    } else {
      CHECK_EQ_INT(window.size, 12345);
    }
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
}

LG_TEST(memory_is_taken_at_the_start_and_each_request_may_fail) {
  for (size_t fail_at = 1; fail_at <= 4; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    lg_allocator allocator = failing_allocator(&memory);
    lg_window window = {.size = 12345};
    lg_status status = init(&window, &allocator, 32, 1, 8, 3);
    CHECK_EQ_INT(status, fail_at <= 3 ? LG_ENOMEM : LG_OK);
    if (status == LG_OK) {
      for (int i = 0; i < 100; i++) (void)push(&window, (char)('a' + i % 4));
      CHECK_EQ_INT(memory.requests, 3);
      lg__window_free(&window, &allocator);
    } else {
      CHECK_EQ_INT(window.size, 12345);
    }
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
}

LG_TEST(a_zeroed_window_may_be_freed_and_a_freed_one_again) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_window window = {0};
  lg__window_free(&window, &allocator);
  CHECK_EQ_INT(init(&window, &allocator, 32, 1, 8, 3), LG_OK);
  lg__window_free(&window, &allocator);
  lg__window_free(&window, &allocator);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* ---- window ------------------------------------------------------------------------------------------------------ */

LG_TEST(at_counts_back_from_the_newest) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_window window;
  CHECK_EQ_INT(init(&window, &allocator, 5, 1, 2, 2), LG_OK);
  CHECK(lg__window_at(&window, 0) == NULL);
  for (int i = 0; i < 23; i++) {
    (void)push(&window, (char)('a' + i));
    for (int back = 0; back < 8; back++) {
      const lg_digest *got = lg__window_at(&window, (uint32_t)back);
      CHECK((got != NULL) == (back < 5 && back <= i));
      lg_digest want = digest_of((char)('a' + i - back));
      if (got != NULL) CHECK(lg__digest_equal(got, &want));
    }
  }
  CHECK(lg__window_at(&window, UINT32_MAX) == NULL);
  lg__window_free(&window, &allocator);
}

LG_TEST(a_digest_of_the_window_may_be_pushed_again) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_window window;
  CHECK_EQ_INT(init(&window, &allocator, 4, 1, 2, 2), LG_OK);
  for (const char *s = "abcd"; *s != '\0'; s++) (void)push(&window, *s);
  (void)lg__window_push(&window, lg__window_at(&window, 3)); /* the place that is about to be overwritten */
  lg_digest want = digest_of('a');
  CHECK(lg__digest_equal(lg__window_at(&window, 0), &want));
  CHECK_EQ_INT(lg__window_push(&window, lg__window_at(&window, 0)).cycle_length, 1);
  lg__window_free(&window, &allocator);
}

LG_TEST(clearing_forgets_cycles_and_signatures) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_window window;
  CHECK_EQ_INT(init(&window, &allocator, 8, 1, 2, 3), LG_OK);
  for (int i = 0; i < 8; i++) (void)push(&window, 'a');
  lg__window_clear(&window);
  CHECK(lg__window_at(&window, 0) == NULL);
  CHECK_EQ_INT(push(&window, 'a').cycle_length, 0);
  CHECK_EQ_INT(push(&window, 'a').cycle_length, 0);
  CHECK_EQ_INT(push(&window, 'a').cycle_length, 1);
  lg__window_free(&window, &allocator);
}

/* The scan reads four bytes of each digest; digests that differ behind them must not count as equal. */
LG_TEST(words_that_agree_by_chance_are_not_a_cycle) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  for (size_t place = 4; place < 16; place++) {
    lg_window window;
    CHECK_EQ_INT(init(&window, &allocator, 32, 1, 8, 3), LG_OK);
    for (uint8_t i = 0; i < 40; i++) {
      lg_digest digest = digest_of('a');
      digest.bytes[place] = i;
      CHECK_EQ_INT(lg__window_push(&window, &digest).cycle_length, 0);
    }
    CHECK_EQ_INT(push(&window, 'a').cycle_length, 0);
    CHECK_EQ_INT(push(&window, 'a').cycle_length, 0);
    CHECK_EQ_INT(push(&window, 'a').cycle_length, 1);
    lg__window_free(&window, &allocator);
  }
}

/* Runs must not wrap: they stop at the window's size, which is all that `repeats` can tell. */
LG_TEST(repeats_stop_at_what_the_window_holds) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_window window;
  CHECK_EQ_INT(init(&window, &allocator, 7, 1, 3, 2), LG_OK);
  for (uint32_t i = 1; i < 1000; i++) {
    lg_cycle cycle = push(&window, 'a');
    CHECK_EQ_INT(cycle.cycle_length, i >= 2);
    CHECK_EQ_INT(cycle.repeats, i < 2 ? 0 : i < 7 ? i : 7);
    for (uint32_t length = 0; length < window.lengths; length++) CHECK(window.run[length] <= 7);
  }
  lg__window_free(&window, &allocator);
}

LG_TEST(the_largest_window_and_the_longest_cycle) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_window window;
  CHECK_EQ_INT(init(&window, &allocator, 65536, 4095, 4096, 16), LG_OK);
  uint32_t first = 0, detected = 0;
  lg_cycle cycle = {0, 0};
  for (uint32_t i = 0; i < 3 * 65536; i++) {
    const uint32_t numbers[4] = {i % 4096, 0, 0, i % 4096};
    lg_digest digest;
    memcpy(digest.bytes, numbers, sizeof numbers);
    cycle = lg__window_push(&window, &digest);
    if (cycle.cycle_length != 0 && first == 0) first = i;
    detected += cycle.cycle_length != 0;
  }
  CHECK_EQ_INT(first, 65535);
  CHECK_EQ_INT(detected, 2 * 65536 + 1);
  CHECK_EQ_INT(cycle.cycle_length, 4096);
  CHECK_EQ_INT(cycle.repeats, 16);
  lg__window_free(&window, &allocator);
  CHECK_EQ_INT(memory.live_blocks, 0);
}
