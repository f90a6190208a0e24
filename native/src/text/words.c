#include "text/words.h"

#include "text/chars.h"
#include "text/transient.gen.h"

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

static bool is_word(char c) { return lg__is_letter(c) || lg__is_digit(c) || c == '_'; }

static bool begins_with(lg_piece text, size_t at, const char *literal) {
  for (; *literal != '\0'; at++, literal++)
    if (at >= text.len || lg__lower(text.s[at]) != *literal) return false;
  return true;
}

/* Whether `literal` stands at `at`. */
static bool stands_at(lg_piece text, size_t at, const lg_literal *literal, size_t *out_end) {
  if (!begins_with(text, at, literal->text)) return false;
  size_t end = *out_end = at + strlen(literal->text);
  if (literal->word_before && at > 0 && is_word(text.s[at - 1])) return false;
  if (literal->word_after && end < text.len && is_word(text.s[end])) return false;
  for (size_t i = 0; i < COUNT_OF(literal->not_before) && literal->not_before[i] != NULL; i++)
    if (begins_with(text, end, literal->not_before[i])) return false;
  return true;
}

/* ---- what stands beside a word ---------------------------------------------------------------------------------- */

/* Where the word that ends at `end` begins. */
static size_t word_begin(lg_piece text, size_t end) {
  while (end > 0 && is_word(text.s[end - 1])) end--;
  return end;
}

static size_t word_end(lg_piece text, size_t at) {
  while (at < text.len && is_word(text.s[at])) at++;
  return at;
}

/* Whether the text ends, at `end`, with one of the words. A space of the list is a space, `_`, `-` or nothing. */
static bool ends_with_any(lg_piece text, size_t end, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    size_t at = end, left = strlen(list[i]);
    for (; left > 0; left--) {
      char wanted = list[i][left - 1];
      if (wanted == ' ') {
        if (at > 0 && (text.s[at - 1] == ' ' || text.s[at - 1] == '_' || text.s[at - 1] == '-')) at--;
      } else if (at > 0 && lg__lower(text.s[at - 1]) == wanted) {
        at--;
      } else {
        break;
      }
    }
    if (left == 0) return true;
  }
  return false;
}

static bool is_any(lg_piece text, size_t at, size_t end, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (end - at == strlen(list[i]) && begins_with(text, at, list[i])) return true;
  return false;
}

static size_t back_over(lg_piece text, size_t at, const char *chars, size_t most) {
  while (most-- > 0 && at > 0 && text.s[at - 1] != '\0' && strchr(chars, text.s[at - 1]) != NULL) at--;
  return at;
}

