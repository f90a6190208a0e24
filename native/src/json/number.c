#include "json/json.h"

#include <math.h>

#include "json/packed.h"
#include "text/chars.h"

/* A decimal is 0.DIGITS x 10^point; DIGITS has no zero at either end, and none at all for zero. */
typedef struct decimal {
  const char *digits;
  size_t count;
  int64_t point;
} decimal;

enum {
  EXACT_DIGITS = 15,     /* a number of so many digits comes back unchanged from a double: DBL_DIG */
  SHORTEST_DIGITS = 17,  /* so many digits always identify a double */
  SAFE_EXPONENT_LEN = 18 /* digits of an exponent that fits int64_t with room for the length of any text */
};

/* ---- text ------------------------------------------------------------------------------------------------------- */

static char *put_zeros(char *out, int64_t count) {
  for (; count > 0; count--) *out++ = '0';
  return out;
}

static char *put_digits(char *out, const char *digits, size_t count) {
  memcpy(out, digits, count);
  return out + count;
}

static char *put_uint(char *out, uint64_t value) {
  char reversed[20];
  size_t len = 0;
  do reversed[len++] = (char)('0' + value % 10);
  while ((value /= 10) != 0);
  while (len > 0) *out++ = reversed[--len];
  return out;
}

/* ECMAScript Number::toString, steps 6 to 12. Writes at most count + 27 bytes. */
static char *put_decimal(char *out, const decimal *number) {
  size_t count = number->count;
  int64_t point = number->point;
  if (point > 21 || point <= -6) {
    int64_t exponent = point - 1;
    *out++ = number->digits[0];
    if (count > 1) *out++ = '.';
    out = put_digits(out, number->digits + 1, count - 1);
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    return put_uint(out, exponent < 0 ? (uint64_t)-exponent : (uint64_t)exponent);
  }
  if (point <= 0) {
    *out++ = '0';
    *out++ = '.';
    out = put_zeros(out, -point);
    return put_digits(out, number->digits, count);
  }
  size_t whole = (size_t)point;
  if (count <= whole) {
    out = put_digits(out, number->digits, count);
    return put_zeros(out, (int64_t)(whole - count));
  }
  out = put_digits(out, number->digits, whole);
  *out++ = '.';
  return put_digits(out, number->digits + whole, count - whole);
}

/* ---- doubles ---------------------------------------------------------------------------------------------------- */

/* 10^0 to 10^22, all of them doubles. */
static const double TENS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { MAX_TEN = 22 };

/* The double of a number with few digits and a small power of ten: both are exact doubles, so that multiplying or
 * dividing rounds only once. */
static bool few_digits(const decimal *number, double *out_value) {
  int64_t exponent = number->point - (int64_t)number->count;
  if (number->count > EXACT_DIGITS || exponent < -MAX_TEN || exponent > MAX_TEN) return false;
  int64_t digits = 0;
  for (size_t i = 0; i < number->count; i++) digits = digits * 10 + (number->digits[i] - '0');
  *out_value = exponent < 0 ? (double)digits / TENS[-exponent] : (double)digits * TENS[exponent];
  return true;
}

static double to_double(const decimal *number) {
  double value;
  return few_digits(number, &value) ? value : lg__decimal_read(number->digits, number->count, number->point);
}

static void strip_zeros(decimal *number) {
  while (number->count > 0 && number->digits[number->count - 1] == '0') number->count--;
}

static void shortest(double value, char digits[SHORTEST_DIGITS + 1], decimal *number) {
  number->digits = digits;
  number->count = lg__decimal_shortest(value, digits, &number->point);
}

/* ---- numbers of JSON -------------------------------------------------------------------------------------------- */

/* The end of the digits at `s`; NULL: there is none. */
static const unsigned char *skip_digits(const unsigned char *s, const unsigned char *end) {
  const unsigned char *first = s;
  while (s < end && lg__is_digit((char)*s)) s++;
  return s > first ? s : NULL;
}

const unsigned char *lg__skip_number(const unsigned char *s, const unsigned char *end) {
  if (s < end && *s == '-') s++;
  s = s < end && *s == '0' ? s + 1 : skip_digits(s, end);
  if (s != NULL && s < end && *s == '.') s = skip_digits(s + 1, end);
  if (s == NULL || s == end || (*s != 'e' && *s != 'E')) return s;
  s++;
  return skip_digits(s < end && (*s == '+' || *s == '-') ? s + 1 : s, end);
}

/* Reads the number without its sign; its digits go to `digits`. Of those that have no room only whether there is more
 * is kept. False: it is too large even for `point`. */
