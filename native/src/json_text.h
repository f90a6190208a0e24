/*
 * Strings of JSON: out of their escapes and back.
 *
 * Between the two a string is in *key form*: the UTF-16 units that JavaScript sees, each as one to three bytes as in
 * UTF-8 (so a pair is two times three bytes), but for
 *
 *   U+0000  01 01
 *   U+0001  01 02
 *
 * Nothing in it is the byte 0, so that cJSON's strings can hold it, and the order of its bytes is the order of the
 * units: strcmp sorts keys as RFC 8785 wants them. A pair is one whether its halves were written raw, escaped, or one
 * of each.
 */
#ifndef LG_JSON_TEXT_H
#define LG_JSON_TEXT_H

#include "writer.h"

/* What the bytes handed to lg__put_key_form are. */
typedef enum lg_string_syntax {
  LG_STRING_PLAIN,  /* text as it is */
  LG_STRING_JSON,   /* the inside of a JSON string: with escapes */
  LG_STRING_POINTER /* a token of a JSON pointer: ~0 is ~, ~1 is / */
} lg_string_syntax;

/* Appends `s` in key form. `for_cjson`: with a backslash before `"` and `\`, so that it can stand in cJSON's text. */
void lg__put_key_form(lg_writer *out, const char *s, size_t len, lg_string_syntax syntax, bool for_cjson);

/* Appends the JSON string of a text in key form, quotes included, as JSON.stringify writes it. */
void lg__put_string(lg_writer *out, const char *key, size_t len);

#endif
