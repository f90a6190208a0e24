/* What a text says beside its envelope: whether enough is left to leave ids and times out, and plain numbers. */
#include "text/envelope.h"

size_t lg__letters_in(const lg_scan *text, size_t from, size_t end) {
  size_t count = 0;
  for (size_t i = from; i < end; i++) count += lg__is_letter(text->s[i]);
  return count;
}

bool lg__any_digit(const uint8_t *s, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (lg__is_digit(s[i])) return true;
  return false;
}

size_t lg__number_end(const lg_scan *text, size_t at) {
  while (lg__is_digit(lg__peek(text, at)) || (at < text->len && memchr("+-.eE", text->s[at], 5) != NULL)) at++;
  return at;
}

bool lg__is_exact(const lg_scan *text, size_t at, size_t end) {
  for (size_t i = at; i + 1 < end; i++) {
    uint8_t next = text->s[i + 1];
    if ((text->s[i] | 0x20) == 'e' && next == '-') return true;
    if (text->s[i] == '.' && (next == '.' || end - i > 4)) return true;
  }
  return false;
}

bool lg__is_http_date(const uint8_t *s, size_t len) {
  return len >= 25 && len <= 33 && lg__is_letter(s[0]) && memcmp(s + len - 3, "GMT", 3) == 0 && lg__any_digit(s, len);
}

bool lg__is_of_kinds(unsigned kinds, const uint8_t *s, size_t len) {
  enum { OPAQUE_MIN = 12, TOKEN_MIN = 20 };
  if ((kinds & LG_OF_HTTP_DATE) && lg__is_http_date(s, len)) return true;
  if ((kinds & LG_OF_CLOCK) && lg__any_digit(s, len)) return true;
  if (len == 0) return false;
  if (kinds & LG_OF_NUMBER) {
    size_t i = s[0] == '<' || s[0] == '~' || s[0] == '-' || s[0] == '+' ? 1 : 0;
    if (len > i && len <= 40 && (lg__is_digit(s[i]) || (s[i] == 'P' && lg__any_digit(s, len)))) return true;
  }
  if (kinds & LG_OF_TOKEN) return len >= TOKEN_MIN && lg__is_token(s, len);
  return (kinds & (LG_OF_ID | LG_OF_OPAQUE)) && (len >= OPAQUE_MIN || (kinds & LG_OF_ID)) &&
         memchr(s, ' ', len) == NULL;
}

bool lg__is_generated(const uint8_t *s, size_t len) {
  enum { LEAST = 6, SERIES_MAX = 9 };
  size_t digits = 0;
  for (size_t i = 0; i < len; i++) {
    if (digits > 0 && lg__is_letter(s[i]) && len >= LEAST) return true;
    digits = lg__is_digit(s[i]) ? digits + 1 : 0;
    if (digits > SERIES_MAX) return true;
  }
  return false;
}

/*
 * Counts letters up to `enough`. Those between a quote and `":` are a name's, at any depth of JSON in strings; letters
 * beyond ASCII count by their bytes. An empty string, array or object is something; so is a span that was replaced, but
 * not a duration that was measured (volatile.c); the string of {"type": "text"}, which MCP has, says nothing.
 */
lg_content lg__content_of(const char *text, size_t len, size_t enough) {
  const uint8_t *s = (const uint8_t *)text;
  lg_content sure = {0, false}, now = sure;
  size_t from = 0, limit = 0; /* behind the last quote; what stands from here on is no name */
  for (size_t i = 0; i < len; i++) {
    uint8_t byte = s[i];
    if (lg__is_letter(byte) || byte >= 0x80) {
      now.letters++;
      if (i >= limit && now.letters >= enough) return now;
    } else if (byte == '"' || byte == '\'') {
      size_t end = i, colon = i + 1 < len && s[i + 1] == ' ' ? i + 2 : i + 1;
      while (end > from && s[end - 1] == '\\') end--;
      bool is_name = i <= limit && colon < len && s[colon] == ':';
      now.anything = now.anything || (from == end && from != 0);
      bool is_type = from != 0 && end - from == 4 && memcmp(s + from, "text", 4) == 0;
      if (!is_name && !is_type) sure = now;
      now = sure;
      if (now.letters >= enough) return now;
      from = i + 1;
      limit = from + LG_ENVELOPE_NAME_MAX + 1;
    } else if (!now.anything) {
      uint8_t next = i + 1 < len ? s[i + 1] : 0;
      bool replaced = byte >= 1 && byte <= 8 && byte != 2, empty = (byte == '[' || byte == '{') && next == byte + 2;
      now.anything = lg__is_digit(byte) || replaced || empty;
    }
  }
  return now;
}

