/* Numbers of JSON texts, written so that equal values have equal texts. */
#ifndef LG_NUMBER_H
#define LG_NUMBER_H

#include "buf.h"

/*
 * Appends the number `text` (valid by RFC 8259) as ECMAScript's Number::toString writes its double; or, when it is at
 * or beyond 2^53 and that text is not its exact value, the exact value in the same notation with all its digits, so
 * that 9007199254740993 is not taken for ...992, nor 1e400 for 1e401. Equal exact values have one text, however
 * written. Independent of the locale. LG_ENOMEM, LG_ETOOBIG. O(len).
 */
LG_NODISCARD lg_status lg__number_append(lg_buf *out, const char *text, size_t len);

#endif
