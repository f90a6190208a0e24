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

/* Whether the units from `p` to `end` are those of `name` at `n`; `*out_n` is the place behind them. */
static bool segment_at(const char *pattern, place p, size_t end, const char *name, size_t len, place n, place *out_n) {
  while (p.at < end) {
    if (n.at >= len) return false;
    if (pattern[p.at] != '?' && !same_unit(pattern, end, p, name, len, n)) return false;
    p = next(pattern, end, p);
    n = next(name, len, n);
  }
  *out_n = n;
  return true;
}

/*
 * The first place from `n` on where the segment stands, and `*out_n` behind it. A segment that begins with a byte of
 * its own is searched by it, many bytes at a time.
 */
static bool find_segment(const char *pattern, size_t begin, size_t end, const char *name, size_t len, place n,
                         place *out_n) {
  uint8_t first = begin < end ? (uint8_t)pattern[begin] : 0;
  bool searched = first != 0 && first != '?' && (first < 0x80 || (first >= 0xC0 && first < 0xF0));
  for (;;) {
    if (searched && n.at < len) {
      const char *found = memchr(name + n.at, first, len - n.at);
      if (found == NULL) return false;
      if ((size_t)(found - name) != n.at) n = (place){(size_t)(found - name), false};
    }
    if (segment_at(pattern, (place){begin, false}, end, name, len, n, out_n)) return true;
    if (n.at >= len) return false;
    n = next(name, len, n);
  }
}

static size_t units_from(const char *text, size_t len, place from) {
  size_t units = 0;
  for (; from.at < len; units++) from = next(text, len, from);
  return units;
}

size_t lg__units(const char *text, size_t len) { return units_from(text, len, (place){0, false}); }

/* Whether the name ends, at `n` or behind it, with the segment. */
static bool ends_with(const char *pattern, size_t begin, size_t end, const char *name, size_t len, place n) {
  size_t wanted = units_from(pattern, end, (place){begin, false}), left = units_from(name, len, n);
  for (; left > wanted; left--) n = next(name, len, n);
  return left == wanted && segment_at(pattern, (place){begin, false}, end, name, len, n, &n);
}

/* Where the segment of a pattern that begins at `at` ends: at a star, or at the end. */
static size_t segment_end(const char *pattern, size_t len, size_t at) {
  const char *star = at < len ? memchr(pattern + at, '*', len - at) : NULL;
  return star != NULL ? (size_t)(star - pattern) : len;
}

bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len) {
  size_t end = segment_end(pattern, pattern_len, 0);
  place n;
  if (!segment_at(pattern, (place){0, false}, end, name, len, (place){0, false}, &n)) return false;
  while (end < pattern_len) {
    size_t begin = end + 1;
    end = segment_end(pattern, pattern_len, begin);
    if (end == pattern_len) return ends_with(pattern, begin, end, name, len, n);
    if (!find_segment(pattern, begin, end, name, len, n, &n)) return false;
  }
  return n.at == len;
}
