/*
 * lg_normalize_volatile, slow and obvious: at every position of the text, tries for each class whether a span begins
 * there. Most spans are regular expressions with conditions on the text before and after.
 */
#ifndef ORACLE_VOLATILE_H
#define ORACLE_VOLATILE_H

#include "oracle_text.h"
#include "text/meaning.h"

/* ---- timestamps -------------------------------------------------------------------------------------------------- */

#define O_HM "([01]?[0-9]|2[0-3]):[0-5][0-9]"
#define O_SECONDS ":([0-5][0-9]|60)([.][0-9]{1,9})?"
#define O_OFFSET "[-+](0[0-9]|1[0-4])(:?[0-5][0-9])?"
#define O_SPACED_OFFSET " [-+](0[0-9]|1[0-4]):?[0-5][0-9]"
#define O_ZONES " (utc|gmt|est|edt|cst|cdt|mst|mdt|pst|pdt|cet|cest|bst)"
#define O_ZONE "^(z|( ?[ap]m)?(" O_OFFSET "|" O_SPACED_OFFSET "|" O_ZONES ")?)"
#define O_YEAR "(19|20)[0-9][0-9]"
#define O_MONTH "(0[1-9]|1[0-2])"
#define O_DAY "(0[1-9]|[12][0-9]|3[01])"
#define O_LOOSE_DAY "(0?[1-9]|[12][0-9]|3[01])"
#define O_WEEKDAY "((mon|tue|wed|thu|fri|sat|sun),? )?"
#define O_NAME "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"

/* `len` and the zone behind it, if something can stop there; or 0. */
static inline size_t oracle_with_zone(const oracle_text *t, size_t at, size_t len) {
  if (len == 0) return 0;
  len += oracle_stopping(O_ZONE, t, at + len);
  return oracle_stops(t, at + len) ? len : 0;
}

/* The length of the clock without a zone at `at`, or 0. */
static inline size_t oracle_hands(const oracle_text *t, size_t at, bool seconds) {
  size_t len = oracle_match(seconds ? "^" O_HM O_SECONDS : "^" O_HM "(" O_SECONDS ")?", t, at);
  return len + (oracle_match("^" O_HM ":([0-5][0-9]|60),[0-9]{3}([^0-9]|$)", t, at) != 0 ? 4 : 0);
}

/* The length of the clock and its zone at `at`, or 0. */
static inline size_t oracle_clock(const oracle_text *t, size_t at, bool seconds) {
  return oracle_with_zone(t, at, oracle_hands(t, at, seconds));
}

/* The length of a date by `pattern`, which ends where a clock begins, and the clock; or 0. */
static inline size_t oracle_date(const char *pattern, const oracle_text *t, size_t at) {
  size_t date = oracle_match(pattern, t, at);
  size_t clock = date == 0 ? 0 : oracle_clock(t, at + date, false);
  return clock == 0 ? 0 : date + clock;
}

static inline size_t oracle_numeric_date(const oracle_text *t, size_t at) {
  int separator = oracle_at(t, at + 4), before = oracle_before(t, at, 1);
  size_t len = oracle_match("^" O_YEAR "(-" O_MONTH "-|/" O_MONTH "/)" O_DAY, t, at);
  if (len == 0 || (before == separator && (separator == '/' || isdigit(oracle_before(t, at, 2))))) return 0;
  int next = oracle_at(t, at + len);
  size_t clock = next == 't' || next == 'T' || next == ' ' ? oracle_clock(t, at + len + 1, false) : 0;
  if (clock == 0 && oracle_match("^ - ", t, at + len) != 0) { /* no zone behind it */
    clock = oracle_hands(t, at + len + 3, false);
    if (clock != 0) clock = oracle_stops(t, at + len + 3 + clock) ? clock + 2 : 0;
  }
  if (clock != 0) return len + 1 + clock;
  bool goes_on = next == separator && (separator == '/' || isdigit(oracle_at(t, at + len + 1)));
  return goes_on || !oracle_ends(t, at + len) ? 0 : len;
}

