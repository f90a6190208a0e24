/* Failures of one kind: what their texts say beside what they are about. */
#include "text/meaning.h"

#include "memory/snapshot_bytes.h"

#define QUOTED_MAX 512u

static bool is_word_byte(char c) { return lg__is_of_word(c) || (c & 0x80) != 0; }

static bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

size_t lg__quoted_end(const char *text, size_t len, size_t at) {
  if (!is_quote(text[at]) || (at > 0 && is_word_byte(text[at - 1]))) return at;
  size_t last = len - at > QUOTED_MAX ? at + QUOTED_MAX : len;
  for (size_t end = at + 1; end < last; end++)
    if (text[end] == text[at] && (end + 1 == len || !is_word_byte(text[end + 1]))) return end + 1;
  return at;
}

/* More spans in quotes are not taken out: a list of suggestions is what the failure says, not what it is about. */
#define QUOTED_COUNT 3

/* Whether words end here. Placeholders of spans that were left out are below the space. */
static bool is_separator(char c) { return (uint8_t)c <= ' ' || is_quote(c) || strchr("()[]{}<>,;|", c) != NULL; }

/* Adds the piece in lower case, and a blank, if it is a word: letters alone, but for punctuation around it. */
static size_t add_word(const char *piece, size_t len, char *out) {
  while (len > 0 && !is_word_byte(piece[len - 1]) && piece[len - 1] != '/') len--;
  while (len > 0 && !is_word_byte(*piece) && *piece != '/') piece++, len--;
  for (size_t i = 0; i < len; i++) {
    if (!lg__is_letter(piece[i]) && (piece[i] & 0x80) == 0) return 0;
    out[i] = lg__lower(piece[i]);
  }
  if (len > 0) out[len++] = ' ';
  return len;
}

uint32_t lg__failure_family(const uint8_t *key, const char *text, size_t len) {
  char said[LG_FAMILY_MAX + 1];
  size_t size = 0, count = 0, quoted = 0, at = 0;
  if (len > LG_FAMILY_MAX) return 0;
  while (at < len) {
    size_t end = quoted < QUOTED_COUNT ? lg__quoted_end(text, len, at) : at;
    if (end != at) quoted++;
    if (end == at && is_separator(text[at])) end++;
    if (end != at) {
      at = end;
      continue;
    }
    while (end < len && !is_separator(text[end])) end++;
    size_t added = add_word(text + at, end - at, said + size);
    size += added;
    count += added != 0;
    at = end;
  }
  if (count < 2) return 0;
  lg_digest digest = lg_digest_bytes(key, said, size);
  return lg__load_u32(digest.bytes);
}
