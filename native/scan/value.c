#include "value.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Numbers that are nested deeper than DEEP keep their digits, so that a hostile line does not exhaust the stack. */
enum { DEPTH_MAX = 200, DEEP = 2000 };

bool scan_number_in(program_text text, double *out_number) {
  size_t at = 0;
  while (at < text.len && lg__is_digit(text.s[at])) at++;
  if (at == 0) return false;
  if (at < text.len) {
    size_t begin = at + 1;
    if (text.s[at] != '.') return false;
    for (at = begin; at < text.len && lg__is_digit(text.s[at]);) at++;
    if (at == begin || at < text.len) return false;
  }
  while (text.len > 1 && *text.s == '0' && lg__is_digit(text.s[1])) text.s++, text.len--;
  *out_number = lg__number_read(text.s, text.len);
  return true;
}

/* ---- doubles ---- */

static bool has_digits(lg_value value, int depth) {
  lg_value_type kind = lg_value_kind(value);
  if (kind == LG_VALUE_DIGITS) return true;
  if ((kind != LG_VALUE_ARRAY && kind != LG_VALUE_OBJECT) || depth == DEEP) return false;
  for (lg_values members = lg_value_begin(value); lg_value_next(&members);)
    if (has_digits(members.value, depth + 1)) return true;
  return false;
}

static program_text name_of_infinite(double number) {
  static const char name[] = "-Infinity";
  return number < 0 ? (program_text){name, sizeof name - 1} : (program_text){name + 1, sizeof name - 2};
}

/* An infinite number: null, as JSON.stringify writes it, or its name behind the mark. */
static void put_infinite(program_out *out, double number, const char *mark) {
  char head[LG_PACKED_HEAD] = {LG_VALUE_NULL};
  if (mark == NULL) {
    program_out_bytes(out, head, 1);
    return;
  }
  program_text name = name_of_infinite(number);
  program_pack_head(LG_VALUE_STRING, strlen(mark) + name.len, head);
  program_out_bytes(out, head, sizeof head);
  program_out_text(out, mark);
  program_out_bytes(out, name.s, name.len);
}

static void put_double(program_out *out, double number, const char *mark) {
  uint8_t packed[LG_PACKED_NUMBER] = {LG_VALUE_NUMBER};
  if (isinf(number)) {
    put_infinite(out, number, mark);
    return;
  }
  lg__store_f64(packed + 1, number);
  program_out_bytes(out, (const char *)packed, sizeof packed);
}

static void put_doubles(program_out *out, lg_value value, const char *mark, int depth) {
  double number;
  switch (depth == DEEP ? LG_VALUE_NULL : lg_value_kind(value)) {
  case LG_VALUE_DIGITS:
    if (lg_value_number(value, &number)) put_double(out, number, mark);
    return;
  case LG_VALUE_ARRAY:
  case LG_VALUE_OBJECT: break;
  default: program_out_bytes(out, (const char *)value.bytes, value.len); return;
  }
  size_t head = out->len;
  program_out_bytes(out, (const char *)value.bytes, LG_PACKED_HEAD);
  for (lg_values members = lg_value_begin(value); lg_value_next(&members);) {
    if (members.object) {
      uint8_t size[LG_PACKED_KEY];
      lg__store_u32(size, (uint32_t)members.key_len);
      program_out_bytes(out, (const char *)size, sizeof size);
      program_out_bytes(out, members.key, members.key_len);
    }
    put_doubles(out, members.value, mark, depth + 1);
  }
  program_pack_head(lg_value_kind(value), out->len - head - LG_PACKED_HEAD, out->data + head);
}

lg_value scan_doubles(lg_value value, const char *mark, program_out *room) {
  if (!has_digits(value, 0)) return value;
  room->len = 0;
  put_doubles(room, value, mark, 0);
  return lg_value_at((const uint8_t *)room->data, room->len);
}

/* ---- texts and sizes ---- */

/* The number as String() writes it; it is not NaN. The text may be in `room`. */
static program_text text_of_number(double number, char room[LG_NUMBER_MAX]) {
  return isinf(number) ? name_of_infinite(number) : (program_text){room, lg__number_print(room, number)};
}

void scan_put_number(program_out *out, double number) {
  char room[LG_NUMBER_MAX];
  program_text text = text_of_number(number, room);
  program_out_bytes(out, text.s, text.len);
}

static double number_size(lg_value value) {
  double number = 0;
  char room[LG_NUMBER_MAX];
  (void)lg_value_number(value, &number);
  return (double)text_of_number(number, room).len;
}

static double size_of(lg_value value, int depth) {
  switch (lg_value_kind(value)) {
  case LG_VALUE_STRING: return (double)program_units(program_text_of(value)) + 2;
  case LG_VALUE_NUMBER:
  case LG_VALUE_DIGITS: return number_size(value);
  case LG_VALUE_NULL:
  case LG_VALUE_TRUE: return 4;
  case LG_VALUE_FALSE: return 5;
  case LG_VALUE_ARRAY:
  case LG_VALUE_OBJECT: break;
  default: return 0;
  }
  double size = 2, count = 0;
  if (depth == DEPTH_MAX) return size;
  for (lg_values members = lg_value_begin(value); lg_value_next(&members); count++) {
    if (members.object) size += (double)program_units((program_text){members.key, members.key_len}) + 3;
    size += size_of(members.value, depth + 1);
  }
  return count > 1 ? size + count - 1 : size;
}