/* curl's progress meter: one line, or as many as follow each other, from the first number at `at`. */
static inline size_t oracle_meter(const oracle_text *t, size_t at) {
  size_t start = at;
  while (start > 0 && t->s[start - 1] == ' ') start--;
  oracle_text cut = {t->s, start, t->seam, t->clock, t->failure};
  bool begins = start == 0 || t->s[start - 1] == '\n' || t->s[start - 1] == '\r' ||
                (start > 1 && oracle_match("^\\\\[nr]", &cut, start - 2) == 2 && !isupper(t->s[start - 1]));
  if (!begins || oracle_match("^[0-9]{1,3} ", t, at) == 0) return 0;
  size_t end = 0;
  for (size_t line = at; isdigit(oracle_at(t, line));) {
    size_t len = 0;
    bool marked = false;
    while (oracle_at(t, line + len) != 0 && strchr("0123456789 -:.kMGTP", oracle_at(t, line + len)) != NULL) {
      marked = marked || oracle_match("^--:--:--", t, line + len) != 0;
      len++;
    }
    int stop = oracle_at(t, line + len);
    if (!marked || len >= 120 || !(line + len == t->len || stop == '\n' || stop == '\r' || stop == '\\')) break;
    end = line + len;
    line = end;
    for (;;) {
      bool escaped = oracle_at(t, line) == '\\';
      int byte = oracle_at(t, line + escaped);
      if (byte == 0 || strchr(escaped ? "nr" : "\n\r", byte) == NULL) break;
      line += 1 + escaped;
    }
    while (oracle_at(t, line) == ' ') line++;
  }
  return end == 0 ? 0 : end - at;
}

/* Of one kind of separator between the parts of the date, of one between those of the clock. */
static inline size_t oracle_named_time(const oracle_text *t, size_t at) {
  if (oracle_before(t, at, 1) == '.') return 0;
  size_t date = oracle_match("^" O_YEAR O_MONTH O_DAY, t, at);
  if (date == 0) date = oracle_match("^" O_YEAR "(-" O_MONTH "-|[.]" O_MONTH "[.])" O_DAY, t, at);
  if (date == 0 || oracle_match("^[0-9]{10}([^0-9]|$)", t, at) != 0) return 0; /* an hour alone stands by itself */
  size_t from = at + date + oracle_match("^[T_/-]", t, at + date);
  size_t hour = from + 2, clock = oracle_match("^([01][0-9]|2[0-3])", t, from);
  if (clock == 0) return 0;
  int sign = isdigit(oracle_at(t, hour)) ? 0 : oracle_at(t, hour);
  size_t end = hour;
  for (int part = 0; part < 2; part++) {
    if (oracle_match("^%3a", t, end) != 0)
      end += 3;
    else if (sign != 0 && (sign == ':' || oracle_at(t, end) != sign))
      return 0;
    else
      end += sign != 0;
    if (oracle_match("^([0-5][0-9]|60)", t, end) == 0) return 0;
    end += 2;
  }
  int next = oracle_at(t, end);
  if (next == '.' || next == '_' || (next == sign && next != 0)) end += oracle_match("^.[0-9]+", t, end);
  size_t zoned = at + oracle_with_zone(t, at, end - at);
  if (oracle_at(t, end) == '_') return end - at;
  return zoned == at ? 0 : zoned - at;
}

static inline size_t oracle_timestamp(const oracle_text *t, size_t at) {
  if (!oracle_begins(t, at)) return 0;
  size_t len = oracle_numeric_date(t, at);
  if (len == 0) len = oracle_named_time(t, at);
  if (len == 0) {
    len = oracle_date("^" O_WEEKDAY O_NAME " {1,2}" O_LOOSE_DAY " (" O_YEAR " )?", t, at);
    if (len != 0) len += oracle_stopping("^ " O_YEAR, t, at + len);
  }
  if (len == 0) len = oracle_date("^" O_WEEKDAY O_LOOSE_DAY " " O_NAME " " O_YEAR " ", t, at);
  if (len == 0) len = oracle_date("^" O_WEEKDAY O_LOOSE_DAY "-" O_NAME "-" O_YEAR " ", t, at);
  if (len == 0) len = oracle_date("^" O_WEEKDAY O_LOOSE_DAY "/" O_NAME "/" O_YEAR "[: ]", t, at);
  if (len == 0 && isdigit(oracle_at(t, at)) && oracle_begins(t, at)) len = oracle_meter(t, at);
  int before = oracle_before(t, at, 1);
  return len != 0 || before == ':' || before == '.' ? len : oracle_clock(t, at, true);
}

#define O_COUNTED "attempt|retry|try|iteration|iter|step|round|line|cell|trial|seed"
#define O_PROCESS "pid|ppid|tid|thread|exec|goroutine|daemon|lwp"

/* Whether one of the words of `pattern` and at most four bytes of gap stand before `at`. */
static inline bool oracle_follows(const oracle_text *t, size_t at, const char *pattern) {
  oracle_text cut = {t->s, at, t->seam, t->clock, t->failure};
  for (size_t back = 1; back <= 13 && back + t->seam <= at; back++)
    if (oracle_match(pattern, &cut, at - back) == back && oracle_begins(t, at - back)) {
      if (!oracle_is_escape_letter(t, at - back)) return true;
    }
  return false;
}

