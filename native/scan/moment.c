#include "moment.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value.h"

/* Of a Date, in milliseconds. */
#define TIME_MAX 8.64e15
enum { DAY_MS = 86400000 };

/* From s, ms, us or ns, by magnitude: times of this century have very different numbers in each unit. */
static double to_ms(double time) {
  if (time > 1e17) return time / 1e6;
  if (time > 1e14) return time / 1e3;
  return time > 1e11 ? time : time * 1000;
}

/* Days since 1970 of a day in the Gregorian calendar; months from 1. From Howard Hinnant's days_from_civil. */
static int64_t days_of(int64_t year, int64_t month, int64_t day) {
  if (month <= 2) year--;
  int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
  int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* ---- texts ---- */

typedef struct cursor {
  const char *at, *end;
} cursor;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Takes exactly `digits` digits. */
static bool take_digits(cursor *text, int digits, int64_t *out) {
  int64_t number = 0;
  if (text->end - text->at < digits) return false;
  for (int i = 0; i < digits; i++) {
    if (!is_digit(text->at[i])) return false;
    number = number * 10 + (text->at[i] - '0');
  }
  text->at += digits;
  *out = number;
  return true;
}

static bool take(cursor *text, char c) {
  if (text->at == text->end || *text->at != c) return false;
  text->at++;
  return true;
}

static bool take_any(cursor *text, const char *chars) {
  if (text->at == text->end || *text->at == '\0' || strchr(chars, *text->at) == NULL) return false;
  text->at++;
  return true;
}

static bool take_date(cursor *text, int64_t *out_days) {
  int64_t year, month, day;
  if (!take_digits(text, 4, &year) || !take(text, '-') || !take_digits(text, 2, &month) || !take(text, '-') ||
      !take_digits(text, 2, &day) || month < 1 || month > 12 || day < 1 || day > 31)
    return false;
  *out_days = days_of(year, month, 1) + day - 1; /* as in V8, February 30 is in March */
  return true;
}

/* The clock, in milliseconds; digits of the fraction behind the third do not count. */
static bool take_clock(cursor *text, int64_t *out_ms) {
  int64_t hours, minutes, seconds = 0, ms = 0;
  bool whole = true;
  if (!take_digits(text, 2, &hours) || !take(text, ':') || !take_digits(text, 2, &minutes)) return false;
  if (take(text, ':')) {
    if (!take_digits(text, 2, &seconds)) return false;
    if (take_any(text, ".")) {
      int64_t worth = 100;
      if (text->at == text->end || !is_digit(*text->at)) return false;
      for (; text->at < text->end && is_digit(*text->at); text->at++, worth /= 10) {
        ms += worth * (*text->at - '0');
        whole = whole && *text->at == '0';
      }
    }
  }
  bool midnight = hours == 24 && minutes == 0 && seconds == 0 && whole;
  if ((hours > 23 && !midnight) || minutes > 59 || seconds > 59) return false;
  *out_ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
  return true;
}

/* The zone's distance from UTC, in milliseconds; without one it is UTC. */
static bool take_zone(cursor *text, int64_t *out_ms) {
  int64_t hours, minutes = 0;
  *out_ms = 0;
  if (text->at == text->end || take(text, 'Z')) return true;
  bool minus = *text->at == '-';
  if (!take_any(text, "+-") || !take_digits(text, 2, &hours)) return false;
  if (text->at < text->end && ((void)take(text, ':'), !take_digits(text, 2, &minutes))) return false;
  if (hours > 23 || minutes > 59) return false;
  *out_ms = (hours * 60 + minutes) * 60000 * (minus ? -1 : 1);
  return true;
}

static double time_in_iso(program_text value) {
  cursor text = {value.s, value.s + value.len};
  int64_t days, clock = 0, zone = 0;
  if (!take_date(&text, &days) || !take_any(&text, "T ") || !take_clock(&text, &clock) || !take_zone(&text, &zone))
    return NAN;
  double ms = (double)(days * DAY_MS + clock - zone);
  return text.at == text.end && fabs(ms) <= TIME_MAX ? ms : NAN;
}

double scan_time_of(lg_value value) {
  double number, nanoseconds;
  program_text text = program_text_of(value);
  if (scan_number_in(text, &number) || scan_number_of(value, &number)) return isfinite(number) ? to_ms(number) : NAN;
  if (text.s != NULL) return time_in_iso(text);
  lg_values items = lg_value_begin(value);
  if (items.object || !lg_value_next(&items) || !scan_number_of(items.value, &number)) return NAN;
  if (!lg_value_next(&items) || !scan_number_of(items.value, &nanoseconds)) return NAN;
  return number * 1000 + nanoseconds / 1e6;
}

/* ---- writing ---- */

bool scan_put_time(program_out *out, double time) {
  if (!(fabs(time) <= TIME_MAX)) return false;
  int64_t ms = (int64_t)time, days = ms / DAY_MS, of_day = ms % DAY_MS;
  if (of_day < 0) {
    of_day += DAY_MS;
    days--;
  }
  /* The inverse of days_of, from the same source. */
  int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
  int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
  int64_t day = of_year - (153 * month + 2) / 5 + 1;
  month += month < 10 ? 3 : -9;
  year += era * 400 + (month <= 2 ? 1 : 0);
  char text[64];
  int len = snprintf(text, sizeof text, year < 0 || year > 9999 ? "%+07lld" : "%04lld", (long long)year);
  program_out_bytes(out, text, (size_t)len);
  len = snprintf(text, sizeof text, "-%02d-%02dT%02d:%02d:%02d.%03dZ", (int)month, (int)day, (int)(of_day / 3600000),
                 (int)(of_day / 60000 % 60), (int)(of_day / 1000 % 60), (int)(of_day % 1000));
  program_out_bytes(out, text, (size_t)len);
  return true;
}
