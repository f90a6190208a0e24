/*
 * Spans that are never what a text says, however short it is: durations that were measured, and what loggers put before
 * a message, which is its time and numbers of processes, threads and connections.
 */
#include "text/envelope.h"
#include "text/meaning.h"

/* How far a line is read to either side. */
enum { LINE_BACK_MAX = 100, WORDS_WITHIN = 40, LEVEL_MAX = 12 };

static bool has_measured_unit(const lg_scan *text, const lg_span *duration) {
  const uint8_t *s = text->s;
  for (size_t i = duration->start, end = duration->end; i + 1 < end; i++) {
    if (lg__is_digit(s[i]) || s[i] == ' ') continue;
    if (s[i] == 0xE7) { /* a second in Chinese and Japanese, whose other units are smaller */
      i += 2;
      continue;
    }
    if (s[i] == '.' || s[i] == ',' || s[i] >= 0x80 || s[i] == 'u' || s[i] == 'n') return true;
    if ((s[i] | 0x20) == 'm' && (s[i + 1] | 0x20) == 's') return true;
    while (i + 1 < end && lg__is_letter(s[i + 1])) i++; /* of minutes */
  }
  return false;
}

static bool is_line_start(const lg_scan *text, size_t at) {
  if (at == 0 || at == text->seam) return true;
  uint8_t before = text->s[at - 1];
  return before == '\n' || before == '\r' || before == '"' || lg__is_escape_letter(text, at - 1);
}

/* Where the seconds of 12:11:07 stand: the colons are three bytes apart; 0: it has none. */
static size_t seconds_in(const lg_scan *text, const lg_span *time) {
  const uint8_t *s = text->s + time->start;
  if (time->end - time->start >= 19 && s[16] == ':' && s[13] == ':') return time->start + 17; /* 2026-03-14T12:11:07 */
  size_t found = 0; /* the last: 14/Mar/2026:09:26:53 */
  for (size_t i = time->start; i + 5 < time->end; i++)
    if (text->s[i] == ':' && text->s[i + 3] == ':' && lg__is_digit(text->s[i + 1])) found = i + 4;
  return found;
}

/* Whether it is the 0th second, of which no clock has read a fraction: .000 is as a planned time is printed, too. */
static bool is_full_minute(const lg_scan *text, size_t seconds) {
  size_t end = seconds;
  for (uint8_t byte; (byte = lg__peek(text, end)) == '0' || byte == '.' || byte == ','; end++) continue;
  return end >= seconds + 2 && !lg__is_digit(lg__peek(text, end));
}

bool lg__is_clock_time(const lg_scan *text, const lg_span *time) {
  if (lg__skip_digits(text, time->start) - time->start >= 10) { /* an epoch; that of a full minute was planned */
    unsigned seconds = 0;
    for (size_t i = time->start; i < time->start + 10; i++) seconds = (seconds * 10 + text->s[i] - '0') % 60;
    return text->s[time->start] != '1' || seconds != 0;
  }
  size_t at = seconds_in(text, time), len = time->end - time->start;
  if (at == 0) return len > 19 && memchr(text->s + time->start, ':', len) == NULL; /* a log */
  return !is_full_minute(text, at);
}

/*
 * Whether the line, or the string of JSON that begins with the time, goes on with a word. The names of zones are none
 * (12:11:07 IST, Europe/Berlin, "GMT+0100 (Central ..."), nor is any other in capitals alone.
 */
