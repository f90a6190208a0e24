#include "json_span.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t skip_space(const char *s, size_t len, size_t at) {
  while (at < len && (s[at] == ' ' || s[at] == '\t' || s[at] == '\n' || s[at] == '\r')) at++;
  return at;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* The four hex digits at `s`, or -1. */
static int32_t hex4(const char *s, size_t len) {
  if (len < 4) return -1;
  int32_t value = 0;
  for (size_t i = 0; i < 4; i++) {
    int digit = hex_digit(s[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/* How long the UTF-8 sequence at `s` is; 0: it is none. */
static size_t utf8_length(const char *s, size_t len) {
  const unsigned char *b = (const unsigned char *)s;
  if (b[0] < 0x80) return 1;
  size_t want = b[0] >= 0xC2 && b[0] <= 0xDF ? 2 : (b[0] & 0xF0) == 0xE0 ? 3 : b[0] >= 0xF0 && b[0] <= 0xF4 ? 4 : 0;
  if (want == 0 || want > len) return 0;
  for (size_t i = 1; i < want; i++)
    if ((b[i] & 0xC0) != 0x80) return 0;
  if (b[0] == 0xE0 && b[1] < 0xA0) return 0; /* overlong */
  if (b[0] == 0xED && b[1] > 0x9F) return 0; /* a surrogate */
  if (b[0] == 0xF0 && b[1] < 0x90) return 0; /* overlong */
  if (b[0] == 0xF4 && b[1] > 0x8F) return 0; /* past U+10FFFF */
  return want;
}

/* Behind the string whose quote is at `at`; 0: it is none. */
static size_t check_string(const char *s, size_t len, size_t at) {
  for (at++; at < len && s[at] != '"';) {
    if ((unsigned char)s[at] < 0x20) return 0;
    if (s[at] == '\\') {
      if (at + 1 == len) return 0;
      char kind = s[at + 1];
      if (kind == 'u') {
        if (hex4(s + at + 2, len - at - 2) < 0) return 0;
        at += 6;
      } else {
        if (kind == '\0' || strchr("\"\\/bfnrt", kind) == NULL) return 0;
        at += 2;
      }
      continue;
    }
    size_t length = utf8_length(s + at, len - at);
    if (length == 0) return 0;
    at += length;
  }
  return at < len ? at + 1 : 0;
}

static size_t skip_digits(const char *s, size_t len, size_t at) {
  while (at < len && s[at] >= '0' && s[at] <= '9') at++;
  return at;
}

/* Behind the number at `at`; 0: it is none. */
static size_t check_number(const char *s, size_t len, size_t at) {
  if (s[at] == '-') at++;
  size_t digits = at;
  at = skip_digits(s, len, at);
  if (at == digits || (s[digits] == '0' && at > digits + 1)) return 0;
  if (at < len && s[at] == '.') {
    digits = ++at;
    at = skip_digits(s, len, at);
    if (at == digits) return 0;
  }
  if (at < len && (s[at] == 'e' || s[at] == 'E')) {
    at++;
    if (at < len && (s[at] == '+' || s[at] == '-')) at++;
    digits = at;
    at = skip_digits(s, len, at);
    if (at == digits) return 0;
  }
  return at;
}

/* Behind the string, number or literal at `at`; 0: it is none. */
static size_t check_scalar(const char *s, size_t len, size_t at) {
  static const char *const literals[] = {"true", "false", "null"};
  if (s[at] == '"') return check_string(s, len, at);
  for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
    size_t length = strlen(literals[i]);
    if (len - at >= length && memcmp(s + at, literals[i], length) == 0) return at + length;
  }
  return check_number(s, len, at);
}

/* The containers that are open, a byte each. */
typedef struct nesting {
  char *open;
  size_t depth, size;
} nesting;

static bool push(nesting *nest, char kind) {
  if (nest->depth == nest->size) {
    size_t size = nest->size == 0 ? 64 : nest->size * 2;
    char *grown = realloc(nest->open, size);
    if (grown == NULL) return false;
    nest->open = grown;
    nest->size = size;
  }
  nest->open[nest->depth++] = kind;
  return true;
}

/* The key and the colon of a member; behind them, or 0. */
static size_t check_key(const char *s, size_t len, size_t at) {
  at = skip_space(s, len, at);
  if (at == len || s[at] != '"' || (at = check_string(s, len, at)) == 0) return 0;
  at = skip_space(s, len, at);
  return at < len && s[at] == ':' ? at + 1 : 0;
}

/* One value and all that is in it; behind it, or 0. */
static size_t check_value(const char *s, size_t len, nesting *nest) {
  size_t at = 0;
  for (;;) {
    at = skip_space(s, len, at);
    if (at == len) return 0;
    bool ended = true; /* a value ends here */
    if (s[at] == '{' || s[at] == '[') {
      char kind = s[at], close = kind == '{' ? '}' : ']';
      if (!push(nest, kind)) return 0;
      at = skip_space(s, len, at + 1);
      if (at < len && s[at] == close) {
        at++;
        nest->depth--;
      } else {
        if (kind == '{' && (at = check_key(s, len, at)) == 0) return 0;
        ended = false;
      }
    } else if ((at = check_scalar(s, len, at)) == 0) {
      return 0;
    }
    while (ended) {
      if (nest->depth == 0) return at;
      at = skip_space(s, len, at);
      if (at == len) return 0;
      char kind = nest->open[nest->depth - 1];
      if (s[at] == ',') {
        at++;
        if (kind == '{' && (at = check_key(s, len, at)) == 0) return 0;
        ended = false;
      } else {
        if (s[at] != (kind == '{' ? '}' : ']')) return 0;
        at++;
        nest->depth--;
      }
    }
  }
}

bool hook_json_valid(const char *text, size_t len) {
  nesting nest = {0};
  size_t end = check_value(text, len, &nest);
  free(nest.open);
  return end != 0 && skip_space(text, len, end) == len;
}

/* Behind the string at `at`, in text that is valid. */
static size_t skip_string(const char *s, size_t len, size_t at) {
  for (at++; at < len && s[at] != '"'; at++)
    if (s[at] == '\\') at++;
  return at < len ? at + 1 : len;
}

/* Behind the value at `at`, in text that is valid. */
static size_t skip_value(const char *s, size_t len, size_t at) {
  size_t depth = 0;
  while (at < len) {
    if (s[at] == '"') {
      at = skip_string(s, len, at);
      if (depth == 0) return at;
      continue;
    }
    if (s[at] == '{' || s[at] == '[') {
      depth++;
    } else if (s[at] == '}' || s[at] == ']') {
      if (depth == 0) return at;
      if (--depth == 0) return at + 1;
    } else if (depth == 0 && (s[at] == ',' || skip_space(s, at + 1, at) != at)) {
      return at;
    }
    at++;
  }
  return len;
}

static bool is_key(hook_span key, const char *name) {
  size_t length = strlen(name);
  if (memchr(key.s, '\\', key.len) == NULL) return key.len == length + 2 && memcmp(key.s + 1, name, length) == 0;
  size_t len;
  char *text = hook_json_text(key, &len);
  bool same = text != NULL && len == length && memcmp(text, name, length) == 0;
  free(text);
  return same;
}

bool hook_json_members(hook_span text, hook_member *members, size_t count) {
  for (size_t i = 0; i < count; i++) members[i].value = (hook_span){NULL, 0};
  const char *s = text.s;
  size_t len = text.len, at = s == NULL ? 0 : skip_space(s, len, 0);
  if (s == NULL || at == len || s[at] != '{') return false;
  at = skip_space(s, len, at + 1);
  while (at < len && s[at] == '"') {
    hook_span key = {s + at, 0};
    at = skip_string(s, len, at);
    key.len = (size_t)(s + at - key.s);
    at = skip_space(s, len, at);
    at = skip_space(s, len, at < len ? at + 1 : at); /* the colon */
    hook_span value = {s + at, 0};
    at = skip_value(s, len, at);
    value.len = (size_t)(s + at - value.s);
    for (size_t i = 0; i < count; i++)
      if (is_key(key, members[i].name)) members[i].value = value;
    at = skip_space(s, len, at);
    if (at < len && s[at] == ',') at = skip_space(s, len, at + 1);
  }
  return true;
}

bool hook_json_item(hook_span text, size_t *at, hook_span *out_item) {
  const char *s = text.s;
  size_t len = text.len;
  if (s == NULL || len == 0 || s[0] != '[') return false;
  size_t begin = skip_space(s, len, *at == 0 ? 1 : *at);
  if (begin < len && *at != 0 && s[begin] == ',') begin = skip_space(s, len, begin + 1);
  if (begin >= len || s[begin] == ']') return false;
  *at = skip_value(s, len, begin);
  *out_item = (hook_span){s + begin, *at - begin};
  return true;
}

bool hook_json_is_string(hook_span value) { return value.s != NULL && value.len >= 2 && value.s[0] == '"'; }

bool hook_json_is_literal(hook_span value, const char *literal) {
  size_t length = strlen(literal);
  return value.s != NULL && value.len == length && memcmp(value.s, literal, length) == 0;
}

bool hook_json_is_object(hook_span value) { return value.s != NULL && value.len >= 2 && value.s[0] == '{'; }

static size_t put_code_point(char *out, uint32_t code) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (char)(0xC0 | code >> 6);
    out[1] = (char)(0x80 | (code & 0x3F));
    return 2;
  }
  if (code < 0x10000) {
    out[0] = (char)(0xE0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 0x3F));
    out[2] = (char)(0x80 | (code & 0x3F));
    return 3;
  }
  out[0] = (char)(0xF0 | code >> 18);
  out[1] = (char)(0x80 | (code >> 12 & 0x3F));
  out[2] = (char)(0x80 | (code >> 6 & 0x3F));
  out[3] = (char)(0x80 | (code & 0x3F));
  return 4;
}

