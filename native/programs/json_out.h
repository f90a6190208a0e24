/* A growing buffer for JSON or plain text, which keeps a failed allocation in `failed`. */
#ifndef PROGRAM_JSON_OUT_H
#define PROGRAM_JSON_OUT_H

#include "text.h"

typedef struct program_out {
  char *s;
  size_t len, size;
  bool failed; /* out of memory: the text is incomplete */
} program_out;

/* What it holds, until more is added. */
static inline program_text program_out_view(const program_out *out) { return (program_text){out->s, out->len}; }

/* Makes room for `more` bytes. False: out of memory. */
bool program_out_reserve(program_out *out, size_t more);
void program_out_bytes(program_out *out, const char *s, size_t len);
void program_out_text(program_out *out, const char *text); /* without its NUL */
/* Adds `s`, WTF-8, as UTF-8: U+FFFD for each lone surrogate, as Node writes it. */
void program_out_utf8(program_out *out, const char *s, size_t len);
/* Adds two hexadecimal digits for each byte. */
void program_out_hex(program_out *out, const uint8_t *bytes, size_t len);
void program_out_number(program_out *out, unsigned long long number);
/* Adds `s`, WTF-8, as JSON.stringify writes it, quotes included. */
void program_out_string(program_out *out, const char *s, size_t len);
/* Empties it. Much memory is given back: what was needed once may never be again. */
void program_out_clear(program_out *out);
void program_out_free(program_out *out);

#endif
