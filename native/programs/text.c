#include "text.h"

#include <string.h>

bool program_text_is(program_text text, const char *words) {
  return program_text_same(text, (program_text){words, strlen(words)});
}

bool program_text_begins(program_text text, const char *words) {
  size_t len = strlen(words);
  return text.len >= len && program_text_same((program_text){text.s, len}, (program_text){words, len});
}

bool program_text_ends(program_text text, const char *words) {
  size_t len = strlen(words);
  return text.len >= len && memcmp(text.s + text.len - len, words, len) == 0;
}

void program_hex(const uint8_t *bytes, size_t len, char *out) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < len; i++) {
    *out++ = digits[bytes[i] >> 4];
    *out++ = digits[bytes[i] & 15];
  }
}

size_t program_units(program_text text) {
  size_t units = 0;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.s[i];
    units += (size_t)((c & 0xC0) != 0x80) + (size_t)(c >= 0xF0);
  }
  return units;
}
