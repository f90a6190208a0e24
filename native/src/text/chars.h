/* Characters and lists of words, in ASCII and without a locale. */
#ifndef LG_CHARS_H
#define LG_CHARS_H

#include "memory/memory.h"

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

typedef struct lg_piece {
  const char *s;
  size_t len;
} lg_piece;

static inline bool lg__is_lower(char c) { return c >= 'a' && c <= 'z'; }
static inline bool lg__is_upper(char c) { return c >= 'A' && c <= 'Z'; }
/* Of a char or an unsigned byte. */
static inline bool lg__is_digit(int c) { return (unsigned)c - '0' < 10; }
static inline bool lg__is_letter(int c) { return ((unsigned)c | 0x20) - 'a' < 26; }
static inline bool lg__is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static inline char lg__lower(char c) { return lg__is_upper(c) ? (char)(c - 'A' + 'a') : c; }

static inline bool lg__is_continuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }
/* The length of the character at `s`. 0: it is not WTF-8. */
static inline size_t lg__wtf8_size(const uint8_t *s, size_t left) {
  if (s[0] < 0x80) return 1;
  if (left < 2 || s[0] < 0xC2 || s[0] > 0xF4 || !lg__is_continuation(s[1])) return 0;
  if (s[0] < 0xE0) return 2;
  if (left < 3 || !lg__is_continuation(s[2])) return 0;
  if (s[0] < 0xF0) return s[0] == 0xE0 && s[1] < 0xA0 ? 0 : 3; /* 0: overlong */
  if (left < 4 || !lg__is_continuation(s[3])) return 0;
  return (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] > 0x8F) ? 0 : 4; /* 0: overlong, beyond U+10FFFF */
}

/* The code point at `s`, and its bytes. A byte that is not WTF-8 is a point of its own, above all others. */
static inline uint32_t lg__point_at(const uint8_t *s, size_t left, size_t *out_size) {
  size_t size = lg__wtf8_size(s, left);
  uint32_t point = size == 0 ? 0x200000u + s[0] : size == 1 ? s[0] : s[0] & (0x7Fu >> size);
  for (size_t i = 1; i < size; i++) point = point << 6 | (s[i] & 0x3F);
  *out_size = size != 0 ? size : 1;
  return point;
}

/* How many bytes the first `units` UTF-16 units of `s` take. */
static inline size_t lg__first_units(const char *s, size_t len, size_t units) {
  if (len <= units) return len;
  size_t at = 0;
  while (at < len && units > 0) {
    units -= (uint8_t)s[at++] >= 0xF0 && units > 1 ? 2 : 1;
    for (int more = 0; more < 3 && at < len && lg__is_continuation((uint8_t)s[at]); more++) at++;
  }
  return at;
}

/* How much of a text fits into `most` bytes: it is cut between characters, never inside one. */
size_t lg__cut(const char *s, size_t len, size_t most);
/* How many UTF-16 units a text has. O(len). */
size_t lg__units(const char *s, size_t len);
/* Its units one by one: the next, or -1 at the end. */
typedef struct lg_units {
  const uint8_t *at, *end;
  uint32_t low; /* the pending low surrogate of a pair; 0: none */
} lg_units;
static inline lg_units lg__units_of(const void *s, size_t len) {
  return (lg_units){s, len != 0 ? (const uint8_t *)s + len : s, 0};
}
int32_t lg__next_unit(lg_units *text);

/* Whether `word` is one of the words in `list`, which are lower case and separated by blanks; in any case.
 * All of these in result_words.c: WebAssembly would have them in each file. */
bool lg__is_listed(const char *list, const char *word, size_t len);

/* ---- words of a text -------------------------------------------------------------------------------------------- */

static inline bool lg__is_of_word(char c) { return lg__is_letter(c) || lg__is_digit(c) || c == '_'; }

static inline bool lg__begins_with(lg_piece text, size_t at, const char *literal) {
  for (; *literal != '\0'; at++, literal++)
    if (at >= text.len || lg__lower(text.s[at]) != *literal) return false;
  return true;
}

/* Where the word that ends at `end` begins. */
static inline size_t lg__word_begin(lg_piece text, size_t end) {
  while (end > 0 && lg__is_of_word(text.s[end - 1])) end--;
  return end;
}

static inline size_t lg__word_end(lg_piece text, size_t at) {
  while (at < text.len && lg__is_of_word(text.s[at])) at++;
  return at;
}

static inline size_t lg__back_over(lg_piece text, size_t at, const char *chars, size_t most) {
  while (most-- > 0 && at > 0 && text.s[at - 1] != '\0' && strchr(chars, text.s[at - 1]) != NULL) at--;
  return at;
}

/* Whether the text ends, at `end`, with one of the words. A space of the list is nothing, or what stands
 * between words and between names in JSON. */
static inline bool lg__ends_with_any(lg_piece text, size_t end, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t at = end, left = strlen(list[i]);
    for (; left > 0; left--) {
      char wanted = list[i][left - 1];
      if (wanted != ' ' && (at == 0 || lg__lower(text.s[at - 1]) != wanted)) break;
      at = wanted == ' ' ? lg__back_over(text, at, " \n\"'\\{:_-", 12) : at - 1;
    }
    if (left == 0) return true;
  }
  return false;
}

/* Globs that names are matched with: `*` is any run of UTF-16 code units, `?` one. */
bool lg__is_glob(const char *text, size_t len);
/* Whether `name` matches. What stands between two stars is searched once, from left to right: O(len), and O(its length)
 * wherever its beginning stands. */
bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len);

#endif
