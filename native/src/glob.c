#include "glob.h"

bool lg__is_glob(const char *text, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (text[i] == '*' || text[i] == '?') return true;
  return false;
}

/* A place between two code units. A character of four bytes is two units, and `low` is the place between them. */
typedef struct place {
  size_t at;
  bool low;
} place;

/* The bytes of the character at `s`; 1 for an invalid byte. */
static size_t char_size(const uint8_t *s, size_t left) {
  size_t size = s[0] >= 0xF0 && s[0] < 0xF8 ? 4 : s[0] >= 0xE0 && s[0] < 0xF0 ? 3 : s[0] >= 0xC0 && s[0] < 0xE0 ? 2 : 1;
  if (size > left) return 1;
  for (size_t i = 1; i < size; i++)
    if ((s[i] & 0xC0) != 0x80) return 1;
  return size;
}

/* The place behind the unit at `from`, which is not the end. */
static place next(const char *text, size_t len, place from) {
  size_t size = char_size((const uint8_t *)text + from.at, len - from.at);
  if (size == 4 && !from.low) return (place){from.at, true};
  return (place){from.at + size, false};
}

/* Whether the units at two places are equal. Surrogates are compared by the bits of the four bytes that they come from.
 */
static bool same_unit(const char *a, size_t a_len, place at, const char *b, size_t b_len, place bt) {
  const uint8_t *x = (const uint8_t *)a + at.at, *y = (const uint8_t *)b + bt.at;
  size_t size = char_size(x, a_len - at.at);
  if (size != char_size(y, b_len - bt.at) || at.low != bt.low) return false;
  if (size < 4) return memcmp(x, y, size) == 0;
  /* The low surrogate holds the lowest ten bits of the character, the high one the rest. */
  if (!at.low) return x[0] == y[0] && x[1] == y[1] && (x[2] & 0xF0) == (y[2] & 0xF0);
  return (x[2] & 0x0F) == (y[2] & 0x0F) && x[3] == y[3];
}

bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len) {
  place p = {0, false}, n = {0, false}, star = p, resume = n;
  bool starred = false; /* backtracking to the last star is enough */
  while (n.at < len) {
    char wild = p.at < pattern_len ? pattern[p.at] : '\0';
    if (wild == '*') {
      p = star = next(pattern, pattern_len, p);
      resume = n;
      starred = true;
    } else if (p.at < pattern_len && (wild == '?' || same_unit(pattern, pattern_len, p, name, len, n))) {
      p = next(pattern, pattern_len, p);
      n = next(name, len, n);
    } else if (starred) {
      p = star;
      n = resume = next(name, len, resume);
    } else {
      return false;
    }
  }
  while (p.at < pattern_len && pattern[p.at] == '*') p.at++;
  return p.at == pattern_len;
}
