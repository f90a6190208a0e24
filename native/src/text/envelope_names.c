#include "text/envelope.h"

/* clang-format off */
enum {
  NUMBER = LG_OF_NUMBER, ID = LG_OF_ID, CLOCK = LG_OF_CLOCK, BOX = LG_OF_BOX, DATE = LG_OF_HTTP_DATE,
  ANY = LG_OF_ANY, TIMES = NUMBER | BOX, BESIDE = LG_OF_BESIDE, HOST = ID | LG_OF_HOST, MOMENT = CLOCK | BOX, MEASURED = LG_OF_MEASURED
};
enum { LABEL = LG_AS_LABEL, MEMBER = LG_AS_MEMBER, BOTH = LG_AS_BOTH, LOOSE = LG_OF_LOOSE, SIGNED = 4 /* behind a _ or $ */ };

typedef struct known {
  const char *name; /* in lower case, without what stands between words */
  uint8_t len, where;
  uint16_t kinds;
} known;

#define KNOWN(name, kinds, where)                                                                                      \
  { name, sizeof name - 1, where, kinds }
/* The names, by scripts/native-tables/envelope.mjs. */
#include "text/envelope_names.gen.h"
/* clang-format on */

typedef struct name {
  const uint8_t *s; /* as it stands in the text */
  size_t raw_len;
  char text[LG_ENVELOPE_NAME_MAX]; /* as in the list */
  size_t len;
  unsigned where; /* it stands; more than one in the list may have this name */
} name;

/* Reads the name as the list has it. False: it is shorter or longer than any name there. */
static bool fold(const uint8_t *s, size_t len, name *n) {
  *n = (name){.s = s, .raw_len = len};
  if (len > LG_ENVELOPE_NAME_MAX) return false;
  for (size_t i = 0; i < n->raw_len; i++) {
    uint8_t byte = n->s[i];
    if (memchr("_-. ", byte, 4) != NULL || (i == 0 && (byte == '$' || byte == '@'))) continue;
    n->text[n->len++] = (char)(lg__is_letter(byte) ? byte | 0x20 : byte);
  }
  return n->len > 1;
}

#define HAS_ANY(n, parts) has_any(n, parts, COUNT_OF(parts))
static bool has_any(const name *n, const char *const *parts, size_t count) {
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < n->len; i++) {
      if (n->text[i] != parts[k][0]) continue;
      size_t len = strlen(parts[k]);
      if (i + len <= n->len && memcmp(n->text + i, parts[k], len) == 0) return true;
    }
  return false;
}

static const known *exact(const name *n) {
  if (n->len > LONGEST_KNOWN) return NULL;
  const char *at = WHOLE_NAMES + BYTES_TO[n->len];
  for (size_t k = FIRST_OF[n->len]; k < FIRST_OF[n->len + 1]; k++, at += n->len) {
    const known *sort = &SORTS[SORT_OF[k]];
    if (*at == n->text[0] && (sort->where & n->where) && memcmp(at, n->text, n->len) == 0) return sort;
  }
  return NULL;
}

static bool ends_with(const name *n, const char *end, size_t len) {
  return n->len >= len && n->text[n->len - 1] == end[len - 1] && memcmp(n->text + n->len - len, end, len) == 0;
}

static const known *by_ending(const name *n) {
  for (size_t k = 0; k < COUNT_OF(ENDINGS); k++)
    if (ends_with(n, ENDINGS[k].name, ENDINGS[k].len))
      return HAS_ANY(n, CONTENT_STEMS) || HAS_ANY(n, STATISTICS) ? NULL : &ENDINGS[k];
  return NULL;
}

static const known *by_part(const name *n) {
  if (HAS_ANY(n, STATISTICS)) return NULL;
  for (size_t k = 0; k < COUNT_OF(PARTS); k++)
    if (has_any(n, &PARTS[k].name, 1)) return &PARTS[k];
  return NULL;
}

/* Where one of the words before `end` that ends there begins; or `end`. */
static size_t word_before(const name *n, size_t end, const char *const *words, size_t count, size_t *out_which) {
  for (*out_which = 0; *out_which < count; ++*out_which) {
    size_t len = strlen(words[*out_which]);
    if (len <= end && memcmp(n->text + end - len, words[*out_which], len) == 0) return end - len;
  }
  return end;
}

/* query_time, queryMs, total_query_millis; served_in, served_in_ns. */
static const known *as_work(const name *n) {
  static const known work[] = {KNOWN("time", NUMBER, MEMBER), KNOWN("time", NUMBER, BOTH)};
  size_t which, end = word_before(n, n->len, WORK_UNITS, COUNT_OF(WORK_UNITS), &which), before = end;
  if (end > 4 && memcmp(n->text + end - 4, "edin", 4) == 0 && HAS_ANY(n, CLOCK_STEMS)) return work;
  if (end == n->len || end == 0) return NULL;
  bool label = true;
  while ((end = word_before(n, end, WORK_STEMS, COUNT_OF(WORK_STEMS), &which)) < before)
    before = end, label &= which < 11;
  return end == 0 ? &work[label] : NULL;
}

