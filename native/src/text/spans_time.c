/*
 * Points in time and lengths of time.
 *
 * Dates are checked for plausible months and days, clocks for hours and minutes, so that line:column pairs, versions
 * and ratios stay what they are.
 */
#include "text/spans.h"
#include "text/times.gen.h"

/* The two digits at `i` as a number, or -1. */
static inline int pair_at(const lg_scan *text, size_t i) {
  uint8_t tens = lg__peek(text, i), ones = lg__peek(text, i + 1);
  return lg__is_digit(tens) && lg__is_digit(ones) ? 10 * (tens - '0') + (ones - '0') : -1;
}

/* The same for one digit or two, whose number is `count`. */
static inline int part_at(const lg_scan *text, size_t i, size_t count) {
  return count == 2 ? pair_at(text, i) : lg__is_digit(lg__peek(text, i)) ? lg__peek(text, i) - '0' : -1;
}

/* Whether a year of four digits stands at `i`. */
static inline bool is_year(const lg_scan *text, size_t i) {
  int century = pair_at(text, i);
  return (century == 19 || century == 20) && pair_at(text, i + 2) >= 0;
}

static bool is_between(int value, int low, int high) { return value >= low && value <= high; }

/* ---- clocks: 9:05:30, 11:05, 11:05:30.123, 11:05:30,123 PM, 11:05:30+02:00 --------------------------------------- */

/* Whether a clock, a zone or a year can end before `i`. */
static bool stops(const lg_scan *text, size_t i) {
  return lg__may_end(text, i) && !(lg__peek(text, i) == ':' && lg__is_digit(lg__peek(text, i + 1)));
}

/* The end of h:mm, unless it needs seconds, or h:mm:ss with a fraction; or 0. */
static size_t clock_end(const lg_scan *text, size_t i, bool needs_seconds) {
  size_t hour_digits = lg__is_digit(lg__peek(text, i + 1)) ? 2 : 1;
  if (!is_between(part_at(text, i, hour_digits), 0, 23)) return 0;
  i += hour_digits;
  if (lg__peek(text, i) != ':' || !is_between(pair_at(text, i + 1), 0, 59)) return 0;
  i += 3;
  if (lg__is_digit(lg__peek(text, i))) return 0;
  if (lg__peek(text, i) != ':' || !lg__is_digit(lg__peek(text, i + 1))) return needs_seconds ? 0 : i;
  if (!is_between(pair_at(text, i + 1), 0, 60)) return 0;
  i += 3;
  if (lg__is_digit(lg__peek(text, i))) return 0;
  uint8_t point = lg__peek(text, i);
  size_t fraction = lg__skip_digits(text, i + 1) - (i + 1);
  if (point == '.' && fraction > 9) return 0;
  return (point == '.' && fraction > 0) || (point == ',' && fraction == 3) ? i + 1 + fraction : i;
}

/* The end of "+02:00", "-0700" or "+02" at `i`, or `i`. */
static size_t offset_end(const lg_scan *text, size_t i) {
  uint8_t sign = lg__peek(text, i);
  if ((sign != '+' && sign != '-') || !is_between(pair_at(text, i + 1), 0, 14)) return i;
  size_t end = i + 3;
  size_t minutes = lg__peek(text, end) == ':' ? end + 1 : end;
  if (is_between(pair_at(text, minutes), 0, 59)) end = minutes + 2;
  return stops(text, end) ? end : i;
}

static bool ends_after(const lg_scan *text, size_t i, const char *word, size_t len) {
  return lg__at_word(text, i, word, len) && stops(text, i + len);
}

/* The end of what may follow a clock: AM or PM, then a zone. */
static size_t zone_end(const lg_scan *text, size_t i) {
  uint8_t first = lg__peek(text, i) | 0x20;
  if (first == 'z') return stops(text, i + 1) ? i + 1 : i;
  if (!lg__is_letter(first) && first != ' ' && lg__peek(text, i) != '+' && lg__peek(text, i) != '-') return i;
  size_t half = lg__peek(text, i) == ' ' ? i + 1 : i;
  if (ends_after(text, half, "am", 2) || ends_after(text, half, "pm", 2)) i = half + 2;
  size_t end = offset_end(text, i);
  if (end != i || lg__peek(text, i) != ' ') return end;
  end = offset_end(text, i + 1);
  if (end >= i + 6) return end; /* after a space all four digits are needed: "11:05:30 -12" is a subtraction */
  if (ends_after(text, i + 1, "cest", 4)) return i + 5;
  bool zone = i + 4 <= text->len && stops(text, i + 4) &&
              lg__is_in("utc gmt est edt cst cdt mst mdt pst pdt cet bst", text->s + i + 1, 3);
  return zone ? i + 4 : i;
}

