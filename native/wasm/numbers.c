/*
 * The functions of the C library between numbers and text that the core calls, as far as it calls them. Those
 * of wasi-libc read and print a long double of 128 bits, in software: they would be a seventh of the module.
 *
 * Exact: a number is a fraction of two large integers, whose quotient is rounded once, to the nearest, ties to even.
 */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  /* The largest numbers here: 780 digits times a power of ten that makes it a double, and a quotient's 64 bits. */
  LIMBS = 128,
  MAX_DIGITS = 800, /* the core gives at most 781; of more the value would not be exact */
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

static void multiply_tens(big *number, int power) {
  for (; power >= 9; power -= 9) multiply(number, 1000000000, 0);
  for (; power > 0; power--) multiply(number, 10, 0);
}

static void shift(big *number, int bits) {
  int limbs = bits / 32;
  multiply(number, (uint32_t)1 << (bits % 32), 0);
  if (limbs == 0 || number->count == 0) return;
  memmove(number->limbs + limbs, number->limbs, (size_t)number->count * sizeof *number->limbs);
  memset(number->limbs, 0, (size_t)limbs * sizeof *number->limbs);
  number->count += limbs;
}

static int bit_length(const big *number) {
  return number->count == 0 ? 0 : number->count * 32 - __builtin_clz(number->limbs[number->count - 1]);
}

/*
 * The quotient, which must be below 2^64, rounded down; whether anything is left. Both numbers are used up. Knuth's
 * algorithm D with two digits: the first limbs give a digit that is at most 2 too large once the divisor's highest bit
 * is set.
 */
static uint64_t divide(big *number, big *divisor, bool *out_rest) {
  int normal = __builtin_clz(divisor->limbs[divisor->count - 1]), len = divisor->count;
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

/* The double nearest to digits * 10^exponent; `digits` is not 0 and is used up. */
static double nearest(big *digits, int exponent) {
  big divisor;
  set(&divisor, 1);
  multiply_tens(exponent < 0 ? &divisor : digits, abs(exponent));
  /* So that the quotient has 63 or 64 bits. */
  int scale = 63 - (bit_length(digits) - bit_length(&divisor));
  shift(scale < 0 ? &divisor : digits, abs(scale));
  bool rest;
  uint64_t quotient = divide(digits, &divisor, &rest);
  int bits = 63 - __builtin_clzll(quotient) - FRACTION_BITS;
  if (bits - scale < MIN_EXPONENT) bits = MIN_EXPONENT + scale;
  return bits > 64 ? 0 : ldexp((double)rounded(quotient, bits, rest), bits - scale);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

long strtol(const char *restrict text, char **restrict out_end, int base) {
  (void)base; /* 10 */
  bool negative = *text == '-';
  long value = 0;
  if (*text == '-' || *text == '+') text++;
  for (; is_digit(*text); text++) value = value > 99999 ? value : value * 10 + (*text - '0');
  if (out_end != NULL) *out_end = (char *)text;
  return negative ? -value : value;
}

double strtod(const char *restrict text, char **restrict out_end) {
  const char *at = text;
  bool negative = *at == '-', fraction = false, any = false;
  if (*at == '-' || *at == '+') at++;
  big digits;
  set(&digits, 0);
  int count = 0, exponent = 0;
  for (; is_digit(*at) || (*at == '.' && !fraction); at++) {
    if (*at == '.') {
      fraction = true;
      continue;
    }
    any = true;
    if (count < MAX_DIGITS) {
      if (count > 0 || *at != '0') count++;
      if (digits.count == 0)
        set(&digits, (uint64_t)(*at - '0'));
      else
        multiply(&digits, 10, (uint32_t)(*at - '0'));
      if (fraction) exponent--;
    } else if (!fraction) {
      exponent++;
    }
  }
  if (any && (*at == 'e' || *at == 'E')) {
    const char *power = at + 1;
    if (*power == '-' || *power == '+') power++;
    if (is_digit(*power)) exponent += (int)strtol(at + 1, (char **)&at, 10);
  }
  if (out_end != NULL) *out_end = (char *)(any ? at : text);
  double value = 0;
  if (count > 0 && count + exponent > MAX_POINT)
    value = HUGE_VAL;
  else if (count > 0 && count + exponent >= MIN_POINT)
    value = nearest(&digits, exponent);
  return negative && any ? -value : value;
}

/* The first `count` digits of a finite value above 0, rounded; the power of ten that the first stands for. */
static int first_digits(double value, int count, char *digits) {
  int binary, power;
  uint64_t fraction = (uint64_t)ldexp(frexp(value, &binary), FRACTION_BITS + 1), limit = 1, shown;
  binary -= FRACTION_BITS + 1;
  for (int i = 0; i < count; i++) limit *= 10;
  power = (int)floor((binary + 63 - __builtin_clzll(fraction)) * 0.30102999566398120);
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
  return power;
}

static char *put_unsigned(char *out, uint32_t value, int least) {
  char reversed[10];
  int len = 0;
  do reversed[len++] = (char)('0' + value % 10);
  while ((value /= 10) != 0 || len < least);
  while (len > 0) *out++ = reversed[--len];
  return out;
}

static char *put_exponential(char *out, const char *digits, int count, int power) {
  *out++ = digits[0];
  if (count > 1) *out++ = '.';
  for (int i = 1; i < count; i++) *out++ = digits[i];
  *out++ = 'e';
  *out++ = power < 0 ? '-' : '+';
  return put_unsigned(out, (uint32_t)abs(power), 2);
}

/* "%.*e" of a finite value above 0, with room enough. */
int snprintf(char *restrict text, size_t room, const char *restrict format, ...) {
  (void)room;
  va_list values;
  va_start(values, format);
  int count = va_arg(values, int) + 1;
  double value = va_arg(values, double);
  va_end(values);
  char digits[20];
  int power = first_digits(value, count, digits);
  char *out = put_exponential(text, digits, count, power);
  *out = '\0';
  return (int)(out - text);
}