static inline size_t oracle_epoch(const oracle_text *t, size_t at) {
  int before = oracle_before(t, at, 1);
  if (!oracle_begins(t, at) || (before != 0 && strchr("+.$", before) != NULL)) return 0;
  if (before == '-' && isdigit(oracle_before(t, at, 2))) return 0;
  size_t whole = oracle_match("^[0-9]+", t, at);
  if (oracle_at(t, at) != '1' || (whole != 10 && whole != 13 && whole != 16)) return 0;
  if (oracle_stopping("^[0-9]+-[0-9]+", t, at) > whole + 1) return 0;
  if (oracle_follows(t, at, "^(" O_COUNTED "|" O_PROCESS "|consumer|port|localport)=$"))
    return 0; /* --seed=1700000000 */
  size_t len = oracle_match("^[0-9]+([.][0-9]+)?", t, at);
  if (!oracle_ends(t, at + len) || (len > whole && oracle_at(t, at + len) == '.')) return 0;
  return len;
}

/* ---- durations --------------------------------------------------------------------------------------------------- */

/* The length of the unit at `at` if its rank is below `above`, or 0. */
static inline size_t oracle_unit(const oracle_text *t, size_t at, int above, int *rank) {
  static const char *const long_forms[] = {
      "^(nsec|nanoseconds?)$",      "^(usec|microseconds?)$",
      "^(msecs?|milliseconds?)$",   "^(secs?|seconds?|sek|sekunden|secondes|segundos|secondi)$",
      "^(mins?|minutes?|minuten)$", "^(hours?|hrs?)$",
  };
  static const char *const short_forms[] = {"ns", "us", "ms", "s", "m", "h", "\xC2\xB5s", "\xCE\xBCs", "hr"};
  static const int short_ranks[] = {0, 1, 2, 3, 4, 5, 1, 1, 5};
  size_t len = 0;
  static const char *const characters[] = {"\xE6\xAF\xAB\xE7\xA7\x92", "\xE3\x83\x9F\xE3\x83\xAA\xE7\xA7\x92",
                                           "\xE7\xA7\x92"};
  for (int k = 0; k < 3; k++) {
    size_t size = strlen(characters[k]);
    if (t->len - at < size || at > t->len || memcmp(t->s + at, characters[k], size) != 0) continue;
    *rank = k < 2 ? 2 : 3;
    return *rank < above ? size : 0;
  }
  if (oracle_at(t, at) == 0xC2 || oracle_at(t, at) == 0xCE) len = 2;
  while (isalpha(oracle_at(t, at + len))) len++;
  oracle_text cut = {t->s, at + len <= t->len ? at + len : t->len, t->seam, t->clock, t->failure};
  for (int k = 0; k < 9; k++)
    if (strlen(short_forms[k]) == len && memcmp(t->s + at, short_forms[k], len) == 0)
      *rank = short_ranks[k];
    else
      continue;
  if (*rank < 0 && len > 2)
    for (int k = 0; k < 6; k++)
      if (oracle_match(long_forms[k], &cut, at) != 0) *rank = k;
  return *rank >= 0 && *rank < above ? len : 0;
}

/* The length of the duration at `at` whose parts are all below rank `above`, or 0. */
static inline size_t oracle_parts(const oracle_text *t, size_t at, int above) {
  size_t whole = oracle_match("^[0-9]+", t, at), number = whole;
  for (int k = 0; k < 4 && oracle_match("^,[0-9]{3}([^0-9]|$)", t, at + number) != 0; k++) number += 4;
  number += oracle_match("^[.,][0-9]+", t, at + number);
  if (whole == 0) return 0;
  size_t gap = oracle_at(t, at + number) == ' ';
  int rank = -1;
  size_t unit = oracle_unit(t, at + number + gap, above, &rank);
  if (unit == 0) return 0;
  int next = oracle_at(t, at + number + gap + unit);
  if (unit == 1 && rank == 4 && (gap || next == '/' || next == '^' || next == 0xC2)) return 0;
  if (unit == 1 && rank == 3 && !gap && t->s[at + number - 1] == '0') {
    if (number == 4 && oracle_match("^(18|19|20)[0-9]", t, at) != 0) return 0;
    if (number == 2 && at >= 4 && oracle_match("^the ", t, at - 4) != 0) return 0;
  }
  size_t len = number + gap + unit;
  if (isdigit(next)) {
    size_t rest = oracle_parts(t, at + len, rank);
    return rest == 0 ? 0 : len + rest;
  }
  if (!oracle_ends(t, at + len)) return 0;
  size_t rest = next == ' ' ? oracle_parts(t, at + len + 1, rank) : 0;
  return rest == 0 ? len : len + 1 + rest;
}