/* ---- dates in digits: 2024-05-16, 2024/05/16, with a clock behind T or a space; 20240516T110530Z ----------------- */

/* Whether two digits between `low` and `high` stand at `*i`, behind the separator (0: none); `*i` moves behind them. */
static inline bool next_part(const lg_scan *text, size_t *i, uint8_t separator, int low, int high) {
  size_t at = *i + (separator != 0);
  if ((separator != 0 && lg__peek(text, *i) != separator) || !is_between(pair_at(text, at), low, high)) return false;
  *i = at + 2;
  return true;
}

/* Here and below, `at` is at a year. */
static bool numeric_date(const lg_scan *text, size_t at, lg_span *out) {
  uint8_t separator = lg__peek(text, at + 4), before = lg__behind(text, at, 1);
  size_t end = at + 4;
  if (!next_part(text, &end, separator, 1, 12) || !next_part(text, &end, separator, 1, 31)) return false;
  if (before == separator && (separator == '/' || lg__is_digit(lg__behind(text, at, 2)))) return false;
  uint8_t next = lg__peek(text, end);
  if (next == 'T' || next == 't' || next == ' ') {
    size_t clock = clock_end(text, end + 1, false);
    if (clock != 0) clock = zone_end(text, clock);
    if (clock == 0 && lg__at_word(text, end, " - ", 3)) clock = clock_end(text, end + 3, false); /* Gin */
    if (clock != 0 && stops(text, clock)) end = clock;
  }
  if (end == at + 10 && next == separator && (separator == '/' || lg__is_digit(lg__peek(text, end + 1)))) return false;
  if (!lg__may_end(text, end)) return false;
  *out = (lg_span){at, end};
  return true;
}

/*
 * Without the colons of a clock, as files, jobs and requests are named: 20260314T092653Z, 20260314_092653,
 * 2026.03.14/09.28.36.599267 (gcloud), 2026-03-14T22_00_10_100Z (npm), 2026-03-14T09%3A26%3A53Z (URLs).
 */
static bool named_time(const lg_scan *text, size_t at, lg_span *out) {
  uint8_t byte = lg__peek(text, at + 4), date = lg__is_digit(byte) ? 0 : byte, clock;
  size_t i = at + 4;
  if (lg__behind(text, at, 1) == '.' || (date != 0 && date != '-' && date != '.') ||
      !next_part(text, &i, date, 1, 12) || !next_part(text, &i, date, 1, 31))
    return false;
  byte = lg__peek(text, i);
  if (byte == 'T' || byte == 't' || byte == '_' || byte == '-' || byte == '/') i++;
  byte = lg__peek(text, i + 2);
  clock = lg__is_digit(byte) ? 0 : byte;
  if (clock == ':' || !next_part(text, &i, 0, 0, 23)) return false;
  for (int part = 0; part < 2; part++) {
    bool coded = lg__at_word(text, i, "%3a", 3);
    if (coded) i += 3;
    if (!next_part(text, &i, coded ? 0 : clock, 0, 60)) return false;
  }
  byte = lg__peek(text, i);
  if ((byte == '.' || byte == '_' || (byte == clock && byte != 0)) && lg__is_digit(lg__peek(text, i + 1)))
    i = lg__skip_digits(text, i + 1);
  i = zone_end(text, i);
  if (lg__peek(text, i) != '_' && !stops(text, i)) return false;
  *out = (lg_span){at, i};
  return true;
}

/* ---- dates with the name of a month; all need a clock ------------------------------------------------------------ */

static bool is_month(const lg_scan *text, size_t i) {
  return lg__is_letter(lg__peek(text, i + 2)) &&
         lg__is_in("jan feb mar apr may jun jul aug sep oct nov dec", text->s + i, 3);
}