/* The code point of the escape \uXXXX at `at`, a pair of them taken together; `*at` goes behind it. */
static uint32_t unicode_escape(const char *s, size_t end, size_t *at) {
  int32_t high = hex4(s + *at + 2, end - *at - 2);
  *at += 6;
  if (high >= 0xD800 && high <= 0xDBFF && *at + 6 <= end && s[*at] == '\\' && s[*at + 1] == 'u') {
    int32_t low = hex4(s + *at + 2, end - *at - 2);
    if (low >= 0xDC00 && low <= 0xDFFF) {
      *at += 6;
      return 0x10000u + ((uint32_t)(high - 0xD800) << 10) + (uint32_t)(low - 0xDC00);
    }
  }
  return high < 0 ? 0xFFFD : (uint32_t)high;
}

static char plain_escape(char kind) {
  switch (kind) {
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
  default:
    return kind;
  }
}

char *hook_json_text(hook_span value, size_t *out_len) {
  if (!hook_json_is_string(value)) return NULL;
  const char *s = value.s;
  size_t end = value.len - 1, total = 0;
  char *out = malloc(value.len); /* no escape is shorter than what it stands for */
  if (out == NULL) return NULL;
  for (size_t at = 1; at < end;) {
    if (s[at] != '\\' || at + 1 >= end) {
      out[total++] = s[at++];
    } else if (s[at + 1] != 'u') {
      out[total++] = plain_escape(s[at + 1]);
      at += 2;
    } else if (at + 6 <= end) {
      total += put_code_point(out + total, unicode_escape(s, end, &at));
    } else {
      break;
    }
  }
  *out_len = total;
  return out;
}