double scan_size_of(lg_value value) { return size_of(value, 0); }

/* Of a Date, in milliseconds. */
#define TIME_MAX 8.64e15

/* From s, ms, us or ns, by magnitude: times of this century have very different numbers in each unit. */
static double to_ms(double time) {
  if (time > 1e17) return time / 1e6;
  if (time > 1e14) return time / 1e3;
  return time > 1e11 ? time : time * 1000;
}

/* ---- times ---- */

typedef struct cursor {
  const char *at, *end;
} cursor;

/* Takes what the pattern says, where # is a digit; behind each other character another number begins. */
static bool take(cursor *text, const char *pattern, int *numbers) {
  const char *at = text->at;
  if (*pattern == '#') *numbers = 0;
  for (; *pattern != '\0'; pattern++, at++) {
    if (at == text->end || (*pattern == '#' ? !lg__is_digit(*at) : *at != *pattern)) return false;
    if (*pattern == '#')
      *numbers = *numbers * 10 + (*at - '0');
    else
      *++numbers = 0;
  }
  text->at = at;
  return true;
}

static bool take_any(cursor *text, const char *chars) {
  if (text->at == text->end || *text->at == '\0' || strchr(chars, *text->at) == NULL) return false;
  text->at++;
  return true;
}

/* The fraction of a second, in milliseconds; digits behind the third do not count. */
static bool take_fraction(cursor *text, int *out_ms, bool *out_zero) {
  int worth = 100;
  if (!take_any(text, ".")) return true;
  if (text->at == text->end || !lg__is_digit(*text->at)) return false;
  for (; text->at < text->end && lg__is_digit(*text->at); text->at++, worth /= 10) {
    *out_ms += worth * (*text->at - '0');
    *out_zero = *out_zero && *text->at == '0';
  }
  return true;
}

/* The zone's distance from UTC, in minutes; without one it is UTC. */
static bool take_zone(cursor *text, int *out_minutes) {
  int zone[2] = {0, 0};
  if (text->at == text->end || take_any(text, "Z")) return true;
  bool minus = *text->at == '-';
  if (!take_any(text, "+-") || !take(text, "##", zone)) return false;
  if (text->at < text->end && !take(text, ":##", zone) && !take(text, "##", &zone[1])) return false;
  *out_minutes = (zone[0] * 60 + zone[1]) * (minus ? -1 : 1);
  return zone[0] <= 23 && zone[1] <= 59;
}

static double time_in_iso(program_text value) {
  cursor text = {value.s, value.s + value.len};
  int date[3], clock[3] = {0, 0, 0}, ms = 0, zone = 0;
  bool zero = true;
  if (!take(&text, "####-##-##", date) || date[1] < 1 || date[1] > 12 || date[2] < 1 || date[2] > 31) return NAN;
  if (!take_any(&text, "T ") || !take(&text, "##:##", clock)) return NAN;
  if (take(&text, ":##", &clock[1]) && !take_fraction(&text, &ms, &zero)) return NAN;
  bool midnight = clock[0] == 24 && clock[1] == 0 && clock[2] == 0 && zero;
  if ((clock[0] > 23 && !midnight) || clock[1] > 59 || clock[2] > 59 || !take_zone(&text, &zone)) return NAN;
  /* as in V8, February 30 is in March */
  struct tm of_day = {.tm_year = date[0] - 1900, .tm_mon = date[1] - 1, .tm_mday = date[2]};
  double seconds = (double)timegm(&of_day) + clock[0] * 3600 + (clock[1] - zone) * 60 + clock[2];
  return text.at == text.end ? seconds * 1000 + ms : NAN;
}

double scan_time_of(lg_value value) {
  double number, nanoseconds;
  program_text text = program_text_of(value);
  if (scan_number_in(text, &number) || lg_value_number(value, &number)) return isfinite(number) ? to_ms(number) : NAN;
  if (text.s != NULL) return time_in_iso(text);
  lg_values items = lg_value_begin(value);
  if (items.object || !lg_value_next(&items) || !lg_value_number(items.value, &number)) return NAN;
  if (!lg_value_next(&items) || !lg_value_number(items.value, &nanoseconds)) return NAN;
  return number * 1000 + nanoseconds / 1e6;
}

bool scan_put_time(program_out *out, double time) {
  if (!(fabs(time) <= TIME_MAX)) return false;
  time = trunc(time);
  time_t seconds = (time_t)floor(time / 1000);
  struct tm date;
  if (gmtime_r(&seconds, &date) == NULL) return false;
  int year = date.tm_year + 1900;
  char text[64];
  int len = snprintf(text, sizeof text, year < 0 || year > 9999 ? "%+07d" : "%04d", year);
  program_out_bytes(out, text, (size_t)len);
  len = snprintf(text, sizeof text, "-%02d-%02dT%02d:%02d:%02d.%03dZ", date.tm_mon + 1, date.tm_mday, date.tm_hour,
                 date.tm_min, date.tm_sec, (int)(time - (double)seconds * 1000));
  program_out_bytes(out, text, (size_t)len);
  return true;
}
