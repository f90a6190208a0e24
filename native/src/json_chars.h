/* The lexical side of RFC 8259: what a string and a number look like. Nothing here allocates. */
#ifndef LG_JSON_CHARS_H
#define LG_JSON_CHARS_H

#include "internal.h"

/* What a string has in it that is not plain: a set of bits. */
enum {
  LG_STRING_ESCAPES = 1 << 0,
  LG_STRING_HALVES = 1 << 1 /* raw halves of surrogate pairs, three bytes each */
};

/* The closing quote of the string whose inside starts at `s`; NULL when there is none before `end` or the string is not
 * valid. `*notes` gets what is in it. */
const unsigned char *lg__skip_string(const unsigned char *s, const unsigned char *end, unsigned *notes);

/* The end of the number at `s`, NULL when it is not one. */
const unsigned char *lg__skip_number(const unsigned char *s, const unsigned char *end);

static inline const unsigned char *lg__skip_space(const unsigned char *s, const unsigned char *end) {
  while (s < end && (*s == ' ' || *s == '\n' || *s == '\r' || *s == '\t')) s++;
  return s;
}

#endif