/* `HTTP 503`, `HTTP/1.1 503`, `"status": 429`, `Error (429)`. */
static bool has_number_word(lg_piece text, size_t at) {
  static const char between[] = " \t\r\n:=\"'/([#-";
  size_t end = back_over(text, at, between, 4);
  if (end < at && ends_with_any(text, end, LG_NUMBER_WORDS, COUNT_OF(LG_NUMBER_WORDS))) return true;
  size_t version = back_over(text, at, " ", 2);
  if (version == at || version == 0 || !lg__is_digit(text.s[version - 1])) return false;
  version--;
  if (version > 1 && text.s[version - 1] == '.' && lg__is_digit(text.s[version - 2])) version -= 2;
  end = back_over(text, version, between, 4);
  return end < version && ends_with_any(text, end, LG_NUMBER_WORDS, COUNT_OF(LG_NUMBER_WORDS));
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

static const char BLANKS[] = " \t\r\n";
static const char ENDS[] = " \t\r\n.!\"'`*)]}";

/* The text without what may stand around an answer of one word. */
static lg_piece trimmed(lg_piece text) {
  while (text.len > 0 && strchr(" \t\r\n\"'`*([{", text.s[0]) != NULL && text.s[0] != '\0') text.s++, text.len--;
  text.len = back_over(text, text.len, ENDS, SIZE_MAX);
  return text;
}

/* The last word of a text is its state if the text is a line of so many bytes at most: "Job 17 queued". */
enum { LINE_MAX_BYTES = 80 };

static bool is_last_word(lg_piece text, size_t at, size_t end) {
  if (end != back_over(text, text.len, ENDS, SIZE_MAX) || text.len > LINE_MAX_BYTES) return false;
  lg_piece line = trimmed(text);
  if (memchr(line.s, '\n', line.len) != NULL) return false;
  size_t before = back_over(text, at, " \t", SIZE_MAX), word = word_begin(text, before);
  static const char *const NOT[] = {"no", "not", "nothing", "none", "never", "stopped", "without"};
  if (is_any(text, word, before, NOT, COUNT_OF(NOT))) return false;
  if (word == before || !lg__is_digit(text.s[word])) return true;
  /* "Job 17 queued", but not "5 passing, 1 pending" */
  size_t named = back_over(text, word, " #", 2);
  return named > 0 && named < word && lg__is_letter(text.s[named - 1]);
}

/* Whether the word in [at, end) stands where a state stands. */
static bool is_state(lg_piece text, size_t at, size_t end) {
  lg_piece answer = trimmed(text);
  if (answer.s == text.s + at && answer.len == end - at) return true;
  size_t before = back_over(text, at, " \t\"'`*:=>\\[", 8);
  if (before < at &&
      (memchr(text.s + before, ':', at - before) != NULL || memchr(text.s + before, '=', at - before) != NULL))
    return ends_with_any(text, before, LG_STATE_KEYS, COUNT_OF(LG_STATE_KEYS)) || is_last_word(text, at, end);
  before = back_over(text, at, BLANKS, 2);
  if (before < at && is_any(text, word_begin(text, before), before, LG_STATE_LEADS, COUNT_OF(LG_STATE_LEADS)))
    return true;
  return is_last_word(text, at, end);
}

/* ---- shares: 0/3 ready, 45 % complete ---------------------------------------------------------------------------- */

/* Whether a word of LG_SHARE_WORDS stands within a few words of [at, end), in its line, or nothing stands beside it. */
static bool is_share(lg_piece text, size_t at, size_t end) {
  lg_piece answer = trimmed(text);
  if (answer.s == text.s + at && text.s + end == answer.s + answer.len) return true;
  for (size_t words = 0, next = end; words < 2; words++) {
    while (next < text.len && !is_word(text.s[next]) && text.s[next] != '\n' && text.s[next] != ',') next++;
    size_t stop = word_end(text, next);
    if (is_any(text, next, stop, LG_SHARE_WORDS, COUNT_OF(LG_SHARE_WORDS))) return true;
    next = stop;
  }
  size_t before = back_over(text, at, " \t\"':=(", 6);
  return before < at && is_any(text, word_begin(text, before), before, LG_SHARE_WORDS, COUNT_OF(LG_SHARE_WORDS));
}

enum { SHARE_DIGITS = 6 };

/* The number that ends at `end`; false: there is none, or it is part of something longer. */
static bool number_before(lg_piece text, size_t end, size_t *out_at, double *out) {
  size_t at = end;
  double value = 0, unit = 1;
  while (at > 0 && end - at <= SHARE_DIGITS && lg__is_digit(text.s[at - 1])) {
    value += unit * (text.s[--at] - '0');
    unit *= 10;
  }
  if (at > 1 && at < end && text.s[at - 1] == '.' && lg__is_digit(text.s[at - 2])) {
    double decimals = value / unit;
    if (!number_before(text, at - 1, out_at, out)) return false;
    *out += decimals;
    return true;
  }
  *out_at = at;
  *out = value;
  return at < end && end - at <= SHARE_DIGITS &&
         (at == 0 || (!is_word(text.s[at - 1]) && strchr("./-", text.s[at - 1]) == NULL));
}

/* `0/3` at the slash. */
static bool is_part(lg_piece text, size_t slash) {
  size_t at, end = slash + 1;
  double part, all = 0;
  if (!number_before(text, slash, &at, &part)) return false;
  while (end < text.len && end - slash <= SHARE_DIGITS && lg__is_digit(text.s[end]))
    all = all * 10 + (text.s[end++] - '0');
  if (end == slash + 1 || (end < text.len && (is_word(text.s[end]) || text.s[end] == '/' || text.s[end] == '-')))
    return false;
  return part < all && is_share(text, at, end);
}

/* `45 %` at the sign. */
static bool is_percent(lg_piece text, size_t sign) {
  size_t at, end = back_over(text, sign, " ", 1);
  double value;
  return number_before(text, end, &at, &value) && value < 100 && is_share(text, at, sign + 1);
}

static bool has_share(lg_piece text) {
  for (size_t at = 1; at < text.len; at++)
    if ((text.s[at] == '/' && is_part(text, at)) || (text.s[at] == '%' && is_percent(text, at))) return true;
  return false;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static uint32_t said_by(lg_piece text, size_t at, const lg_literal *literal) {
  size_t end;
  if (!stands_at(text, at, literal, &end)) return 0;
  switch (literal->says) {
  case LG_SAYS_FAILURE: return LG_PASSES_FAILURE;
  case LG_SAYS_NUMBER: return has_number_word(text, at) ? LG_PASSES_FAILURE : 0;
  case LG_SAYS_NOT_YET:
    return at > 0 && (lg__is_letter(text.s[at - 1]) || lg__is_digit(text.s[at - 1])) ? 0 : LG_PASSES_NOT_YET;
  default: return is_state(text, at, end) ? LG_PASSES_NOT_YET : 0;
  }
}

/* Of the literals with these bits. */
static uint32_t said_by_any(lg_piece text, size_t at, uint64_t bits) {
  uint32_t said = 0;
  for (size_t bit = 0; bits != 0; bits >>= 1, bit++) {
    for (; (bits & 0xff) == 0; bits >>= 8) bit += 8;
    for (size_t i = bit; (bits & 1) != 0 && i < COUNT_OF(LG_PASSING); i += 64)
      said |= said_by(text, at, &LG_PASSING[i]);
  }
  return said;
}

uint32_t lg__passes(const char *s, size_t len, uint32_t asked) {
  lg_piece text = {s, len};
  uint32_t said = 0;
  for (size_t at = 0; at + 2 < len; at++) {
    uint64_t bits = LG_PASSING_BYTES[0][(uint8_t)s[at]] & LG_PASSING_BYTES[1][(uint8_t)s[at + 1]] &
                    LG_PASSING_BYTES[2][(uint8_t)s[at + 2]];
    if (bits == 0) continue;
    said |= said_by_any(text, at, bits);
    if ((said & asked) == asked) return asked;
  }
  if ((asked & ~said & LG_PASSES_NOT_YET) != 0 && has_share(text)) said |= LG_PASSES_NOT_YET;
  return said & asked;
}

/* How many bytes the first `units` UTF-16 units of `s` take. */
static size_t first_units(const char *s, size_t len, size_t units) {
  if (len <= units) return len;
  size_t at = 0;
  while (at < len && units > 0) {
    unsigned char lead = (unsigned char)s[at];
    units -= lead >= 0xF0 && units > 1 ? 2 : 1;
    at++;
    for (int more = 0; more < 3 && at < len && ((unsigned char)s[at] & 0xC0) == 0x80; more++) at++;
  }
  return at;
}

bool lg_is_transient(const char *text, size_t len) {
  return text != NULL && lg__passes(text, first_units(text, len, LG_TRANSIENT_MAX), LG_PASSES_FAILURE) != 0;
}

/* ---- results that say nothing ------------------------------------------------------------------------------------ */

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
static bool is_of_word(char c) { return lg__is_letter(c) || lg__is_digit(c) || (unsigned char)c >= 0x80; }

/* Whether the word is in the list, with `begins` also as the beginning of a longer one: "results", "matches". */
static bool is_one_of(lg_piece word, const char *const *list, bool begins) {
  for (; *list != NULL; list++) {
    size_t len = strlen(*list), i = 0;
    if (word.len < len || (word.len != len && !begins)) continue;
    while (i < len && lg__lower(word.s[i]) == (*list)[i]) i++;
    if (i == len) return true;
  }
  return false;
}

static bool next_word(const char **at, const char *end, lg_piece *out) {
  while (*at < end && !is_of_word(**at)) (*at)++;
  out->s = *at;
  while (*at < end && is_of_word(**at)) (*at)++;
  out->len = (size_t)(*at - out->s);
  return out->len != 0;
}

/* Whether the text is JSON, or Python's form of it, in which every value is empty. */
static bool is_empty_value(const char *at, const char *end) {
  if (*at != '[' && *at != '{' && *at != '(') return false;
  while (at < end) {
    lg_piece word = {at, 0};
    if (*at == '"' || *at == '\'') {
      const char *closing = memchr(at + 1, *at, (size_t)(end - at - 1));
      if (closing == NULL) return false;
      bool blank = closing == at + 1;
      for (at = closing + 1; at < end && lg__is_blank(*at);) at++;
      if (!blank && (at == end || *at != ':')) return false; /* a text that is no name of a member */
    } else if (!is_of_word(*at)) {
      at++;
    } else if (!next_word(&at, end, &word) || !is_one_of(word, VALUES, false)) {
      return false;
    }
  }
  return true;
}

/* Whether the words say that nothing was found. */
static bool finds_nothing(const char *at, const char *end) {
  lg_piece word;
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
  while (at < end && lg__is_blank(*at)) at++;
  while (end > at && lg__is_blank(end[-1])) end--;
  if (at == end) return true;
  if ((size_t)(end - at) > LG_EMPTY_MAX) return false;
  lg_piece first, second;
  const char *rest = at;
  if (!next_word(&rest, end, &first)) return true;
  if (!next_word(&rest, end, &second)) return !is_one_of(first, WRONG, true);
  return is_empty_value(at, end) || finds_nothing(at, end);
}