bool lg__is_signed_url(const char *s, size_t len) {
  enum { SCHEME_WITHIN = 48, BESIDE_MAX = 24 };
  size_t at = 0, end = len < SCHEME_WITHIN ? len : SCHEME_WITHIN;
  if (len < SCHEME_WITHIN || memchr(s + len / 2, ' ', len / 2 - BESIDE_MAX) != NULL) return false;
  while (at + 3 < end && memcmp(s + at, "://", 3) != 0) at++;
  if (at + 3 >= end) return false;
  bool left_out = false;
  for (end = at; end < len && s[end] != ' ' && s[end] != '"' && s[end] != '\\' && s[end] != '<'; end++)
    left_out = left_out || (unsigned char)s[end] < 0x10;
  return left_out && len - end < BESIDE_MAX;
}

/* Whether a member of this name, whose value begins at `at`, says that the answer is a failure. */
static bool says_failure(const lg_scan *text, const uint8_t *name, size_t len, size_t at) {
  uint8_t first = lg__peek(text, at), second = lg__peek(text, at + 1);
  if (*name == 'e' && lg__is_in("error errors errorcode error_code exception", name, len))
    return memchr("nf0", first, 3) == NULL && second != '}' && second != ']' && (first != '"' || second != '"');
  if (first == 'f') return lg__is_in("success successful ok", name, len);
  if (first == 't') return lg__is_in("iserror is_error", name, len);
  return (second == 'e' || second == 'f') && lg__is_in("status type object", name, len) &&
         (lg__at_word(text, at, "\"error\"", 7) || lg__at_word(text, at, "\"fail", 5));
}

/* The quote that ends the string that begins at `at`; 0: there is none. One with another quote in it ends too early. */
static size_t closing_quote(const lg_scan *text, size_t at) {
  const uint8_t *end = lg__peek(text, at) == '"' ? memchr(text->s + at + 1, '"', text->len - at - 1) : NULL;
  return end != NULL ? (size_t)(end - text->s) : 0;
}

bool lg__declares_failure(const lg_scan *text, size_t start, bool known) {
  enum { FIRST = 4, BEGINS = 1 << 3 | 1 << 5 | 1 << 9 | 1 << 13 | 1 << 15 | 1 << 19 | 1 << 20 }; /* c e i m o s t */
  size_t at = start + (lg__peek(text, start) == '[');
  if (lg__peek(text, at) != '{' || known) return known && lg__peek(text, at) == '{';
  if ((BEGINS >> (lg__peek(text, at + 2) & 31) & 1) == 0) return false; /* no failure begins with another name */
  for (size_t k = 0; k < FIRST && lg__peek(text, at) == (k == 0 ? '{' : ','); k++) {
    size_t name = lg__behind_blanks(text, at + 1), end = closing_quote(text, name);
    if (end == 0 || lg__peek(text, end + 1) != ':') return false;
    at = lg__behind_blanks(text, end + 2);
    if (says_failure(text, text->s + name + 1, end - name - 1, at)) return true;
    if (lg__peek(text, at) == '"' && (at = closing_quote(text, at) + 1) == 1) return false;
    while (lg__kind(lg__peek(text, at)) & LG_BYTE_PATH) at++; /* a number, a word */
    at = lg__behind_blanks(text, at);
  }
  return false;
}

/* Where what stands between names and values of JSON begins, before `at`. */
static size_t joint_before(const lg_scan *text, size_t at) {
  while (at > 0 && memchr("\"\\,: \n", text->s[at - 1], 6) != NULL) at--;
  return at;
}

bool lg__is_named_id(const lg_scan *text, size_t start) {
  size_t at = lg__behind(text, start, 1) == '"' ? joint_before(text, start) : 0;
  return at > 2 && text->s[at - 1] == 'd' && text->s[at - 3] != '"' &&
         (text->s[at - 2] == 'I' || (text->s[at - 2] == 'i' && text->s[at - 3] == '_'));
}

