#include "transient.h"

#include "transient.gen.h"

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static bool is_word(char c) {
  char small = lower(c);
  return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static bool begins_with(const char *s, size_t len, const char *text) {
  size_t i = 0;
  while (i < len && text[i] != '\0' && lower(s[i]) == text[i]) i++;
  return text[i] == '\0';
}

/* Whether `literal` stands at `at`. */
static bool stands_at(const char *s, size_t len, size_t at, const lg_literal *literal) {
  if (!begins_with(s + at, len - at, literal->text)) return false;
  size_t end = at + strlen(literal->text);
  if (literal->word_before && at > 0 && is_word(s[at - 1])) return false;
  if (literal->word_after && end < len && is_word(s[end])) return false;
  for (size_t i = 0; i < sizeof literal->not_before / sizeof *literal->not_before && literal->not_before[i]; i++)
    if (begins_with(s + end, len - end, literal->not_before[i])) return false;
  return true;
}

/* How many bytes the first `units` UTF-16 units of `s` take. */
static size_t first_units(const char *s, size_t len, size_t units) {
  size_t at = 0;
  while (at < len && units > 0) {
    unsigned char lead = (unsigned char)s[at];
    units -= lead >= 0xF0 && units > 1 ? 2 : 1;
    at++;
    while (at < len && ((unsigned char)s[at] & 0xC0) == 0x80) at++;
  }
  return at;
}

bool lg_is_transient(const char *text, size_t len) {
  if (text == NULL) return false;
  len = first_units(text, len, LG_TRANSIENT_MAX);
  for (size_t at = 0; at < len; at++) {
    char first = lower(text[at]);
    for (size_t i = 0; i < sizeof LG_TRANSIENT / sizeof *LG_TRANSIENT; i++)
      if (LG_TRANSIENT[i].text[0] == first && stands_at(text, len, at, &LG_TRANSIENT[i])) return true;
  }
  return false;
}