static inline size_t oracle_duration(const oracle_text *t, size_t at) {
  int before = oracle_before(t, at, 1), second = oracle_before(t, at, 2);
  if (!oracle_begins(t, at) || !isdigit(oracle_at(t, at))) return 0;
  if (before != 0 && strchr("/$#'", before) != NULL) return 0;
  if ((before == '.' && isdigit(second)) || (before == '-' && oracle_is_word(second))) return 0;
  if (at >= 2 && memcmp(t->s + at - 2, "\xC2\xA3", 2) == 0) return 0;
  if (at >= 3 && memcmp(t->s + at - 3, "\xE2\x82\xAC", 3) == 0) return 0;
  size_t number = oracle_match("^[0-9]+([.][0-9]+)", t, at), len = number;
  for (int more = 0; len != 0 && more < 3 && oracle_match("^/[0-9]", t, at + len) != 0; more++) {
    len += 1 + oracle_match("^[0-9]+", t, at + len + 1);
    for (int k = 0; k < 4 && oracle_match("^,[0-9]{3}([^0-9]|$)", t, at + len) != 0; k++) len += 4;
    len += oracle_match("^[.,][0-9]+", t, at + len);
  }
  size_t tested = oracle_match("^[0-9]+[.][0-9]+ [(][0-9]+([.,][0-9]+)?[)] seconds", t, at); /* of XCTest */
  if (tested != 0)
    len = tested;
  else
    len = len > number && oracle_match("^ ms", t, at + len) != 0 ? len + 3 : oracle_parts(t, at, 6); /* of ping */
  if (len == 0 || !oracle_ends(t, at + len)) return 0;
  if (oracle_match("^ [(]", t, at + len) == 0) return len;
  size_t clock = oracle_hands(t, at + len + 2, false);
  return clock != 0 && oracle_at(t, at + len + 2 + clock) == ')' ? len + clock + 3 : len;
}

/* ---- ids --------------------------------------------------------------------------------------------------------- */

#define O_UUID "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

static inline size_t oracle_uuid(const oracle_text *t, size_t at) {
  if (!oracle_begins(t, at) && oracle_before(t, at, 1) != '_') return 0;
  size_t len = oracle_match("^" O_UUID, t, at);
  if (len == 0 || (!oracle_ends(t, at + len) && oracle_at(t, at + len) != '_')) return 0;
  for (size_t i = at; i < at + len; i++)
    if (isdigit(oracle_at(t, i))) return len;
  return 0;
}

static inline size_t oracle_hex_id(const oracle_text *t, size_t at) {
  int before = oracle_before(t, at, 1);
  if ((!oracle_begins(t, at) && before != '_') || oracle_is_escape_letter(t, at) || before == '#') return 0;
  if (before == '.' && isdigit(oracle_before(t, at, 2))) return 0;
  size_t len = oracle_match("^0x[0-9a-f]+", t, at);
  if (len != 0) {
    bool ends = oracle_ends(t, at + len) || oracle_at(t, at + len) == '_';
    bool status = len == 10 && oracle_match("^0x[8c]0", t, at) != 0;
    return len >= 8 && len <= 130 && !status && ends ? len : 0;
  }
  len = oracle_match("^[0-9a-f]+", t, at);
  bool digit = false, letter = false;
  for (size_t i = at; i < at + len; i++) {
    digit = digit || isdigit(oracle_at(t, i));
    letter = letter || isalpha(oracle_at(t, i));
  }
  size_t least = before == '@' && oracle_at(t, at + len) != '.' ? 6 : 8;
  bool ends = oracle_ends(t, at + len) || oracle_at(t, at + len) == '_';
  bool coded = isupper(oracle_at(t, at)) && oracle_match("^[a-f]{1,2}[0-9]+", t, at) == len;
  return len >= least && len <= 128 && digit && letter && ends && !coded ? len : 0;
}

