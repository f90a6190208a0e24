/* Helpers of oracle_volatile.h: the bytes around a place in a text, and regular expressions that match there. */
#ifndef ORACLE_TEXT_H
#define ORACLE_TEXT_H

#include <ctype.h>
#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "loopguard.h"

typedef struct oracle_text {
  const char *s;
  size_t len;
  size_t seam;  /* end of the last terminal sequence */
  size_t clock; /* end of the last time that was left out */
  bool failure; /* the text says that something went wrong */
} oracle_text;

static inline int oracle_at(const oracle_text *t, size_t i) { return i < t->len ? (unsigned char)t->s[i] : 0; }

static inline int oracle_before(const oracle_text *t, size_t i, size_t n) {
  return i >= n ? (unsigned char)t->s[i - n] : 0;
}

/* The length of the longest match of `pattern` at `at`, case aside, or 0. */
static inline size_t oracle_match(const char *pattern, const oracle_text *t, size_t at) {
  static struct {
    const char *pattern;
    regex_t regex;
  } compiled[96];
  size_t k = 0;
  while (compiled[k].pattern != NULL && compiled[k].pattern != pattern) k++;
  if (compiled[k].pattern == NULL) {
    if (k == 95 || regcomp(&compiled[k].regex, pattern, REG_EXTENDED | REG_ICASE) != 0) abort();
    compiled[k].pattern = pattern;
  }
  regmatch_t match = {0, (regoff_t)(t->len - at)};
  if (regexec(&compiled[k].regex, t->s + at, 1, &match, REG_STARTEND) != 0) return 0;
  return (size_t)match.rm_eo;
}

static inline bool oracle_is_word(int byte) {
  return byte < 0x80 ? isalnum(byte) || byte == '_' : byte >= 0xC3 && byte <= 0xDF;
}

static inline bool oracle_is_escape_letter(const oracle_text *t, size_t i) {
  return oracle_at(t, i) != 0 && strchr("nrtbf", oracle_at(t, i)) != NULL && oracle_before(t, i, 1) == '\\' &&
         oracle_before(t, i, 2) != '\\' && i != t->seam; /* the backslash may be the end of a terminal sequence */
}

static inline bool oracle_begins(const oracle_text *t, size_t i) {
  if (i == 0 || i == t->seam || oracle_is_escape_letter(t, i - 1)) return true;
  int last = oracle_before(t, i, 1), lead = oracle_before(t, i, 2);
  if (last < 0x80) return !oracle_is_word(last);
  return !(last < 0xC0 && lead >= 0xC3 && lead <= 0xDF);
}

static inline bool oracle_ends(const oracle_text *t, size_t i) { return !oracle_is_word(oracle_at(t, i)); }

static inline bool oracle_stops(const oracle_text *t, size_t i) {
  return oracle_ends(t, i) && !(oracle_at(t, i) == ':' && isdigit(oracle_at(t, i + 1)));
}

/* The longest match of the pattern, which must begin with ^, that may stop where it ends; or 0. */
static inline size_t oracle_stopping(const char *pattern, const oracle_text *t, size_t at) {
  size_t longest = oracle_match(pattern, t, at);
  for (size_t len = longest; len > 0; len--) {
    oracle_text cut = {t->s, at + len, t->seam, t->clock, t->failure};
    if (oracle_match(pattern, &cut, at) == len && oracle_stops(t, at + len)) return len;
  }
  return 0;
}

#endif
