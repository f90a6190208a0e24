#include "json/json.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* A decimal is 0.DIGITS x 10^point; DIGITS has no zero at either end, and none at all for zero. */
typedef struct decimal {
  const char *digits;
  size_t count;
  int64_t point;
} decimal;

enum {
  EXACT_DIGITS = 15,      /* a number of so many digits comes back unchanged from a double: DBL_DIG */
  SHORTEST_DIGITS = 17,   /* so many digits always identify a double */
  SAFE_EXPONENT_LEN = 18, /* digits of an exponent that fits int64_t with room for the length of any text */
  /* A double, or the middle between two, has at most 768 digits; of those behind these only "there is more" counts. */
  DECISIVE_DIGITS = 780,
  LIMB = 1000000000, /* nine digits */
  LIMBS = 86,
  STEP = 12, /* so many factors of 5 fit into 32 bits */
  /* 0.DIGITS x 10^point is infinite above the one, and zero below the other. */
  MAX_POINT = 310,
  MIN_POINT = -324
};
#define BITS_OF_INFINITY ((uint64_t)0x7FF << 52)

static void strip_zeros(decimal *number) {
  while (number->count > 0 && number->digits[number->count - 1] == '0') number->count--;
}

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

/* ---- between decimals and doubles, exactly ----------------------------------------------------------------------- */

/* A double, and the middle between two, is a whole number times a power of two, so it has a last digit: at most 768 of
 * them are written out, and then only compared, or cut and rounded. The C library's functions do that too, but go by
 * the locale, and those of wasi-libc would be a seventh of the WebAssembly module. */

/* The first digits of a number above 0, which is 0.DIGITS x 10^point. */
typedef struct expansion {
  char digits[9 * LIMBS];
  int count, point;
  bool more; /* one behind them is not 0 */
} expansion;

/* Writes at least `wanted` digits of whole * 2^exponent, or all. 2^-n is 5^n / 10^n. */
static void expand(uint64_t whole, int exponent, size_t wanted, expansion *out) {
  uint32_t limbs[LIMBS] = {(uint32_t)(whole % LIMB), (uint32_t)(whole / LIMB)};         /* the lowest digits first */
  const uint32_t factor = exponent < 0 ? 5 : 2, step = exponent < 0 ? 244140625 : 4096; /* factor^STEP */
  int used = 2; /* in the end the second is not 0: a whole number so small is a denormal's, with many factors */
  for (int left = abs(exponent); left > 0; left -= STEP) {
    uint64_t power = left < STEP ? 1 : step, carry = 0;
    for (int i = 0; left < STEP && i < left; i++) power *= factor;
    for (int i = 0; i < used; i++) {
      carry += limbs[i] * power;
      limbs[i] = (uint32_t)(carry % LIMB);
      carry /= LIMB;
    }
    if (carry != 0) limbs[used++] = (uint32_t)carry;
  }
  int width = 1; /* of the highest limb */
  for (uint32_t left = limbs[used - 1]; left >= 10; left /= 10) width++;
  out->point = width + 9 * (used - 1) + (exponent < 0 ? exponent : 0);
  for (out->count = 0; used > 0 && (size_t)out->count < wanted; out->count += width, width = 9) {
    uint32_t left = limbs[--used];
    for (int i = width; i-- > 0; left /= 10) out->digits[out->count + i] = (char)('0' + left % 10);
  }
  for (out->more = false; used > 0;) out->more = limbs[--used] != 0 || out->more;
}

/* Gives the exponent of the double with these bits, which is *out_whole * 2^exponent. */
static int split(uint64_t bits, uint64_t *out_whole) {
  int exponent = (int)(bits >> 52);
  *out_whole = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)(exponent != 0) << 52;
  return (exponent != 0 ? exponent : 1) - 1075;
}

static bool has_more(const expansion *of, int from) {
  while (from < of->count && of->digits[from] == '0') from++;
  return from < of->count || of->more;
}

/* The middle between the double with these bits and the next one, which is even if this one is not. */
static void expand_middle(uint64_t bits, size_t wanted, expansion *out) {
  uint64_t whole;
  int exponent = split(bits, &whole);
  expand(2 * whole + 1, exponent - 1, wanted, out);
}