static bool has_words(const lg_scan *text, const lg_span *time) {
  bool string = lg__behind(text, time->start, 1) == '"' && lg__behind(text, time->start, 2) != '=';
  for (size_t i = time->end; i < text->len && i - time->end < WORDS_WITHIN; i++) {
    uint8_t byte = text->s[i];
    if (byte == '\n' || byte == '\\' || byte == '(' || (string && byte == '"')) return false;
    if (byte >= 0x80) return true;
    if (!lg__is_letter(byte)) continue;
    bool capitals = true, name = text->s[i] < 'a';
    for (; i < text->len && (lg__is_letter(text->s[i]) || text->s[i] == '_'); i++) capitals &= text->s[i] < 'a';
    if (!capitals && !(name && lg__peek(text, i) == '/')) return true;
    while (i < text->len && text->s[i] > ' ' && text->s[i] != '"' && text->s[i] != '(') i++;
    i--;
  }
  return false;
}

/* Whether [from, end) is a level of a log, a name in brackets, or what klog writes, a letter and a date. */
static bool is_level(const lg_scan *text, size_t from, size_t end) {
  while (end > from && text->s[end - 1] == ' ') end--;
  if (from == end || text->s[from] == '[') return true;
  if (end - from == 5 && lg__is_digit(text->s[from + 1])) return true;
  return lg__is_in("trace debug info notice warn warning error fatal", text->s + from, end - from);
}

/* The start of what may stand before the time: "[", "INFO ", "[GIN] ", "time=", "E1128 ". */
static size_t prefix_start(const lg_scan *text, size_t at) {
  size_t i = at;
  if (i > 0 && text->s[i - 1] == '"' && lg__behind(text, i, 2) == '=') i--;
  if (i > 4 && text->s[i - 1] == '=' && lg__at_word(text, i - 5, "time", 4)) return i - 5;
  while (i > 0 && at - i < LEVEL_MAX) {
    uint8_t before = text->s[i - 1];
    bool capital = lg__is_letter(before) && before < 'a';
    if (!capital && !lg__is_digit(before) && before != ' ' && before != '[' && before != ']') break;
    i--;
  }
  return is_level(text, i, at) ? i : at;
}

static bool begins_line(const lg_scan *text, size_t at) {
  return lg__behind(text, at, 1) == '[' || is_line_start(text, prefix_start(text, at));
}

bool lg__is_planned(lg_scan *text, const lg_span *time) {
  const uint8_t *s = text->s + time->start;
  size_t len = time->end - time->start, seconds = seconds_in(text, time);
  if (seconds != 0 || memchr(s, ':', len) != NULL)
    return (seconds == 0 || is_full_minute(text, seconds)) && !begins_line(text, time->start);
  if (len == 10) return !begins_line(text, time->start);
  return len >= 14 && len <= 19 && lg__is_digit(s[len - 1]) && s[8] != 'T' && memchr(s, '%', len) == NULL &&
         !lg__is_of_failure(text);
}

/* A value of Prometheus, a number: [1790000000.123,"0"], perhaps in lines of its own, and as a string of JSON has
 * these. */
static bool is_sample(const lg_scan *text, const lg_span *time) {
  static const char between[] = " \n\\n";
  size_t open = time->start, value = time->end + 1;
  while (open > 0 && memchr(between, text->s[open - 1], 4) != NULL) open--;
  if (lg__behind(text, open, 1) != '[' || lg__peek(text, time->end) != ',') return false;
  while (value < text->len && memchr(between, text->s[value], 4) != NULL) value++;
  return lg__peek(text, value) == '"' && memchr("0123456789+-N", lg__peek(text, value + 1), 13) != NULL;
}

bool lg__is_log_time(const lg_scan *text, const lg_span *time) {
  size_t at = time->start;
  if (lg__skip_digits(text, at) - at >= 10) /* "1790000000: New connection" */
    return is_sample(text, time) ||
           (is_line_start(text, at) && lg__peek(text, time->end) == ':' && has_words(text, time));
  bool passed = lg__at_word(text, at, "00:", 3) && memchr(text->s + at, '.', time->end - at) != NULL;
  return passed || /* 00:00:07.49 */
         (seconds_in(text, time) != 0 && has_words(text, time) && begins_line(text, at));
}

