/*
 * Between decimals and doubles, exactly: a number is a fraction of two large integers, whose quotient is rounded once,
 * to the nearest, ties to even. The C library's functions do that too, but go by the locale, and those of wasi-libc
 * would be a seventh of the WebAssembly module.
 */
#include <math.h>
#include <stdlib.h>

#include "json/json.h"

enum {
  /* The largest numbers here: 781 digits times a power of ten that makes it a double, and a quotient's 64 bits. */
  LIMBS = 128,
  FRACTION_BITS = 52,
  MIN_EXPONENT = -1074, /* of the last bit of a subnormal double */
  /* 0.DIGITS x 10^point is infinite above the one, and zero below the other. */
  MAX_POINT = 310,
  MIN_POINT = -324
};

/* A whole number, its lowest 32 bits first; the highest limb is not 0. */
typedef struct big {
  uint32_t limbs[LIMBS];
  int count;
} big;

static void set(big *number, uint64_t value) {
  number->count = 0;
  for (; value != 0; value >>= 32) number->limbs[number->count++] = (uint32_t)value;
}

/* number = number * factor + more */
static void multiply(big *number, uint32_t factor, uint32_t more) {
  uint64_t carry = more;
  for (int i = 0; i < number->count; i++) {
    carry += (uint64_t)number->limbs[i] * factor;
    number->limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry != 0) number->limbs[number->count++] = (uint32_t)carry;
}

static void shift(big *number, int bits) {
  int limbs = bits / 32;
  if (bits % 32 != 0) multiply(number, (uint32_t)1 << (bits % 32), 0);
  if (limbs == 0 || number->count == 0) return;
  memmove(number->limbs + limbs, number->limbs, (size_t)number->count * sizeof *number->limbs);
  memset(number->limbs, 0, (size_t)limbs * sizeof *number->limbs);
  number->count += limbs;
}

static void multiply_tens(big *number, int power) {
  uint32_t fives = 1;
  int left = power;
  for (; left >= 13; left -= 13) multiply(number, 1220703125, 0); /* 5^13 */
  for (; left > 0; left--) fives *= 5;
  if (fives != 1) multiply(number, fives, 0);
  shift(number, power);
}

/* How many bits it has without zeros before them. */
static int bits_in(uint64_t value) {
#if defined(__GNUC__)
  return value == 0 ? 0 : 64 - __builtin_clzll(value);
#else
  int bits = 0;
  for (; value != 0; value >>= 1) bits++;
  return bits;
#endif
}

static int bit_length(const big *number) {
  return number->count == 0 ? 0 : (number->count - 1) * 32 + bits_in(number->limbs[number->count - 1]);
}

/* The quotient, which must be below 2^64, rounded down; whether anything is left. Both numbers are used up. Knuth's
 * algorithm D with two digits: the first limbs give a digit that is at most 2 too large once the divisor's highest bit
 * is set. */
static uint64_t divide(big *number, big *divisor, bool *out_rest) {
  int normal = 32 - bits_in(divisor->limbs[divisor->count - 1]), len = divisor->count;
  shift(number, normal);
  shift(divisor, normal);
  while (number->count < len + 2) number->limbs[number->count++] = 0;
  uint64_t quotient = 0;
  for (int at = 1; at >= 0; at--) {
    uint32_t *part = number->limbs + at;
    uint64_t digit = ((uint64_t)part[len] << 32 | part[len - 1]) / divisor->limbs[len - 1];
    if (digit > UINT32_MAX) digit = UINT32_MAX;
    uint64_t carry = 0, borrow = 0;
    for (int i = 0; i <= len; i++) {
      carry += i < len ? digit * divisor->limbs[i] : 0;
      uint64_t difference = (uint64_t)part[i] - (uint32_t)carry - borrow;
      part[i] = (uint32_t)difference;
      borrow = difference >> 63;
      carry >>= 32;
    }
    for (; borrow != 0; digit--) {
      uint64_t sum = 0;
      for (int i = 0; i <= len; i++) {
        sum += (uint64_t)part[i] + (i < len ? divisor->limbs[i] : 0);
        part[i] = (uint32_t)sum;
        sum >>= 32;
      }
      borrow -= sum; /* the carry out of the highest limb ends what was borrowed */
    }
    quotient = quotient << 32 | digit;
  }
  *out_rest = false;
  for (int i = 0; i < len; i++) *out_rest = *out_rest || number->limbs[i] != 0;
  return quotient;
}

/* `value` without its last `bits` (1 to 64), rounded to nearest, ties to even. `rest`: more follows behind them. */
static uint64_t rounded(uint64_t value, int bits, bool rest) {
  uint64_t kept = bits == 64 ? 0 : value >> bits, half = (uint64_t)1 << (bits - 1), left = value & (half | (half - 1));
  bool up = left > half || (left == half && (rest || (kept & 1) != 0));
  return kept + (up ? 1 : 0);
}

/* The double nearest to number * 10^exponent; `number` is not 0 and is used up. */
static double nearest(big *number, int exponent) {
  big divisor;
  set(&divisor, 1);
  multiply_tens(exponent < 0 ? &divisor : number, abs(exponent));
  /* So that the quotient has 63 or 64 bits. */
  int scale = 63 - (bit_length(number) - bit_length(&divisor));
  shift(scale < 0 ? &divisor : number, abs(scale));
  bool rest;
  uint64_t quotient = divide(number, &divisor, &rest);
  int bits = bits_in(quotient) - 1 - FRACTION_BITS;
  if (bits - scale < MIN_EXPONENT) bits = MIN_EXPONENT + scale;
  return bits > 64 ? 0 : ldexp((double)rounded(quotient, bits, rest), bits - scale);
}

double lg__decimal_read(const char *digits, size_t count, int64_t point) {
  if (count == 0 || point < MIN_POINT) return 0;
  if (point > MAX_POINT) return INFINITY;
  big number = {.count = 0};
  size_t decisive = count < LG_DECISIVE_DIGITS ? count : LG_DECISIVE_DIGITS;
  int exponent = (int)(point - (int64_t)decisive);
  for (const char *end = digits + decisive; digits < end;) {
    uint32_t some = 0, scale = 1;
    for (; digits < end && scale < 1000000000; scale *= 10) some = some * 10 + (uint32_t)(*digits++ - '0');
    multiply(&number, scale, some);
  }
  if (count > decisive) multiply(&number, 10, 1);
  return nearest(&number, count > decisive ? exponent - 1 : exponent);
}

int lg__decimal_print(double value, int count, char *digits) {
  int binary, power;
  uint64_t fraction = (uint64_t)ldexp(frexp(value, &binary), FRACTION_BITS + 1), limit = 1, shown;
  binary -= FRACTION_BITS + 1;
  for (int i = 0; i < count; i++) limit *= 10;
  power = (int)floor((binary + bits_in(fraction) - 1) * 0.30102999566398120);
  for (;; power++) {
    /* Twice the digits, so that the last bit is the half that decides. */
    big number, divisor;
    set(&number, fraction * 2);
    set(&divisor, 1);
    int tens = count - 1 - power;
    multiply_tens(tens < 0 ? &divisor : &number, abs(tens));
    shift(binary < 0 ? &divisor : &number, abs(binary));
    bool rest;
    uint64_t doubled = divide(&number, &divisor, &rest);
    shown = rounded(doubled, 1, rest);
    if (shown < limit) break; /* else the power was one too low, or the digits were all nines */
  }
  for (int i = count; i-- > 0; shown /= 10) digits[i] = (char)('0' + shown % 10);
  return power + 1;
}
