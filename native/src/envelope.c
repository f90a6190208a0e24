#include "envelope.h"

#include "envelope_names.h"

enum { OWN_NAME_MAX = 255, ID_MAX = 256 };

/* ---- values in JSON ---------------------------------------------------------------------------------------------- */

/*
 * JSON in a string of JSON has a backslash before each quote, and so on: `depth` is how many backslashes stand before
 * the quotes of one level, 0, 1, 3, 7 ... Within its strings quotes have more, outside fewer.
 */
typedef struct json {
  const lg_scan *text;
  size_t depth;
  uint8_t quote; /* " or ', as Python prints it */
} json;

static bool is_quote(const json *in, uint8_t byte) { return byte == '"' || byte == in->quote; }

static size_t backslashes_before(const lg_scan *text, size_t at, size_t from) {
  size_t count = 0;
  while (at - count > from && text->s[at - count - 1] == '\\') count++;
  return count;
}

/* The end of the string whose content begins at `from`, behind its quote; 0: it does not end. `*stop`: how far it was read. */
static size_t string_end(const json *in, size_t from, uint8_t quote, size_t max, size_t *stop) {
  const lg_scan *text = in->text;
  size_t end = text->len - from < max ? text->len : from + max;
  for (size_t i = from; i < end; i++) {
    if (text->s[i] == '\n') {
      *stop = i;
      return 0;
    }
    if (text->s[i] != quote) continue;
    size_t before = backslashes_before(text, i, from) % (2 * (in->depth + 1));
    if (before == in->depth) return i + 1;
    if (before < in->depth) {
      *stop = i;
      return 0;
    }
  }
  *stop = end;
  return 0;
}

/* The end of the quote that begins at `at`, with its backslashes; 0: there is none of this level. */
static size_t quote_end(const json *in, size_t at, uint8_t *out_quote) {
  size_t i = at;
  while (lg__peek(in->text, i) == '\\') i++;
  uint8_t byte = lg__peek(in->text, i);
  if (i - at != in->depth || !is_quote(in, byte)) return 0;
  *out_quote = byte;
  return i + 1;
}

/* The end of the object or array at `at`; 0: it does not end, and `*stop` is how far it was read. */
static size_t box_end(const json *in, size_t at, size_t *stop) {
  const lg_scan *text = in->text;
  size_t open = 0;
  for (size_t i = at; i < text->len; i++) {
    uint8_t byte = text->s[i];
    if (byte == '{' || byte == '[') open++;
    if ((byte == '}' || byte == ']') && --open == 0) return i + 1;
    if (!is_quote(in, byte)) continue;
    size_t before = backslashes_before(text, i, at);
    size_t end = before == in->depth ? string_end(in, i + 1, byte, text->len, stop) : 0;
    if (end == 0) {
      if (before != in->depth) *stop = i;
      return 0;
    }
    i = end - 1;
  }
  *stop = text->len;
  return 0;
}

static bool is_sign_or_digit(uint8_t byte) { return lg__is_digit(byte) || byte == '-' || byte == '+'; }

static size_t number_end(const lg_scan *text, size_t at) {
  size_t i = at;
  while (is_sign_or_digit(lg__peek(text, i)) || lg__peek(text, i) == '.' || (lg__peek(text, i) | 0x20) == 'e') i++;
  return i;
}

static bool any_digit(const uint8_t *s, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (lg__is_digit(s[i])) return true;
  return false;
}

static bool is_http_date(const uint8_t *s, size_t len) {
  return len >= 25 && len <= 33 && lg__is_letter(s[0]) && memcmp(s + len - 3, "GMT", 3) == 0 && any_digit(s, len);
}

