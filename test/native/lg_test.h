/*
 * The asserts and the runner of the C tests. Each test_*.c includes this once and is a program of its own:
 *
 *   LG_TEST(empty_text_is_not_json) { CHECK_EQ_INT(parse(""), LG_EJSON); }
 *
 * A failed check prints both values and fails its test; the test goes on. `./test_x word` runs the tests with that word
 * in their name.
 */
#ifndef LG_TEST_H
#define LG_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct lg_test_case {
  const char *name;
  void (*run)(void);
} lg_test_case;

static lg_test_case lg_tests[512];
static size_t lg_test_count;
static bool lg_test_failed; /* the running test has a failed check */

static inline void lg_test_add(const char *name, void (*run)(void)) {
  if (lg_test_count == sizeof lg_tests / sizeof lg_tests[0]) abort();
  lg_tests[lg_test_count++] = (lg_test_case){name, run};
}

#define LG_TEST(name)                                                                                                  \
  static void name(void);                                                                                              \
  __attribute__((constructor)) static void lg_test_add_##name(void) { lg_test_add(#name, name); }                      \
  static void name(void)

static inline void lg_test_fail(const char *file, int line, const char *what) {
  lg_test_failed = true;
  fprintf(stderr, "%s:%d: %s\n", file, line, what);
}

static inline void lg_test_check(bool ok, const char *file, int line, const char *what) {
  if (!ok) lg_test_fail(file, line, what);
}

static inline void lg_test_eq_int(long long got, long long want, const char *file, int line, const char *what) {
  if (got == want) return;
  lg_test_fail(file, line, what);
  fprintf(stderr, "  got  %lld\n  want %lld\n", got, want);
}

/* Bytes outside printable ASCII as \xx, and no more than fits a screen. */
static inline void lg_test_print_bytes(const char *label, const char *s, size_t len) {
  fprintf(stderr, "  %s (%zu) ", label, len);
  for (size_t i = 0; i < len && i < 400; i++) {
    unsigned char byte = (unsigned char)s[i];
    if (byte >= 0x20 && byte < 0x7f)
      fputc(byte, stderr);
    else
      fprintf(stderr, "\\%02x", byte);
  }
  fputs(len > 400 ? "...\n" : "\n", stderr);
}

static inline void lg_test_eq_str(const char *got, size_t got_len, const char *want, size_t want_len, const char *file,
                                  int line, const char *what) {
  if (got_len == want_len && (want_len == 0 || memcmp(got, want, want_len) == 0)) return;
  lg_test_fail(file, line, what);
  lg_test_print_bytes("got ", got, got_len);
  lg_test_print_bytes("want", want, want_len);
}

#define CHECK(condition) lg_test_check((condition), __FILE__, __LINE__, #condition)
#define CHECK_EQ_INT(got, want)                                                                                        \
  lg_test_eq_int((long long)(got), (long long)(want), __FILE__, __LINE__, #got " == " #want)
#define CHECK_EQ_STR(got, got_len, want, want_len)                                                                     \
  lg_test_eq_str((got), (got_len), (want), (want_len), __FILE__, __LINE__, #got " == " #want)

int main(int argc, char **argv) {
  const char *program = strrchr(argv[0], '/') != NULL ? strrchr(argv[0], '/') + 1 : argv[0];
  size_t passed = 0, failed = 0;
  for (size_t i = 0; i < lg_test_count; i++) {
    if (argc > 1 && strstr(lg_tests[i].name, argv[1]) == NULL) continue;
    lg_test_failed = false;
    lg_tests[i].run();
    if (lg_test_failed) fprintf(stderr, "FAILED %s: %s\n", program, lg_tests[i].name);
    if (lg_test_failed)
      failed++;
    else
      passed++;
  }
  printf("%s: %zu passed, %zu failed\n", program, passed, failed);
  return failed != 0;
}

#endif