static bool take_apart(const char *text, size_t len, char *digits, size_t room, decimal *out) {
  const char *end = text + len;
  size_t count = 0;
  int64_t point = 0, exponent = 0;
  bool fraction = false;
  if (*text == '-') text++;
  for (; text < end && *text != 'e' && *text != 'E'; text++) {
    if (*text == '.') {
      fraction = true;
    } else if (count == 0 && *text == '0') {
      if (fraction) point--;
    } else {
      if (count < room)
        digits[count++] = *text;
      else if (*text != '0' && digits[room - 1] == '0')
        digits[room - 1] = '1';
      if (!fraction) point++;
    }
  }
  *out = (decimal){digits, count, point};
  strip_zeros(out);
  if (text == end || out->count == 0) return true;
  text++;
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  while (text < end && *text == '0') text++;
  if (end - text > SAFE_EXPONENT_LEN) {
    out->count = 0; /* too small for a double, or too large */
    return negative;
  }
  for (; text < end; text++) exponent = exponent * 10 + (*text - '0');
  out->point += negative ? -exponent : exponent;
  return true;
}

static bool is_big(const decimal *number) {
  static const char limit[] = "9007199254740992"; /* 2^53 */
  size_t len = sizeof limit - 1;
  if (number->point != (int64_t)len) return number->point > (int64_t)len;
  size_t common = number->count < len ? number->count : len;
  int order = memcmp(number->digits, limit, common);
  return order > 0 || (order == 0 && number->count >= len);
}

/* ---- packed ------------------------------------------------------------------------------------------------------ */

/* Whether `value`, the number's double, does not print as the same number (of 2^53 or more). */
static bool loses_digits(const decimal *exact, double value) {
  char digits[SHORTEST_DIGITS + 1];
  decimal rounded;
  if (exact->count <= EXACT_DIGITS || !is_big(exact)) return false;
  shortest(value, digits, &rounded);
  return rounded.point != exact->point || rounded.count != exact->count ||
         memcmp(rounded.digits, exact->digits, exact->count) != 0;
}

/* The number's double. False: keep its digits instead. */
static bool as_double(const decimal *exact, double *out_value) {
  *out_value = to_double(exact);
  return !isinf(*out_value) && !loses_digits(exact, *out_value);
}

double lg__number_read(const char *text, size_t len) {
  char digits[LG_DECISIVE_DIGITS + 1];
  decimal exact;
  double value = take_apart(text, len, digits, sizeof digits, &exact) ? to_double(&exact) : INFINITY;
  return *text == '-' ? -value : value;
}

lg_status lg__number_pack(lg_buf *out, const char *text, size_t len) {
  /* The text needs at most len + 32 bytes; its digits are collected behind that. */
  size_t text_room = LG_PACKED_HEAD + len + 32;
  lg_status status = lg__buf_reserve(out, text_room + len);
  if (status != LG_OK) return status;
  char *head = out->data + out->len, *start = head + LG_PACKED_HEAD, *end = start;
  decimal exact;
  bool huge = !take_apart(text, len, head + text_room, len, &exact);

  double value;
  if (!huge && as_double(&exact, &value)) {
    head[0] = LG_VALUE_NUMBER;
    lg__store_f64((uint8_t *)head + 1, *text == '-' && value != 0 ? -value : value);
    out->len += LG_PACKED_NUMBER;
    return LG_OK;
  }
  if (huge) {
    end = put_digits(end, text, len);
  } else {
    if (*text == '-') *end++ = '-';
    end = put_decimal(end, &exact);
  }
  head[0] = LG_VALUE_DIGITS;
  lg__store_u32((uint8_t *)head + 1, (uint32_t)(end - start));
  out->len += (size_t)(end - head);
  return LG_OK;
}

/* A fast path: the shortest digits of a double that has at most EXACT_DIGITS, close to the decimal point. */
static bool short_digits(double value, char digits[SHORTEST_DIGITS + 1], decimal *number) {
  for (int places = 1; places <= MAX_TEN; places++) {
    double scaled = value * TENS[places];
    if (scaled >= 1e15) return false;
    double whole = rint(scaled);
    /* So few digits survive a double, so if these give the same double, no shorter ones do. */
    if (whole / TENS[places] != value) continue;
    char *end = put_uint(digits, (uint64_t)whole);
    *number = (decimal){digits, (size_t)(end - digits), (end - digits) - places};
    strip_zeros(number);
    return number->count > 0;
  }
  return false;
}

size_t lg__number_print(char *out, double value) {
  char digits[SHORTEST_DIGITS + 1], *start = out;
  decimal number;
  if (!isfinite(value)) return 0; /* of packed bytes that nobody has checked */
  if (value < 0) {
    *out++ = '-';
    value = -value;
  }
  if (value < 9007199254740992 && value == (double)(uint64_t)value)
    return (size_t)(put_uint(out, (uint64_t)value) - start);
  if (!short_digits(value, digits, &number)) shortest(value, digits, &number);
  return (size_t)(put_decimal(out, &number) - start);
}