bool lg__is_of_xml(const lg_scan *text, size_t at, size_t *end) {
  if (text->s[*end] == '=') return at > *end + 1;
  if (text->s[*end] != '>') return false;
  if (lg__behind(text, *end, 1) != '"') return true;
  size_t start = lg__name_start(text, *end - 1);
  if (start < 6 || !lg__at_word(text, start - 6, "name=", 5)) return false;
  --*end;
  return true;
}

bool lg__is_rpc_id(const lg_scan *text, size_t start, size_t end) {
  if (start > 3 * LG_ENVELOPE_NAME_MAX || end - start != 2 || memcmp(text->s + start, "id", 2) != 0) return false;
  size_t at = joint_before(text, start);
  if (at < 3 || memcmp(text->s + at - 3, "2.0", 3) != 0) return false;
  at = joint_before(text, at - 3);
  return at >= 7 && memcmp(text->s + at - 7, "jsonrpc", 7) == 0;
}

/* Not 0: a short number of this name may be of the envelope, or the name counts, or recognisers read more in it. */
static unsigned is_telling(const uint8_t *name, size_t len, unsigned as) {
  (void)as;
  size_t word = len;
  for (size_t i = 0; i < len; i++)
    if (name[i] < 0x20 || name[i] >= 0x80 || name[i] == '\\') return 1;
  while (word > 0 && lg__is_letter(name[word - 1])) word--;
  bool whole = word == 0 || !(lg__kind(name[word - 1]) & LG_BYTE_WORD);
  if (!(lg__kind(name[len - 1]) & LG_BYTE_WORD) || (whole && lg__counted_class(name + word, len - word, 0))) return 1;
  unsigned kinds = lg__envelope_kinds(name, len, LG_AS_MEMBER);
  return lg__is_generated_kind(kinds) ? 0 : kinds;
}

size_t lg__plain_member_end(const lg_scan *text, size_t at, size_t end) {
  const uint8_t *s = text->s;
  size_t colon = s[at - 1] == ' ' ? at - 1 : at;
  if (colon < 3 || s[colon - 2] != '"') return 0;
  if (end - at >= 10) return 0; /* an epoch, an id */
  if (lg__peek(text, end) == '.') end = lg__skip_digits(text, end + 1);
  uint8_t after = lg__peek(text, end);
  if ((after != ',' && after != '}' && after != ']' && after != '\n') || lg__is_digit(lg__peek(text, end + 1)))
    return 0;
  size_t last = colon - 2, name = last, least = last > LG_ENVELOPE_NAME_MAX ? last - LG_ENVELOPE_NAME_MAX : 0;
  while (name > least && s[name - 1] != '"') name--;
  if (name < 2 || name == last || s[name - 1] != '"' || s[name - 2] == '\\') return 0;
  if (last - name == 2 && lg__is_rpc_id(text, name, last)) return 0;
  return lg__known_word(text, name, last - name, LG_AS_PLAIN, is_telling) == 0 ? end : 0;
}

/* Whether what stands before the number, behind a blank or a line feed, may make that a span. */
static bool is_telling_before(const lg_scan *text, const lg_digits *run) {
  size_t end = run->at - 1;
  if (run->before == '\n') return false;
  uint8_t last = lg__behind(text, end, 1);
  if (last == ' ') { /* a line that is indented */
    while (end > 0 && text->s[end - 1] == ' ') end--;
    return lg__behind(text, end, 1) != '\n';
  }
  bool label = last == ':';
  if ((label || last == ',') && run->after == ' ' && lg__is_between(text, run)) return true;
  if (last == ',') return lg__is_letter(lg__behind(text, end, 2)); /* request_id: nil, 12 */
  if (label) last = lg__behind(text, --end, 1);
  bool id = (last | 0x20) == 'd' && (lg__behind(text, end, 2) | 0x20) == 'i';
  bool markdown = last == '*' || last == '`'; /* **Took:** 12 */
  return last <= ' ' || last == ',' || markdown || (lg__kind(last) & LG_BYTE_GAP) || id ||
         lg__counted_before(text, end) != 0 || (label && (last == '\'' || lg__label_before(text, end, &end) != 0));
}