/* remaining_api_calls, creditsLeft. */
static const known *as_quota(const name *n) {
  static const known left = KNOWN("left", NUMBER | BESIDE | LOOSE, MEMBER);
  return HAS_ANY(n, QUOTA_STEMS) && HAS_ANY(n, QUOTA_LEFT) ? &left : NULL;
}

/* session_id, sessionId, server_ms: of the answer, if what that is about stands beside it; not paid or grid, nor one of
 * many calls, of a plan, a setting or a version: what it has may be news. */
static const known *as_aside(const name *n) {
  static const known id = KNOWN("id", ID | BESIDE, MEMBER), ms = KNOWN("ms", NUMBER | BESIDE | LOOSE, MEMBER);
  const uint8_t *end = n->s + n->raw_len;
  const known *found = ends_with(n, id.name, 2) ? &id : ends_with(n, ms.name, 2) ? &ms : NULL;
  bool apart = n->len == 2 || end[-2] < 'a' || end[-3] == '_' || end[-3] == '-';
  return apart && found != NULL && !HAS_ANY(n, NEWS_STEMS) && !HAS_ANY(n, STATISTICS) ? found : NULL;
}

/* Headers: all that begin with x-. */
static const known *as_header(const name *n) {
  static const known header = KNOWN("x", ANY & ~BOX, BOTH);
  if ((n->s[0] | 0x20) != 'x' || (n->s[1] != '-' && n->s[1] != '_')) return NULL;
  return has_any(n, CONTENT_HEADERS, 9) ? NULL : &header;
}

bool lg__is_payload(const uint8_t *s, size_t len, uint8_t first, size_t value_len) {
  enum { SHORTEST = 20, EMPTY = 2 };
  if (first == '[' && value_len > EMPTY && lg__is_in(LISTS, s, len)) return true;
  if (first == '[' || first == '{') return lg__is_in(value_len > EMPTY ? PAYLOADS : NONE_FOUND, s, len);
  return value_len >= SHORTEST && lg__is_in(SAYINGS, s, len);
}

bool lg__is_of_content(const uint8_t *s, size_t len) {
  name word;
  size_t which;
  return fold(s, len, &word) &&
         word_before(&word, word.len, CONTENT_HEADERS, COUNT_OF(CONTENT_HEADERS), &which) < word.len &&
         lg__envelope_kinds(s, len, LG_AS_MEMBER) == 0;
}

/* Whether the word tells of many calls on the whole: p99, average. */
static bool is_statistic(const uint8_t *s, size_t len) {
  name word;
  return fold(s, len, &word) && HAS_ANY(&word, STATISTICS);
}

unsigned lg__envelope_kinds(const uint8_t *s, size_t len, unsigned where) {
  name given, *n = &given;
  if (!fold(s, len, n)) return 0;
  static const known *(*const lookups[])(const name *) = {exact,     by_part,  as_header, as_work,
                                                          by_ending, as_quota, as_aside};
  n->where = where == LG_AS_MEMBER && (n->s[0] == '$' || n->s[0] == '_') ? MEMBER | SIGNED : where;
  for (size_t k = 0; k < COUNT_OF(lookups); k++) {
    const known *found = lookups[k](n);
    if (found != NULL && (found->where & n->where)) return found->kinds;
  }
  return 0;
}

size_t lg__name_start(const lg_scan *text, size_t end) {
  size_t start = end, least = end > LG_ENVELOPE_NAME_MAX ? end - LG_ENVELOPE_NAME_MAX - 1 : 0;
  while (start > least && (lg__kind(text->s[start - 1]) & LG_BYTE_NAME)) start--;
  return start < end && lg__is_escape_letter(text, start) ? start + 1 : start; /* \ntook: 5, in a string of JSON */
}

unsigned lg__label_kinds(const lg_scan *text, size_t start, size_t end) {
  if (!lg__is_letter(text->s[start]) || !lg__may_begin(text, start)) return 0;
  unsigned kinds = lg__known_word(text, start, end - start, LG_AS_LABEL, lg__envelope_kinds);
  if ((kinds & LG_OF_NUMBER) == 0 || lg__behind(text, start, 1) != ' ') return kinds;
  size_t first = lg__name_start(text, start - 1); /* p99 latency, Average response time */
  return is_statistic(text->s + first, start - 1 - first) ? 0 : kinds;
}

unsigned lg__label_before(const lg_scan *text, size_t end, size_t *start) {
  *start = lg__name_start(text, end);
  size_t len = end - *start, second = *start;
  if (len < 2 || len > LG_ENVELOPE_NAME_MAX) return 0;
  unsigned kinds = lg__label_kinds(text, second, end);
  bool two = len == 2 || len == 4 || len == 6; /* Request ID, Elapsed time, Final Memory */
  if (((kinds & ~(unsigned)LG_OF_LOOSE) != 0 && kinds != LG_OF_MEASURED) || !two || second < 2 ||
      text->s[second - 1] != ' ')
    return kinds;
  size_t first = lg__name_start(text, second - 1);
  unsigned both = text->s[first] == ' ' ? 0 : lg__label_kinds(text, first, end);
  if (both != 0) *start = first;
  return both != 0 ? both : kinds;
}