/* `at`, or where the day of the week before it begins: "Tue, " or "Tue ". */
static size_t weekday_start(const lg_scan *text, size_t at) {
  if (lg__behind(text, at, 1) != ' ') return at;
  size_t end = lg__behind(text, at, 2) == ',' ? at - 2 : at - 1;
  if (!lg__reaches(text, end, 3) || !lg__is_in("mon tue wed thu fri sat sun", text->s + end - 3, 3)) return at;
  return lg__may_begin(text, end - 3) ? end - 3 : at;
}

/* 03 Jun 2008 11:05:30 GMT, 03-Jun-2008 11:05:30, 03/Jun/2008:11:05:30 +0000; `day`: one or two digits at `at`. */
static bool day_first(const lg_scan *text, size_t at, size_t month, lg_span *out) {
  uint8_t separator = lg__peek(text, month - 1);
  if (lg__peek(text, month + 3) != separator || !is_year(text, month + 4) || !is_month(text, month)) return false;
  uint8_t gap = lg__peek(text, month + 8);
  if (gap != ' ' && !(gap == ':' && separator == '/')) return false;
  size_t end = clock_end(text, month + 9, false);
  if (end == 0) return false;
  end = zone_end(text, end);
  if (!stops(text, end)) return false;
  *out = (lg_span){weekday_start(text, at), end};
  return true;
}

/* Jun  3 11:05:30, Tue Jun  3 11:05:30 UTC 2008, Jun 03 2008 11:05:30; `clock`: behind the day and its space. */
static bool month_first(const lg_scan *text, size_t at, size_t clock, lg_span *out) {
  size_t blanks = lg__behind(text, at, 2) == ' ' ? 2 : 1;
  if (lg__behind(text, at, 1) != ' ' || !lg__reaches(text, at, 3 + blanks)) return false;
  size_t month = at - blanks - 3;
  if (!is_month(text, month) || !lg__may_begin(text, month)) return false;
  if (is_year(text, clock) && lg__peek(text, clock + 4) == ' ') clock += 5;
  size_t end = clock_end(text, clock, false);
  if (end == 0) return false;
  end = zone_end(text, end);
  if (lg__peek(text, end) == ' ' && is_year(text, end + 1) && stops(text, end + 5)) end += 5;
  if (!stops(text, end)) return false;
  *out = (lg_span){weekday_start(text, month), end};
  return true;
}

bool lg__span_named_date(const lg_scan *text, const lg_digits *run, lg_span *out) {
  size_t at = run->at, end = run->end;
  if (end - at > 2 || !is_between(part_at(text, at, end - at), 1, 31)) return false;
  if (run->after != ' ' && run->after != '-' && run->after != '/') return false;
  if (lg__is_letter(lg__peek(text, end + 1))) return day_first(text, at, end + 1, out);
  return run->after == ' ' && lg__is_digit(lg__peek(text, end + 1)) && month_first(text, at, end + 1, out);
}

/* ---- curl's progress meter: 100     9  100     9    0     0     90      0 --:--:-- --:--:-- --:--:--    90 ------- */

enum { METER_MAX = 120 }; /* bytes of a line */

/* The end of a line of the meter at `at`, before its line break; 0: it is none. */
static size_t meter_line_end(const lg_scan *text, size_t at) {
  bool marked = false;
  for (size_t i = at; i - at < METER_MAX; i++) {
    uint8_t byte = lg__peek(text, i);
    if (i == text->len || byte == '\n' || byte == '\r' || byte == '\\') return marked ? i : 0;
    marked = marked || (byte == '-' && lg__at_word(text, i, "--:--:--", 8));
    if (!lg__is_digit(byte) && memchr(" -:.kMGTP", byte, 9) == NULL) return 0;
  }
  return 0;
}

static bool is_break(uint8_t byte, bool escaped) {
  return escaped ? byte == 'n' || byte == 'r' : byte == '\n' || byte == '\r';
}

/* Behind the line breaks at `at`, which in a string of JSON are \r and \n, and the blanks behind them. */
static size_t next_line(const lg_scan *text, size_t at) {
  while (is_break(lg__peek(text, at), false) || (lg__peek(text, at) == '\\' && is_break(lg__peek(text, at + 1), true)))
    at += lg__peek(text, at) == '\\' ? 2 : 1;
  while (lg__peek(text, at) == ' ') at++;
  return at;
}

