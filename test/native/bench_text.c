/*
 * What lg_normalize_volatile and lg_similarity cost. Best of several rounds, so that other work on the machine shows
 * little; a checksum is printed so that nothing is optimised away.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "loopguard.h"
#include "random64.h"

#define ALL_CLASSES 0x3ffu
#define COARSE (LG_VOLATILE_DIGITS | LG_VOLATILE_ANSI | LG_VOLATILE_SPACE)
#define ROUNDS 40

static const char output[] =
    "[2024-05-16T11:05:30.123Z] INFO  attempt 3 of 5, pid 4242: running 12 test files in /tmp/build-x1/work\n"
    "PASS test/lib/similarity.test.ts (14 tests) 125 ms\n"
    "FAIL test/lib/guard.test.ts > refuses the fourth identical call\n"
    "AssertionError: expected 'allow' to be 'hint'\n"
    "    at Object.<anonymous> (test/lib/guard.test.ts:42:31)\n"
    "    at run (node_modules/vitest/dist/chunks/runtime.9f86d081.js:1180:12)\n"
    "Tests  1 failed | 13 passed (14), duration 1.25s, exit code 1, HTTP 404 from http://localhost:8080/api/items\n";
static const char prose[] =
    "The quick brown fox jumps over the lazy dog while the agent keeps reading the very same file again and again. ";

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static char *repeat_to(const char *piece, size_t len) {
  char *text = malloc(len);
  if (text == NULL) abort();
  for (size_t i = 0; i < len; i++) text[i] = piece[i % strlen(piece)];
  return text;
}

static size_t bench_volatile(lg_workspace *workspace, const char *label, const char *piece, uint32_t classes,
                             size_t len) {
  char *text = repeat_to(piece, len);
  size_t sum = 0, calls = 4000000 / len + 1;
  double best = 1e18;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now_ns();
    for (size_t i = 0; i < calls; i++) {
      const char *out;
      size_t out_len;
      if (lg_normalize_volatile(workspace, classes, text, len, &out, &out_len) != LG_OK) abort();
      sum += out_len;
    }
    double each = (now_ns() - start) / (double)calls;
    if (each < best) best = each;
  }
  printf("volatile    %-28s %6zu B  %10.0f ns  %5.2f ns/byte\n", label, len, best, best / (double)len);
  free(text);
  return sum;
}

/* A query of exactly `len` characters, made of search words. */
static void make_query(uint64_t *random, char *text, size_t len) {
  static const char *const words[] = {"find",  "search", "delete",  "user",    "report", "quarterly", "cache",
                                      "today", "error",  "timeout", "account", "the",    "of",        "connection"};
  size_t at = 0;
  while (at < len) {
    const char *word = words[random_below(random, sizeof words / sizeof words[0])];
    for (; *word != '\0' && at < len; word++) text[at++] = *word;
    if (at < len) text[at++] = ' ';
  }
}

/* Half of the pairs are unrelated, half are one query with a fifth of it replaced. */
static double bench_similarity(lg_workspace *workspace, size_t len) {
  enum { PAIRS = 64 };
  uint64_t random = 5;
  char *texts = malloc(2 * PAIRS * len);
  if (texts == NULL) abort();
  for (size_t i = 0; i < PAIRS; i++) {
    char *a = texts + 2 * i * len, *b = a + len;
    make_query(&random, a, len);
    make_query(&random, b, len);
    if (i % 2 == 0) memcpy(b + len / 5, a + len / 5, len - len / 5);
  }
  double best = 1e18, sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now_ns();
    for (size_t i = 0; i < PAIRS; i++) {
      double ratio;
      const char *a = texts + 2 * i * len;
      if (lg_similarity(workspace, a, len, a + len, len, &ratio) != LG_OK) abort();
      sum += ratio;
    }
    double each = (now_ns() - start) / PAIRS;
    if (each < best) best = each;
  }
  printf("similarity  %-28s %6zu    %10.0f ns\n", "code points a side:", len, best);
  free(texts);
  return sum;
}

int main(void) {
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) return 1;
  double sum = 0;
  static const size_t sizes[] = {100, 1024, 65536};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    sum += (double)bench_volatile(workspace, "prose, digits+ansi+space", prose, COARSE, sizes[i]);
    sum += (double)bench_volatile(workspace, "tool output, the same", output, COARSE, sizes[i]);
    sum += (double)bench_volatile(workspace, "tool output, all classes", output, ALL_CLASSES, sizes[i]);
  }
  static const size_t lengths[] = {20, 100, 1000};
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) sum += bench_similarity(workspace, lengths[i]);
  printf("checksum %g\n", sum);
  lg_workspace_free(workspace);
  return 0;
}
