/* A growing buffer for JSON or plain text, which keeps a failed allocation in `failed`. */
#ifndef HOOK_JSON_OUT_H
#define HOOK_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct hook_out {
  char *s;
  size_t len, size;
  bool failed; /* out of memory: the text is incomplete */
} hook_out;

void hook_out_bytes(hook_out *out, const char *s, size_t len);
void hook_out_text(hook_out *out, const char *text); /* without its NUL */
/* Adds `s`, WTF-8, as UTF-8: U+FFFD for each lone surrogate, as Node writes it. */
void hook_out_utf8(hook_out *out, const char *s, size_t len);
void hook_out_number(hook_out *out, unsigned long long number);
/* Adds `s`, WTF-8, as JSON.stringify writes it, quotes included. */
void hook_out_string(hook_out *out, const char *s, size_t len);
void hook_out_free(hook_out *out);

#endif
