/* The lexical side of RFC 8259: what a string and a number look like. Nothing here allocates. */
#ifndef LG_JSON_CHARS_H
#define LG_JSON_CHARS_H

#include "internal.h"

/*
 * Reads the string whose inside starts at `s` and writes what it says, in WTF-8, to `out`, which needs room for as many
 * bytes as there are before `end`, and 8 more; those behind `*out_len` are of no meaning. Two halves of a pair become
 * one character. The closing quote, or NULL when there is none before `end` or the string is not valid.
 */
const unsigned char *lg__read_string(const unsigned char *s, const unsigned char *end, uint8_t *out, size_t *out_len);

/* The end of the number at `s`, NULL when it is not one. */
const unsigned char *lg__skip_number(const unsigned char *s, const unsigned char *end);

static inline const unsigned char *lg__skip_space(const unsigned char *s, const unsigned char *end) {
  while (s < end && (*s == ' ' || *s == '\n' || *s == '\r' || *s == '\t')) s++;
  return s;
}

#endif