/* Whether what stands at `at`, behind a number and a blank, may make that a span: a unit, a month, 3 MB/s, 1 x.go:7 */
static bool is_telling_behind(const lg_scan *text, size_t at) {
  uint8_t first = lg__peek(text, at);
  unsigned kind = lg__kind(first);
  if (!lg__is_letter(first)) return first >= 0x80 || ((kind & LG_BYTE_DAY) && first != '/');
  if (first < 'a' || (kind & LG_BYTE_UNIT) || (first == 't' && (lg__peek(text, at + 1) | 0x20) == 'h')) return true;
  if (first == 'k' || first == 'b' || (text->took != 0 && (first == 'q' || first == 'g' || first == 't'))) return true;
  size_t end = lg__skip(text, at, LG_LETTERS);
  uint8_t after = lg__peek(text, end);
  if (after >= 0x80 || after == '.' || after == '/' || after == '=' || (lg__kind(after) & LG_BYTE_WORD)) return true;
  return (kind & LG_BYTE_DAY) && end - at == 3; /* a month */
}

bool lg__is_planned_time(const lg_scan *text, const lg_digits *run) {
  size_t end = run->at - 1, unit = run->end + 1;
  if (!lg__at_word(text, unit, "min", 3) && !lg__at_word(text, unit, "hour", 4)) return false;
  size_t behind = lg__skip(text, unit, LG_LETTERS) + 1;
  if (lg__is_digit(lg__peek(text, behind)) || lg__at_word(text, behind, "ago", 3)) return false;
  while (lg__behind(text, end, 1) == '*') end--;
  size_t name = lg__behind(text, end, 1) == ':' ? lg__name_start(text, end - 1) : end;
  return name < end && !lg__is_in("uptime elapsed took", text->s + name, end - 1 - name);
}

size_t lg__plain_word_end(const lg_scan *text, const lg_digits *run) {
  if (run->end - run->at >= 8 || (run->after == ',' && lg__is_digit(lg__peek(text, run->end + 1)))) return 0;
  if (run->after == ' ' && is_telling_behind(text, run->end + 1)) return 0;
  return is_telling_before(text, run) ? 0 : run->end;
}

/* ---- lists of processes ------------------------------------------------------------------------------------------ */

/* Where `word` stands between `at` and `end`; or `end`. */
static size_t find_word(const lg_scan *text, size_t at, size_t end, const char *word) {
  size_t len = strlen(word);
  for (const uint8_t *found; at < end && (found = memchr(text->s + at, word[0], end - at)) != NULL; at++) {
    at = (size_t)(found - text->s);
    if (end - at >= len && found[1] == (uint8_t)word[1] && memcmp(found, word, len) == 0) return at;
  }
  return end;
}

/* Whether the line around `at` has only capitals, blanks, % and +, as heads of tables do, but no word of `not_with`. */
static bool is_head(const lg_scan *text, size_t start, size_t at) {
  static const char *const not_with[] = {"RSS", "VSZ", "MEM", "SIZE"};
  size_t from = at, end = at;
  while (from > start && text->s[from - 1] != '\n' && text->s[from - 1] != '"' && !lg__is_escape_letter(text, from - 1))
    from--;
  while (end < text->len && text->s[end] != '\n' && text->s[end] != '\\') end++;
  for (size_t i = from; i < end; i++)
    if (memchr(" %+", text->s[i], 3) == NULL && (text->s[i] < 'A' || text->s[i] > 'Z')) return false;
  for (size_t k = 0; k < sizeof not_with / sizeof *not_with; k++)
    if (find_word(text, from, end, not_with[k]) < end) return false;
  return true;
}

bool lg__is_of_moment(const lg_scan *text, size_t start) {
  enum { LINE = 160, UP = 20, TOP = 600 };
  size_t end = text->len - start < LINE ? text->len : start + LINE,
         top = text->len - start < TOP ? text->len : start + TOP;
  size_t at = find_word(text, start, end, "PID ");
  if (at < end) return is_head(text, start, at);
  if (!lg__is_digit(lg__peek(text, lg__behind_blanks(text, start)))) return false;
  size_t near = end - start < UP ? end : start + UP; /* 10:12:07 up 3 days */
  return find_word(text, start, near, " up ") < near && find_word(text, start, end, "load average") < end &&
         find_word(text, start, top, "Mem") == top; /* not top */
}