/* Whether " memcache.go:265]" follows, as in lines of klog and glog, which put the thread before the source. */
static bool is_before_source(const lg_scan *text, size_t at) {
  size_t i = at + 1, most = at + 40;
  if (lg__peek(text, at) != ' ' || !lg__is_letter(lg__peek(text, i))) return false;
  while (i < most && (lg__kind(lg__peek(text, i)) & LG_BYTE_WORD)) i++;
  if (!lg__at_word(text, i, ".go:", 4) && !lg__at_word(text, i, ".cc:", 4)) return false;
  size_t end = lg__skip_digits(text, i + 4);
  return end > i + 4 && end < most && lg__peek(text, end) == ']';
}

/* Whether a time that was left out stands before on the line, as in lines of logs. */
static bool follows_clock(const lg_scan *text, size_t at) {
  return text->clock != 0 && at - text->clock < LINE_BACK_MAX &&
         memchr(text->s + text->clock, '\n', at - text->clock) == NULL;
}

/* The end of Erlang's <0.7.0>, behind the 7. */
static bool is_erlang_end(const lg_scan *text, size_t at) {
  while (lg__peek(text, at) == '.' && lg__is_digit(lg__peek(text, at + 1))) at = lg__skip_digits(text, at + 1);
  return lg__peek(text, at) == '>';
}

/* nginx: "[error] 1234#5678: *90 open() failed" */
static bool is_of_nginx(const lg_scan *text, const lg_digits *run) {
  if (run->after == '#') return run->before == ' ' && lg__is_digit(lg__peek(text, run->end + 1));
  if (run->before == '#') return run->after == ':' && lg__is_digit(lg__behind(text, run->at, 2));
  return run->before == '*' && lg__behind(text, run->at, 2) == ' ' && lg__behind(text, run->at, 3) == ':';
}

/* What stands around a number, and the lengths of both. */
typedef struct around {
  const char *before, *after;
  uint8_t len, behind, last, next; /* their lengths; the byte before the number, and that behind the blank */
} around;

#include "text/beside_numbers.gen.h"

/* Whether a number that a blank and this byte follow may stand between two of the list; most may not. */
static bool may_be_between(uint8_t next) {
  static const uint64_t bits[] = AROUND_NEXT;
  return next < 128 && (bits[next / 64] >> next % 64 & 1) != 0;
}

/* Whether the number, with a blank behind it, stands between two of the list. */
bool lg__is_between(const lg_scan *text, const lg_digits *run) {
  uint8_t next = lg__peek(text, run->end + 1);
  if (!may_be_between(next)) return false;
  for (const around *k = AROUND; k < AROUND + COUNT_OF(AROUND); k++)
    if (k->next == next && k->last == run->before && run->at >= k->len &&
        memcmp(text->s + run->at - k->len, k->before, k->len) == 0 && k->behind <= text->len - run->end &&
        memcmp(text->s + run->end, k->after, k->behind) == 0)
      return next != 'o' || lg__is_digit(lg__peek(text, run->end + k->behind)); /* (x3 over 5m) */
  return false;
}

/*
 * The number between two of the list, of "(node:1234)", as Node.js begins its warnings, of "==1234==", as Valgrind and
 * sanitizers do, of "(1234) panicked at" (Rust), of a client's port in "127.0.0.1:1234 - \"GET" (Uvicorn), of a thread
 * (klog; "pool-1-thread-2" and "[worker-3]" behind a clock), of "cart[1234]:" and "[1234]" behind a clock (syslog,
 * PostgreSQL), of nginx's lines, and of "[12]<a" (Browser Use).
 */