/* One line a second, so that their number says how long it took: all of them are one span. */
static bool meter(const lg_scan *text, const lg_digits *run, lg_span *out) {
  size_t start = run->at; /* blanks before it may have been taken already */
  while (start > 0 && text->s[start - 1] == ' ') start--;
  bool begins = start == 0 || is_break(text->s[start - 1], false) ||
                (start > 1 && text->s[start - 2] == '\\' && is_break(text->s[start - 1], true));
  size_t end = begins ? meter_line_end(text, run->at) : 0;
  if (end == 0) return false;
  for (size_t line = end; line != 0;) {
    end = line;
    size_t next = next_line(text, end);
    line = lg__is_digit(lg__peek(text, next)) ? meter_line_end(text, next) : 0;
  }
  *out = (lg_span){run->at, end};
  return true;
}

/* ---- any point in time ------------------------------------------------------------------------------------------- */

bool lg__span_timestamp(const lg_scan *text, const lg_digits *run, lg_span *out) {
  size_t at = run->at, count = run->end - run->at;
  bool year = count == 4 && (run->after == '-' || run->after == '/' || run->after == '.');
  if (year || count == 8 || count == 14)
    return is_year(text, at) &&
           ((year && run->after != '.' && numeric_date(text, at, out)) || named_time(text, at, out));
  if (count <= 3 && run->after == ' ' && lg__peek(text, run->end + 1) <= 'k' && meter(text, run, out)) return true;
  if (count > 2 || run->after != ':') return count <= 2 && lg__span_named_date(text, run, out);
  size_t end = run->before == ':' || run->before == '.' ? 0 : clock_end(text, at, true);
  if (end == 0) return false;
  end = zone_end(text, end);
  if (!stops(text, end)) return false;
  *out = (lg_span){at, end};
  return true;
}

bool lg__is_epoch(const lg_scan *text, const lg_digits *run) {
  size_t count = run->end - run->at;
  return text->s[run->at] == '1' && (count == 10 || count == 13 || count == 16);
}

bool lg__span_epoch(const lg_scan *text, const lg_digits *run, lg_span *out) {
  size_t at = run->at, end = run->end;
  if (!lg__is_epoch(text, run)) return false;
  if (run->before == '+' || run->before == '.' || run->before == '$') return false;
  if (run->before == '=' && lg__counted_before(text, at - 1) != 0) return false; /* --seed=1234567890 */
  if (run->before == '-' && lg__is_digit(lg__behind(text, at, 2))) return false;
  if (run->after == '-' && lg__is_digit(lg__peek(text, end + 1)) && stops(text, lg__skip_digits(text, end + 1)))
    return false;
  if (run->after == '.' && lg__is_digit(lg__peek(text, end + 1))) {
    end = lg__skip_digits(text, end + 1);
    if (lg__peek(text, end) == '.') return false;
  }
  if (!lg__may_end(text, end) && !(text->tokens && lg__peek(text, end) == '_')) return false;
  *out = (lg_span){at, end};
  return true;
}

/* ---- lengths of time: 1.25s, 12 ms, 1,234 ns, 1m 23s, 2h30m5s, 3 minutes ----------------------------------------- */

/* Short units must be in lower case: 5M is not a duration. */
typedef struct unit {
  char name[LG_UNIT_NAME + 1];
  uint8_t len, rank; /* rank: nanoseconds 0 to hours 5 */
} unit;

static const unit units[] = {LG_TIMES_OF_RESULTS};

static const unit *unit_at(const lg_scan *text, size_t i) {
  uint8_t first = lg__peek(text, i), second = lg__peek(text, i + 1);
  bool micro = (first == 0xC2 && second == 0xB5) || (first == 0xCE && second == 0xBC);
  if (!(lg__kind(first) & LG_BYTE_UNIT)) return NULL;
  size_t len = micro ? 2 : 0;
  while (len < sizeof units[0].name && lg__is_letter(lg__peek(text, i + len))) len++;
  if (first >= 0xE3) /* Chinese, Japanese: up to its character for a second */
    while (len < sizeof units[0].name && len % 3 == 0 && (len == 0 || lg__peek(text, i + len - 1) != 0x92)) len += 3;
  for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
    const unit *u = &units[k];
    if (u->len != len || (u->name[0] | 0x20) != (char)(first | 0x20)) continue;
    if (memcmp(text->s + i, u->name, len) == 0 || (len > 2 && !micro && lg__at_word(text, i, u->name, len))) return u;
  }
  return NULL;
}

