/* lg_similarity against a textbook over random pairs: equal to the last bit. A failure prints its seed. */
#include "lg_test.h"
#include "loopguard.h"
#include "oracle_similarity.h"
#include "random64.h"

typedef struct text {
  uint32_t points[ORACLE_POINTS_MAX];
  size_t len;
  char *bytes; /* in a block of exactly their size */
  size_t byte_len;
} text;

static const uint32_t alphabets[][8] = {
    {'a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'},
    {'a', 'b', 'c', 'd', 'e', 'f', 'g', ' '},
    {'a', 0xE9, 0x5929, 0x1F600, 0xD800, 0xDC00, 0, ' '},
    {' ', ' ', ' ', 'e', 'e', 't', 'a', 'o'},
};

/* A point of alphabet `which`; of the last one, one of 300 different points. */
static uint32_t random_point(uint64_t *random, uint32_t which) {
  if (which < 4) return alphabets[which][random_below(random, 8)];
  return 0x4E00 + random_below(random, 300);
}

static void fill(text *t, uint64_t *random, uint32_t which, size_t len) {
  t->len = len;
  for (size_t i = 0; i < len; i++) t->points[i] = random_point(random, which);
}

/* `from` with a few runs replaced, dropped or moved. */
static void fill_like(text *t, const text *from, uint64_t *random, uint32_t which) {
  *t = *from;
  for (uint32_t edits = random_below(random, 6); edits > 0 && t->len > 1; edits--) {
    size_t at = random_below(random, (uint32_t)t->len);
    if (random_below(random, 2) == 0) {
      t->points[at] = random_point(random, which);
    } else {
      memmove(&t->points[at], &t->points[at + 1], (t->len - at - 1) * sizeof t->points[0]);
      t->len--;
    }
  }
}

static void encode(text *t) {
  char bytes[ORACLE_POINTS_MAX * 4];
  t->byte_len = 0;
  for (size_t i = 0; i < t->len; i++) t->byte_len += oracle_encode(t->points[i], bytes + t->byte_len);
  t->bytes = malloc(t->byte_len == 0 ? 1 : t->byte_len);
  if (t->bytes == NULL) abort();
  memcpy(t->bytes, bytes, t->byte_len);
}

static void compare(lg_workspace *workspace, uint64_t seed, uint32_t max_len) {
  uint64_t random = seed;
  static text a, b;
  uint32_t which = random_below(&random, 5);
  fill(&a, &random, which, random_below(&random, max_len + 1));
  if (random_below(&random, 2) == 0)
    fill(&b, &random, which, random_below(&random, max_len + 1));
  else
    fill_like(&b, &a, &random, which);
  encode(&a);
  encode(&b);
  double got = -1, want = oracle_ratio(a.points, a.len, b.points, b.len);
  CHECK_EQ_INT(lg_similarity(workspace, a.bytes, a.byte_len, b.bytes, b.byte_len, &got), LG_OK);
  CHECK(memcmp(&got, &want, sizeof got) == 0);
  if (lg_test_failed) fprintf(stderr, "  seed %llu: %.17g, not %.17g\n", (unsigned long long)seed, got, want);
  free(a.bytes);
  free(b.bytes);
}

static void compare_many(uint64_t first, uint64_t count, uint32_t max_len) {
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) abort();
  for (uint64_t seed = first; seed < first + count && !lg_test_failed; seed++) compare(workspace, seed, max_len);
  lg_workspace_free(workspace);
}

LG_TEST(short_pairs_have_the_textbook_ratio) { compare_many(1, 20000, 12); }
LG_TEST(middling_pairs_have_the_textbook_ratio) { compare_many(100000, 2000, 60); }
LG_TEST(pairs_around_200_have_the_textbook_ratio) { compare_many(200000, 120, 240); }