static inline size_t oracle_random_id(const oracle_text *t, size_t at) {
  bool begins = at == t->seam || !isalnum(oracle_before(t, at, 1)) || oracle_is_escape_letter(t, at - 1);
  int before = oracle_before(t, at, 1);
  size_t len = oracle_match("^[0-9a-z]+", t, at), digits = 0, small_after_digit = 0;
  size_t changes = 0;
  bool small = false, digit = false, letter = false;
  if (!begins || oracle_is_escape_letter(t, at) || len < 14 || len > 128 || before == '+' || before == '#') return 0;
  if (oracle_at(t, at + len) == '+') return 0;
  for (size_t i = at; i < at + len; i++) {
    bool after_digit = i > at && isdigit(oracle_at(t, i - 1));
    int last = i > at ? oracle_at(t, i - 1) : oracle_at(t, i), here = oracle_at(t, i);
    changes += !!isdigit(last) != !!isdigit(here) || !!isupper(last) != !!isupper(here);
    digit = digit || isdigit(oracle_at(t, i));
    letter = letter || isalpha(oracle_at(t, i));
    small = small || islower(oracle_at(t, i));
    digits += isdigit(oracle_at(t, i)) && !after_digit;
    small_after_digit += islower(oracle_at(t, i)) && after_digit;
  }
  if (!digit || !letter) return 0;
  static const char *const prefixes[] = {"req", "resp", "msg", "chatcmpl", "cmpl", "fp", "call", "toolu"};
  for (size_t k = 0; k < 8; k++) {
    size_t back = strlen(prefixes[k]) + 1;
    if ((before != '_' && before != '-') || at < back + t->seam) continue;
    if (memcmp(t->s + at - back, prefixes[k], back - 1) == 0 && oracle_begins(t, at - back)) return len;
  }
  size_t word = oracle_match("^[a-z]+[g-z][a-z]*", t, at);
  oracle_text cut = {t->s, at + len, t->seam, t->clock, t->failure};
  if (word != 0 && oracle_match("^[0-9a-f]+$", &cut, at + word) == len - word) return 0;
  bool mixed = (digits >= 3 && (!small || small_after_digit >= 2)) || (digits >= 2 && 2 * changes >= len);
  return len >= 16 && mixed ? len : 0;
}

#define O_GAP "([ \t:=#(\"]|\\[){1,4}$"

/* Whether a time that was left out stands before on the line. */
static inline bool oracle_after_clock(const oracle_text *t, size_t at) {
  if (t->clock == 0 || at - t->clock >= 100) return false;
  for (size_t i = t->clock; i < at; i++)
    if (t->s[i] == '\n') return false;
  return true;
}

/* 18.5f2d1702.1773480413.1a2b3c4 (Akamai), behind its first dot; fra1::klv36-1773480413123-5f2d17023b1c (Vercel). */
static inline size_t oracle_timed_id(const oracle_text *t, size_t at) {
#define O_EPOCH "1([0-9]{9}|[0-9]{12}|[0-9]{15})"
#define O_PART "[0-9a-z]{5,}"
  int before = oracle_before(t, at, 1);
  if (at != t->seam && isalnum(before) && !oracle_is_escape_letter(t, at - 1)) return 0;
  if (oracle_is_escape_letter(t, at)) return 0;
  size_t len = oracle_match("^" O_PART "[.]" O_EPOCH "[.]" O_PART, t, at);
  if (len != 0 && oracle_match("^[a-z]*[0-9][0-9a-z]*[.]", t, at) != 0) {
    for (size_t i = at; i < at + len; i++)
      if (isalpha(oracle_at(t, i))) return len;
  }
  return before == ':' ? oracle_match("^" O_PART "-" O_EPOCH "-" O_PART, t, at) : 0;
}

/* Whether exactly `before` and `after` stand around the number. */
static inline bool oracle_between(const oracle_text *t, size_t at, size_t len, const char *before, const char *after) {
  size_t back = strlen(before), on = strlen(after);
  return at >= back && memcmp(t->s + at - back, before, back) == 0 && on <= t->len - at - len &&
         memcmp(t->s + at + len, after, on) == 0;
}

/* Numbers of processes, and of what tools have done or used. */
static inline bool oracle_printed(const oracle_text *t, size_t at, size_t len) {
  static const char *const around[][2] = {
      {" ", " --- ["},          {" ", " Segmentation fault"}, {" ", " Killed"},
      {" ", " Aborted"},        {" ", " Terminated"},         {"Process: ", " ExecStart"},
      {"sent ", " bytes "},     {"received ", " bytes "},     {"    Tasks: ", " (limit: "},
      {"tasks: ", " executed"}, {"task: ", " executed"},      {", ", " up-to-date"},
      {", ", " from cache"},    {"Max Memory Used: ", " MB"},
  };
  for (size_t k = 0; k < sizeof around / sizeof *around; k++)
    if (oracle_between(t, at, len, around[k][0], around[k][1])) return true;
  return false;
}