/* Whether the content of a string is of one of the kinds. */
static bool is_of(unsigned kinds, const uint8_t *s, size_t len) {
  if ((kinds & LG_OF_TEXT) && len == 4 && memcmp(s, "text", 4) == 0) return true;
  if ((kinds & LG_OF_HTTP_DATE) && is_http_date(s, len)) return true;
  if ((kinds & LG_OF_CLOCK) && any_digit(s, len)) return true;
  if (len == 0) return false;
  if (kinds & LG_OF_NUMBER) {
    size_t i = s[0] == '<' || s[0] == '~' || s[0] == '-' || s[0] == '+' ? 1 : 0;
    if (len > i && len <= 40 && (lg__is_digit(s[i]) || (s[i] == 'P' && any_digit(s, len)))) return true;
  }
  return (kinds & LG_OF_ID) && memchr(s, ' ', len) == NULL;
}

static bool is_word(const lg_scan *text, size_t at, const char *word, size_t len) {
  return lg__at_word(text, at, word, len) && lg__may_end(text, at + len);
}

/* The value at `at`, if it is of one of the kinds. */
static bool value_at(const json *in, size_t at, unsigned kinds, lg_envelope *envelope, lg_span *out) {
  const lg_scan *text = in->text;
  uint8_t byte = lg__peek(text, at), quote;
  size_t end = 0, stop = 0;
  if (byte == '{' || byte == '[') {
    if (!(kinds & (LG_OF_BOX | LG_OF_WHATEVER)) || at < envelope->boxes_from) return false;
    end = box_end(in, at, &stop);
    if (end == 0) envelope->boxes_from = stop;
  } else if (is_sign_or_digit(byte)) {
    end = kinds & (LG_OF_NUMBER | LG_OF_ID | LG_OF_CLOCK | LG_OF_WHATEVER) ? number_end(text, at) : 0;
  } else if (byte == 'n' || byte == 't' || byte == 'f') {
    if ((kinds & (LG_OF_ANY | LG_OF_WHATEVER)) && is_word(text, at, "null", 4)) end = at + 4;
    if ((kinds & LG_OF_WHATEVER) && is_word(text, at, "true", 4)) end = at + 4;
    if ((kinds & (LG_OF_FALSE | LG_OF_WHATEVER)) && is_word(text, at, "false", 5)) end = at + 5;
  } else {
    size_t from = quote_end(in, at, &quote);
    if (from == 0) return false;
    size_t max = kinds & LG_OF_WHATEVER ? text->len : ID_MAX;
    if (from < envelope->boxes_from && max > ID_MAX) return false;
    end = string_end(in, from, quote, max, &stop);
    if (end == 0 && max > ID_MAX) envelope->boxes_from = stop;
    if (end != 0 && !(kinds & LG_OF_WHATEVER) && !is_of(kinds, text->s + from, end - 1 - in->depth - from)) return false;
  }
  if (end == 0) return false;
  *out = (lg_span){at, end};
  return true;
}

static bool is_own(const lg_own_names *own, const uint8_t *name, size_t len) {
  for (size_t i = 0; own != NULL && i < own->count; i++)
    if (own->lens[i] == len && memcmp(own->names[i], name, len) == 0) return true;
  return false;
}

/* Whether there is a member whose quoted name ends at `at`. */
static bool member_at(const lg_scan *text, size_t at, lg_envelope *envelope, lg_span *out) {
  json in = {text, backslashes_before(text, at, 0), text->s[at]};
  size_t end = at - in.depth, start = end;
  size_t longest = envelope->own != NULL ? OWN_NAME_MAX : LG_ENVELOPE_NAME_MAX;
  while (start > 0 && end - start <= longest && text->s[start - 1] != in.quote && text->s[start - 1] != '\n') start--;
  if (start < in.depth + 1 || text->s[start - 1] != in.quote) return false;
  if (backslashes_before(text, start - 1, 0) != in.depth) return false;
  const uint8_t *name = text->s + start;
  unsigned kinds = is_own(envelope->own, name, end - start) ? LG_OF_WHATEVER : 0;
  if (kinds == 0 && envelope->listed) kinds = lg__envelope_kinds(name, end - start, LG_AS_MEMBER);
  if (kinds == 0) return false;
  size_t i = at + 1;
  while (lg__peek(text, i) == ' ') i++;
  if (lg__peek(text, i) != ':') return false;
  i++;
  while (lg__kind(lg__peek(text, i)) & LG_BYTE_SPACE) i++;
  return value_at(&in, i, kinds, envelope, out);
}

