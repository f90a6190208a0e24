/* Decimals and doubles, against the C library of this machine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "json/number.c" /* its statics are tested too */
#include "lg_test.h"
#include "random64.h"

enum { ROUNDS = 20000 };

static uint64_t state = 2026;

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* Finite and above zero: any bits, or few digits and a small power of ten. */
static double some_double(void) {
  uint64_t bits = random64(&state) >> 1;
  double value;
  memcpy(&value, &bits, sizeof value);
  if (bits % 3 == 0) value = (double)(bits >> 20 & 0xfffff) / 1000;
  if (bits % 16 == 1) value = (double)(bits >> 60 & 3) * 4.9e-324;
  return isfinite(value) && value > 0 ? value : 1;
}

/* `text`: a number of JSON. */
static void check_read(const char *text) {
  CHECK_EQ_INT(bits_of(lg__number_read(text, strlen(text))), bits_of(strtod(text, NULL)));
}

LG_TEST(doubles_are_rounded_to_digits_as_libc_does) {
  for (int round = 0; round < ROUNDS; round++) {
    double value = some_double();
    int count = 1 + (int)(random64(&state) % 17);
    char digits[17], want[48], text[48] = "";
    expansion all;
    (void)expand_double(value, &all);
    int point = cut(&all, count, digits);
    snprintf(want, sizeof want, "%.*e", count - 1, value);
    snprintf(text, sizeof text, "%c%s%.*se%s%02d", digits[0], count > 1 ? "." : "", count - 1, digits + 1,
             point > 0 ? "+" : "-", abs(point - 1));
    CHECK_EQ_STR(text, strlen(text), want, strlen(want));
  }
}

LG_TEST(decimals_are_read_as_libc_does) {
  for (int round = 0; round < ROUNDS; round++) {
    char text[64];
    double value = some_double();
    snprintf(text, sizeof text, "%.*e", (int)(random64(&state) % 20), value);
    check_read(text);
    snprintf(text, sizeof text, "%s%llu.%llue%d", round % 2 == 0 ? "-" : "",
             (unsigned long long)(random64(&state) >> 40), (unsigned long long)random64(&state),
             (int)(random64(&state) % 700) - 350);
    check_read(text);
  }
}

LG_TEST(ties_and_the_ends_of_the_range_are_read_as_libc_does) {
  static const char *const texts[] = {"9007199254740993",
                                      "9007199254740992.99999",
                                      "9007199254740993.00001",
                                      "9007199254740995",
                                      "1.7976931348623157e308",
                                      "1.7976931348623158e308",
                                      "1.7976931348623159e308",
                                      "1e309",
                                      "2.2250738585072011e-308",
                                      "2.4703282292062327e-324",
                                      "2.4703282292062328e-324",
                                      "4.9406564584124654e-324",
                                      "7.4109846876186981e-324",
                                      "7.410984687618699e-324",
                                      "1e-400",
                                      "0e999999999",
                                      "1e999999999",
                                      "1e-999999999",
                                      "0.000000000000000000001",
                                      "-0",
                                      "123.5000",
                                      "12e-1",
                                      "1e23",
                                      "8.5e22",
                                      "0.1",
                                      "5e-324"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) check_read(texts[i]);
}

/* Halfway between two doubles, up to 767 digits decide, and one more behind them decides otherwise. */
LG_TEST(halves_are_read_as_libc_does) {
  for (int round = 0; round < ROUNDS / 20; round++) {
    double value = some_double();
    long double half = ((long double)value + (long double)nextafter(value, INFINITY)) / 2;
    char text[800];
    snprintf(text, sizeof text, "%.770Le", half);
    check_read(text);
    text[770] = '1';
    check_read(text);
  }
}
