/* Ratcliff and Obershelp's ratio as a textbook has it: recursive, cubic, on code points. */
#ifndef ORACLE_SIMILARITY_H
#define ORACLE_SIMILARITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Python's autojunk: in a `b` of 200 and more, what makes up more than about 1% of it is popular. */
static inline bool oracle_is_popular(const uint32_t *b, size_t b_len, uint32_t point) {
  size_t count = 0;
  for (size_t j = 0; j < b_len; j++) count += b[j] == point;
  return b_len >= 200 && count > b_len / 100 + 1;
}

/* Code points in matching blocks of a[alo, ahi) and b[blo, bhi). `popular`: by position in b. */
static inline size_t oracle_matches(const uint32_t *a, size_t alo, size_t ahi, const uint32_t *b, size_t blo,
                                    size_t bhi, const bool *popular) {
  size_t best_a = alo, best_b = blo, best = 0;
  for (size_t i = alo; i < ahi; i++) {
    for (size_t j = blo; j < bhi; j++) {
      size_t size = 0;
      while (i + size < ahi && j + size < bhi && a[i + size] == b[j + size] && !popular[j + size]) size++;
      if (size > best) best_a = i, best_b = j, best = size;
    }
  }
  while (best_a > alo && best_b > blo && a[best_a - 1] == b[best_b - 1]) best_a--, best_b--, best++;
  while (best_a + best < ahi && best_b + best < bhi && a[best_a + best] == b[best_b + best]) best++;
  if (best == 0) return 0;
  return oracle_matches(a, alo, best_a, b, blo, best_b, popular) + best +
         oracle_matches(a, best_a + best, ahi, b, best_b + best, bhi, popular);
}

#define ORACLE_POINTS_MAX 400

static inline double oracle_ratio(const uint32_t *a, size_t a_len, const uint32_t *b, size_t b_len) {
  bool popular[ORACLE_POINTS_MAX];
  for (size_t j = 0; j < b_len; j++) popular[j] = oracle_is_popular(b, b_len, b[j]);
  if (a_len + b_len == 0) return 1.0;
  return 2.0 * (double)oracle_matches(a, 0, a_len, b, 0, b_len, popular) / (double)(a_len + b_len);
}

/* One code point as WTF-8; its length. */
static inline size_t oracle_encode(uint32_t point, char *out) {
  if (point < 0x80) {
    out[0] = (char)point;
    return 1;
  }
  size_t len = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  for (size_t k = len - 1; k > 0; k--, point >>= 6) out[k] = (char)(0x80 | (point & 0x3F));
  out[0] = (char)((0xF00 >> len) | point);
  return len;
}

#endif
