/* The incremental cycle scan against one that looks at the whole tail again after every push. */
#include "failing_alloc.h"
#include "lg_test.h"
#include "oracle_cycle.h"
#include "random64.h"
#include "state/window.h"

#define MAX_STREAM 14000

/* Half of all signatures share their first four bytes, which is what the scan reads first. */
static lg_digest digest_of(uint32_t signature) {
  const uint32_t numbers[4] = {signature % 2, 7, signature, 7};
  lg_digest digest;
  memcpy(digest.bytes, numbers, sizeof digest.bytes);
  return digest;
}

/* ---- streams: segments of what loops and near-loops look like ---------------------------------------------------- */

typedef struct stream {
  uint32_t signatures[MAX_STREAM];
  size_t count, wanted;
} stream;

static void add(stream *s, uint32_t signature) {
  if (s->count < s->wanted) s->signatures[s->count++] = signature;
}

static void add_noise(stream *s, uint64_t *random, uint32_t alphabet, uint32_t length) {
  while (length-- > 0) add(s, random_below(random, alphabet));
}

/* A block again and again; with `defects`, one of its places is another signature now and then. */
static void add_loop(stream *s, uint64_t *random, uint32_t alphabet, uint32_t longest, bool defects) {
  uint32_t length = 1 + random_below(random, longest), times = 1 + random_below(random, 9);
  if (length > s->count) add_noise(s, random, alphabet, length);
  uint32_t defect = defects ? random_below(random, length * times) : UINT32_MAX;
  for (uint32_t i = 0; i < length * times && s->count >= length; i++) {
    /* The block is what ended the stream so far, so loops overlap and rotate. */
    uint32_t before = s->signatures[s->count - length];
    add(s, i == defect ? random_below(random, alphabet) : before);
  }
}

/* Two famous words: Fibonacci's repeats at many lengths; in Thue and Morse's no block comes three times in a row. */
static void add_word(stream *s, uint32_t length, bool fibonacci) {
  const uint64_t golden = 0x9e3779b97f4a7c15u; /* 2^64 / 1.618...: a step wraps where Fibonacci's word has a 1 */
  for (uint32_t i = 0; i < length; i++) {
    uint32_t ones = 0;
    for (uint32_t bits = i; bits != 0; bits >>= 1) ones ^= bits & 1;
    add(s, fibonacci ? (i + 2) * golden < (i + 1) * golden : ones);
  }
}

static void make_stream(stream *s, uint64_t *random, size_t wanted, uint32_t longest) {
  s->count = 0;
  s->wanted = wanted;
  while (s->count < wanted) {
    uint32_t alphabet = 1 + random_below(random, 5);
    switch (random_below(random, 5)) {
    case 0: add_noise(s, random, alphabet, random_below(random, 2 * longest)); break;
    case 1: add_loop(s, random, alphabet, longest, false); break;
    case 2: add_loop(s, random, alphabet, longest, true); break;
    default: add_word(s, random_below(random, 4 * longest), random_below(random, 2) == 0);
    }
  }
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

/* Pushes all, forgetting everything at `clear_at`; false, and the place, when an answer differs. */
static bool agree(const lg_detector_options *o, const stream *s, size_t clear_at, size_t *detected) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_window window;
  if (lg__window_init(&window, &allocator, o) != LG_OK) return false;
  size_t start = 0, i = 0;
  for (; i < s->count; i++) {
    if (i == clear_at) {
      lg__window_clear(&window);
      start = i;
    }
    const lg_digest digest = digest_of(s->signatures[i]);
    lg_cycle got = lg__window_push(&window, &digest);
    lg_cycle want = oracle_cycle(o, s->signatures + start, i + 1 - start);
    *detected += want.cycle_length != 0;
    if (got.cycle_length == want.cycle_length && got.repeats == want.repeats) continue;
    fprintf(stderr, "  window %u, %u..%u, %u; push %zu: got %u x %u, want %u x %u\n", o->window_size, o->min_cycle_len,
            o->max_cycle_len, o->repeats, i, got.cycle_length, got.repeats, want.cycle_length, want.repeats);
    break;
  }
  lg__window_free(&window, &allocator);
  return i == s->count && memory.live_blocks == 0;
}

static void compare(const lg_detector_options *o, uint64_t seed, size_t length, uint32_t longest, size_t *detected) {
  static stream s;
  uint64_t random = seed;
  make_stream(&s, &random, length, longest);
  if (agree(o, &s, random_below(&random, (uint32_t)length * 2), detected)) return;
  fprintf(stderr, "  seed %llu\n", (unsigned long long)seed);
  lg_test_fail(__FILE__, __LINE__, "the scan agrees with the oracle");
}

/* All windows to 64 with all small options, each with a stream of its own. */
LG_TEST(small_windows_agree_with_the_oracle) {
  size_t accepted = 0, detected = 0;
  uint64_t seed = 0;
  for (uint32_t size = 1; size <= 64 && !lg_test_failed; size++) {
    for (uint32_t min = 1; min <= 5; min++) {
      for (uint32_t extra = 0; extra <= 9; extra++) {
        for (uint32_t repeats = 2; repeats <= 6; repeats++) {
          const lg_detector_options o = {size, min, min + (extra == 9 ? 64 : extra), repeats};
          if (!oracle_accepts(&o)) continue;
          accepted++;
          compare(&o, ++seed, 160, min + 9, &detected);
        }
      }
    }
  }
  /* The streams must be worth looking at: neither all loops nor none. */
  CHECK(accepted > 10000);
  CHECK(detected > accepted * 10 && detected < accepted * 150);
}

LG_TEST(every_stream_of_two_signatures_and_length_14_agrees) {
  static const lg_detector_options options[] = {{4, 1, 2, 2}, {6, 1, 3, 2}, {7, 2, 3, 2}, {9, 1, 3, 3}, {14, 1, 7, 2}};
  static stream s = {.count = 14, .wanted = 14};
  size_t detected = 0;
  for (uint32_t bits = 0; bits < 1u << 14 && !lg_test_failed; bits++) {
    for (size_t i = 0; i < 14; i++) s.signatures[i] = 2 * (bits >> i & 1);
    for (size_t o = 0; o < sizeof options / sizeof *options; o++) CHECK(agree(&options[o], &s, SIZE_MAX, &detected));
  }
  CHECK(detected > 0);
}

LG_TEST(large_windows_agree_with_the_oracle) {
  static const lg_detector_options options[] = {
      {4096, 1, 256, 3}, {4096, 100, 256, 2}, {1024, 1, 256, 4}, {4096, 1, 4096, 16}};
  size_t detected = 0;
  for (size_t o = 0; o < sizeof options / sizeof *options; o++) compare(&options[o], o + 1, 12000, 300, &detected);
  CHECK(detected > 1000);
}
