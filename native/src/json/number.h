/* Numbers of JSON texts and in packed form, so that equal values are equal bytes. */
#ifndef LG_NUMBER_H
#define LG_NUMBER_H

#include "memory/memory.h"

/* The most bytes that lg__number_print writes. */
#define LG_NUMBER_MAX 32

/*
 * Appends the number `text` (valid by RFC 8259) in packed form: its double, if that is exact or the number is below
 * 2^53; else all of its digits in ECMAScript's notation, so that 9007199254740993 differs from 9007199254740992, and
 * 1e400 from 1e401. Numbers of equal value have one form: 10, 1e1 and 10.0. Independent of the locale. LG_ENOMEM,
 * LG_ETOOBIG. O(len).
 */
LG_NODISCARD lg_status lg__number_pack(lg_buf *out, const char *text, size_t len);

/* The double of a number (valid by RFC 8259); of very long ones only the first 800 bytes are read. Infinite beyond the
 * largest. Independent of the locale. */
double lg__number_read(const char *text, size_t len);

/* Writes a finite double as ECMAScript's Number::toString does and returns the length, at most LG_NUMBER_MAX. */
size_t lg__number_print(char *out, double value);

#endif
