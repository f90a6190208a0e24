#include "text/envelope.h"

/* The longest names, ids and tokens, blanks before a value, how far before its first digit a value may begin, and how
 * deep one is: boxes in boxes are read anew at each level. */
enum { OWN_NAME_MAX = 255, ID_MAX = 256, TOKEN_MAX = 1024, BLANKS_MAX = 4, BACK_MAX = 80, DEEPEST = 64 };

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

/* The end of the string whose content begins at `from`, behind its quote; 0: it does not end. `*stop`: read so far. */
static size_t string_end(const json *in, size_t from, uint8_t quote, size_t max, size_t *stop) {
  const lg_scan *text = in->text;
  size_t end = text->len - from < max ? text->len : from + max;
  size_t i = from;
  for (; i < end && text->s[i] != '\n'; i++) {
    if (text->s[i] != quote) continue;
    size_t before = backslashes_before(text, i, from) % (2 * (in->depth + 1));
    if (before == in->depth) return i + 1;
    if (before < in->depth) break;
  }
  *stop = i;
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
  size_t open = 0, i = at;
  for (; i < text->len && open <= DEEPEST; i++) {
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
  *stop = i;
  return 0;
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
  } else if (lg__is_digit(byte) || byte == '-' || byte == '+') {
    end = lg__number_end(text, at);
    if (!(kinds & (LG_OF_NUMBER | LG_OF_ID | LG_OF_CLOCK | LG_OF_WHATEVER | LG_OF_EPOCH)) &&
        !((kinds & LG_OF_MEASURED) && lg__is_exact(text, at, end)))
      end = 0;
  } else if (byte == 'n' || byte == 't' || byte == 'f') {
    if (kinds & (byte == 'n' ? LG_OF_ANY | LG_OF_WHATEVER : LG_OF_WHATEVER)) end = lg__skip(text, at, LG_LETTERS);
  } else {
    size_t from = quote_end(in, at, &quote);
    if (from == 0) return false;
    size_t max = kinds & LG_OF_WHATEVER ? text->len : kinds & LG_OF_TOKEN ? TOKEN_MAX : ID_MAX;
    if (from < envelope->boxes_from && max > ID_MAX) return false;
    end = string_end(in, from, quote, max, &stop);
    if (end == 0 && max > ID_MAX) envelope->boxes_from = stop;
    if (end != 0 && !(kinds & LG_OF_WHATEVER) && !lg__is_of_kinds(kinds, text->s + from, end - 1 - in->depth - from))
      return false;
  }
  if (end == 0) return false;
  envelope->token = envelope->token || (kinds & (LG_OF_TOKEN | LG_OF_OPAQUE)) != 0;
  *out = (lg_span){at, end};
  return true;
}

static bool is_own(const lg_own_names *own, const uint8_t *name, size_t len) {
  for (size_t i = 0; own != NULL && i < own->count; i++)
    if (own->lens[i] == len && memcmp(own->names[i], name, len) == 0) return true;
  return false;
}

static const char MCP[] = "[{\"type\":\"text\",\"text\":\"";

static bool is_mcp(const json *in, lg_span value) {
  return in->depth == 0 && value.end - value.start > sizeof MCP &&
         memcmp(in->text->s + value.start, MCP, sizeof MCP - 1) == 0;
}

/* What the object at `at` is about, {"id": 7, "results": [...], "took": 5}, and whether its name says so; empty: it
 * does not show. */
