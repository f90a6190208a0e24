/* Texts: bytes in WTF-8 and their number, without a terminator. */
#ifndef PROGRAM_TEXT_H
#define PROGRAM_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "loopguard.h"

/* Borrowed. */
typedef struct program_text {
  const char *s; /* NULL: there is none */
  size_t len;
} program_text;

static inline bool program_text_same(program_text a, program_text b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.s, b.s, a.len) == 0);
}
bool program_text_is(program_text text, const char *words);
bool program_text_begins(program_text text, const char *words);
bool program_text_ends(program_text text, const char *words);
/* Its length in UTF-16. */
size_t program_units(program_text text);

/* Writes two hexadecimal digits for each byte, without a NUL. */
void program_hex(const uint8_t *bytes, size_t len, char *out);

#endif
