#include "text/empty.h"

#include "text/chars.h"

typedef struct lg_token {
  const char *s;
  size_t len;
} lg_token;

/* What there is none of. "no such file", "no permission", "no changes made" say more than that nothing was found. */
static const char *const THINGS[] = {"result", "match",  "row",     "record", "entry", "entries", "item",     "hit",
                                     "file",   "output", "content", "data",   "line",  "event",   "document", NULL};
/* No, 0, zero: of them, or of something that was looked for. */
static const char *const NONE[] = {"no", "0", "zero", NULL};
static const char *const LOOKED_FOR[] = {"found", "matched", "matching", "returned", "available", NULL};
/* "nothing found", "none found", "none matched". */
static const char *const NOTHING[] = {"nothing", "none", NULL};
/* "found: 0", "total 0", as well as "results: 0". */
static const char *const COUNTS[] = {"found", "total", "count", NULL};
/* A text with one of these says that something went wrong. */
static const char *const WRONG[] = {"error",   "fail",    "denied", "invalid", "cannot", "unable",  "exception",
                                    "refused", "unknown", "must",   "not",     "such",   "warning", NULL};
/* Values of JSON, and of Python, that say nothing. */
static const char *const VALUES[] = {"0", "null", "none", "nil", "false", "true", NULL};
/* How many words may stand between "no" and what there is none of: "no web search results". */
#define BETWEEN 3

/* Of a word: a letter, a digit, or any character that is not ASCII. */
static bool is_word(char c) {
  char small = lg__lower(c);
  return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Whether the word is in the list, with `begins` also as the beginning of a longer one: "results", "matches". */
static bool is_one_of(lg_token word, const char *const *list, bool begins) {
  for (; *list != NULL; list++) {
    size_t len = strlen(*list), i = 0;
    if (word.len < len || (word.len != len && !begins)) continue;
    while (i < len && lg__lower(word.s[i]) == (*list)[i]) i++;
    if (i == len) return true;
  }
  return false;
}

static bool next_word(const char **at, const char *end, lg_token *out) {
  while (*at < end && !is_word(**at)) (*at)++;
  out->s = *at;
  while (*at < end && is_word(**at)) (*at)++;
  out->len = (size_t)(*at - out->s);
  return out->len != 0;
}

/* Whether the text is JSON, or Python's form of it, in which every value is empty. */
static bool is_empty_value(const char *at, const char *end) {
  if (*at != '[' && *at != '{' && *at != '(') return false;
  while (at < end) {
    lg_token word = {at, 0};
    if (*at == '"' || *at == '\'') {
      const char *closing = memchr(at + 1, *at, (size_t)(end - at - 1));
      if (closing == NULL) return false;
      bool blank = closing == at + 1;
      for (at = closing + 1; at < end && is_space(*at);) at++;
      if (!blank && (at == end || *at != ':')) return false; /* a text that is no name of a member */
    } else if (!is_word(*at)) {
      at++;
    } else if (!next_word(&at, end, &word) || !is_one_of(word, VALUES, false)) {
      return false;
    }
  }
  return true;
}

/* Whether the words say that nothing was found. */
static bool finds_nothing(const char *at, const char *end) {
  lg_token word;
  int after_no = 0; /* one more than the words that may still stand between; 0: there was no "no" */
  bool counted = false, after_nothing = false, found = false;
  while (next_word(&at, end, &word)) {
    if (is_one_of(word, WRONG, true)) return false;
    bool thing = is_one_of(word, THINGS, true), looked = is_one_of(word, LOOKED_FOR, false);
    if ((after_no > 0 && (thing || looked)) || (after_nothing && looked)) found = true;
    if (counted && is_one_of(word, NONE + 1, false)) found = true;
    after_no = is_one_of(word, NONE, false) ? BETWEEN + 1 : after_no > 0 ? after_no - 1 : 0;
    after_nothing = is_one_of(word, NOTHING, false);
    counted = thing || is_one_of(word, COUNTS, false);
  }
  return found;
}

bool lg__says_nothing(const char *text, size_t len) {
  const char *at = text, *end = text + len;
  while (at < end && is_space(*at)) at++;
  while (end > at && is_space(end[-1])) end--;
  if (at == end) return true;
  if ((size_t)(end - at) > LG_EMPTY_MAX) return false;
  lg_token first, second;
  const char *rest = at;
  if (!next_word(&rest, end, &first)) return true;
  if (!next_word(&rest, end, &second)) return !is_one_of(first, WRONG, true);
  return is_empty_value(at, end) || finds_nothing(at, end);
}
