/* JSON text that is being written, and plain text likewise: a buffer that grows. A failed allocation is remembered. */
#ifndef HOOK_JSON_OUT_H
#define HOOK_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct hook_out {
  char *s;
  size_t len, size;
  bool failed; /* out of memory: the text is not whole */
} hook_out;

void hook_out_bytes(hook_out *out, const char *s, size_t len);
void hook_out_text(hook_out *out, const char *text); /* up to its NUL */
void hook_out_number(hook_out *out, unsigned long long number);
/* `s`, WTF-8, as a JSON string with its quotes: what JSON.stringify writes. */
void hook_out_string(hook_out *out, const char *s, size_t len);
void hook_out_free(hook_out *out);

#endif
