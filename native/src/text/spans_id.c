/* Generated names: UUIDs, hexadecimal ids, and numbers of attempts or processes. */
#include "text/envelope.h"

/* ---- 550e8400-e29b-41d4-a716-446655440000 ------------------------------------------------------------------------ */

#define UUID_LEN 36

static bool is_uuid(const lg_scan *text, size_t start) {
  if (start > text->len || text->len - start < UUID_LEN) return false;
  const uint8_t *s = text->s + start;
  if (s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-') return false;
  uint8_t digits = 0; /* without a table, sixteen at a time */
  for (size_t k = 0; k < UUID_LEN; k++)
    digits = (uint8_t)(digits + (((uint8_t)(s[k] - '0') < 10) | ((uint8_t)((s[k] | 0x20) - 'a') < 6)));
  uint8_t before = lg__behind(text, start, 1);
  return digits == UUID_LEN - 4 && (before == '_' || lg__may_begin(text, start)) &&
         (lg__peek(text, start + UUID_LEN) == '_' || lg__may_end(text, start + UUID_LEN));
}

/* Where the hexadecimal letters before the run begin; not before text->taken. */
static inline size_t letters_start(const lg_scan *text, const lg_digits *run) {
  size_t at = run->at, start = at;
  if (!(lg__kind(run->before) & LG_BYTE_HEX)) return at;
  while (lg__reaches(text, start, 1) && (lg__kind(text->s[start - 1]) & LG_BYTE_HEX)) start--;
  if (start < at && lg__is_escape_letter(text, start)) start++; /* the f of \f */
  return start;
}

/* The run need not be in the first group of the UUID, since earlier groups may be letters only. */
bool lg__span_uuid(const lg_scan *text, const lg_digits *run, lg_span *out) {
  static const uint8_t group_starts[] = {0, 9, 14, 19, 24};
  size_t group = letters_start(text, run);
  if (lg__peek(text, group + 7) == '-' && lg__reaches(text, group, 1) && lg__is_hex(text->s[group - 1]))
    group--; /* C:\f47ac10b-... in a path of Windows: no \f */
  bool inside =
      lg__behind(text, group, 1) == '-' && (lg__peek(text, group + 4) == '-' || lg__is_hex(lg__peek(text, group + 11)));
  if (!inside && lg__peek(text, group + 8) != '-') return false;
  for (size_t k = 0; k < (inside ? sizeof group_starts : 1); k++) {
    size_t back = group_starts[k];
    if (!lg__reaches(text, group, back)) return false;
    if (!is_uuid(text, group - back)) continue;
    *out = (lg_span){group - back, group - back + UUID_LEN};
    return true;
  }
  return false;
}

/* ---- 0x7f3a4c001230, 9f86d081, d41d8cd98f00b204e9800998ecf8427e -------------------------------------------------- */

#define HEX_MIN 8    /* digits of an id without a prefix */
#define HEX_0X_MIN 6 /* 0x5 and 0x1F4 are plain numbers */
#define HEX_AT_MIN 6 /* of an object of Java: com.example.Foo@1b2c3d4 */
#define HEX_MAX 128  /* SHA-512; anything longer is data */

/* 0x80070005, 0xC0000005: status codes of Windows are eight digits with these beginnings. */
static bool is_windows_status(const lg_scan *text, size_t digits, size_t end) {
  uint8_t first = lg__peek(text, digits);
  return end - digits == 8 && lg__peek(text, digits + 1) == '0' && (first == '8' || first == 'C' || first == 'c');
}

static bool is_alnum(uint8_t byte) { return lg__is_digit(byte) || lg__is_letter(byte); }

static unsigned kind_of(uint8_t byte) { return lg__is_digit(byte) ? 0 : byte < 'A' ? 3 : byte < 'a' ? 1 : 2; }

/* Whether the letters and digits in [from, end) are a word: of small letters, of capitals, or with one before them. */
static bool is_plain_word(const uint8_t *s, size_t from, size_t end) {
  enum { WORD_LEAST = 4 };
  if (end - from < WORD_LEAST) return false;
  unsigned first = kind_of(s[from + 1]);
  for (size_t i = from + 1; i < end; i++)
    if (kind_of(s[i]) != first) return false;
  return first != 0 && (first == kind_of(s[from]) || kind_of(s[from]) == 1);
}

/* The end of the parts of an id behind its time or its hash: -x2x4z (pods); or `end`. `digits`: five letters at its end
 * are a part, too. */
static size_t suffix_end(const lg_scan *text, size_t end, bool digits) {
  enum { SUFFIX_MIN = 5, SUFFIX_MAX = 32 };
  for (size_t next; text->tokens && (lg__peek(text, end) == '-' || lg__peek(text, end) == '_'); end = next) {
    for (next = end + 1; next - end <= SUFFIX_MAX && is_alnum(lg__peek(text, next));) next++;
    size_t len = next - end - 1;
    bool last = digits && len == SUFFIX_MIN && lg__may_end(text, next) && lg__peek(text, next) != '-';
    bool word = is_plain_word(text->s, end + 1, next) && !last;
    if (len < SUFFIX_MIN || len >= SUFFIX_MAX || word) return end;
    digits = lg__skip_digits(text, end + 1) == next;
  }
  return end;
}

/* The run need not begin the id: letters may come before it. */
bool lg__span_hex_id(const lg_scan *text, const lg_digits *run, lg_span *out) {
  size_t start = letters_start(text, run);
  uint8_t before = lg__behind(text, start, 1);
  if (before != '_' && !lg__may_begin(text, start)) return false;
  if (before == '#' || (before == '.' && lg__is_digit(lg__behind(text, start, 2)))) return false; /* colours, 1.5e10 */
  bool prefixed = text->s[start] == '0' && (lg__peek(text, start + 1) | 0x20) == 'x';
  size_t digits = prefixed ? start + 2 : start;
  size_t end = digits, most = text->len - digits > HEX_MAX ? digits + HEX_MAX + 1 : text->len;
  unsigned kinds = 0, kind;
  for (; end < most && ((kind = lg__kind(text->s[end])) & (LG_BYTE_DIGIT | LG_BYTE_HEX)); end++) kinds |= kind;
  /* not in DE811907980: a number of a tax, an account, a case */
  bool letter = (kinds & LG_BYTE_HEX) != 0 && (run->end != end || run->at - start > 2 || text->s[start] > 'Z');
  if (end - digits > HEX_MAX || (lg__peek(text, end) != '_' && !lg__may_end(text, end))) return false;
  size_t least = before == '@' && lg__peek(text, end) != '.' ? HEX_AT_MIN : HEX_MIN;
  if (prefixed ? end - digits < HEX_0X_MIN || is_windows_status(text, digits, end) : end - digits < least || !letter)
    return false;
  *out = (lg_span){start, before == '-' ? suffix_end(text, end, true) : end};
  return true;
}

/* ---- chatcmpl-Ag88RlsajPJeE2v, 7p9txw41kq0z3bd8, tokens of base64 and base64url ---------------------------------- */

/* Bytes of an id behind a known prefix, of one that looks random, of one in a failure, and of tokens; anything longer
 * is data, such as a picture. PART_MIN: between two signs; routes, versions and boards of chess have short parts. */
enum { ID_MIN = 14, RANDOM_MIN = 16, LOOSE_MIN = 12, TOKEN_MIN = 20, TOKEN_MAX = 1024, PART_MIN = 10 };

/* Between the letters and digits of a token: a sign that a path may have, % as in %2F. */
static bool is_joint(uint8_t byte) { return byte < 0x80 && !is_alnum(byte) && (lg__kind(byte) & LG_BYTE_PATH); }

/* Whether `start` stands behind what services put before the ids of requests and answers: req_1A. */
static bool follows_prefix(const lg_scan *text, size_t start) {
  static const char prefixes[][9] = {"req", "resp", "msg", "chatcmpl", "cmpl", "fp", "call", "toolu"};
  uint8_t sign = lg__behind(text, start, 1);
  if (sign != '_' && sign != '-') return false;
  size_t end = start - 1; /* \ntoolu_1A in JSON, D:\toolu_1A */
  for (size_t k = 0; k < COUNT_OF(prefixes); k++) {
    size_t len = strlen(prefixes[k]);
    if (len > end || end - len < text->seam || memcmp(text->s + end - len, prefixes[k], len) != 0) continue;
    if (lg__may_begin(text, end - len)) return true;
  }
  return false;
}

/* What letters and digits are mixed as. */
typedef struct mix {
  size_t runs, before_small; /* runs of digits; before a small letter */
  size_t changes;            /* from byte to byte, between digits, small letters, capitals and other signs */
  size_t longest;            /* without another sign */
  size_t odd;                /* capitals before no small letter, as in no camelCase */
  bool small, capital;
  bool digest; /* a word, and behind it only hexadecimal digits: they belong to a text that was cut */
} mix;

static mix mix_of(const uint8_t *s, size_t len) {
  mix m = {0};
  for (size_t i = 0, alike = 0; i < len; i++) {
    unsigned kind = kind_of(s[i]);
    alike = kind == 3 || s[i] == '_' ? 0 : alike + 1;
    if (alike > m.longest) m.longest = alike;
    m.small = m.small || kind == 2;
    m.capital = m.capital || kind == 1;
    m.odd += kind == 1 && (i + 1 == len || s[i + 1] < 'a');
    m.changes += i > 0 && kind != kind_of(s[i - 1]);
    if (!lg__is_hex(s[i])) m.digest = i > 0 && m.runs == 0 && !lg__is_digit(s[i - 1]);
    if (kind != 0 || (i + 1 < len && lg__is_digit(s[i + 1]))) continue;
    m.runs++;
    m.before_small += i + 1 < len && s[i + 1] >= 'a';
  }
  return m;
}

/*
 * As no name mixes letters and digits: three runs of digits, two of them before small letters, if it has any; or two,
 * and at every second byte a change. Of an envelope also 20 bytes mixed as in base64; in a failure three runs, or two
 * and a digit first, as no identifier begins: utf8ToUtf16, GL_R8G8B8A8.
 */
static bool is_random(lg_scan *text, size_t start, size_t len) {
  mix m = mix_of(text->s + start, len);
  if (m.digest) return false;
  if (len >= RANDOM_MIN &&
      ((m.runs >= 3 && (!m.small || m.before_small >= 2)) || (m.runs >= 2 && 2 * m.changes >= len)))
    return true;
  if (!text->tokens) return false;
  if (len >= TOKEN_MIN && lg__is_token(text->s + start, len)) return true;
  if (lg__behind(text, start, 1) == '_' || lg__peek(text, start + len) == '_') return false;
  return (m.runs >= 3 || (m.runs == 2 && lg__is_digit(text->s[start]))) && lg__is_of_failure(text);
}

size_t lg__id_end(const lg_scan *text, const lg_digits *run, const lg_span *time) {
  enum { DATE_LEN = 10 };
  size_t len = time->end - time->start;
  bool alone = len <= DATE_LEN && time->end != run->end; /* a day, not an epoch */
  return alone ? time->end : suffix_end(text, time->end, len > DATE_LEN + 9);
}

bool lg__is_token(const uint8_t *s, size_t len) {
  mix m = mix_of(s, len);
  return (m.runs > 1 || (m.runs == 1 && m.odd > 2)) && m.small && m.capital && m.longest >= PART_MIN &&
         5 * m.changes >= 2 * len + 4;
}

/* The token around [out->start, out->end), parts joined by signs up to a part that is a word. False: it is no id. */
static bool token_around(lg_scan *text, lg_span *out) {
  const uint8_t *s = text->s;
  size_t start = out->start, end = out->end;
  while (end + 1 < text->len && end - start <= TOKEN_MAX && is_joint(s[end])) {
    size_t next = end + 1;
    while (next < text->len && next - start <= TOKEN_MAX && is_alnum(s[next])) next++;
    if (is_plain_word(s, end + 1, next)) break;
    end = next;
  }
  text->token = end;
  while (lg__reaches(text, start, 2) && end - start <= TOKEN_MAX && is_joint(s[start - 1])) {
    size_t before = start - 1;
    while (lg__reaches(text, before, 1) && end - before <= TOKEN_MAX && is_alnum(s[before - 1])) before--;
    if (is_plain_word(s, before, start - 1)) break;
    start = before;
  }
  size_t len = end - start;
  if (len < TOKEN_MIN || len > TOKEN_MAX || !lg__is_token(s + start, len)) return false;
  while (lg__peek(text, end) == '=') end++;
  *out = (lg_span){start, end};
  return true;
}

bool lg__span_random_id(lg_scan *text, const lg_digits *run, lg_span *out) {
  size_t start = run->at, end = run->end, most = run->at + HEX_MAX + 1;
  if (end > text->word) /* once for all runs of a word, which may be a picture in base64 */
    for (text->word = end; text->word < text->len && is_alnum(text->s[text->word]);) text->word++;
  if (end < most) end = text->word < most ? text->word : most;
  while (lg__reaches(text, start, 1) && end - start <= HEX_MAX && is_alnum(text->s[start - 1])) start--;
  if (start < run->at && lg__is_escape_letter(text, start)) start++;
  size_t len = end - start;
  uint8_t before = lg__behind(text, start, 1);
  bool joined = is_joint(before) || is_joint(lg__peek(text, end));
  *out = (lg_span){start, end};
  if (joined && text->tokens && end > text->token && token_around(text, out)) return true;
  if (len < LOOSE_MIN || len > HEX_MAX || lg__peek(text, end) == '+') return false;
  if (before == '+' || before == '#' ||
      (is_alnum(before) && start != text->seam && !lg__is_escape_letter(text, start - 1)))
    return false;
  return (len >= ID_MIN && follows_prefix(text, start)) || is_random(text, start, len);
}

/* 5f2d1702.1773480413.1a2b3c4 (Akamai), fra1::klv36-1773480413123-5f2d17023b1c (Vercel) */
bool lg__span_timed_id(const lg_scan *text, const lg_digits *run, lg_span *out) {
  enum { LEAST = 5 };
  size_t start = run->at - 1, end = run->end + 1;
  if (run->before != run->after || (run->before != '.' && run->before != '-')) return false;
  if (!lg__is_epoch(text, run)) return false;
  while (lg__reaches(text, start, 1) && is_alnum(text->s[start - 1])) start--;
  if (lg__is_escape_letter(text, start)) start++;
  while (is_alnum(lg__peek(text, end))) end++;
  size_t before = run->at - 1 - start;
  mix m = mix_of(text->s + start, end - start); /* digits alone: 1.2.840.1773480413.12345 is the name of a thing */
  bool telling = run->before == '.' ? (m.small || m.capital) && lg__any_digit(text->s + start, before)
                                    : lg__behind(text, start, 1) == ':';
  if (!telling || before < LEAST || end - run->end <= LEAST) return false;
  *out = (lg_span){start, end};
  return true;
}

/* ---- attempt 3, step #4, "line": 12, cell [3], In [5]:, #12; pid 1234, Thread-7, (node:1234) --------------------- */

enum { GAP_MAX = 4, WORD_MIN = 3, WORD_MAX = 9 }; /* bytes between word and number, as in `": "`; letters of a word */
/* Beside a class: the number is never what a text says. */
#define NEVER_SAID (1u << 15)
#define OF_PORT (1u << 14)  /* a process id if a system gave the port, to a client */
#define NAMED_BY (1u << 13) /* a process id behind a hyphen: console-consumer-44523 (Kafka) */

/*
 * The class of the number after one of these words. Not "pass": test runners print how many tests passed with it, and
 * that is the progress that a guard must see.
 */
unsigned lg__counted_class(const uint8_t *s, size_t len, unsigned as) {
  (void)as;
  if (lg__is_in("attempt retry try iteration iter step round line cell trial seed", s, len))
    return LG_VOLATILE_COUNTERS;
  if (lg__is_in("pid ppid tid thread exec goroutine daemon lwp", s, len)) return LG_VOLATILE_PIDS;
  if (lg__is_in("consumer", s, len)) return NAMED_BY;
  return lg__is_in("port localport", s, len) ? OF_PORT : 0;
}

uint32_t lg__counted_before(const lg_scan *text, size_t end) {
  size_t most = end > text->seam ? end - text->seam : 0;
  size_t start = end - lg__letters_before(text, end, most <= WORD_MAX ? most : WORD_MAX + 1);
  if (start < end && lg__is_escape_letter(text, start)) start++;
  if (end - start < WORD_MIN || end - start > WORD_MAX || !lg__may_begin(text, start)) return 0;
  return lg__known_word(text, start, end - start, LG_AS_COUNTED, lg__counted_class);
}

/* The number of "In [5]:", "Out[5]:" and "Cell In[5]". Without the colon or the cell it may be Python: `x in [5]`. */
static bool is_prompt(const lg_scan *text, const lg_digits *run) {
  if (run->before != '[' || run->after != ']') return false;
  if (run->at >= 8 && memcmp(text->s + run->at - 8, "Cell In[", 8) == 0) return lg__may_begin(text, run->at - 8);
  if (run->at < 4 || lg__peek(text, run->end + 1) != ':') return false;
  const uint8_t *prompt = text->s + run->at - 4;
  return (memcmp(prompt, "In [", 4) == 0 || memcmp(prompt, "Out[", 4) == 0) && lg__may_begin(text, run->at - 4);
}

/* The number of "#12", but not of "&#39;" or a link's "/#12" or "#12-title". */
static bool is_numbered(const lg_scan *text, const lg_digits *run) {
  uint8_t before = lg__behind(text, run->at, 2);
  return run->before == '#' && lg__may_begin(text, run->at - 1) && before != '&' && before != '/' && before != '#' &&
         run->after != '-';
}

/* Whether the number is a port that Linux or Windows gives to clients: 32768 to 65535. */
static bool is_client_port(const lg_scan *text, const lg_digits *run) {
  return run->end - run->at == 5 && memcmp(text->s + run->at, "32768", 5) >= 0 &&
         memcmp(text->s + run->at, "65535", 5) <= 0;
}

/* Whether the word "port" that ends before `end` is of a client: 203.0.113.7 port 40000, local port 40000. */
static bool is_of_client(const lg_scan *text, size_t end) {
  return lg__is_digit(lg__behind(text, end, 6)) || (end >= 10 && lg__at_word(text, end - 10, "local ", 6)) ||
         lg__behind(text, end, 5) == 'l';
}

/* read tcp 10.0.0.7:54321->10.0.0.5:443, [client 10.0.0.7:48382], from 10.0.0.7:48382, user@10.0.0.7:48382 */
static bool is_of_peer(const lg_scan *text, const lg_digits *run) {
  size_t at = run->at - 1;
  if (!is_client_port(text, run) || !lg__is_digit(lg__behind(text, run->at, 2))) return false;
  while (at > 0 && (lg__is_digit(text->s[at - 1]) || text->s[at - 1] == '.')) at--;
  if (lg__at_word(text, run->end, "->", 2)) return true;
  uint8_t before = lg__behind(text, at, 1);
  return text->tokens && (before == '@' || before == '=' || (at > 6 && lg__at_word(text, at - 7, "client ", 7)) ||
                          (at > 4 && lg__at_word(text, at - 5, "from ", 5)));
}

/* [12668] at the beginning of a line, node[12668], xcodebuild[12668:57]: a process, in what says that it failed; but of
 * orders[41234] one. */
static bool is_in_brackets(const lg_scan *text, const lg_digits *run) {
  uint8_t second = lg__behind(text, run->at, 2);
  if (!text->tokens) return false;
  if (run->before == ':') return run->after == ']' && lg__is_digit(second);
  return run->before == '[' && (run->after == ']' || run->after == ':') && second != 's' &&
         (second == 0 || second == '\n' || lg__is_letter(second)) && lg__peek(text, run->end + 1) != '[';
}

static uint32_t numbered_class(const lg_scan *text, const lg_digits *run) {
  if (run->before == '-') { /* Thread-7, name='Task-7' (asyncio); but step-7 is a name */
    if (lg__is_process(text, run)) return LG_VOLATILE_PIDS | NEVER_SAID;
    if (run->at > 10 && lg__at_word(text, run->at - 11, "name='task-", 11)) return LG_VOLATILE_PIDS;
    uint32_t named = run->end - run->at > 3 ? NAMED_BY : 0; /* consumer-10 is one of many */
    return lg__counted_before(text, run->at - 1) & (LG_VOLATILE_PIDS | named) ? LG_VOLATILE_PIDS : 0;
  }
  size_t gap = run->at;
  while (gap > 0 && run->at - gap < GAP_MAX && (lg__kind(text->s[gap - 1]) & LG_BYTE_GAP)) gap--;
  uint32_t class = gap == run->at ? 0 : lg__counted_before(text, gap) & ~NAMED_BY;
  if (class == OF_PORT) return is_client_port(text, run) && is_of_client(text, gap) ? OF_PORT | LG_VOLATILE_PIDS : 0;
  bool bracketed = run->after == ']' || run->after == ')'; /* [pid 1234] read(; not "started with pid 1234" */
  if (class != 0) return bracketed && (class & LG_VOLATILE_PIDS) ? class | NEVER_SAID : class;
  if (lg__is_process(text, run)) return LG_VOLATILE_PIDS | NEVER_SAID;
  if ((run->before == '[' || run->before == ':') && run->end - run->at > 3 &&
      (is_in_brackets(text, run) || (run->before == ':' && is_of_peer(text, run))))
    return OF_PORT | LG_VOLATILE_PIDS;
  return is_numbered(text, run) || is_prompt(text, run) ? LG_VOLATILE_COUNTERS : 0;
}

/* Whether an id stands behind what services put before those of requests and answers, but msg_: a message may be what
 * was asked for. */
static bool follows_answer(const lg_scan *text, const lg_span *id) {
  return id->start > 1 && text->s[id->start - 2] != 'g' && follows_prefix(text, id->start);
}

/* The span is the number alone, so that "attempt 3" and "step 3" stay different. */
uint32_t lg__span_numbered(lg_scan *text, const lg_digits *run, uint32_t classes, lg_span *out) {
  bool decimal = run->after == '.' && run->before != '.' && lg__is_hex(lg__peek(text, run->end + 1)); /* #18.5f2d1702 */
  if (run->end - run->at > 10 || decimal || !lg__may_end(text, run->end)) return 0;
  uint32_t class = numbered_class(text, run);
  if ((class & OF_PORT) && !lg__is_of_failure(text)) return 0; /* it may be one that was found, or reserved */
  if (class & classes) *out = (lg_span){run->at, run->end};
  return class & classes;
}

bool lg__is_aside_id(const lg_scan *text, const lg_span *span) {
  /* <Order object at 0x7f3a4c001230>, as Python prints what has no text */
  if (lg__peek(text, span->end) == '>' && span->start > 4 && lg__at_word(text, span->start - 4, " at 0x", 6))
    return true;
  if (!lg__is_digit(text->s[span->start]) || lg__is_letter(text->s[span->end - 1])) return follows_answer(text, span);
  lg_digits run = lg__digits_at(text, span->start);
  return run.end == span->end ? (numbered_class(text, &run) & NEVER_SAID) != 0 : follows_answer(text, span);
}