bool lg__is_process(const lg_scan *text, const lg_digits *run) {
  if (run->after == ' ' && lg__is_between(text, run)) return true;
  if (run->after == '\t' && lg__at_word(text, run->end, "\tin\t", 4)) return true; /* dig */
  switch (run->before) {
  case '=': return run->after == '=' && lg__behind(text, run->at, 2) == '=' && lg__peek(text, run->end + 1) == '=';
  case '(': return lg__at_word(text, run->end, ") panicked at", 13);
  case '.': return run->at > 2 && memcmp(text->s + run->at - 3, "<0.", 3) == 0 && is_erlang_end(text, run->end);
  case '-':
    if (lg__at_word(text, run->end, "-thread-", 8)) return true;
    return run->after == ']' && run->at > 6 && lg__at_word(text, run->at - 7, "worker", 6) &&
           follows_clock(text, run->at);
  case '[': /* cart[1234]: or, behind the clock and its zone, [1234] */
    if (run->after == ':' && lg__at_word(text, run->end, ":0x", 3)) return true; /* V8 */
    if (run->after == ']' && lg__peek(text, run->end + 1) == '<' &&
        !(lg__kind(lg__behind(text, run->at, 2)) & LG_BYTE_WORD))
      return lg__is_letter(lg__peek(text, run->end + 2));
    if (run->after != ']' || run->end - run->at < 3 || !follows_clock(text, run->at)) return false;
    return run->at - text->clock <= 6 ||
           ((lg__kind(lg__behind(text, run->at, 2)) & LG_BYTE_WORD || lg__behind(text, run->at, 2) == ')') &&
            lg__peek(text, run->end + 1) == ':');
  case ':':
    if (run->after == ' ') return lg__at_word(text, run->end, " - \"", 4);
    return run->after == ')' && run->at >= 6 && lg__at_word(text, run->at - 6, "(node:", 6);
  case '#': /* [2026-03-14T09:26:53.123456 #1234]: Ruby */
    if (run->after == ']' && text->clock != 0 && text->clock + 2 == run->at) return true;
    /* fall through */
  case '*': return is_of_nginx(text, run) && follows_clock(text, run->at);
  case ' ':
    if (run->after == '#') return is_of_nginx(text, run) && follows_clock(text, run->at);
    if (run->after == '\n' && run->at >= 6 && lg__at_word(text, run->at - 6, ", id: ", 6)) return true; /* dig */
    return is_before_source(text, run->end);
  default: return false;
  }
}

bool lg__is_of_failure(lg_scan *text) {
  enum { HEAD = 200 };
  if (text->failure == LG_UNKNOWN) {
    size_t len = text->len < HEAD ? text->len : HEAD;
    text->failure = lg__says_in_vain((const char *)text->s, len) ? LG_YES : LG_NO;
  }
  return text->failure == LG_YES;
}

/* ---- numbers that were measured, by what stands beside them ------------------------------------------------------ */

/* Whether the word before a blank at `blank` makes the number behind it one that was measured. */
static bool follows_measure(const lg_scan *text, size_t blank) {
  uint8_t last = lg__behind(text, blank, 1);
  if (lg__is_digit(last)) { /* #6 1.819: BuildKit */
    size_t i = blank;
    while (i > 0 && lg__is_digit(text->s[i - 1])) i--;
    uint8_t above = lg__behind(text, i, 2);
    return lg__behind(text, i, 1) == '#' &&
           (above == '\n' || above == '"' || above == 0 || lg__is_escape_letter(text, i - 2));
  }
  if (last == ':') return lg__behind(text, blank, 2) == ')' && (lg__behind(text, blank, 3) == 's');
  size_t start = lg__name_start(text, blank);
  if (!lg__may_begin(text, start)) return false;
  size_t len = blank - start;
  if (len <= 4 && lg__is_in("real user sys", text->s + start, len)) return true;
  return len > 3 && (lg__label_kinds(text, start, blank) & LG_OF_NUMBER) != 0;
}

/* Behind a package that Go has tested: "ok  \texample.com/pkg\t0.012s". */
static bool is_of_go(const lg_scan *text, size_t end) {
  size_t start = lg__peek(text, end) == '\t' ? end : 0; /* else each of many durations would have all before it read */
  while (start > 0 && text->s[start - 1] > ' ') start--;
  return lg__behind(text, start, 1) == '\t' &&
         (lg__at_word(text, start - 5, "ok  ", 4) || lg__at_word(text, start - 5, "fail", 4));
}