/* Whether what stands around the number says that it is a process. */
static inline bool oracle_process(const oracle_text *t, size_t at, size_t len) {
  int first = oracle_before(t, at, 1), next = oracle_at(t, at + len);
  bool clock = oracle_after_clock(t, at);
  if (oracle_printed(t, at, len)) return true;
  if (first == '(' && oracle_match("^[)] panicked at", t, at + len) != 0) return true;
  if (first == ':' && oracle_match("^ - \"", t, at + len) != 0) return true;
  if (first == ':') return next == ')' && at >= 6 && oracle_match("^[(]node:", t, at - 6) == 6;
  if (first == ' ') {
    size_t source = oracle_match("^ [a-z][_0-9a-z]*[.](go|cc):[0-9]+[]]", t, at + len);
    if (source != 0 && source <= 40) return true;
    if (oracle_between(t, at, len, "", "\n") && at >= 6 && oracle_match("^, id: ", t, at - 6) != 0) return true;
    return clock && next == '#' && isdigit(oracle_at(t, at + len + 1));
  }
  if (first == '#' && next == ']' && t->clock != 0 && t->clock + 2 == at) return true;
  if (first == '#') return clock && next == ':' && isdigit(oracle_before(t, at, 2));
  if (first == '*') return clock && next != '#' && oracle_before(t, at, 2) == ' ' && oracle_before(t, at, 3) == ':';
  int second = oracle_before(t, at, 2);
  if (first == '[' && oracle_match("^:0x", t, at + len) != 0) return true;
  if (first == '[' && !oracle_is_word(second) && oracle_match("^[]]<", t, at + len) != 0)
    return isalpha(oracle_at(t, at + len + 2));
  if (first == '[' && clock && next == ']' && len >= 3)
    return at - t->clock <= 6 || ((oracle_is_word(second) || second == ')') && oracle_at(t, at + len + 1) == ':');
  if (first == '[') return false;
  if (first == '.')
    return at >= 3 && memcmp(t->s + at - 3, "<0.", 3) == 0 && oracle_match("^[.][0-9]+>", t, at + len) != 0;
  if (first == '-' && oracle_match("^-thread-", t, at + len) != 0) return true;
  if (first == '-') return clock && next == ']' && at > 6 && oracle_match("^worker-", t, at - 7) == 7;
  return at >= 2 && oracle_match("^==", t, at - 2) != 0 && oracle_match("^==", t, at + len) != 0;
}

/* Whether the port that the number is, behind its word, is a client's: 203.0.113.7 port 40000, local port 40000. */
static inline bool oracle_client(const oracle_text *t, size_t at) {
  while (at > 0 && strchr(" \t:=#([\"", t->s[at - 1]) != NULL) at--;
  return isdigit(oracle_before(t, at, 6)) || (at >= 10 && oracle_match("^local port", t, at - 10) != 0);
}