static lg_span payload_of(const json *in, size_t at, bool *out_named) {
  const lg_scan *text = in->text;
  lg_envelope seen = {0};
  lg_span value = {at, at}, found = {0, 0};
  while (lg__peek(text, value.end) == (value.end == at ? '{' : ',')) {
    uint8_t quote;
    size_t stop, name = quote_end(in, lg__behind_blanks(text, value.end + 1), &quote);
    size_t end = name == 0 ? 0 : string_end(in, name, quote, LG_ENVELOPE_NAME_MAX, &stop);
    if (end == 0 || lg__peek(text, end) != ':') break;
    if (!value_at(in, lg__behind_blanks(text, end + 1), LG_OF_WHATEVER, &seen, &value)) break;
    size_t len = end - 1 - in->depth - name;
    uint8_t first = text->s[value.start], next = lg__peek(text, value.start + 1);
    *out_named = is_mcp(in, value) || lg__is_payload(text->s + name, len, first, value.end - value.start);
    if (*out_named) return value;
    bool about =
        first == '[' ? next == '[' || next == '{' : first == '{' && lg__is_in("data body", text->s + name, len);
    if (found.end == 0 && about) found = value;
    value.end = lg__behind_blanks(text, value.end);
  }
  return found;
}

/* Finds what the answer is about: in an answer of MCP, that of the object in its text; in an object, a part of it,
 * which must have such a name itself: beside {"response": {"name": "Ana"}} an id is news. */
static void find_payload(const lg_scan *text, lg_envelope *envelope) {
  json in = {text, 0, '"'};
  size_t at = lg__behind_blanks(text, 0);
  bool mcp = true, named = false;
  for (size_t level = 0; level < 3; level++) {
    bool before = named;
    lg_span found = payload_of(&in, at, &named);
    if (!named && (found.end == 0 || mcp)) envelope->named.end = 0;
    if (found.end == 0) return;
    if (named) envelope->named = found;
    if (named || text->s[found.start] == '[') envelope->payload = found; /* {"data": {...}} has it perhaps */
    named |= before && !mcp; /* {"result": {"rows of any name": [...]}, "id": 7} */
    mcp = is_mcp(&in, found);
    at = mcp ? found.start + sizeof MCP - 1 : found.start;
    in.depth = mcp ? 1 : in.depth;
  }
}

/* Whether the text has what it is about, and that is not at `at`. Beside a list of any name only members count that
 * never are what an answer is about (`never`): of {"services": [...], "deployment_id": "7f3a"} the id is the news. */
static bool is_beside(const lg_scan *text, size_t at, bool never, lg_envelope *envelope) {
  if (!envelope->looked) find_payload(text, envelope);
  envelope->looked = true;
  const lg_span *about = never ? &envelope->payload : &envelope->named;
  return about->end != 0 && (at < about->start || at >= about->end);
}

/* Whether the object has a member that counts or names what the answer is about: {"total": 12}. */
static bool counts(const json *in, lg_span box) {
  const uint8_t *s = in->text->s;
  for (size_t i = box.start, from = i; i < box.end; i++) {
    if (!is_quote(in, s[i])) continue;
    bool name = from + in->depth < i && s[lg__behind_blanks(in->text, i + 1)] == ':';
    if (name && lg__is_of_content(s + from, i - in->depth - from)) return true;
    from = i + 1;
  }
  return false;
}

/* The value at `at`, if values of these kinds are no content there. */
static bool value_beside(lg_scan *text, const json *in, size_t at, unsigned kinds, lg_envelope *envelope,
                         lg_span *out) {
  bool loose = kinds == LG_OF_LOOSE && lg__is_of_failure(text);
  if (loose) kinds = LG_OF_ID;
  bool aside = (kinds & LG_OF_BESIDE) && !((kinds & LG_OF_LOOSE) && lg__is_of_failure(text));
  bool host = (kinds & LG_OF_HOST) != 0, apart = loose || lg__is_generated_kind(kinds);
  kinds &= ~(unsigned)(LG_OF_BESIDE | LG_OF_HOST);
  if ((kinds & ~(unsigned)LG_OF_LOOSE) == 0 || !value_at(in, at, kinds, envelope, out)) return false;
  if (aside && (kinds & LG_OF_BOX) && !(kinds & LG_OF_LOOSE) && counts(in, *out)) return false;
  size_t quotes = is_quote(in, text->s[out->end - 1]) ? in->depth + 1 : 0;
  bool generated = (apart || host) && lg__is_generated(text->s + at + quotes, out->end - at - 2 * quotes);
  if (apart && !generated) return false; /* before the text is walked through */
  bool never = (kinds & LG_OF_BOX) && (kinds & LG_OF_LOOSE);
  if (!aside && (!host || generated || lg__is_of_failure(text))) return true; /* not: request 41 waits for approval */
  return is_beside(text, at, never, envelope) && (!host || generated || text->s[envelope->payload.start] == '[');
}

