/*
 * Between decimals and doubles, exactly. A double, and the middle between two, is a whole number times a power of two,
 * so it has a last digit: at most 768 of them are written out, and then only compared, or cut and rounded. The C
 * library's functions do that too, but go by the locale, and those of wasi-libc would be a seventh of the WebAssembly
 * module.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "json/json.h"

enum {
  LIMB = 1000000000, /* nine digits */
  LIMBS = 86,
  STEP = 12, /* so many factors of 5 fit into 32 bits */
  /* 0.DIGITS x 10^point is infinite above the one, and zero below the other. */
  MAX_POINT = 310,
  MIN_POINT = -324,
  SHORTEST_DIGITS = 17 /* so many digits always identify a double */
};
#define BITS_OF_INFINITY ((uint64_t)0x7FF << 52)

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
  int used = 2;
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
  while (limbs[used - 1] == 0) used--;
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
static bool is_beyond(const char *digits, size_t count, int64_t point, const expansion *middle, bool even_behind) {
  size_t all = (size_t)middle->count, common = count < all ? count : all;
  if (point != middle->point) return point > middle->point;
  int order = memcmp(digits, middle->digits, common);
  if (order != 0 || count > all) return order >= 0;
  return even_behind && !has_more(middle, (int)count);
}

static bool is_beyond_middle(const char *digits, size_t count, int64_t point, uint64_t bits) {
  expansion middle;
  expand_middle(bits, count, &middle);
  return is_beyond(digits, count, point, &middle, bits % 2 != 0);
}

double lg__decimal_read(const char *digits, size_t count, int64_t point) {
  static const double tens[] = {1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256};
  if (count == 0 || point < MIN_POINT) return 0;
  if (point > MAX_POINT) return INFINITY;
  int some = count < SHORTEST_DIGITS ? (int)count : SHORTEST_DIGITS, exponent = (int)point - some;
  double value = 0;
  for (int i = 0; i < some; i++) value = value * 10 + (digits[i] - '0');
  for (int i = 0; abs(exponent) >> i != 0; i++)
    if ((abs(exponent) >> i & 1) != 0) value = exponent < 0 ? value / tens[i] : value * tens[i];
  uint64_t bits; /* which is a few doubles off at most */
  memcpy(&bits, &value, sizeof bits);
  while (bits > 0 && !is_beyond_middle(digits, count, point, bits - 1)) bits--;
  while (bits < BITS_OF_INFINITY && is_beyond_middle(digits, count, point, bits)) bits++;
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

/* The rounded decimal is the nearest of its length; but below a power of two doubles are twice as dense, so that the
 * nearest may fall out of the interval of `value` while the next one up, farther off, lies in it: hence two tries. */
size_t lg__decimal_shortest(double value, char *digits, int64_t *out_point) {
  expansion all, low, high;
  uint64_t bits = expand_double(value, &all);
  expand_middle(bits - 1, SHORTEST_DIGITS, &low);
  expand_middle(bits, SHORTEST_DIGITS, &high);
  bool even = bits % 2 == 0;
  for (int count = value < DBL_MIN ? 1 : DBL_DIG;; count++) {
    *out_point = cut(&all, count, digits);
    for (int tries = 0; tries < 2; tries++) {
      size_t len = (size_t)count;
      while (digits[len - 1] == '0') len--;
      if (is_beyond(digits, len, *out_point, &low, even) && !is_beyond(digits, len, *out_point, &high, !even))
        return len;
      if (tries == 0) *out_point += step_up(digits, count);
    }
  }
}
