#include "json_text.h"

/* ---- into key form ---------------------------------------------------------------------------------------------- */

static char *put_unit(char *out, uint32_t unit) {
  if (unit <= 0x01) {
    *out++ = 0x01;
    *out++ = unit == 0 ? 0x01 : 0x02;
  } else if (unit < 0x80) {
    *out++ = (char)unit;
  } else if (unit < 0x800) {
    *out++ = (char)(0xc0 | (unit >> 6));
    *out++ = (char)(0x80 | (unit & 0x3f));
  } else {
    *out++ = (char)(0xe0 | (unit >> 12));
    *out++ = (char)(0x80 | ((unit >> 6) & 0x3f));
    *out++ = (char)(0x80 | (unit & 0x3f));
  }
  return out;
}

static uint32_t hex_value(unsigned char digit) {
  if (digit <= '9') return digit - (uint32_t)'0';
  return (digit | 0x20u) - (uint32_t)'a' + 10;
}

/* The unit of the escape at `s`, a backslash; `*len` becomes its length. */
static uint32_t read_escape(const unsigned char *s, size_t *len) {
  *len = 2;
  switch (s[1]) {
  case 'b':
    return '\b';
  case 'f':
    return '\f';
  case 'n':
    return '\n';
  case 'r':
    return '\r';
  case 't':
    return '\t';
  case 'u':
    *len = 6;
    return hex_value(s[2]) << 12 | hex_value(s[3]) << 8 | hex_value(s[4]) << 4 | hex_value(s[5]);
  default:
    return s[1]; /* " \ / */
  }
}

static char *put_ascii(char *out, uint32_t unit, bool for_cjson) {
  if (for_cjson && (unit == '"' || unit == '\\')) *out++ = '\\';
  return put_unit(out, unit);
}

void lg__put_key_form(lg_writer *writer, const char *s, size_t len, lg_string_syntax syntax, bool for_cjson) {
  /* No byte becomes more than two: U+0000 two, the four of a pair six. One more, so that even "" has a place to be. */
  lg_status status = len > LG_BUF_MAX ? LG_ETOOBIG : lg__buf_reserve(writer->buf, 2 * len + 1);
  if (status != LG_OK) {
    writer->status = status;
    return;
  }
  const unsigned char *in = (const unsigned char *)s, *end = in + len;
  char *out = writer->buf->data + writer->buf->len;
  while (in < end) {
    if (*in == '\\' && syntax == LG_STRING_JSON) {
      size_t escape_len;
      out = put_ascii(out, read_escape(in, &escape_len), for_cjson);
      in += escape_len;
    } else if (*in == '~' && syntax == LG_STRING_POINTER && end - in >= 2 && (in[1] == '0' || in[1] == '1')) {
      *out++ = in[1] == '0' ? '~' : '/';
      in += 2;
    } else if (*in < 0x80) {
      out = put_ascii(out, *in++, for_cjson);
    } else if (*in >= 0xf0 && end - in >= 4) {
      uint32_t point = (in[0] & 0x07u) << 18 | (in[1] & 0x3fu) << 12 | (in[2] & 0x3fu) << 6 | (in[3] & 0x3fu);
      out = put_unit(out, 0xd800 + (((point - 0x10000) >> 10) & 0x3ff));
      out = put_unit(out, 0xdc00 + (point & 0x3ff));
      in += 4;
    } else {
      *out++ = (char)*in++;
    }
  }
  writer->buf->len = (size_t)(out - writer->buf->data);
}

/* ---- out of key form -------------------------------------------------------------------------------------------- */

static bool is_half(const unsigned char *s, const unsigned char *end, unsigned char low, unsigned char high) {
  return end - s >= 3 && s[0] == 0xed && s[1] >= low && s[1] <= high;
}

static uint32_t read_half(const unsigned char *s) { return 0xd000u | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu); }

/* The end of the bytes from `s` on that stand for themselves in a JSON string. */
static const unsigned char *skip_plain(const unsigned char *s, const unsigned char *end) {
  while (s < end && *s >= 0x20 && *s != '"' && *s != '\\' && *s != 0xed) s++;
  return s;
}

static void put_unicode_escape(lg_writer *out, uint32_t unit) {
  static const char hex[] = "0123456789abcdef";
  char escape[6] = {'\\', 'u', hex[unit >> 12], hex[unit >> 8 & 15], hex[unit >> 4 & 15], hex[unit & 15]};
  lg__put(out, escape, sizeof escape);
}

static void put_control(lg_writer *out, uint32_t unit) {
  static const char names[] = "btn\0fr"; /* from U+0008 on */
  char name = unit >= 8 && unit <= 13 ? names[unit - 8] : '\0';
  if (name == '\0') {
    put_unicode_escape(out, unit);
    return;
  }
  char escape[2] = {'\\', name};
  lg__put(out, escape, sizeof escape);
}

/* Appends the text of the one thing at `s` that does not stand for itself, and returns what is behind it. */
static const unsigned char *put_special(lg_writer *out, const unsigned char *s, const unsigned char *end) {
  if (*s == '"' || *s == '\\') {
    char escape[2] = {'\\', (char)*s};
    lg__put(out, escape, sizeof escape);
    return s + 1;
  }
  if (*s == 0x01 && end - s >= 2) {
    put_control(out, s[1] == 0x01 ? 0 : 1);
    return s + 2;
  }
  if (*s < 0x20) {
    put_control(out, *s);
    return s + 1;
  }
  if (is_half(s, end, 0xa0, 0xaf) && is_half(s + 3, end, 0xb0, 0xbf)) {
    uint32_t point = 0x10000 + ((read_half(s) & 0x3ff) << 10 | (read_half(s + 3) & 0x3ff));
    char pair[4] = {(char)(0xf0 | point >> 18), (char)(0x80 | (point >> 12 & 0x3f)), (char)(0x80 | (point >> 6 & 0x3f)),
                    (char)(0x80 | (point & 0x3f))};
    lg__put(out, pair, sizeof pair);
    return s + 6;
  }
  if (is_half(s, end, 0xa0, 0xbf)) {
    put_unicode_escape(out, read_half(s));
    return s + 3;
  }
  lg__put_byte(out, (char)*s);
  return s + 1;
}

void lg__put_string(lg_writer *out, const char *key, size_t len) {
  const unsigned char *s = (const unsigned char *)key, *end = s + len;
  lg__put_byte(out, '"');
  while (s < end) {
    const unsigned char *special = skip_plain(s, end);
    lg__put(out, s, (size_t)(special - s));
    s = special < end ? put_special(out, special, end) : end;
  }
  lg__put_byte(out, '"');
}