/* The value at `at`, if the name in quotes that ends with the quote at `quote` makes it no content. */
static bool member_of(lg_scan *text, size_t quote, size_t at, lg_envelope *envelope, lg_span *out) {
  json in = {text, backslashes_before(text, quote, 0), text->s[quote]};
  size_t end = quote - in.depth, start = end;
  size_t longest = envelope->own != NULL ? OWN_NAME_MAX : LG_ENVELOPE_NAME_MAX,
         least = end > longest ? end - longest - 1 : 0;
  while (start > least && text->s[start - 1] != in.quote && text->s[start - 1] != '\n') start--;
  if (start < in.depth + 1 || text->s[start - 1] != in.quote) return false;
  if (backslashes_before(text, start - 1, 0) != in.depth) return false;
  unsigned kinds = is_own(envelope->own, text->s + start, end - start) ? LG_OF_WHATEVER : 0;
  if (kinds == 0 && envelope->listed)
    kinds = lg__known_word(text, start, end - start, LG_AS_MEMBER, lg__envelope_kinds);
  if (envelope->listed && lg__is_rpc_id(text, start, end)) kinds = LG_OF_ID;
  return value_beside(text, &in, at, kinds, envelope, out);
}

/* The place of the colon before a value at `at`, blanks or what Markdown has (**Request ID:** `7F3A`) between; or 0. */
static size_t colon_before(const lg_scan *text, size_t at) {
  size_t i = at;
  for (uint8_t b; i > 0 && at - i < BLANKS_MAX && ((b = text->s[i - 1]) == ' ' || b == '*' || b == '`');) i--;
  return i > 0 && text->s[i - 1] == ':' ? i - 1 : 0;
}

/* The place of the quote before a colon, perhaps with a blank between them; or 0. */
static size_t quote_before(const lg_scan *text, size_t colon) {
  size_t i = colon > 0 && text->s[colon - 1] == ' ' ? colon - 1 : colon;
  return i > 1 && (text->s[i - 1] == '"' || text->s[i - 1] == '\'') ? i - 1 : 0;
}

bool lg__span_box(lg_scan *text, size_t at, lg_envelope *envelope, lg_span *out) {
  size_t colon = colon_before(text, at), quote = colon == 0 ? 0 : quote_before(text, colon);
  return quote != 0 && member_of(text, quote, at, envelope, out);
}

bool lg__span_named(lg_scan *text, size_t quote, lg_envelope *envelope, lg_span *out) {
  size_t colon = lg__behind_blanks(text, quote + 1), value = lg__behind_blanks(text, colon + 1);
  if (lg__peek(text, colon) != ':' || !member_of(text, quote, value, envelope, out)) return false;
  return envelope->own != NULL || !lg__is_digit(lg__peek(text, out->start + 1));
}

/* ---- labels in texts --------------------------------------------------------------------------------------------- */

/* The bytes of an id, but for the signs that may stand before it. */
static bool is_id_byte(uint8_t byte) { return (lg__kind(byte) & LG_BYTE_PATH) != 0 && byte != '='; }

static bool is_sign(uint8_t byte) { return byte == '=' || byte == ':'; }

/* Whether the attribute is of an element <test...>, as JUnit has them. */
static bool is_of_test(const lg_scan *text, size_t at) {
  size_t least = at > ID_MAX ? at - ID_MAX : 0;
  while (at > least && text->s[at - 1] != '<') at--;
  return lg__at_word(text, at, "test", 4);
}

