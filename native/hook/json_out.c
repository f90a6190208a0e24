#include "json_out.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hook_out_bytes(hook_out *out, const char *s, size_t len) {
  if (out->failed || len == 0) return;
  if (len > out->size - out->len) {
    size_t size = out->size == 0 ? 256 : out->size;
    while (size - out->len < len && size <= SIZE_MAX / 2) size *= 2;
    char *grown = size - out->len < len ? NULL : realloc(out->s, size);
    if (grown == NULL) {
      out->failed = true;
      return;
    }
    out->s = grown;
    out->size = size;
  }
  memcpy(out->s + out->len, s, len);
  out->len += len;
}

void hook_out_text(hook_out *out, const char *text) { hook_out_bytes(out, text, strlen(text)); }

void hook_out_number(hook_out *out, unsigned long long number) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%llu", number);
  hook_out_bytes(out, digits, (size_t)length);
}

static void put_escape(hook_out *out, unsigned code) {
  char escape[8];
  int length = snprintf(escape, sizeof escape, "\\u%04x", code);
  hook_out_bytes(out, escape, (size_t)length);
}

/* Whether the three bytes at `at` are a lone surrogate, which is no UTF-8. */
static bool is_surrogate(const char *s, size_t len, size_t at) {
  return (unsigned char)s[at] == 0xED && at + 2 < len && (unsigned char)s[at + 1] >= 0xA0;
}

void hook_out_utf8(hook_out *out, const char *s, size_t len) {
  size_t begin = out->len;
  hook_out_bytes(out, s, len);
  if (out->failed) return;
  for (size_t at = begin; at < out->len; at++)
    if (is_surrogate(out->s, out->len, at)) memcpy(out->s + at, "\xEF\xBF\xBD", 3);
}

void hook_out_string(hook_out *out, const char *s, size_t len) {
  static const char shorts[] = "\b\t\n\f\r\"\\", letters[] = "btnfr\"\\";
  hook_out_bytes(out, "\"", 1);
  for (size_t at = 0; at < len;) {
    unsigned char byte = (unsigned char)s[at];
    const char *found = byte == 0 ? NULL : strchr(shorts, byte);
    if (found != NULL) {
      hook_out_bytes(out, (const char[]){'\\', letters[found - shorts]}, 2);
      at++;
    } else if (byte < 0x20) {
      put_escape(out, byte);
      at++;
    } else if (is_surrogate(s, len, at)) {
      put_escape(out, 0xD000u | (unsigned)(s[at + 1] & 0x3F) << 6 | (unsigned)(s[at + 2] & 0x3F));
      at += 3;
    } else {
      hook_out_bytes(out, s + at, 1);
      at++;
    }
  }
  hook_out_bytes(out, "\"", 1);
}

void hook_out_free(hook_out *out) {
  free(out->s);
  *out = (hook_out){0};
}
