/* Numbers of JSON texts and in packed form, so that equal values are equal bytes. */
#ifndef LG_NUMBER_H
#define LG_NUMBER_H

#include "buf.h"

/* No double is longer as ECMAScript writes it. */
#define LG_NUMBER_MAX 32

/*
 * Appends the number `text` (valid by RFC 8259) in packed form: its double; or, when it is at or beyond 2^53 and what
 * ECMAScript writes for its double is not its exact value, that value in ECMAScript's notation with all its digits, so
 * that 9007199254740993 is not taken for ...992, nor 1e400 for 1e401. Equal exact values have one form, however
 * written. Independent of the locale. LG_ENOMEM, LG_ETOOBIG. O(len).
 */
LG_NODISCARD lg_status lg__number_pack(lg_buf *out, const char *text, size_t len);

/* Writes a finite double as ECMAScript's Number::toString does, at most LG_NUMBER_MAX bytes; how many. */
size_t lg__number_print(char *out, double value);

#endif
