#include "value.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "characters.gen.h"

/* Numbers that are nested deeper than DEEP keep their digits, so that a hostile line does not exhaust the stack. */
enum { DEPTH_MAX = 200, DEEP = 2000 };

/* A number of JSON without sign and exponent, but for zeros before it. */
bool scan_number_in(program_text text, double *out_number) {
  if (text.len == 0 || *text.s == '-') return false;
  while (text.len > 1 && *text.s == '0' && lg__is_digit(text.s[1])) text.s++, text.len--;
  const unsigned char *begin = (const unsigned char *)text.s, *end = begin + text.len;
  if (lg__skip_number(begin, end) != end || memchr(begin, 'e', text.len) || memchr(begin, 'E', text.len)) return false;
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
  program_text text = program_text_of(value);
  switch (lg_value_kind(value)) {
  case LG_VALUE_STRING: return (double)lg__units(text.s, text.len) + 2;
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
    if (members.object) size += (double)lg__units(members.key, members.key_len) + 3;
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

/* ---- texts ------------------------------------------------------------------------------------------------------- */

enum { NAME_MAX_UNITS = 512, DIGEST_SHOWN = 8 };

bool scan_has_surrogates(program_text text) {
  const char *at = text.s, *end = text.s + text.len;
  while (at < end && (at = memchr(at, 0xED, (size_t)(end - at))) != NULL)
    if (++at < end && (unsigned char)*at >= 0xA0) return true;
  return false;
}

/* Bytes of the character at `s`; of what is none, negated, those that one U+FFFD stands for (the Encoding Standard). */
static int character_at(const unsigned char *s, size_t len) {
  unsigned char c = s[0];
  if (c < 0x80) return 1;
  int more = c >= 0xC2 && c < 0xE0 ? 1 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xF0 && c < 0xF5 ? 3 : 0;
  unsigned char low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80, high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
  if (more == 0) return -1;
  for (int i = 1; i <= more; i++) {
    if ((size_t)i >= len || s[i] < low || s[i] > high) return -i;
    low = 0x80;
    high = 0xBF;
  }
  return more + 1;
}

static bool is_in(const uint32_t ranges[][2], size_t count, uint32_t code) {
  code &= 0x1FFFFF; /* a byte that is no UTF-8 counts as a character: terminals obey some */
  for (size_t i = 0; i < count; i++)
    if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
  return false;
}

bool scan_is_blank(program_text text) {
  for (size_t at = 0, bytes; at < text.len; at += bytes) {
    uint32_t code = lg__point_at((const uint8_t *)text.s + at, text.len - at, &bytes);
    if (!is_in(SPACES, COUNT_OF(SPACES), code)) return false;
  }
  return true;
}

void scan_make_utf8(program_text text, program_out *out) {
  for (size_t at = 0; at < text.len;) {
    int bytes = character_at((const unsigned char *)text.s + at, text.len - at);
    if (bytes > 0) {
      program_out_bytes(out, text.s + at, (size_t)bytes);
      at += (size_t)bytes;
    } else {
      program_out_text(out, "\xEF\xBF\xBD");
      at += (size_t)-bytes;
    }
  }
}

/* ---- names ---- */

/* Adds the first `units` of the name. A pair that is cut leaves a lone surrogate. */
static void put_beginning(program_text name, size_t units, program_out *out) {
  lg_units left = lg__units_of(name.s, name.len);
  int32_t last = 0;
  while (units-- > 0) last = lg__next_unit(&left);
  bool cut = left.low != 0;
  program_out_bytes(out, name.s, (size_t)((const char *)left.at - name.s) - (cut ? 4 : 0));
  const char half[] = {(char)0xED, (char)(0x80 | (last >> 6 & 0x3F)), (char)(0x80 | (last & 0x3F))};
  if (cut) program_out_bytes(out, half, sizeof half);
}

program_text scan_kept_name(program_text name, program_out *room) {
  size_t units = name.len <= NAME_MAX_UNITS ? 0 : lg__units(name.s, name.len);
  if (units <= NAME_MAX_UNITS) return name;
  lg_digest digest = {{0}};
  (void)program_identify(LG_CANONICAL, name, LG_ARGS_NONE, (program_text){NULL, 0}, &digest);
  room->len = 0;
  put_beginning(name, NAME_MAX_UNITS, room);
  program_out_text(room, "\xE2\x80\xA6 (");
  program_out_number(room, units);
  program_out_text(room, " characters, ");
  program_out_hex(room, digest.bytes, DIGEST_SHOWN);
  program_out_text(room, ")");
  return program_out_view(room);
}

void scan_print_plain(program_text text) {
  bool begun = false, blank = false;
  for (size_t at = 0, bytes; at < text.len; at += bytes) {
    uint32_t code = lg__point_at((const uint8_t *)text.s + at, text.len - at, &bytes);
    bool is_gap = is_in(NOT_SHOWN, COUNT_OF(NOT_SHOWN), code);
    if (!is_gap && blank && begun) fputc(' ', stderr);
    if (!is_gap) fwrite(text.s + at, 1, bytes, stderr);
    begun = begun || !is_gap;
    blank = is_gap;
  }
}