/* Whether one says there how long the answer took. */
static bool is_place_of_took(const lg_scan *text, size_t at) {
  size_t blank = at;
  while (blank > 0 && (text->s[blank - 1] == ' ' || text->s[blank - 1] == '\t')) blank--;
  uint8_t last = lg__behind(text, blank, 1);
  if (blank == 0 || last == '(' || last == '[' || last >= 0x80 || is_line_start(text, blank) || is_of_go(text, blank))
    return true;
  if (last == ',') return blank > 6 && lg__at_word(text, blank - 7, "copied", 6); /* dd */
  if (last == ':' || last == '=') {
    size_t start = lg__name_start(text, blank - 1), first = start;
    unsigned kinds = lg__label_kinds(text, start, blank - 1);
    if (lg__behind(text, start, 1) == ' ' && (first = lg__name_start(text, start - 1)) < start - 1)
      kinds |= lg__label_kinds(text, first, blank - 1);
    return (kinds & LG_OF_NUMBER) ||
           ((kinds & LG_OF_MEASURED) && (is_line_start(text, start) || lg__at_word(text, start - 6, "total ", 6)));
  }
  size_t word = lg__name_start(text, blank);
  return lg__is_in("in after", text->s + word, blank - word) || follows_measure(text, blank);
}

bool lg__is_measured(const lg_scan *text, const lg_span *duration) {
  return has_measured_unit(text, duration) && is_place_of_took(text, duration->start);
}

size_t lg__label_letters(const lg_scan *text, const lg_span *duration) {
  size_t end = duration->start;
  while (lg__behind(text, end, 1) == ' ' || lg__behind(text, end, 1) == '\t') end--;
  size_t start = lg__name_start(text, end);
  bool ends = duration->end == text->len || lg__peek(text, duration->end) == '\n';
  return ends && is_line_start(text, start) ? lg__letters_in(text, start, end) : 0;
}

/* The end of what says, behind the number that ends at `end`, that it was measured; or 0. */
static size_t beside_end(const lg_scan *text, const lg_digits *run, size_t end) {
  uint8_t next = lg__peek(text, end);
  if (next == ']') { /* INFO[0012], as logrus begins a line */
    bool four = run->before == '[' && run->end - run->at == 4 && run->at > 4;
    return four && lg__is_in("trac debu info warn erro fata pani", text->s + run->at - 5, 4) ? end : 0;
  }
  size_t behind = lg__skip(text, end + (next == '%'), LG_LETTERS), at = run->at;                /* GNU time */
  if (next == 'x' && at > 12 && lg__at_word(text, at - 13, "bits/s speed=", 13)) return behind; /* FFmpeg */
  if (next == 'M' && run->after == '.' && at > 7 && lg__at_word(text, at - 8, "memory", 6))     /* systemctl: 12.3M */
    return lg__at_word(text, lg__behind_blanks(text, behind), "cpu: ", 5) ? behind : 0;
  bool glued = lg__is_in("user system maxresident minor major %cpu", text->s + end, behind - end);
  return glued && lg__may_end(text, behind) ? behind : 0;
}

/* Whether the number is of what was used within a duration that stands before on the line: "0.2 s, 812 tokens, $0.004";
 * in a failure "29 queries, 8.5 MB", else one may look for a leak, or for queries too many; of megabytes only behind
 * queries or a word with "memory": they may be what was loaded. */
