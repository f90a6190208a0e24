#include "text/glob.h"

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
static size_t char_size(const char *s, size_t left) {
  size_t size = lg__wtf8_size((const uint8_t *)s, left);
  return size == 0 ? 1 : size;
}

/* The place behind the unit at `from`, which is not the end. */
static place next(const char *text, size_t len, place from) {
  size_t size = char_size(text + from.at, len - from.at);
  if (size == 4 && !from.low) return (place){from.at, true};
  return (place){from.at + size, false};
}

bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len) {
  const char *end = pattern + pattern_len, *behind_star = NULL;
  place at = {0, false}, tried = at; /* tried: where what is behind the newest star may begin */
  while (at.at < len) {
    size_t size = pattern < end ? char_size(pattern, (size_t)(end - pattern)) : 0;
    bool same = size != 0 && !at.low && size <= len - at.at && memcmp(pattern, name + at.at, size) == 0;
    if (size != 0 && *pattern == '*') {
      behind_star = ++pattern;
      tried = at;
    } else if (size != 0 && (same || *pattern == '?')) {
      at = same ? (place){at.at + size, false} : next(name, len, at);
      pattern += size;
    } else if (behind_star != NULL) {
      at = tried = next(name, len, tried);
      pattern = behind_star;
    } else {
      return false;
    }
  }
  while (pattern < end && *pattern == '*') pattern++;
  return pattern == end;
}