/* The end of the value of a label; `at`: it is none. */
static size_t label_value_end(const lg_scan *text, size_t at, unsigned kinds) {
  size_t i = at;
  if (kinds & (LG_OF_HTTP_DATE | LG_OF_LINE)) {
    size_t most = (kinds & LG_OF_LINE) ? text->len : at + 40;
    while (i < most && lg__peek(text, i) >= ' ' && text->s[i] != '\\' && text->s[i] != '"') i++;
    return (kinds & LG_OF_LINE) || lg__is_http_date(text->s + at, i - at) ? i : at;
  }
  if (kinds == LG_OF_MEASURED) {
    i = lg__number_end(text, at);
    bool attribute = text->s[at - 1] == '"'; /* time="1.174" of a <testcase>, three decimals and its quote */
    return lg__is_exact(text, at, i + attribute) && (!attribute || is_of_test(text, at)) ? i : at;
  }
  bool header = (kinds & LG_OF_CLOCK) != 0; /* x-timer: S1773480413.1,VS0,VE13 */
  while (i < text->len && i - at < ID_MAX &&
         (is_id_byte(text->s[i]) || is_sign(text->s[i]) || (header && text->s[i] == ',')))
    i++;
  while (i > at && (text->s[i - 1] == '.' || text->s[i - 1] == ':' || text->s[i - 1] == ',')) i--;
  return !(kinds & LG_OF_ID) && !lg__is_digit(text->s[at]) ? at : i;
}

/* uid=3_12: the third snapshot of a page, its twelfth element; not uid=1000, a user. */
static bool is_snapshot_uid(const lg_scan *text, size_t at, size_t end) {
  size_t i = lg__number_end(text, at);
  return i > at && lg__peek(text, i) == '_' && lg__number_end(text, i + 1) == end && end > i + 1;
}

/* The value at `at`, behind the label that ends before `sign`: Request ID: 7F3A, trace_id=7f3a, <RequestId>7F3A<. */
static bool label_of(lg_scan *text, size_t sign, size_t at, bool known, lg_member_span *out) {
  size_t stop = sign, start;
  bool xml = lg__is_of_xml(text, at, &stop);
  unsigned kinds = lg__label_before(text, stop, &start);
  unsigned member = xml ? lg__known_word(text, start, stop - start, LG_AS_MEMBER, lg__envelope_kinds) : 0;
  if (member != 0 && (member & ~(unsigned)(LG_OF_ANY | LG_OF_MEASURED)) == 0) kinds = member & ~(unsigned)LG_OF_BOX;
  bool loose = (kinds & LG_OF_LOOSE) && !known && text->s[sign] != '>' && lg__is_of_failure(text);
  unsigned sure = kinds & ~(unsigned)LG_OF_LOOSE; /* a ref of an element in a page that says "error" */
  kinds = loose ? LG_OF_ID : sure;
  if (text->s[sign] == ' ') kinds &= LG_OF_ID;
  if (kinds == 0) return false;
  size_t end = label_value_end(text, at, kinds);
  bool bracketed = lg__behind(text, start, 1) == '(' && lg__at_word(text, start, "req", 3);
  loose = loose && (bracketed || lg__is_generated(text->s + at, end - at));
  if (end == at || (!loose && sure == 0)) return false;
  bool apart = loose || (lg__behind(text, start, 1) == '[' && lg__peek(text, end) == ']');
  if (!apart && stop - start == 3 && lg__at_word(text, start, "ref", 3)) return false;
  if (stop - start == 3 && lg__at_word(text, start, "uid", 3) && !is_snapshot_uid(text, at, end)) return false;
  uint8_t opens = stop < sign ? '<' : lg__behind(text, start, 1);
  if (text->s[sign] == '>' && (opens != '<' || lg__peek(text, end) != '<')) return false;
  size_t dash = lg__skip(text, at, LG_LETTERS), digits = lg__peek(text, dash) == '-' ? dash + 1 : at;
  bool series = (kinds & LG_OF_HOST) && end - at < 10 && lg__skip_digits(text, digits) == end;
  if (series && !lg__is_of_failure(text)) return false; /* the request 41, or APR-41, waits for approval */
  out->value = (lg_span){at, end};
  out->letters = sign - start;
  return true;
}

