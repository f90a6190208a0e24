#include "number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * A decimal is 0.DIGITS x 10^point; DIGITS has no zero at either end, and none at all for zero.
 */
typedef struct decimal {
  const char *digits;
  size_t count;
  int64_t point;
} decimal;

enum {
  EXACT_DIGITS = 15,    /* so many digits survive the way into a double and back: DBL_DIG */
  SHORTEST_DIGITS = 17, /* so many always identify a double */
  DECISIVE_DIGITS =
      780, /* a double, or the middle between two, has at most 767; behind those only "more than" counts */
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

/* "d.ddde+", to be followed by the exponent. */
static char *put_mantissa(char *out, const decimal *number, char sign) {
  *out++ = number->digits[0];
  if (number->count > 1) *out++ = '.';
  out = put_digits(out, number->digits + 1, number->count - 1);
  *out++ = 'e';
  *out++ = sign;
  return out;
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
    out = put_mantissa(out, number, exponent < 0 ? '-' : '+');
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

/* The double nearest to a decimal. The text given to strtod has no decimal point, so that the locale's does not matter.
 */
static double to_double(const decimal *number) {
  char text[DECISIVE_DIGITS + 32];
  size_t count = number->count;
  bool more = count > DECISIVE_DIGITS;
  if (more) count = DECISIVE_DIGITS;
  char *out = put_digits(text, number->digits, count);
  if (more) *out++ = '1';
  int64_t exponent = number->point - (int64_t)count - (more ? 1 : 0);
  *out++ = 'e';
  *out++ = exponent < 0 ? '-' : '+';
  out = put_uint(out, exponent < 0 ? (uint64_t)-exponent : (uint64_t)exponent);
  *out = '\0';
  return strtod(text, NULL);
}

static void strip_zeros(decimal *number) {
  while (number->count > 0 && number->digits[number->count - 1] == '0') number->count--;
}

/* The first `count` digits of `value`, rounded to nearest; `value` is finite and above zero. */
static void round_to(double value, size_t count, char digits[SHORTEST_DIGITS + 1], decimal *number) {
  char text[48];
  int len = snprintf(text, sizeof text, "%.*e", (int)count - 1, value);
  size_t i = 0, filled = 0;
  for (; i < (size_t)len && text[i] != 'e'; i++) { /* the decimal point is the locale's, and may be several bytes */
    if (text[i] >= '0' && text[i] <= '9') digits[filled++] = text[i];
  }
  *number = (decimal){digits, filled, strtol(text + i + 1, NULL, 10) + 1};
}

/* One unit more in the last place. */
static void step_up(char *digits, decimal *number) {
  size_t i = number->count;
  while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
  if (i > 0) {
    digits[i - 1]++;
  } else {
    digits[0] = '1';
    number->point++;
  }
}

/*
 * The shortest digits that read back as `value`, the nearest of them if there are several. The rounded decimal is the
 * nearest of its length; but below a power of two doubles are twice as dense, so that the nearest may fall out of the
 * interval of `value` while the next one up, farther off, lies in it: hence the second try.
 */
static void shortest(double value, char digits[SHORTEST_DIGITS + 1], decimal *number) {
  bool subnormal = value < DBL_MIN;
  for (size_t count = subnormal ? 1 : EXACT_DIGITS; count <= SHORTEST_DIGITS; count++) {
    round_to(value, count, digits, number);
    if (to_double(number) == value) break;
    step_up(digits, number);
    if (to_double(number) == value) break;
  }
  strip_zeros(number);
}

/* ---- numbers of JSON -------------------------------------------------------------------------------------------- */

/* What the digits of a number mean, as they stand in the text. */
typedef struct parts {
  bool negative;
  decimal mantissa; /* as if there were no exponent */
  bool exponent_negative;
  const char *exponent; /* digits, no zero in front; none: 0 */
  size_t exponent_len;
} parts;

/* Takes the text apart; the digits go to `digits`, of `len` bytes. */
static parts take_apart(const char *text, size_t len, char *digits) {
  const char *end = text + len;
  parts number = {.negative = *text == '-'};
  if (number.negative) text++;
  size_t count = 0;
  int64_t point = 0;
  bool fraction = false;
  for (; text < end && *text != 'e' && *text != 'E'; text++) {
    if (*text == '.') {
      fraction = true;
    } else if (count == 0 && *text == '0') {
      if (fraction) point--;
    } else {
      digits[count++] = *text;
      if (!fraction) point++;
    }
  }
  number.mantissa = (decimal){digits, count, point};
  strip_zeros(&number.mantissa);
  if (text == end) return number;
  text++;
  number.exponent_negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  while (text < end && *text == '0') text++;
  number.exponent = text;
  number.exponent_len = (size_t)(end - text);
  return number;
}

static int64_t exponent_value(const parts *number) {
  int64_t value = 0;
  for (size_t i = 0; i < number->exponent_len; i++) value = value * 10 + (number->exponent[i] - '0');
  return number->exponent_negative ? -value : value;
}

/* d.ddde+N where N, above 10^17, is the sum of the exponent's digits and `shift`: added by hand, from the right. */
static char *put_huge(char *out, const parts *number, int64_t shift) {
  out = put_mantissa(out, &number->mantissa, '+');
  char *sum = out + 1; /* one place for a carry */
  size_t len = number->exponent_len;
  int64_t carry = shift;
  for (size_t i = len; i-- > 0;) {
    int64_t place = (number->exponent[i] - '0') + carry;
    carry = place >= 0 ? place / 10 : -((9 - place) / 10); /* towards minus infinity */
    sum[i] = (char)('0' + (place - carry * 10));
  }
  out[0] = (char)('0' + carry);
  size_t zeros = 0;
  while (out[zeros] == '0') zeros++;
  memmove(out, out + zeros, len + 1 - zeros);
  return out + (len + 1 - zeros);
}

static bool is_big(const decimal *number) {
  static const char limit[] = "9007199254740992"; /* 2^53 */
  size_t len = sizeof limit - 1;
  if (number->point != (int64_t)len) return number->point > (int64_t)len;
  size_t common = number->count < len ? number->count : len;
  int order = memcmp(number->digits, limit, common);
  return order > 0 || (order == 0 && number->count >= len);
}

/* The value of `exact` as ECMAScript's double has it; or `exact` itself where that would merge big numbers. */
static char *put_rounded(char *out, const decimal *exact, bool negative) {
  char digits[SHORTEST_DIGITS + 1];
  decimal rounded;
  double value = to_double(exact);
  if (value == 0) {
    *out++ = '0';
    return out;
  }
  if (negative) *out++ = '-';
  if (isinf(value)) return put_decimal(out, exact);
  shortest(value, digits, &rounded);
  bool same = rounded.point == exact->point && rounded.count == exact->count &&
              memcmp(rounded.digits, exact->digits, exact->count) == 0;
  return put_decimal(out, !same && is_big(exact) ? exact : &rounded);
}

lg_status lg__number_append(lg_buf *out, const char *text, size_t len) {
  /* The text needs at most len + 32 bytes; its digits are collected behind that. */
  size_t text_room = len + 32;
  lg_status status = lg__buf_reserve(out, text_room + len);
  if (status != LG_OK) return status;
  char *start = out->data + out->len;
  char *end = start;
  parts number = take_apart(text, len, start + text_room);
  decimal exact = number.mantissa;
  bool huge = number.exponent_len > SAFE_EXPONENT_LEN;
  if (!huge) exact.point += exponent_value(&number);

  if (exact.count == 0 || (huge && number.exponent_negative) || (!huge && exact.point < -323)) {
    *end++ = '0'; /* zero, or too small for a double; ECMAScript has no minus here */
  } else if (huge) {
    if (number.negative) *end++ = '-';
    end = put_huge(end, &number, number.mantissa.point - 1);
  } else if (exact.point > 309 || (exact.count <= EXACT_DIGITS && exact.point >= -306 && exact.point <= 308)) {
    /* Beyond every double; or so few digits, in the normal range, that they are the shortest ones of their double. */
    if (number.negative) *end++ = '-';
    end = put_decimal(end, &exact);
  } else {
    end = put_rounded(end, &exact, number.negative);
  }
  out->len += (size_t)(end - start);
  return LG_OK;
}
