/* Reads JSON: the strings, numbers and white space of RFC 8259, and whole texts. */
#ifndef LG_JSON_READ_H
#define LG_JSON_READ_H

#include "json/packed.h"
#include "memory/memory.h"

/* The strings, numbers and white space of RFC 8259. Nothing here allocates. */

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

/* The JSON parser: from text to packed value in one pass. */

/* The order of members in the text's objects, at all depths. */
typedef struct lg_read_order {
  bool verbatim;  /* true: in verbatim order, keys unique; false: not known to be */
  bool canonical; /* in canonical order, keys unique */
} lg_read_order;

/*
 * Parses `text` into workspace->packed, members in the order of the text, duplicate keys included. Strict RFC 8259, but
 * strings may hold lone surrogates, raw or escaped; a high and a low one next to each other become one character. Uses
 * workspace->stack. LG_EJSON, LG_ENOMEM, LG_ETOOBIG. O(len), without recursion.
 */
LG_NODISCARD lg_status lg__json_read(lg_workspace *workspace, const char *text, size_t len, lg_read_order *out_order);

#endif