/* 5: a counter, 6: a process; 0: neither. */
static inline int oracle_numbered(const oracle_text *t, size_t at, size_t len) {
  int next = oracle_at(t, at + len);
  if (len > 10) return 0;
  if (at != t->seam && oracle_between(t, at, len, "(x", " over ") && isdigit(oracle_at(t, at + len + 6))) return 6;
  if (!oracle_begins(t, at) || !oracle_ends(t, at + len)) return 0;
  if (next == '.' && oracle_before(t, at, 1) != '.' && isxdigit(oracle_at(t, at + len + 1)))
    return 0; /* #18.af2d1702 */
  if (oracle_follows(t, at, "^(" O_PROCESS ")(-$|" O_GAP ")")) return 6;
  if (len > 3 && oracle_follows(t, at, "^consumer-$")) return 6;
  if (oracle_follows(t, at, "^(" O_COUNTED ")" O_GAP)) return 5;
  bool client = t->failure && len == 5 &&
                oracle_match("^(3276[89]|327[7-9]|32[89]|3[3-9]|[45]|6[0-4]|65[0-4]|655[0-2]|6553[0-5])", t, at) != 0;
  if (oracle_follows(t, at, "^localport" O_GAP)) return client ? 6 : 0;
  if (oracle_follows(t, at, "^port" O_GAP)) return client && oracle_client(t, at) ? 6 : 0;
  if (oracle_process(t, at, len)) return 6;
  if (client && oracle_before(t, at, 1) == ':' && isdigit(oracle_before(t, at, 2)) &&
      oracle_match("^->", t, at + len) != 0)
    return 6;
  int before = oracle_before(t, at, 2);
  if (oracle_before(t, at, 1) == '#' && oracle_begins(t, at - 1) && next != '-' &&
      (before == 0 || strchr("&/#", before) == NULL))
    return 5;
  bool prompt = at >= 4 && (memcmp(t->s + at - 4, "In [", 4) == 0 || memcmp(t->s + at - 4, "Out[", 4) == 0);
  if (prompt && oracle_begins(t, at - 4) && next == ']' && oracle_at(t, at + len + 1) == ':') return 5;
  bool cell = at >= 8 && memcmp(t->s + at - 8, "Cell In[", 8) == 0;
  if (cell && oracle_begins(t, at - 8) && next == ']') return 5;
  return 0;
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

static inline bool oracle_is_path(int byte) {
  return byte >= 0x80 || isalnum(byte) || (byte != 0 && strchr("_-./+@%~=#", byte) != NULL);
}

/* Where a path that goes on at `at` ends; `pairs`: its backslashes come in pairs, `single`: alone. Dots at its end go.
 */
static inline size_t oracle_path_end(const oracle_text *t, size_t at, bool pairs, bool single) {
  size_t end = at;
  for (;;) {
    if (oracle_is_path(oracle_at(t, end)))
      end++;
    else if (single && oracle_at(t, end) == '\\')
      end++;
    else if (pairs && oracle_at(t, end) == '\\' && oracle_at(t, end + 1) == '\\')
      end += 2;
    else
      break;
  }
  while (end > at && t->s[end - 1] == '.') end--;
  return end;
}

static inline size_t oracle_temp_path(const oracle_text *t, size_t at) {
  int before = oracle_before(t, at, 1);
  bool begins = oracle_begins(t, at) && (before == 0 || strchr("./~-+@%$})*", before) == NULL);
  if (at >= 3 && memcmp(t->s + at - 3, "://", 3) == 0) begins = true;
  size_t root =
      begins && oracle_at(t, at + 1) >= 'a' ? oracle_match("^(/private)?/(tmp|var/tmp|var/folders)/", t, at) : 0;
  if (root != 0) {
    size_t end = oracle_path_end(t, at + root, false, false);
    return end > at + root ? end - at : 0;
  }
  if (!oracle_begins(t, at) || !isalpha(oracle_at(t, at))) return 0;
  size_t slash = at;
  while (slash < t->len && t->s[slash] != '\\') slash++;
  bool pairs = oracle_at(t, slash) == '\\' && oracle_at(t, slash + 1) == '\\';
#define O_WINDOWS(S)                                                                                                   \
  "^[a-z]:" S "(windows" S "|users" S "([^\\/:\"<>|?*\x01-\x1f]{1,64})" S "appdata" S "local" S ")?temp" S
  root = oracle_match(pairs ? O_WINDOWS("(\\\\\\\\|/)") : O_WINDOWS("(\\\\|/)"), t, at);
  if (root == 0 || memchr(t->s + at, 0, root) != NULL) return 0;
  size_t end = oracle_path_end(t, at + root, pairs, !pairs);
  return end > at + root ? end - at : 0;
}

/* ---- terminal sequences ------------------------------------------------------------------------------------------ */

static inline size_t oracle_escape(const oracle_text *t, size_t at) {
  if (oracle_at(t, at) == 0x1B) return 1;
  if (oracle_before(t, at, 1) == '\\' || oracle_at(t, at + 1) != 'u') return 0; /* patterns do not tell u from U */
  return oracle_match("^\\\\u001b", t, at);
}

static inline size_t oracle_terminal(const oracle_text *t, size_t at) {
  size_t intro = oracle_escape(t, at);
  if (intro == 0) return 0;
  size_t i = at + intro;
  int kind = oracle_at(t, i);
  if (kind != 0 && strchr("]PX^_", kind) != NULL) {
    for (i++; i < t->len; i++) {
      size_t escape = oracle_escape(t, i);
      if (t->s[i] == '\n' || t->s[i] == '\r') return 0;
      if (t->s[i] == '\a') return i + 1 - at;
      if (oracle_match("^\\\\u0007", t, i) != 0) return i + 6 - at;
      if (escape == 1) return oracle_at(t, i + 1) == '\\' ? i + 2 - at : 0;
      if (escape == 6) return oracle_match("^\\\\\\\\", t, i + 6) != 0 ? i + 8 - at : 0;
    }
    return 0;
  }
  size_t len = oracle_match("^[[][0-?]*[ -/]*[@-~]", t, i);
  if (len == 0 && kind != '[') len = oracle_match("^[ -/]*[0-~]", t, i);
  if (len == 0 || (intro == 6 && t->s[i + len - 1] == '\\')) return 0;
  return intro + len;
}

/* ---- the whole text ---------------------------------------------------------------------------------------------- */

/* The span of `classes` at `at`: its length, and what stands for it; 0 when there is none. */
static inline size_t oracle_span(const oracle_text *t, uint32_t classes, size_t at, char *placeholder) {
  static const struct {
    size_t (*ask)(const oracle_text *, size_t);
    uint32_t bit;
    char stands;
  } kinds[] = {
      {oracle_temp_path, LG_VOLATILE_TEMP_PATHS, 7}, {oracle_uuid, LG_VOLATILE_UUIDS, 3},
      {oracle_timestamp, LG_VOLATILE_TIMESTAMPS, 1}, {oracle_duration, LG_VOLATILE_DURATIONS, 2},
      {oracle_epoch, LG_VOLATILE_TIMESTAMPS, 1},     {oracle_hex_id, LG_VOLATILE_HEX_IDS, 4},
      {oracle_random_id, LG_VOLATILE_HEX_IDS, 4},
  };
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    size_t len = classes & kinds[k].bit ? kinds[k].ask(t, at) : 0;
    *placeholder = kinds[k].stands;
    if (len != 0) return len;
  }
  /* it is found by its epoch, when the digits before it may be gone */
  bool whole = !(classes & LG_VOLATILE_DIGITS) || oracle_match("^[a-z]+-", t, at) != 0;
  size_t timed = (classes & LG_VOLATILE_HEX_IDS) && whole ? oracle_timed_id(t, at) : 0;
  if (timed != 0) return timed;
  size_t run = at != t->seam && isdigit(oracle_before(t, at, 1)) ? 0 : oracle_match("^[0-9]+", t, at);
  int numbered = run == 0 ? 0 : oracle_numbered(t, at, run);
  *placeholder = (char)numbered;
  if (numbered != 0 && (classes & (numbered == 5 ? LG_VOLATILE_COUNTERS : LG_VOLATILE_PIDS))) return run;
  *placeholder = 8;
  return classes & LG_VOLATILE_DIGITS ? oracle_match("^[0-9]+", t, at) : 0;
}

