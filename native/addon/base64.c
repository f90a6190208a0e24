#include "base64.h"

static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void lg_js_base64_write(const uint8_t *bytes, size_t len, char *out) {
  size_t i = 0;
  for (; i + 3 <= len; i += 3, out += 4) {
    uint32_t group = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
    out[0] = DIGITS[group >> 18];
    out[1] = DIGITS[group >> 12 & 63];
    out[2] = DIGITS[group >> 6 & 63];
    out[3] = DIGITS[group & 63];
  }
  if (i == len) return;
  uint32_t group = (uint32_t)bytes[i] << 16 | (i + 1 < len ? (uint32_t)bytes[i + 1] << 8 : 0);
  out[0] = DIGITS[group >> 18];
  out[1] = DIGITS[group >> 12 & 63];
  out[2] = i + 1 < len ? DIGITS[group >> 6 & 63] : '=';
  out[3] = '=';
}

/* What a digit stands for, and one: what is 0 is no digit. */
static const uint8_t VALUES[256] = {
    ['+'] = 63, ['/'] = 64, ['0'] = 53, ['1'] = 54, ['2'] = 55, ['3'] = 56, ['4'] = 57, ['5'] = 58,
    ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,
    ['E'] = 5,  ['F'] = 6,  ['G'] = 7,  ['H'] = 8,  ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12,
    ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16, ['Q'] = 17, ['R'] = 18, ['S'] = 19, ['T'] = 20,
    ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24, ['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28,
    ['c'] = 29, ['d'] = 30, ['e'] = 31, ['f'] = 32, ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36,
    ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40, ['o'] = 41, ['p'] = 42, ['q'] = 43, ['r'] = 44,
    ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48, ['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52,
};

bool lg_js_base64_read(const char *text, size_t len, uint8_t *out, size_t *out_len) {
  if (len % 4 != 0) return false;
  size_t padding = len == 0 || text[len - 1] != '=' ? 0 : text[len - 2] != '=' ? 1 : 2;
  size_t count = 0;
  for (size_t i = 0; i < len; i += 4) {
    size_t digits = i + 4 < len ? 4 : 4 - padding;
    uint32_t group = 0;
    for (size_t k = 0; k < 4; k++) {
      uint32_t value = k < digits ? VALUES[(unsigned char)text[i + k]] : 1;
      if (value == 0) return false;
      group = group << 6 | (value - 1);
    }
    out[count++] = (uint8_t)(group >> 16);
    if (digits > 2) out[count++] = (uint8_t)(group >> 8);
    if (digits > 3) out[count++] = (uint8_t)group;
    if (digits == 2 && (group & 0xFFFF) != 0) return false;
    if (digits == 3 && (group & 0xFF) != 0) return false;
  }
  *out_len = count;
  return true;
}
