#include "text/meaning.h"

#include "memory/snapshot_bytes.h"
#include "text/chars.h"

#include "text/passing_words.gen.h"
#include "text/result_words.gen.h"

size_t lg__cut(const char *s, size_t len, size_t most) {
  if (len <= most) return len;
  for (len = most; len > 0 && lg__is_continuation((uint8_t)s[len]);) len--;
  return len;
}

size_t lg__units(const char *s, size_t len) {
  size_t units = 0;
  for (size_t i = 0; i < len; i++) units += !lg__is_continuation((uint8_t)s[i]) + (size_t)((uint8_t)s[i] >= 0xF0);
  return units;
}

int32_t lg__next_unit(lg_units *text) {
  uint32_t unit = text->low;
  size_t size;
  text->low = 0;
  if (unit != 0) return (int32_t)unit;
  if (text->at == text->end) return -1;
  unit = lg__point_at(text->at, (size_t)(text->end - text->at), &size);
  text->at += size;
  if (size < 4) return (int32_t)unit;
  text->low = 0xDC00 | (unit & 0x3FF);
  return (int32_t)(0xD7C0 + (unit >> 10));
}

bool lg__is_listed(const char *list, const char *word, size_t len) {
  while (*list != '\0') {
    size_t own = 0, same = 0;
    while (list[own] != ' ' && list[own] != '\0') own++;
    while (same < own && same < len && lg__lower(word[same]) == list[same]) same++;
    if (own == len && same == len) return true;
    list += own + (list[own] == ' ' ? 1 : 0);
  }
  return false;
}

/* Whether `literal` stands at `at`. */
static bool stands_at(lg_piece text, size_t at, const lg_literal *literal, size_t *out_end) {
  if (!lg__begins_with(text, at, literal->text)) return false;
  size_t end = *out_end = at + strlen(literal->text);
  if (literal->word_before && at > 0 && lg__is_of_word(text.s[at - 1])) return false;
  if (literal->word_after && end < text.len && lg__is_of_word(text.s[end])) return false;
  for (const char *const *follows = literal->not_before; follows != NULL && *follows != NULL; follows++)
    if (lg__begins_with(text, end, *follows)) return false;
  return true;
}