/* Whether the decimal is nearer to the double behind the middle; of a tie the even one is taken. */
static bool is_beyond(const decimal *number, const expansion *middle, bool even_behind) {
  size_t count = number->count, all = (size_t)middle->count, common = count < all ? count : all;
  if (number->point != middle->point) return number->point > middle->point;
  int order = memcmp(number->digits, middle->digits, common);
  if (order != 0 || count > all) return order >= 0;
  return even_behind && !has_more(middle, (int)count);
}

static bool is_beyond_middle(const decimal *number, uint64_t bits) {
  expansion middle;
  expand_middle(bits, number->count, &middle);
  return is_beyond(number, &middle, bits % 2 != 0);
}

/* The double nearest to the number, which may be infinite. */
static double nearest(const decimal *number) {
  static const double tens[] = {1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256};
  if (number->count == 0 || number->point < MIN_POINT) return 0;
  if (number->point > MAX_POINT) return INFINITY;
  int some = number->count < SHORTEST_DIGITS ? (int)number->count : SHORTEST_DIGITS;
  int exponent = (int)number->point - some;
  double value = 0;
  for (int i = 0; i < some; i++) value = value * 10 + (number->digits[i] - '0');
  for (int i = 0; abs(exponent) >> i != 0; i++)
    if ((abs(exponent) >> i & 1) != 0) value = exponent < 0 ? value / tens[i] : value * tens[i];
  uint64_t bits; /* which is a few doubles off at most */
  memcpy(&bits, &value, sizeof bits);
  while (bits > 0 && !is_beyond_middle(number, bits - 1)) bits--;
  while (bits < BITS_OF_INFINITY && is_beyond_middle(number, bits)) bits++;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* One unit more in the last place. Gives how far the point moves. */
static int step_up(char *digits, int count) {
  while (count > 0 && digits[count - 1] == '9') digits[--count] = '0';
  digits[count > 0 ? count - 1 : 0] += 1;
  return count > 0 ? 0 : 1;
}

/* The first digits, rounded to nearest, ties to even. Gives the point. */
static int cut(const expansion *all, int count, char *digits) {
  for (int i = 0; i < count; i++) digits[i] = i < all->count ? all->digits[i] : '0';
  if (all->count <= count || all->digits[count] < '5') return all->point;
  bool tie = all->digits[count] == '5' && !has_more(all, count + 1);
  if (tie && (digits[count - 1] - '0') % 2 == 0) return all->point;
  return all->point + step_up(digits, count);
}

static uint64_t expand_double(double value, expansion *out) {
  uint64_t bits, whole;
  memcpy(&bits, &value, sizeof bits);
  int exponent = split(bits, &whole);
  expand(whole, exponent, SHORTEST_DIGITS + 1, out);
  return bits;
}

/* The shortest digits that read back as this finite double above 0; of several the nearest.
 *
 * The rounded decimal is the nearest of its length; but below a power of two doubles are twice as dense, so that the
 * nearest may fall out of the interval of `value` while the next one up, farther off, lies in it: hence two tries. */
static void shortest(double value, char digits[SHORTEST_DIGITS + 1], decimal *out) {
  expansion all, low, high;
  uint64_t bits = expand_double(value, &all);
  expand_middle(bits - 1, SHORTEST_DIGITS, &low);
  expand_middle(bits, SHORTEST_DIGITS, &high);
  bool even = bits % 2 == 0;
  for (int count = value < DBL_MIN ? 1 : DBL_DIG;; count++) {
    *out = (decimal){digits, 0, cut(&all, count, digits)};
    for (int tries = 0; tries < 2; tries++) {
      out->count = (size_t)count;
      strip_zeros(out);
      if (is_beyond(out, &low, even) && !is_beyond(out, &high, !even)) return;
      if (tries == 0) out->point += step_up(digits, count);
    }
  }
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
  return few_digits(number, &value) ? value : nearest(number);
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
  char digits[DECISIVE_DIGITS + 1];
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