/* A longer list is not one number (100,200,300,...); and reading it anew from each item would be O(n^2). */
#define THOUSANDS_MAX 4

/* The end of 12, 1.5, 1,5 or 1,234.5. */
static size_t number_end(const lg_scan *text, size_t i) {
  i = lg__skip_digits(text, i);
  for (int k = 0; k < THOUSANDS_MAX && lg__peek(text, i) == ',' && lg__skip_digits(text, i + 1) == i + 4; k++) i += 4;
  uint8_t point = lg__peek(text, i);
  if ((point == '.' || point == ',') && lg__is_digit(lg__peek(text, i + 1))) i = lg__skip_digits(text, i + 1);
  return i;
}

/* Whether a number belongs to something else: gpt-4s, 1.2.3s, /5m/, $5m, the 80s. */
static bool is_rest(const lg_scan *text, const lg_digits *run) {
  uint8_t before = run->before, second = lg__behind(text, run->at, 2);
  if (before == '.') return lg__is_digit(second);
  if (before == '-') return (lg__kind(second) & LG_BYTE_WORD) != 0;
  bool pound = before == 0xA3 && second == 0xC2;
  bool euro = before == 0xAC && second == 0x82 && lg__behind(text, run->at, 3) == 0xE2;
  return before == '/' || before == '$' || before == '#' || before == '\'' || pound || euro;
}

/* 1990s, and "the 80s". */
static bool is_decade(const lg_scan *text, size_t at, size_t end) {
  if (text->s[end - 1] != '0') return false;
  if (end - at == 4) return is_between(pair_at(text, at), 18, 20) && pair_at(text, at + 2) >= 0; /* not 20.0s */
  return end - at == 2 && at >= 4 && lg__at_word(text, at - 4, "the ", 4);
}

/* Whether "m" may be metres: after a space, in m/s, or with a power. */
static bool is_metre(const lg_scan *text, size_t i, bool gap) {
  uint8_t next = lg__peek(text, i + 1);
  return gap || next == '/' || next == '^' || next == 0xC2;
}

/* The end of 9.9/10.5/16.9/1.4 ms, as ping ends, and of 0.224 (0.683) seconds, as XCTest does; or 0. */
static size_t ping_end(const lg_scan *text, const lg_digits *run) {
  size_t i = run->after == '.' ? number_end(text, run->at) : text->len, first = i;
  if (lg__at_word(text, i, " (", 2) && lg__is_digit(lg__peek(text, i + 2))) i = number_end(text, i + 2);
  if (i > first) return lg__at_word(text, i, ") seconds", 9) ? i + 9 : 0;
  for (int more = 0; more < 3 && lg__peek(text, i) == '/' && lg__is_digit(lg__peek(text, i + 1)); more++)
    i = number_end(text, i + 1);
  return i > first && lg__at_word(text, i, " ms", 3) ? i + 3 : 0;
}

bool lg__span_duration(const lg_scan *text, const lg_digits *run, lg_span *out) {
  if (is_rest(text, run)) return false;
  size_t found = ping_end(text, run);
  unsigned above = found == 0 ? 6 : 0; /* parts come in falling order: hours, minutes, seconds */
  for (size_t i = run->at;;) {
    size_t number = number_end(text, i);
    bool gap = lg__peek(text, number) == ' ';
    const unit *u = unit_at(text, number + gap);
    if (u == NULL || u->rank >= above || (u->name[0] == 'm' && u->len == 1 && is_metre(text, number + gap, gap))) break;
    if (u->name[0] == 's' && u->len == 1 && !gap && is_decade(text, i, number)) break;
    size_t end = number + gap + u->len;
    above = u->rank;
    if (lg__is_digit(lg__peek(text, end))) {
      i = end; /* 1h30 counts only if a unit follows */
      continue;
    }
    if (!lg__may_end(text, end)) break;
    found = end;
    if (lg__peek(text, end) != ' ' || !lg__is_digit(lg__peek(text, end + 1))) break;
    i = end + 1;
  }
  if (found == 0 || !lg__may_end(text, found)) return false;
  if (lg__peek(text, found) == ' ' && lg__peek(text, found + 1) == '(') { /* 123.45s (0:02:03): pytest */
    size_t clock = clock_end(text, found + 2, false);
    if (clock != 0 && lg__peek(text, clock) == ')') found = clock + 1;
  }
  *out = (lg_span){run->at, found};
  return true;
}
