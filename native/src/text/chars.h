/* Characters and lists of words, in ASCII and without a locale. */
#ifndef LG_CHARS_H
#define LG_CHARS_H

#include "memory/memory.h"

typedef struct lg_piece {
  const char *s;
  size_t len;
} lg_piece;

static inline bool lg__is_lower(char c) { return c >= 'a' && c <= 'z'; }
static inline bool lg__is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool lg__is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool lg__is_letter(char c) { return lg__is_lower(c) || lg__is_upper(c); }
static inline bool lg__is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static inline char lg__lower(char c) { return lg__is_upper(c) ? (char)(c - 'A' + 'a') : c; }

/* Whether `word` is one of the words in `list`, which are lower case and separated by blanks; in any case. */
static inline bool lg__is_listed(const char *list, const char *word, size_t len) {
  while (*list != '\0') {
    size_t own = 0;
    while (list[own] != ' ' && list[own] != '\0') own++;
    size_t same = 0;
    while (same < own && same < len && lg__lower(word[same]) == list[same]) same++;
    if (own == len && same == len) return true;
    list += own + (list[own] == ' ' ? 1 : 0);
  }
  return false;
}

#endif
