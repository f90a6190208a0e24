#include "json_chars.h"

#define REPEAT(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Whether the eight bytes at `s` are all plain: ASCII, no control, no quote, no backslash. */
static bool eight_plain(const unsigned char *s) {
  uint64_t x;
  memcpy(&x, s, sizeof x);
  /* A subtraction borrows into the top bit of a byte that is too small, and beyond it only from such a byte. */
  uint64_t quote = (x ^ REPEAT('"')) - REPEAT(1);
  uint64_t backslash = (x ^ REPEAT('\\')) - REPEAT(1);
  uint64_t control = x - REPEAT(0x20);
  return ((x | quote | backslash | control) & REPEAT(0x80)) == 0;
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

static bool is_continuation(unsigned char c) { return (c & 0xc0) == 0x80; }

static bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

static bool is_hex(unsigned char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

/* The length of the character at `s`, which is not ASCII; 0 when it is not well-formed UTF-8 nor half of a pair. */
static size_t character_len(const unsigned char *s, size_t left, unsigned *notes) {
  unsigned char lead = s[0];
  if (left < 2 || lead < 0xc2 || lead > 0xf4 || !is_continuation(s[1])) return 0;
  if (lead < 0xe0) return 2;
  if (left < 3 || !is_continuation(s[2])) return 0;
  if (lead < 0xf0) {
    if (lead == 0xe0 && s[1] < 0xa0) return 0; /* longer than need be */
    if (lead == 0xed && s[1] >= 0xa0) *notes |= LG_STRING_HALVES;
    return 3;
  }
  if (left < 4 || !is_continuation(s[3])) return 0;
  if ((lead == 0xf0 && s[1] < 0x90) || (lead == 0xf4 && s[1] > 0x8f)) return 0; /* too long, beyond U+10FFFF */
  *notes |= LG_STRING_ASTRAL;
  return 4;
}

/* The length of the escape at `s`, a backslash; 0 when it is none. */
static size_t escape_len(const unsigned char *s, size_t left, unsigned *notes) {
  if (left < 2) return 0;
  *notes |= LG_STRING_ESCAPES;
  switch (s[1]) {
  case '"':
  case '\\':
  case 'b':
  case 'f':
  case 'n':
  case 'r':
  case 't':
    return 2;
  case '/':
    *notes |= LG_STRING_ODD_ESCAPES;
    return 2;
  case 'u':
    *notes |= LG_STRING_ODD_ESCAPES;
    return left >= 6 && is_hex(s[2]) && is_hex(s[3]) && is_hex(s[4]) && is_hex(s[5]) ? 6 : 0;
  default:
    return 0;
  }
}

const unsigned char *lg__skip_string(const unsigned char *s, const unsigned char *end, unsigned *notes) {
  *notes = 0;
  for (;;) {
    while (end - s >= 8 && eight_plain(s)) s += 8;
    while (s < end && is_plain(*s)) s++;
    if (s == end) return NULL;
    if (*s == '"') return s;
    size_t left = (size_t)(end - s), len = 0;
    if (*s == '\\')
      len = escape_len(s, left, notes);
    else if (*s >= 0x80)
      len = character_len(s, left, notes);
    if (len == 0) return NULL;
    s += len;
  }
}

const unsigned char *lg__skip_number(const unsigned char *s, const unsigned char *end, bool *plain_int) {
  const unsigned char *start = s;
  if (s < end && *s == '-') s++;
  if (s == end || !is_digit(*s)) return NULL;
  if (*s == '0')
    s++;
  else
    while (s < end && is_digit(*s)) s++;
  /* Up to 21 digits are written out, and kept if a double cannot hold them, so that they stay as they are; -0 is 0. */
  *plain_int = s - start <= 21 && !(s - start == 2 && start[0] == '-' && start[1] == '0');
  if (s < end && *s == '.') {
    *plain_int = false;
    s++;
    if (s == end || !is_digit(*s)) return NULL;
    while (s < end && is_digit(*s)) s++;
  }
  if (s < end && (*s == 'e' || *s == 'E')) {
    *plain_int = false;
    s++;
    if (s < end && (*s == '+' || *s == '-')) s++;
    if (s == end || !is_digit(*s)) return NULL;
    while (s < end && is_digit(*s)) s++;
  }
  return s;
}
