#include "json/json.h"

#include <math.h>

#define REPEAT(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Sets the top bit of each of the eight bytes in `x` that is not plain (ASCII, no control, no quote, no backslash).
 * Above the lowest of these, plain bytes may have theirs set too. */
static inline uint64_t not_plain(uint64_t x) {
  /* Subtracting sets the top bit of a byte that is too small; only such a byte borrows from the next one. */
  uint64_t quote = (x ^ REPEAT('"')) - REPEAT(1);
  uint64_t backslash = (x ^ REPEAT('\\')) - REPEAT(1);
  uint64_t control = x - REPEAT(0x20);
  return (x | quote | backslash | control) & REPEAT(0x80);
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x80 && c != '"' && c != '\\'; }

static bool is_hex(unsigned char c) { return lg__is_digit((char)c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

static uint32_t hex_value(unsigned char digit) {
  return digit <= '9' ? digit - (uint32_t)'0' : (digit | 0x20u) - (uint32_t)'a' + 10;
}

/* Reads the escape at `*s`, a backslash, and moves `*s` to its end. False: not a valid escape. */
static bool read_escape(const unsigned char **s, const unsigned char *end, uint32_t *out_unit) {
  static const uint8_t meant[] = {
      ['"'] = '"', ['\\'] = '\\', ['/'] = '/', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'};
  const unsigned char *at = *s;
  size_t left = (size_t)(end - at);
  if (left < 2) return false;
  *s += 2;
  if (at[1] < sizeof meant && meant[at[1]] != 0) {
    *out_unit = meant[at[1]];
    return true;
  }
  if (at[1] != 'u' || left < 6 || !is_hex(at[2]) || !is_hex(at[3]) || !is_hex(at[4]) || !is_hex(at[5])) return false;
  *s += 4;
  *out_unit = hex_value(at[2]) << 12 | hex_value(at[3]) << 8 | hex_value(at[4]) << 4 | hex_value(at[5]);
  return true;
}

/* Whether the character that ends at `out` is a high surrogate. */
static bool ends_in_high(const uint8_t *start, const uint8_t *out) {
  return out - start >= 3 && out[-3] == 0xed && out[-2] >= 0xa0 && out[-2] <= 0xaf;
}

/* Appends a UTF-16 unit to the text from `start` to `out`; a low surrogate joins a high one before it. */
static uint8_t *put_unit(const uint8_t *start, uint8_t *out, uint32_t unit) {
  if (unit < 0x80) {
    *out++ = (uint8_t)unit;
  } else if (unit < 0x800) {
    *out++ = (uint8_t)(0xc0 | unit >> 6);
    *out++ = (uint8_t)(0x80 | (unit & 0x3f));
  } else if (unit >= 0xdc00 && unit <= 0xdfff && ends_in_high(start, out)) {
    uint32_t high = (out[-2] & 0x0fu) << 6 | (out[-1] & 0x3fu);
    uint32_t point = 0x10000 + (high << 10 | (unit & 0x3ff));
    out[-3] = (uint8_t)(0xf0 | point >> 18);
    out[-2] = (uint8_t)(0x80 | (point >> 12 & 0x3f));
    out[-1] = (uint8_t)(0x80 | (point >> 6 & 0x3f));
    *out++ = (uint8_t)(0x80 | (point & 0x3f));
  } else {
    *out++ = (uint8_t)(0xe0 | unit >> 12);
    *out++ = (uint8_t)(0x80 | (unit >> 6 & 0x3f));
    *out++ = (uint8_t)(0x80 | (unit & 0x3f));
  }
  return out;
}

/* The first character from `s` on that is not plain, or `end`; eight are looked at together. With `out` those before it
 * are copied, and up to seven bytes more may be written. */
static inline const uint8_t *skip_plain(const uint8_t *s, const uint8_t *end, uint8_t *out) {
  for (; end - s >= 8; s += 8) {
    uint64_t x;
    memcpy(&x, s, sizeof x);
    if (out != NULL) {
      memcpy(out, &x, sizeof x);
      out += sizeof x;
    }
    uint64_t others = not_plain(x);
    if (others == 0) continue;
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return s + __builtin_ctzll(others) / 8;
#else
    while (is_plain(*s)) s++;
    return s;
#endif
  }
  if (end - s >= 4) { /* two words that overlap */
    uint32_t words[2];
    memcpy(&words[0], s, sizeof words[0]);
    memcpy(&words[1], end - 4, sizeof words[1]);
    if (not_plain((uint64_t)words[0] << 32 | words[1]) == 0) {
      if (out != NULL) memcpy(out, &words[0], sizeof words[0]);
      if (out != NULL) memcpy(out + (end - s - 4), &words[1], sizeof words[1]);
      return end;
    }
  }
  for (; s < end && is_plain(*s); s++)
    if (out != NULL) *out++ = *s;
  return s;
}

/* Copies the non-ASCII characters at `*s`. NULL: one of them is not WTF-8. */
static uint8_t *copy_characters(const unsigned char **s, const unsigned char *end, const uint8_t *start, uint8_t *out) {
  const unsigned char *at = *s;
  while (at < end && *at >= 0x80) {
    size_t len = lg__wtf8_size(at, (size_t)(end - at));
    if (len == 0) return NULL;
    if (*at == 0xed && at[1] >= 0xa0)
      out = put_unit(start, out, 0xd000u | (at[1] & 0x3fu) << 6 | (at[2] & 0x3fu));
    else
      for (size_t i = 0; i < len; i++) *out++ = at[i];
    at += len;
  }
  *s = at;
  return out;
}

const unsigned char *lg__read_string(const unsigned char *s, const unsigned char *end, uint8_t *out, size_t *out_len) {
  const uint8_t *start = out;
  for (;;) {
    const unsigned char *plain = s;
    s = skip_plain(plain, end, out);
    out += s - plain;
    if (s == end) return NULL;
    if (*s == '"') {
      *out_len = (size_t)(out - start);
      return s;
    }
    if (*s == '\\') {
      uint32_t unit;
      if (!read_escape(&s, end, &unit)) return NULL;
      out = put_unit(start, out, unit);
    } else {
      if (*s < 0x80) return NULL;
      out = copy_characters(&s, end, start, out);
      if (out == NULL) return NULL;
    }
  }
}

/* Whether it is WTF-8: no pair of surrogates stands as two characters. */
static bool is_wtf8(const uint8_t *s, size_t len) {
  const uint8_t *start = s, *end = s + len;
  while (s < end) {
    uint64_t x = 0;
    if (end - s >= 8) memcpy(&x, s, sizeof x);
    if (end - s >= 8 && (x & REPEAT(0x80)) == 0) {
      s += 8;
      continue;
    }
    size_t size = lg__wtf8_size(s, (size_t)(end - s));
    bool low = size == 3 && *s == 0xed && s[1] >= 0xb0;
    if (size == 0 || (low && ends_in_high(start, s))) return false;
    s += size;
  }
  return true;
}

/* ---- strings ---- */

void lg__hex(const uint8_t *bytes, size_t count, char *out) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < count; i++) {
    *out++ = digits[bytes[i] >> 4];
    *out++ = digits[bytes[i] & 15];
  }
}

static void put_unicode_escape(lg_writer *out, uint32_t unit) {
  const uint8_t bytes[2] = {(uint8_t)(unit >> 8), (uint8_t)unit};
  char escape[6] = "\\u";
  lg__hex(bytes, sizeof bytes, escape + 2);
  lg__put(out, escape, sizeof escape);
}

/* Writes the character at `s`, which needs an escape, and returns its end. */
static const uint8_t *put_special(lg_writer *out, const uint8_t *s, const uint8_t *end) {
  static const char letters[] = {
      ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r', ['"'] = '"', ['\\'] = '\\'};
  char letter = *s < sizeof letters ? letters[*s] : '\0';
  if (letter != '\0') {
    lg__put(out, (const char[]){'\\', letter}, 2);
  } else if (*s < 0x20) {
    put_unicode_escape(out, *s);
  } else if (lg__is_half(s, end)) {
    put_unicode_escape(out, 0xd000u | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu));
    return s + 3;
  } else {
    lg__put_byte(out, (char)*s);
  }
  return s + 1;
}

void lg__json_put_text(lg_writer *out, const uint8_t *s, size_t len) {
  const uint8_t *end = s + len, *special = skip_plain(s, end, NULL);
  if (special < end && !is_wtf8(special, (size_t)(end - special))) out->status = LG_EINVAL;
  for (;;) {
    while (special < end && *special >= 0x80 && *special != 0xed) special = skip_plain(special + 1, end, NULL);
    lg__put(out, s, (size_t)(special - s));
    if (special == end) return;
    s = put_special(out, special, end);
    special = skip_plain(s, end, NULL);
  }
}

void lg__json_put_string(lg_writer *out, const uint8_t *s, size_t len) {
  lg_buf *buf = out->buf;
  if (buf->capacity - buf->len > len + 10 && out->status == LG_OK) { /* most strings are plain */
    uint8_t *at = (uint8_t *)buf->data + buf->len;
    if (skip_plain(s, s + len, at + 1) == s + len) {
      at[0] = at[len + 1] = '"';
      buf->len += len + 2;
      return;
    }
  }
  lg__put_byte(out, '"');
  lg__json_put_text(out, s, len);
  lg__put_byte(out, '"');
}

/* ---- values ---- */

/* An open container: where it ends, and whether it has a value yet. */
typedef struct printed {
  const uint8_t *end;
  bool object, any;
} printed;

void lg__json_put_number(lg_writer *out, double value) {
  if (!isfinite(value)) {
    out->status = LG_EINVAL;
    return;
  }
  char text[LG_NUMBER_MAX];
  lg__put(out, text, lg__number_print(text, value));
}

/* A value that is not a container. */
static void put_leaf(lg_writer *out, const uint8_t *value, const uint8_t *end) {
  const uint8_t *text = value + LG_PACKED_HEAD;
  switch (*value) {
  case LG_VALUE_NULL: lg__put(out, "null", 4); return;
  case LG_VALUE_FALSE: lg__put(out, "false", 5); return;
  case LG_VALUE_TRUE: lg__put(out, "true", 4); return;
  case LG_VALUE_NUMBER: lg__json_put_number(out, lg__load_f64(value + 1)); return;
  case LG_VALUE_DIGITS:
    if (lg__skip_number(text, end) != end) out->status = LG_EINVAL;
    lg__put(out, text, (size_t)(end - text));
    return;
  default: lg__json_put_string(out, text, (size_t)(end - text));
  }
}

/* Writes the key at `at` and a colon, and returns its value. NULL: the key is cut. */
static const uint8_t *put_key(lg_writer *out, const uint8_t *at, const uint8_t *end) {
  const uint8_t *value = lg__packed_skip_key(at, end);
  if (value == NULL) return NULL;
  lg__json_put_string(out, at + LG_PACKED_KEY, (size_t)(value - at - LG_PACKED_KEY));
  lg__put_byte(out, ':');
  return value;
}

lg_status lg__json_print(lg_workspace *workspace, const uint8_t *value, size_t len) {
  lg_writer out = {&workspace->text, LG_OK};
  lg_buf *stack = &workspace->stack;
  lg__buf_trim(&workspace->text, LG_WORKSPACE_KEEP); /* the text of the call before */
  stack->len = 0;
  if (len == 0) return LG_EINVAL;
  const uint8_t *at = value;
  printed now = {value + len, false, true};
  bool root = true;
  lg_status status = lg__buf_reserve(out.buf, len);
  if (status != LG_OK) return status;
  if (lg__packed_skip(value, now.end) != now.end) return LG_EINVAL;
  for (;;) {
    while (!root && at == now.end) {
      if (!now.any) lg__put_byte(&out, now.object ? '{' : '[');
      lg__put_byte(&out, now.object ? '}' : ']');
      if (out.status != LG_OK) return out.status;
      stack->len -= sizeof now;
      memcpy(&now, stack->data + stack->len, sizeof now);
      root = stack->len == 0;
    }
    if (at == now.end) return out.status;
    if (!root) {
      lg__put_byte(&out, now.any ? ',' : now.object ? '{' : '[');
      now.any = true;
      if (now.object) at = put_key(&out, at, now.end);
    }
    const uint8_t *end = at != NULL ? lg__packed_skip(at, now.end) : NULL;
    if (end == NULL) return LG_EINVAL;
    if (lg__packed_holds(at)) {
      status = lg__buf_append(stack, &now, sizeof now);
      if (status != LG_OK) return status;
      now = (printed){end, *at == LG_VALUE_OBJECT, false};
      root = false;
      at += LG_PACKED_HEAD;
    } else {
      put_leaf(&out, at, end);
      at = end;
    }
    if (out.status != LG_OK) return out.status;
  }
}