static bool is_beside_took(lg_scan *text, size_t at, size_t end) {
  enum { NEAR = 60 };
  if (text->took == 0 || at - text->took > NEAR) return false;
  size_t unit = lg__peek(text, end) == ' ' ? end + 1 : end;
  uint8_t first = lg__peek(text, unit) | 0x20;
  bool used = first == 'm' || first == 'k' || first == 'g', dollars = lg__behind(text, at, 1) == '$';
  if (!used && first != 'q' && first != 't' && !dollars) return false;
  bool queries = lg__at_word(text, unit, "queries", 7);
  bool cost = lg__at_word(text, unit, "tokens", 6) || (dollars && text->s[at] == '0');
  used = used && (lg__at_word(text, unit + 1, "b", 1) || lg__at_word(text, unit + 1, "ib", 2));
  if ((!queries && !used && !cost) || memchr(text->s + text->took, '\n', at - text->took) != NULL) return false;
  if (cost || !lg__is_of_failure(text)) return cost;
  for (size_t i = text->took; !queries && i < at; i++)
    queries = lg__at_word(text, i, "memory", 6) || lg__at_word(text, i, "queries", 7);
  return queries;
}

/* [42585.440705], as the kernel begins a line, <0.000083>, as strace ends one, and m=+0.312602584 behind Go's times. */
static bool is_clocked(const lg_scan *text, const lg_digits *run, size_t end) {
  enum { MICRO = 7, NANO = 10 };
  if (end - run->end != (run->before == '+' ? NANO : MICRO)) return false;
  if (run->before == '+') /* "UTC m=+"; not the m=+ of a line that was fitted */
    return run->at > 4 && lg__at_word(text, run->at - 4, " m=+", 4) && lg__behind(text, run->at - 4, 1) < 'a';
  if (run->before == '<') return lg__peek(text, end) == '>';
  size_t open = run->at;
  while (lg__behind(text, open, 1) == ' ') open--;
  return lg__behind(text, open, 1) == '[' && lg__peek(text, end) == ']' && is_line_start(text, open - 1);
}

bool lg__span_measured(lg_scan *text, const lg_digits *run, lg_span *out) {
  size_t end = run->end;
  bool point = run->after == '.' && lg__is_digit(lg__peek(text, end + 1));
  if (point) end = lg__skip_digits(text, end + 1);
  uint8_t next = lg__peek(text, end);
  size_t beside =
      next == ']' || next == '%' || next == 'x' || (lg__kind(next) & LG_BYTE_UNIT) ? beside_end(text, run, end) : 0;
  if (beside == 0 && (is_clocked(text, run, end) || is_beside_took(text, run->at, end))) beside = end;
  if (beside != 0) {
    *out = (lg_span){run->at, beside};
    return true;
  }
  size_t unit = lg__peek(text, end) == ' ' ? end + 1 : end;
  if (!point && run->after != ':' && !lg__is_letter(lg__peek(text, unit))) return false;
  if (lg__at_word(text, unit, "thousand ", 9)) unit += 9;
  if (lg__at_word(text, unit, "million ", 8)) unit += 8;
  size_t rate = run->before == '.' ? 0 : lg__rate_end(text, unit);
  if (rate != 0) end = rate;
  bool minutes = run->after == ':' && run->before == ' ' && run->end - run->at <= 2;
  if (minutes) { /* 00:00.159, 0:07.12elapsed (GNU time), 02:13 min (Maven) */
    size_t i = lg__skip_digits(text, run->end + 1);
    bool point_behind = lg__peek(text, i) == '.' && lg__is_digit(lg__peek(text, i + 1));
    minutes = i == run->end + 3 && (point_behind || lg__at_word(text, i, " min", 4));
    if (minutes) end = point_behind ? lg__skip_digits(text, i + 1) : i + 4;
    if (minutes && lg__at_word(text, end, "elapsed", 7)) end += 7;
  }
  if (rate == 0 && !minutes &&
      !(point && (run->before == ' ' || run->before == '\t') && follows_measure(text, run->at - 1)))
    return false;
  if (!lg__may_end(text, end)) return false;
  *out = (lg_span){run->at, end};
  return true;
}
