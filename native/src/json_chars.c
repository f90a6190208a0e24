#include "json_chars.h"

#define REPEAT(byte) (UINT64_C(0x0101010101010101) * (byte))

/*
 * Of the eight bytes at `s`, the top bits of those that are not plain (ASCII, no control, no quote, no backslash);
 * above the first of these others may have theirs too.
 */
static uint64_t not_plain(const unsigned char *s) {
  uint64_t x;
  memcpy(&x, s, sizeof x);
  /* A subtraction borrows into the top bit of a byte that is too small, and beyond it only from such a byte. */
  uint64_t quote = (x ^ REPEAT('"')) - REPEAT(1);
  uint64_t backslash = (x ^ REPEAT('\\')) - REPEAT(1);
  uint64_t control = x - REPEAT(0x20);
  return (x | quote | backslash | control) & REPEAT(0x80);
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
    return 2;
  case 'u':
    return left >= 6 && is_hex(s[2]) && is_hex(s[3]) && is_hex(s[4]) && is_hex(s[5]) ? 6 : 0;
  default:
    return 0;
  }
}

static const unsigned char *skip_plain(const unsigned char *s, const unsigned char *end) {
  for (; end - s >= 8; s += 8) {
    uint64_t others = not_plain(s);
    if (others == 0) continue;
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return s + __builtin_ctzll(others) / 8;
#else
    break;
#endif
  }
  while (s < end && is_plain(*s)) s++;
  return s;
}

const unsigned char *lg__skip_string(const unsigned char *s, const unsigned char *end, unsigned *notes) {
  *notes = 0;
  for (;;) {
    s = skip_plain(s, end);
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

const unsigned char *lg__skip_number(const unsigned char *s, const unsigned char *end) {
  if (s < end && *s == '-') s++;
  if (s == end || !is_digit(*s)) return NULL;
  if (*s == '0')
    s++;
  else
    while (s < end && is_digit(*s)) s++;
  if (s < end && *s == '.') {
    s++;
    if (s == end || !is_digit(*s)) return NULL;
    while (s < end && is_digit(*s)) s++;
  }
  if (s < end && (*s == 'e' || *s == 'E')) {
    s++;
    if (s < end && (*s == '+' || *s == '-')) s++;
    if (s == end || !is_digit(*s)) return NULL;
    while (s < end && is_digit(*s)) s++;
  }
  return s;
}