typedef struct oracle_output {
  char *data;
  size_t len;
  bool blank;
} oracle_output;

static inline void oracle_put(oracle_output *out, char byte) {
  if (out->blank && out->len != 0) out->data[out->len++] = ' ';
  out->blank = false;
  out->data[out->len++] = byte;
}

static inline void oracle_put_text(oracle_output *out, char byte) {
  if ((byte >= 1 && byte <= 8) || byte == 0x0e || byte == 0x10) oracle_put(out, 0x10);
  oracle_put(out, byte);
}

/* Writes to `data`, which has room for 2 * len bytes, and gives the length. */
static inline size_t oracle_normalize(uint32_t classes, const char *given, size_t len, char *data) {
  char *s = malloc(len + 1); /* sanitizers look for an end in what regexec reads */
  if (s == NULL) abort();
  if (len != 0) memcpy(s, given, len);
  s[len] = '\0';
  if (classes & LG_VOLATILE_SPACE) /* so that the end of the text ends a line */
    while (len != 0 && s[len - 1] != '\0' && strchr(" \t\n\v\f\r", s[len - 1]) != NULL) s[--len] = '\0';
  oracle_text t = {s, len, 0, 0, (classes & LG_VOLATILE_DIGITS) || lg__says_in_vain(s, len < 200 ? len : 200)};
  oracle_output out = {data, 0, false};
  bool words = (classes & ~(uint32_t)(LG_VOLATILE_DIGITS | LG_VOLATILE_SPACE)) != 0;
  for (size_t at = 0; classes != 0 && at < len;) {
    char placeholder;
    size_t end = at + (words ? oracle_terminal(&t, at) : 0);
    if (end != at) {
      t.seam = end;
      for (; at < end; at++)
        if (!(classes & LG_VOLATILE_ANSI)) oracle_put_text(&out, s[at]);
      continue;
    }
    size_t span = oracle_span(&t, classes, at, &placeholder);
    if (span != 0) {
      oracle_put(&out, placeholder);
      at += span;
      if (placeholder == 1) t.clock = at;
    } else if ((classes & LG_VOLATILE_SPACE) && strchr(" \t\n\v\f\r", s[at]) != NULL && s[at] != 0) {
      out.blank = true;
      at++;
    } else {
      oracle_put_text(&out, s[at++]);
    }
  }
  if (classes == 0 && len != 0) memcpy(data, s, len);
  free(s);
  return classes == 0 ? len : out.len;
}

#endif
