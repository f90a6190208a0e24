/* Failures: results that say so, and those of one kind, by what their texts say beside what they are about. */
#include "text/envelope.h"
#include "text/meaning.h"

#include "memory/snapshot_bytes.h"

/* How results begin that say that the call failed: "Error: ..." of LangGraph, AutoGen, MCP and SWE-agent ("error
 * executing tool"), OpenAI's and CrewAI's sentences, the edit tools of Anthropic and OpenHands, Codex and Gemini CLI,
 * git, Python. */
static const char *const BEGINNINGS[] = {"error",          "failed to",      "fatal",
                                         "invalid",        "an error",       "i encountered an error",
                                         "no replacement", "file not found", "permission denied",
                                         "tool not found", "traceback (most"};
/* ... and how what stands before their first colon may end: "ValueError: ...", "Tool execution failed: ..." */
static const char *const HEAD_ENDS[] = {"error", "failed", "exception"};
#define HEAD_MAX 64u

static bool stands_at(lg_piece text, size_t at, const char *words) {
  size_t end = at + strlen(words);
  return lg__begins_with(text, at, words) && (end == text.len || !lg__is_of_word(text.s[end]));
}

/* Whether it is words and names alone, as of a kind of error: not code. */
static bool is_head(lg_piece text, size_t at, size_t end) {
  while (at < end && (lg__is_of_word(text.s[at]) || text.s[at] == ' ' || text.s[at] == '.')) at++;
  return at == end;
}

bool lg__says_failed(const char *s, size_t len) {
  const lg_piece text = {s, len};
  if (len == 0 || len > LG_DECLARED_MAX) return false;
  if (*s == '{') return lg__declares_failure(&(lg_scan){.s = (const uint8_t *)s, .len = len}, 0, false);
  size_t at = *s == '[' || *s == '<';
  if (at == len || !lg__is_letter(s[at])) return false;
  for (size_t i = 0; i < COUNT_OF(BEGINNINGS); i++)
    if (lg__lower(s[at]) == *BEGINNINGS[i] && stands_at(text, at, BEGINNINGS[i])) return true;
  const char *found = memchr(s + at,
                             *s == '['   ? ']'
                             : *s == '<' ? '>'
                                         : ':',
                             len - at < HEAD_MAX ? len - at : HEAD_MAX);
  size_t head = found == NULL ? 0 : (size_t)(found - s);
  for (size_t i = 0; i < COUNT_OF(HEAD_ENDS); i++)
    if (head > strlen(HEAD_ENDS[i]) && stands_at(text, head - strlen(HEAD_ENDS[i]), HEAD_ENDS[i]))
      return is_head(text, at, head);
  return false;
}

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
  if (len == 0 || len > LG_FAMILY_MAX) return 0;
  const bool json = *text == '{' && text[len - 1] == '}';
  while (at < len) {
    size_t end = at, quote = at + (json && text[at] == '\\' && at + 1 < len);
    if (quoted < QUOTED_COUNT && !(json && text[at] == '"')) {
      end = lg__quoted_end(text, len, quote);
      if (end == quote) end = at;
    }
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