/* ---- labels in texts --------------------------------------------------------------------------------------------- */

static bool is_name_byte(uint8_t byte) { return lg__is_letter(byte) || lg__is_digit(byte) || byte == '-' || byte == '_'; }

static bool is_id_byte(uint8_t byte) {
  return lg__is_letter(byte) || lg__is_digit(byte) || (byte != 0 && strchr("+/=_.:~@-", byte) != NULL);
}

static size_t name_start(const lg_scan *text, size_t end) {
  size_t start = end;
  while (start > 0 && end - start <= LG_ENVELOPE_NAME_MAX && is_name_byte(text->s[start - 1])) start--;
  return start;
}

/* Whether the bare name from `start` is in the list, and where a value of its kinds stands. */
static unsigned label_kinds(const lg_scan *text, size_t start, size_t end) {
  if (!lg__is_letter(text->s[start]) || !lg__may_begin(text, start)) return 0;
  return lg__envelope_kinds(text->s + start, end - start, LG_AS_LABEL);
}

/* The end of the value of a label. */
static size_t label_value_end(const lg_scan *text, size_t at, unsigned kinds) {
  size_t i = at;
  if (kinds & LG_OF_HTTP_DATE) {
    while (lg__peek(text, i) >= ' ') i++;
    return is_http_date(text->s + at, i - at) ? i : at;
  }
  while (i < text->len && i - at < ID_MAX && is_id_byte(text->s[i])) i++;
  while (i > at && (text->s[i - 1] == '.' || text->s[i - 1] == ':')) i--;
  if (!any_digit(text->s + at, i - at)) return at;
  return !(kinds & LG_OF_ID) && !lg__is_digit(text->s[at]) ? at : i;
}

static bool label_at(const lg_scan *text, size_t at, lg_member_span *out) {
  size_t end = at + 1, start = name_start(text, end);
  if (end - start < 2 || end - start > LG_ENVELOPE_NAME_MAX) return false;
  unsigned kinds = label_kinds(text, start, end);
  /* Request LG_OF_ID, Host LG_OF_ID */
  if (kinds == 0 && end - start == 2 && start > 1 && text->s[start - 1] == ' ') {
    start = name_start(text, start - 1);
    kinds = text->s[start] == ' ' ? 0 : label_kinds(text, start, end);
  }
  if (kinds == 0) return false;
  uint8_t sign = text->s[at + 1];
  bool reference = start > 0 && end - start == 3 && lg__at_word(text, start, "ref", 3);
  if (reference && (sign != '=' || text->s[start - 1] != '[')) return false;
  size_t value = at + 2;
  if (sign == '>' && lg__behind(text, start, 1) != '<') return false;
  for (int blanks = 0; sign == ':' && blanks < 4 && lg__peek(text, value) == ' '; blanks++) value++;
  if (lg__peek(text, value) == '"' || lg__peek(text, value) == '\'') value++;
  if (value >= text->len) return false;
  size_t value_end = label_value_end(text, value, kinds);
  if (value_end == value) return false;
  if (reference && lg__peek(text, value_end) != ']') return false;
  if (sign == '>' && lg__peek(text, value_end) != '<') return false;
  out->value = (lg_span){value, value_end};
  out->letters = end - start;
  return true;
}

bool lg__span_member(const lg_scan *text, size_t at, lg_envelope *envelope, lg_member_span *out) {
  out->letters = 0;
  if (!lg__is_letter(text->s[at]) && !lg__is_digit(text->s[at])) return member_at(text, at, envelope, &out->value);
  return envelope->listed && label_at(text, at, out);
}
