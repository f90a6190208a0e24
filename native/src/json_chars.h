/* The strings, numbers and white space of RFC 8259. Nothing here allocates. */
#ifndef LG_JSON_CHARS_H
#define LG_JSON_CHARS_H

#include "internal.h"

/*
 * Decodes the string that starts at `s`, after its opening quote, to WTF-8 in `out`. `out` needs room for `end - s`
 * bytes and 8 more; bytes beyond `*out_len` may be overwritten. A surrogate pair becomes one character. Returns the
 * closing quote; NULL: there is none before `end`, or the string is not valid.
 */
const unsigned char *lg__read_string(const unsigned char *s, const unsigned char *end, uint8_t *out, size_t *out_len);

/* The length of the character at `s`. 0: it is not WTF-8. */
size_t lg__wtf8_size(const uint8_t *s, size_t left);
/* Whether it is WTF-8: no pair of surrogates stands as two characters. */
bool lg__is_wtf8(const uint8_t *s, size_t len);

/* The end of the number at `s`. NULL: there is no number. */
const unsigned char *lg__skip_number(const unsigned char *s, const unsigned char *end);

static inline const unsigned char *lg__skip_space(const unsigned char *s, const unsigned char *end) {
  while (s < end && (*s == ' ' || *s == '\n' || *s == '\r' || *s == '\t')) s++;
  return s;
}

#endif
