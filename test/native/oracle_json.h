/*
 * Whether a text is JSON: one function for each rule of RFC 8259, independent of the parser. Strings may hold lone
 * surrogates.
 */
#ifndef ORACLE_JSON_H
#define ORACLE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline size_t skip_space(const char *s, size_t len, size_t at) {
  while (at < len && (s[at] == ' ' || s[at] == '\t' || s[at] == '\n' || s[at] == '\r')) at++;
  return at;
}

static inline int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* The four hex digits at `s`, or -1. */
static inline int32_t hex4(const char *s, size_t len) {
  if (len < 4) return -1;
  int32_t value = 0;
  for (size_t i = 0; i < 4; i++) {
    int digit = hex_digit(s[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/* The length of the UTF-8 sequence at `s`; 0: it is invalid. */
static inline size_t utf8_length(const char *s, size_t len) {
  const unsigned char *b = (const unsigned char *)s;
  if (b[0] < 0x80) return 1;
  size_t want = b[0] >= 0xC2 && b[0] <= 0xDF ? 2 : (b[0] & 0xF0) == 0xE0 ? 3 : b[0] >= 0xF0 && b[0] <= 0xF4 ? 4 : 0;
  if (want == 0 || want > len) return 0;
  for (size_t i = 1; i < want; i++)
    if ((b[i] & 0xC0) != 0x80) return 0;
  if (b[0] == 0xE0 && b[1] < 0xA0) return 0; /* overlong */
  if (b[0] == 0xF0 && b[1] < 0x90) return 0; /* overlong */
  if (b[0] == 0xF4 && b[1] > 0x8F) return 0; /* past U+10FFFF */
  return want;
}

/* The end of the string whose opening quote is at `at`; 0: it is invalid. */
static inline size_t check_string(const char *s, size_t len, size_t at) {
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

static inline size_t skip_digits(const char *s, size_t len, size_t at) {
  while (at < len && s[at] >= '0' && s[at] <= '9') at++;
  return at;
}

/* The end of the number at `at`; 0: there is none. */
static inline size_t check_number(const char *s, size_t len, size_t at) {
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

/* The end of the string, number or literal at `at`; 0: there is none. */
static inline size_t check_scalar(const char *s, size_t len, size_t at) {
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

static inline bool push(nesting *nest, char kind) {
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

/* The end of a member's key and colon, or 0. */
static inline size_t check_key(const char *s, size_t len, size_t at) {
  at = skip_space(s, len, at);
  if (at == len || s[at] != '"' || (at = check_string(s, len, at)) == 0) return 0;
  at = skip_space(s, len, at);
  return at < len && s[at] == ':' ? at + 1 : 0;
}

/* The end of the value at `at`, with everything in it, or 0. */
static inline size_t check_value(const char *s, size_t len, nesting *nest) {
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

static inline bool oracle_is_json(const char *text, size_t len) {
  nesting nest = {0};
  size_t end = check_value(text, len, &nest);
  free(nest.open);
  return end != 0 && skip_space(text, len, end) == len;
}

#endif