/* Whether a word before the blank before `at` may be the label of what is there: "request ID 7F3A", "incident
 * d2htha45ce", "ref 4F7KQ1"; not "12 ms at 0x7f3a". */
static bool may_follow_word(const lg_scan *text, size_t at) {
  uint8_t last = lg__behind(text, at, 2);
  if ((last | 0x20) == 'd' && (lg__behind(text, at, 3) | 0x20) == 'i')
    return lg__behind(text, at, 4) != 'p' || lg__is_letter(lg__behind(text, at, 5)); /* not pid */
  if (!lg__is_letter(last) || lg__at_word(text, at, "0x", 2)) return false;
  uint8_t behind = lg__peek(text, lg__skip_digits(text, at));
  return lg__is_letter(behind) || behind == ')'; /* (request 325) */
}

/* ---- from a digit to its value ----------------------------------------------------------------------------------- */

/* The value that begins at `start`, behind its quote, if it has one, at `at`, if what stands before it makes it no
 * content. */
static bool begins_at(lg_scan *text, size_t start, size_t at, bool known, lg_envelope *envelope, lg_member_span *out) {
  bool listed = start < at && lg__behind(text, start, 1) == '['; /* {"X-Request-Id":["a1"]}, as Go prints headers */
  size_t colon = colon_before(text, start - listed), quote;
  uint8_t sign = lg__behind(text, start, 1);
  if (colon == 0 && sign == ' ' && !may_follow_word(text, start)) return false;
  if (colon == 0) return memchr(" =>", sign, 3) != NULL && label_of(text, start - 1, at, known, out);
  quote = quote_before(text, colon);
  return quote != 0 ? member_of(text, quote, start, envelope, &out->value) : label_of(text, colon, at, known, out);
}

bool lg__may_be_member(const lg_scan *text, size_t at, bool begins) {
  uint8_t before = lg__behind(text, at, 1), second;
  switch (before) {
  case ' ':
    second = lg__behind(text, at, 2);
    return second == ':' || second == ' ' || second == ',' || second == '*' || may_follow_word(text, at);
  case '`':
  case '"':
  case '\'':
  case ':':
  case '=':
  case '>': return true;
  default: return (!begins || before == '-') && (lg__kind(before) & LG_BYTE_PATH) != 0; /* gen-1790000000-aB3 */
  }
}

bool lg__span_member(lg_scan *text, size_t digit, bool known, lg_envelope *envelope, lg_member_span *out) {
  size_t at = digit;
  out->letters = 0;
  /* Tue, 24 */
  if (at >= 5 && text->s[at - 1] == ' ' && text->s[at - 2] == ',' && lg__is_letter(text->s[at - 3])) at -= 5;
  size_t least = at > text->taken + BACK_MAX ? at - BACK_MAX : text->taken;
  if (at == least && lg__behind(text, at, 1) == ' ') least--; /* of two blanks one has been written */
  for (; at > least; at--) {
    while (at > least && (lg__kind(text->s[at - 1]) & LG_BYTE_NAME)) at--; /* most of an id */
    if (at == least) break;
    uint8_t before = text->s[at - 1];
    if (is_id_byte(before)) continue;
    size_t start = at; /* of a string its quote, which has backslashes before it in a string of JSON */
    if (before == '"' || before == '\'') start = at - 1 - backslashes_before(text, at - 1, 0);
    if (start >= text->taken && begins_at(text, start, at, known, envelope, out)) return true;
    if (!is_sign(before) && before != ';') return false; /* a sign may be part of the id: "Root=1-67" */
  }
  return false;
}
