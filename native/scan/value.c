#include "value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "packed.h"

/* Numbers that are nested deeper than DEEP keep their digits, so that a hostile line does not exhaust the stack. */
enum { DEPTH_MAX = 200, DEEP = 2000, DIGITS_MAX = 800, SMALL = 1000000000 };

/* A double for digits; digits beyond those that can matter are left out. */
static double double_of(const char *digits, size_t len) {
  char text[DIGITS_MAX + 16];
  const char *exponent = memchr(digits, 'e', len);
  size_t tail = exponent == NULL ? 0 : len - (size_t)(exponent - digits);
  if (len >= sizeof text) { /* only with an exponent, or digits that all stand before the point */
    if (tail == 0 || tail > 15) return digits[0] == '-' ? -HUGE_VAL : HUGE_VAL;
    memcpy(text, digits, DIGITS_MAX);
    memcpy(text + DIGITS_MAX, exponent, tail);
    len = DIGITS_MAX + tail;
  } else {
    memcpy(text, digits, len);
  }
  text[len] = '\0';
  return strtod(text, NULL);
}

bool scan_number_of(lg_value value, double *out_number) {
  const char *digits;
  size_t len;
  if (lg_value_number(value, out_number)) return true;
  if (lg_value_kind(value) != LG_VALUE_DIGITS || !lg_value_text(value, &digits, &len)) return false;
  *out_number = double_of(digits, len);
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

/* An infinite number: null, as JSON.stringify writes it, or its name behind the mark. */
static void put_infinite(program_out *out, double number, const char *mark) {
  const char *name = number < 0 ? "-Infinity" : "Infinity";
  if (mark == NULL) {
    program_out_bytes(out, (const char[]){LG_VALUE_NULL}, 1);
    return;
  }
  char head[PROGRAM_PACKED_HEAD];
  program_pack_head(LG_VALUE_STRING, strlen(mark) + strlen(name), head);
  program_out_bytes(out, head, sizeof head);
  program_out_text(out, mark);
  program_out_text(out, name);
}

static void put_double(program_out *out, double number, const char *mark) {
  char packed[PROGRAM_PACKED_NUMBER] = {LG_VALUE_NUMBER};
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  for (size_t i = 0; i < 8; i++) packed[1 + i] = (char)(bits >> (8 * i));
  if (isfinite(number))
    program_out_bytes(out, packed, sizeof packed);
  else
    put_infinite(out, number, mark);
}

static void put_doubles(program_out *out, lg_value value, const char *mark, int depth) {
  double number;
  switch (depth == DEEP ? LG_VALUE_NULL : lg_value_kind(value)) {
  case LG_VALUE_DIGITS:
    if (scan_number_of(value, &number)) put_double(out, number, mark);
    return;
  case LG_VALUE_ARRAY:
  case LG_VALUE_OBJECT:
    break;
  default:
    program_out_bytes(out, (const char *)value.bytes, value.len);
    return;
  }
  size_t head = out->len;
  program_out_bytes(out, (const char *)value.bytes, PROGRAM_PACKED_HEAD);
  for (lg_values members = lg_value_begin(value); lg_value_next(&members);) {
    if (members.object) {
      char size[PROGRAM_PACKED_SIZE];
      program_pack_size(members.key_len, size);
      program_out_bytes(out, size, sizeof size);
      program_out_bytes(out, members.key, members.key_len);
    }
    put_doubles(out, members.value, mark, depth + 1);
  }
  size_t content = out->len - head - PROGRAM_PACKED_HEAD;
  if (!out->failed) program_pack_head(lg_value_kind(value), content, out->s + head);
}

static lg_value doubles(lg_value value, const char *mark, program_out *room) {
  if (!has_digits(value, 0)) return value;
  room->len = 0;
  put_doubles(room, value, mark, 0);
  return room->failed ? value : lg_value_at((const uint8_t *)room->s, room->len);
}

lg_value scan_doubles(lg_value value, program_out *room) { return doubles(value, NULL, room); }

lg_value scan_error_doubles(lg_value value, program_out *room) { return doubles(value, "", room); }

lg_value scan_result_doubles(lg_value value, program_out *room) { return doubles(value, "\x02", room); }

/* ---- texts and sizes ---- */

bool scan_json_of(lg_value value, lg_workspace *workspace, program_text *out_text) {
  const char *bytes = (const char *)value.bytes;
  return lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_PACKED, bytes, value.len, &out_text->s, &out_text->len) ==
         LG_OK;
}

void scan_put_number(program_out *out, double number, lg_workspace *workspace) {
  program_out packed = {0};
  program_text text;
  put_double(&packed, number, NULL);
  if (!packed.failed && scan_json_of(lg_value_at((const uint8_t *)packed.s, packed.len), workspace, &text))
    program_out_bytes(out, text.s, text.len);
  else
    out->failed = true;
  program_out_free(&packed);
}

static double number_size(lg_value value, lg_workspace *workspace) {
  double number = 0;
  (void)scan_number_of(value, &number);
  if (isinf(number)) return number < 0 ? 9 : 8; /* `-Infinity` */
  if (number == floor(number) && fabs(number) < SMALL) {
    double size = number < 0 ? 2 : 1;
    for (number = fabs(number); number >= 10; number /= 10) size++;
    return size;
  }
  program_out text = {0};
  scan_put_number(&text, number, workspace);
  size_t size = text.len;
  program_out_free(&text);
  return (double)size;
}

static double size_of(lg_value value, int depth, lg_workspace *workspace) {
  switch (lg_value_kind(value)) {
  case LG_VALUE_STRING:
    return (double)scan_units(program_text_of(value)) + 2;
  case LG_VALUE_NUMBER:
  case LG_VALUE_DIGITS:
    return number_size(value, workspace);
  case LG_VALUE_NULL:
  case LG_VALUE_TRUE:
    return 4;
  case LG_VALUE_FALSE:
    return 5;
  case LG_VALUE_ARRAY:
  case LG_VALUE_OBJECT:
    break;
  default:
    return 0;
  }
  double size = 2, count = 0;
  if (depth == DEPTH_MAX) return size;
  for (lg_values members = lg_value_begin(value); lg_value_next(&members); count++) {
    if (members.object) size += (double)scan_units((program_text){members.key, members.key_len}) + 3;
    size += size_of(members.value, depth + 1, workspace);
  }
  return count > 1 ? size + count - 1 : size;
}

double scan_size_of(lg_value value, lg_workspace *workspace) { return size_of(value, 0, workspace); }