/* `HTTP 503`, `HTTP/1.1 503`, `"status": 429`, `Error (429)`. */
static bool has_number_word(lg_piece text, size_t at) {
  static const char between[] = " \t\r\n:=\"'/([#-";
  size_t end = lg__back_over(text, at, between, 4);
  if (end < at && lg__ends_with_any(text, end, LG_NUMBER_WORDS, COUNT_OF(LG_NUMBER_WORDS))) return true;
  if (at == 0 || text.s[at - 1] != ' ') return false;
  size_t version = lg__back_over(text, lg__back_over(text, at, " ", 2), "0123456789.", 3);
  end = lg__back_over(text, version, between, 4);
  return end < version && lg__ends_with_any(text, end, LG_NUMBER_WORDS, COUNT_OF(LG_NUMBER_WORDS));
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

/* Three bytes are the literal's already, or look so. */
static uint32_t said_by(lg_piece text, size_t at, const lg_literal *literal) {
  size_t end;
  char fourth = literal->text[3];
  if (fourth != '\0' && (at + 3 >= text.len || lg__lower(text.s[at + 3]) != fourth)) return 0;
  if (!stands_at(text, at, literal, &end)) return 0;
  switch (literal->says) {
  case LG_SAYS_FAILURE: return LG_PASSES_FAILURE;
  case LG_SAYS_NUMBER: return has_number_word(text, at) ? LG_PASSES_FAILURE : 0;
  default: return lg__says_not_yet(text.s, text.len, at, end, literal->says) ? LG_PASSES_NOT_YET : 0;
  }
}

/* The first place from `from` on where a literal may begin, and that literal's number; 0: none. */
static size_t next_literal(lg_piece text, size_t from, size_t *out_at) {
  uint32_t bytes = 0;
  for (size_t end = from; end < text.len; end++) {
    bytes = bytes << 8 | (uint8_t)text.s[end] | 0x20u;
    size_t number = LG_PASSING_AT[LG_PASSING_PLACE(bytes)];
    if (number == 0 || end < from + 2) continue;
    *out_at = end - 2;
    return number;
  }
  return 0;
}

uint32_t lg__passes(const char *s, size_t len, uint32_t asked) {
  lg_piece text = {s, len};
  uint32_t said = 0;
  size_t number;
  for (size_t at = 0; (number = next_literal(text, at, &at)) != 0; at++) {
    const lg_literal *literal = &LG_PASSING[number - 1];
    do said |= said_by(text, at, literal);
    while (!literal++->last);
    if ((said & asked) == asked) return asked;
  }
  if ((asked & ~said & LG_PASSES_NOT_YET) != 0 && lg__has_share(s, len)) said |= LG_PASSES_NOT_YET;
  return said & asked;
}

uint32_t lg__result_passes(const char *s, size_t len, uint32_t asked) {
  char room[LG_TABLE_MAX];
  if (asked == 0 || len > LG_TABLE_MAX) return 0;
  lg_piece text = lg__only_text(s, len, room);
  bool yet = false;
  if ((asked & LG_PASSES_NOT_YET) != 0 && lg__read_table(text, &yet)) asked &= ~(uint32_t)LG_PASSES_NOT_YET;
  uint32_t said = text.len <= LG_SHORT_REPORT ? lg__passes(text.s, text.len, asked) : 0;
  return said | (yet ? LG_PASSES_NOT_YET : 0);
}

bool lg_is_transient(const char *text, size_t len) {
  return text != NULL && lg__passes(text, lg__first_units(text, len, LG_TRANSIENT_MAX), LG_PASSES_FAILURE) != 0;
}

/* ---- results that say nothing ------------------------------------------------------------------------------------ */

#define BETWEEN 3 /* words at most between "no" and what there is none of: "no web search results" */

/* Of a word: a letter, a digit, or any character that is not ASCII. */
static bool is_of_word(char c) { return lg__is_letter(c) || lg__is_digit(c) || (unsigned char)c >= 0x80; }

/* Whether the word is in the list, with `begins` also as the beginning of a longer one: "results", "matches". */
static bool is_one_of(lg_piece word, const char *const *list, bool begins) {
  if (word.len == 0) return false;
  char first = lg__lower(*word.s);
  for (; *list != NULL; list++) {
    if (**list != first) continue;
    size_t len = strlen(*list), i = 0;
    if (word.len < len || (word.len != len && !begins)) continue;
    while (i < len && lg__lower(word.s[i]) == (*list)[i]) i++;
    if (i == len) return true;
  }
  return false;
}

/* Whether one of the list, which are not ASCII, stands anywhere in the word. */
static bool has_one_of(lg_piece word, const char *const *list) {
  for (; word.len > 0; word.s++, word.len--)
    if ((unsigned char)word.s[0] >= 0x80 && is_one_of(word, list, true)) return true;
  return false;
}

static bool next_word(const char **at, const char *end, lg_piece *out) {
  while (*at < end && !is_of_word(**at)) (*at)++;
  out->s = *at;
  while (*at < end && is_of_word(**at)) (*at)++;
  out->len = (size_t)(*at - out->s);
  return out->len != 0;
}

/* What JSON, or Python's form of it, leaves unsaid; LG_SILENCE_NONE: it has a value, or is none of them. Empty values
 * are none, nor is what was asked for beside what was looked for (`*out_asked`: there is any), nor an exit code of 1,
 * with which grep says that it found nothing. */
static lg_silence silence_of_value(const char *at, const char *end, bool *out_asked) {
  *out_asked = false;
  if (*at != '[' && *at != '{' && *at != '(') return LG_SILENCE_NONE;
  bool code = false, asked = false, listed = false, checked = false;
  bool looked = false; /* it has what was looked for */
  int lists = 0;       /* in which what was asked for would be an answer: suggestions, keywords */
  while (at < end) {
    lg_piece word = {at, 0};
    if (*at == '"' || *at == '\'') {
      const char *closing = memchr(at + 1, *at, (size_t)(end - at - 1));
      if (closing == NULL) return LG_SILENCE_NONE;
      lg_piece string = {at + 1, (size_t)(closing - at - 1)};
      for (at = closing + 1; at < end && lg__is_blank(*at);) at++;
      if (at < end && *at == ':') { /* the name of a member */
        asked = lists == 0 && lg__is_listed(ASKED, string.s, string.len);
        *out_asked = *out_asked || asked;
        looked = looked || is_one_of(string, THINGS, true) || is_one_of(string, COUNTS, false);
        checked = checked || is_one_of(string, OUTPUTS, true) || is_one_of(string, WRONG, true); /* no problems */
        code = string.len > 3 && memcmp(closing - 3, "ode", 3) == 0 && (closing[-4] | 0x20) == 'c';
      } else if (string.len != 0 && !asked) {
        return LG_SILENCE_NONE;
      } else if (asked) {
        const char *first = string.s;
        checked = checked || (next_word(&first, closing, &word) && is_one_of(word, STATEMENTS, false)); /* INSERT */
      }
    } else if (!is_of_word(*at)) {
      lists += (*at == '[') - (*at == ']');
      listed = listed || *at == '[';
      at++;
    } else if (!next_word(&at, end, &word) ||
               !(asked || is_one_of(word, VALUES, false) || (code && word.len == 1 && *word.s == '1'))) {
      return LG_SILENCE_NONE;
    }
  }
  if (*out_asked && !looked) return LG_SILENCE_NONE;
  return (listed || *out_asked) && !checked ? LG_SILENCE_VAIN : LG_SILENCE_DONE;
}

/* What words leave unsaid. */
static lg_silence silence_of_words(const char *at, const char *end) {
  lg_piece word;
  int after_no = 0; /* one more than the words that may still stand between; 0: there was no "no" */
  bool counted = false, after_nothing = false, nothing = false, done = false, stated = false, other = false;
  bool searched = true; /* no word says that it is of something else than a search */
  while (next_word(&at, end, &word)) {
    if (is_one_of(word, WRONG, true)) return LG_SILENCE_NONE;
    bool statement = is_one_of(word, STATEMENTS, false);
    stated = stated || statement;
    other = other || (!statement && lg__back_over(word, word.len, "0123456789", SIZE_MAX) > 0);
    bool output = is_one_of(word, OUTPUTS, true), thing = output || is_one_of(word, THINGS, true);
    bool looked = is_one_of(word, LOOKED_FOR, false);
    searched = searched && !output;
    if ((after_no > 0 && (thing || looked)) || (after_nothing && looked)) nothing = true;
    if (counted && is_one_of(word, NONE + 1, false)) nothing = true;
    done = done || is_one_of(word, DONE, true) || (counted && is_one_of(word, AFFECTED, false));
    done = done && !is_one_of(word, VALUES + 5, false);
    after_no = is_one_of(word, NONE, false) ? BETWEEN + 1 : after_no > 0 ? after_no - 1 : 0;
    after_nothing = is_one_of(word, NOTHING, false);
    counted = thing || is_one_of(word, COUNTS, false);
  }
  if (nothing && !done && searched) return LG_SILENCE_VAIN;
  return nothing || done || (stated && !other) ? LG_SILENCE_DONE : LG_SILENCE_NONE;
}

static lg_piece trimmed(const char *s, size_t len) {
  while (len > 0 && lg__is_blank(s[0])) s++, len--;
  while (len > 0 && lg__is_blank(s[len - 1])) len--;
  return (lg_piece){s, len};
}

lg_silence lg__silence_of(const char *text, size_t len) {
  lg_piece said = trimmed(text, len);
  const char *at = said.s, *end = at + said.len;
  if (at == end) return LG_SILENCE_DONE;
  if ((size_t)(end - at) > LG_EMPTY_MAX) return LG_SILENCE_NONE;
  bool asked;
  lg_silence silence = silence_of_value(at, end, &asked);
  if (silence != LG_SILENCE_NONE) return silence;
  lg_piece first, second;
  const char *rest = at;
  if (!next_word(&rest, end, &first)) return LG_SILENCE_DONE;
  if (!next_word(&rest, end, &second)) return is_one_of(first, WRONG, true) ? LG_SILENCE_NONE : LG_SILENCE_DONE;
  return silence_of_words(at, end);
}

/* A text without what was asked for: what stands in quotes, or behind "for" up to the end of the clause. */
static lg_piece text_without_asked(const char *s, size_t len, char *room) {
  lg_piece out = {room, 0};
  bool asked = false;
  for (size_t at = 0, end; at < len; at = end) {
    const char *rest = s + at;
    lg_piece word = {rest, 0};
    bool clause_ends =
        memchr(".,;:\n(", s[at], 6) != NULL && (at + 1 == len || lg__is_blank(s[at]) || lg__is_blank(s[at + 1]));
    end = lg__quoted_end(s, len, at);
    asked = asked && !clause_ends && end == at;
    if (end != at) continue;
    end = at + 1;
    if (is_of_word(s[at]) && next_word(&rest, s + len, &word)) end = at + word.len;
    asked = asked || is_one_of(word, FOR, false);
    if (asked) continue;
    memcpy(room + out.len, s + at, end - at);
    out.len += end - at;
  }
  return out;
}

/* Whether the text has a word for "no" or "nothing" in its first or last 40 bytes, as it does where all was in vain. */
static bool denies(const char *s, size_t len) {
  for (size_t at = 0; at < len; at++) {
    if (at == 40 && len > 80) at = len - 40;
    if ((DENIAL_FIRSTS >> (s[at] & 31) & 1) == 0 || (at > 0 && is_of_word(s[at - 1]))) continue;
    const char *rest = s + at;
    lg_piece word;
    if (next_word(&rest, s + len, &word) && (is_one_of(word, NONE, false) || is_one_of(word, NOTHING, false)))
      return true;
  }
  return false;
}

bool lg__is_in_vain(const char *text, size_t len, char *room, lg_piece *out_said) {
  lg_piece all = trimmed(text, len), said = {"", 0};
  *out_said = said;
  if (all.len == 0 || all.len > LG_IN_VAIN_MAX) return false;
  bool asked;
  if (silence_of_value(all.s, all.s + all.len, &asked) == LG_SILENCE_VAIN) return asked;
  if (*all.s == '{' || *all.s == '[' || !denies(all.s, all.len)) return false;
  said = text_without_asked(all.s, all.len, room);
  *out_said = said = trimmed(said.s, said.len);
  return said.len < all.len && said.len <= LG_EMPTY_MAX &&
         silence_of_words(said.s, said.s + said.len) == LG_SILENCE_VAIN;
}

/* Whether the word before `at` belongs to the name of a member: "error": 'error': \"error\": */
static bool is_in_name(const char *at, const char *end) {
  while (at < end && (is_of_word(*at) || *at == '_' || *at == '-')) at++;
  if (at < end && *at == '\\') at++;
  return end - at > 1 && (at[0] == '"' || at[0] == '\'') && at[1] == ':';
}

bool lg__says_in_vain(const char *text, size_t len) {
  const char *at = text, *end = text + len;
  lg_piece word;
  while (next_word(&at, end, &word)) {
    bool listed = (IN_VAIN_FIRSTS & 1u << (lg__lower(*word.s) & 31)) != 0 &&
                  ((word.len == 2 && is_one_of(word, NONE, false)) || is_one_of(word, NOTHING, false) ||
                   is_one_of(word, WRONG, false) || (is_one_of(word, WHOLE, false) && (at == end || *at != '-')) ||
                   is_one_of(word, STEMS, true));
    if ((listed || has_one_of(word, INSIDE)) && !is_in_name(at, end)) return true;
  }
  return false;
}

/* ---- acknowledgements -------------------------------------------------------------------------------------------- */

/* The end, after the closing quote, of the JSON string whose opening quote is at `at`. */
static size_t string_end(const char *s, size_t len, size_t at) {
  for (at++; at < len && s[at] != '"'; at++)
    if (s[at] == '\\') at++;
  return at < len ? at + 1 : len;
}

static size_t after_blanks(const char *s, size_t len, size_t at) {
  while (at < len && lg__is_blank(s[at])) at++;
  return at;
}

static lg_piece between_quotes(const char *s, size_t from, size_t end) {
  return end - from < 2 ? (lg_piece){s, 0} : (lg_piece){s + from + 1, end - from - 2};
}

/* A word of the list, possibly in quotes, possibly with a full stop or an exclamation mark. */
static bool is_ack_word(lg_piece text) {
  if (text.len >= 2 && text.s[0] == '"' && text.s[text.len - 1] == '"') text = trimmed(text.s + 1, text.len - 2);
  if (text.len > 0 && (text.s[text.len - 1] == '.' || text.s[text.len - 1] == '!')) text.len--;
  return text.len <= 16 && lg__is_listed(ACK_WORDS, text.s, text.len); /* no word of the list is longer */
}

/* {"success":true} */
static bool is_ack_object(lg_piece text) {
  if (text.len < 2 || text.len > 64 || text.s[0] != '{' || text.s[text.len - 1] != '}') return false;
  lg_piece inner = trimmed(text.s + 1, text.len - 2);
  if (inner.len == 0 || inner.s[0] != '"') return false;
  size_t end = string_end(inner.s, inner.len, 0), colon = after_blanks(inner.s, inner.len, end);
  lg_piece key = between_quotes(inner.s, 0, end);
  if (colon >= inner.len || inner.s[colon] != ':' || !lg__is_listed(ACK_KEYS, key.s, key.len)) return false;
  return is_ack_word(trimmed(inner.s + colon + 1, inner.len - colon - 1));
}

lg_piece lg__only_text(const char *s, size_t len, char *room) {
  lg_piece name = {"", 0}, said = {NULL, 0}, out = {room, 0};
  if (len == 0 || memchr("{[\" \n\r\t", *s, 7) == NULL) return (lg_piece){s, len};
  for (size_t at = 0, end; at < len; at = end) {
    end = s[at] == '"' ? string_end(s, len, at) : at + 1;
    if (s[at] != '"' && memchr("{}[],: \n\r\tfalse", s[at], 15) != NULL) continue;
    lg_piece string = between_quotes(s, at, end);
    size_t colon = after_blanks(s, len, end);
    bool names = colon < len && s[colon] == ':';
    if (names) name = string;
    if (s[at] != '"' || !lg__is_listed(ANSWER_KEYS, name.s, name.len)) return (lg_piece){s, len};
    if (names || lg__is_listed("type", name.s, name.len)) continue;
    if (said.s != NULL && !(said.len == string.len && memcmp(said.s, string.s, said.len) == 0))
      return (lg_piece){s, len};
    said = string;
  }
  for (size_t i = 0; i < said.len; i++) {
    bool escaped = said.s[i] == '\\' && i + 1 < said.len;
    char c = said.s[i += escaped];
    room[out.len++] = !escaped || memchr("nrt", c, 3) == NULL ? c : c == 'n' ? '\n' : '\t';
  }
  return said.s != NULL ? out : (lg_piece){s, len};
}

lg_ack lg__acknowledges(const char *s, size_t len) {
  lg_piece text = trimmed(s, len);
  if (text.len == 0 || (text.len == 2 && memcmp(text.s, "\"\"", 2) == 0)) return LG_ACK_EMPTY;
  return is_ack_word(text) || is_ack_object(text) ? LG_ACK_WORD : LG_ACK_NONE;
}
