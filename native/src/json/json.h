/* JSON: its reader and its printer, numbers, and packed values in order. */
#ifndef LG_JSON_H
#define LG_JSON_H

#include "json/packed.h"
#include "text/chars.h"

/* Decodes the string that starts at `s`, after its opening quote, to WTF-8 in `out`. `out` needs room for `end - s`
 * bytes and 8 more; bytes beyond `*out_len` may be overwritten. A surrogate pair becomes one character. Returns the
 * closing quote; NULL: there is none before `end`, or the string is not valid. */
const unsigned char *lg__read_string(const unsigned char *s, const unsigned char *end, uint8_t *out, size_t *out_len);

/* The end of the number at `s`. NULL: there is no number. */
const unsigned char *lg__skip_number(const unsigned char *s, const unsigned char *end);

/* The order of members in the text's objects, at all depths. */
typedef struct lg_read_order {
  bool verbatim;  /* true: in verbatim order, keys unique; false: not known to be */
  bool canonical; /* in canonical order, keys unique */
} lg_read_order;

/* Parses `text` into workspace->packed, members in the order of the text, duplicate keys included. Strict RFC 8259, but
 * strings may hold lone surrogates, raw or escaped; a high and a low one next to each other become one character. Uses
 * workspace->stack. LG_EJSON, LG_ENOMEM, LG_ETOOBIG. O(len), without recursion. */
LG_NODISCARD lg_status lg__json_read(lg_workspace *workspace, const char *text, size_t len, lg_read_order *out_order);

/* Writes the value into workspace->text as JSON.stringify would, members in the order in which they stand. Uses
 * workspace->stack. LG_EINVAL: it is no packed value. LG_ENOMEM, LG_ETOOBIG. O(len), without recursion. */
LG_NODISCARD lg_status lg__json_print(lg_workspace *workspace, const uint8_t *value, size_t len);

/* The content of a string, with its escapes. LG_EINVAL in `out`: it is not WTF-8. */
void lg__json_put_text(lg_writer *out, const uint8_t *s, size_t len);
/* The same with its quotes. */
void lg__json_put_string(lg_writer *out, const uint8_t *s, size_t len);
/* LG_EINVAL in `out`: it is not finite. */
void lg__json_put_number(lg_writer *out, double value);
/* Writes two digits for each byte, without a NUL. */
void lg__hex(const uint8_t *bytes, size_t count, char *out);
/* Whether a surrogate stands at `s`: WTF-8, but no UTF-8. */
static inline bool lg__is_half(const uint8_t *s, const uint8_t *end) {
  return end - s >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf;
}

/* What lg__arrange writes. Everything is borrowed. */
typedef struct lg_arrangement {
  const uint8_t *value; /* NULL: an object made of the members in `kept` */
  size_t len;
  lg_order order;
  const lg_member *kept; /* in any order; `place` is not read */
  size_t kept_count;
  const uint8_t *const *dropped; /* values to leave out, with their keys; by ascending address */
  size_t dropped_count;
} lg_arrangement;

/* Whether the value that begins there is left out. */
bool lg__is_dropped(const lg_arrangement *what, const uint8_t *value);

/* Writes the value into workspace->arranged, members in order at every depth. Uses workspace->stack and
 * workspace->members. The input must be in none of these three. LG_EINVAL: not a packed value. LG_ENOMEM, LG_ETOOBIG.
 * O(len), plus the sorting; without recursion. */
LG_NODISCARD lg_status lg__arrange(lg_workspace *workspace, const lg_arrangement *arrangement);

/* The most bytes that lg__number_print writes. */
#define LG_NUMBER_MAX 32

/* Appends the number `text` (valid by RFC 8259) in packed form: its double, if that is exact or the number is below
 * 2^53; else all of its digits in ECMAScript's notation, so that 9007199254740993 differs from 9007199254740992, and
 * 1e400 from 1e401. Numbers of equal value have one form: 10, 1e1 and 10.0; but one whose exponent has more than 18
 * digits stays as it is written. Independent of the locale. LG_ENOMEM, LG_ETOOBIG. O(len). */
LG_NODISCARD lg_status lg__number_pack(lg_buf *out, const char *text, size_t len);

/* The double of a number (valid by RFC 8259). Infinite beyond the largest. */
double lg__number_read(const char *text, size_t len);

/* Writes a finite double as ECMAScript's Number::toString does and returns the length, at most LG_NUMBER_MAX; of
 * others 0. */
size_t lg__number_print(char *out, double value);

#endif
