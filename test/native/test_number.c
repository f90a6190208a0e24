/* Numbers: texts that V8 writes, exact values beyond 2^53, and a slow oracle for the shortest digits. */
#include "json/number.c" /* its statics are tested too */

#include <locale.h>

#include "lg_test.h"

static lg_allocator libc;

/* The text that a packed number is printed as; its digits, or what ECMAScript writes for its double. */
static size_t print_packed(const lg_buf *packed, char *text) {
  const uint8_t *value = (const uint8_t *)packed->data;
  CHECK(lg__packed_skip(value, value + packed->len) == value + packed->len);
  if (*value == LG_VALUE_NUMBER) return lg__number_print(text, lg__load_f64(value + 1));
  CHECK_EQ_INT(*value, LG_VALUE_DIGITS);
  memcpy(text, value + LG_PACKED_HEAD, packed->len - LG_PACKED_HEAD);
  return packed->len - LG_PACKED_HEAD;
}

/* The number `text`, which stands in a block of its own without a terminator, is printed as `want`. */
static void check_number(const char *text, const char *want) {
  size_t len = strlen(text);
  char *copy = malloc(len);
  if (copy == NULL) abort();
  memcpy(copy, text, len);
  CHECK_EQ_INT(lg_allocator_init(&libc, NULL), LG_OK);
  lg_buf out;
  lg__buf_init(&out, &libc);
  CHECK_EQ_INT(lg__number_pack(&out, copy, len), LG_OK);
  char *printed = malloc(out.len + LG_NUMBER_MAX);
  if (printed == NULL) abort();
  size_t printed_len = print_packed(&out, printed);
  CHECK_EQ_STR(printed, printed_len, want, strlen(want));
  free(printed);
  lg__buf_free(&out);
  free(copy);
}

typedef struct pair {
  const char *text, *want;
} pair;

static void check_pairs(const pair *pairs, size_t count) {
  for (size_t i = 0; i < count; i++) check_number(pairs[i].text, pairs[i].want);
}

#define CHECK_PAIRS(pairs) check_pairs(pairs, sizeof pairs / sizeof pairs[0])

LG_TEST(number_is_written_as_ecmascript_does) {
  static const pair pairs[] = {
      {"0", "0"},
      {"-0", "0"},
      {"0.0", "0"},
      {"-0.0e5", "0"},
      {"0e999999999999999999999", "0"},
      {"1", "1"},
      {"-1", "-1"},
      {"10", "10"},
      {"100", "100"},
      {"1.0", "1"},
      {"1.50", "1.5"},
      {"-1.5", "-1.5"},
      {"1e0", "1"},
      {"1E+2", "100"},
      {"12e-1", "1.2"},
      {"0.1", "0.1"},
      {"0.000001", "0.000001"},
      {"0.0000001", "1e-7"},
      {"1e-7", "1e-7"},
      {"123e-9", "1.23e-7"},
      {"1e20", "100000000000000000000"},
      {"1e21", "1e+21"},
      {"1.5e21", "1.5e+21"},
      {"123456789012345e6", "123456789012345000000"},
      {"123456789012345e7", "1.23456789012345e+21"},
      {"0.1e1", "1"},
      {"0.30000000000000004", "0.30000000000000004"},
      {"0.3000000000000000444", "0.30000000000000004"},
      {"0.1000000000000000055511151231257827", "0.1"},
      {"4.35", "4.35"},
      {"1.7976931348623157e308", "1.7976931348623157e+308"},
      {"5e-324", "5e-324"},
      {"4.9406564584124654e-324", "5e-324"},
      {"2.5e-324", "5e-324"},
      {"2e-324", "0"},
      {"-2e-324", "0"},
      {"1e-400", "0"},
      {"1e-99999999999999999999999", "0"},
      {"2.2250738585072014e-308", "2.2250738585072014e-308"},
      {"2.2250738585072011e-308", "2.225073858507201e-308"},
      {"1e23", "1e+23"},
      {"9.5367431640625e-7", "9.5367431640625e-7"},
      {"1732222464.1234567", "1732222464.1234567"},
      {"999999999999999.9", "999999999999999.9"},
      {"9999999999999999e-17", "0.09999999999999999"},
      {"99999999999999999e-18", "0.1"},
  };
  CHECK_PAIRS(pairs);
}

LG_TEST(rfc_8785_appendix_b) {
  static const struct {
    uint64_t bits;
    const char *want;
  } samples[] = {
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0xffefffffffffffff, "-1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555554, "333333333.33333325"},
      {0x41b3de4355555555, "333333333.3333333"},
      {0x41b3de4355555556, "333333333.3333334"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
    double value;
    memcpy(&value, &samples[i].bits, sizeof value);
    char digits[SHORTEST_DIGITS + 1], text[64], *out = text;
    decimal number;
    if (value < 0) *out++ = '-';
    shortest(value < 0 ? -value : value, digits, &number);
    *put_decimal(out, &number) = '\0';
    CHECK_EQ_STR(text, strlen(text), samples[i].want, strlen(samples[i].want));
    check_number(samples[i].want, samples[i].want);
  }
}

LG_TEST(big_numbers_keep_what_a_double_cannot_hold) {
  static const pair pairs[] = {
      {"9007199254740991", "9007199254740991"},
      {"9007199254740992", "9007199254740992"},
      {"9007199254740993", "9007199254740993"},
      {"9007199254740993.0", "9007199254740993"},
      {"90071992547409930e-1", "9007199254740993"},
      {"-9007199254740993", "-9007199254740993"},
      {"9007199254740992.5", "9007199254740992.5"},
      {"9007199254740991.4", "9007199254740991"},
      {"9007199254740991.5", "9007199254740992"},
      {"18446744073709551615", "18446744073709551615"},
      {"18446744073709551616", "18446744073709551616"},
      {"18446744073709552000", "18446744073709552000"},
      {"123456789012345678901", "123456789012345678901"},
      {"123456789012345678901234567890", "1.2345678901234567890123456789e+29"},
      {"1.2345678901234567890123456789e29", "1.2345678901234567890123456789e+29"},
      {"1e308", "1e+308"},
      {"1e309", "1e+309"},
      {"1e400", "1e+400"},
      {"10e399", "1e+400"},
      {"-1e400", "-1e+400"},
      {"1.7976931348623159e308", "1.7976931348623159e+308"},
      {"1e401", "1e+401"},
      {"1e999999999999999999", "1e+999999999999999999"},
      {"10e999999999999999999", "1e+1000000000000000000"},
      {"1e1000000000000000000", "1e1000000000000000000"},
      {"-0.1e1000000000000000000", "-0.1e1000000000000000000"},
      {"1e99999999999999999999", "1e99999999999999999999"},
      {"0e99999999999999999999", "0"},
      {"0.001e-100000000000000000000", "0"},
      {"-120e00000000000000000000000000000000000003", "-120000"},
      {"1.25E+0000000000000000000099999999999999999999", "1.25E+0000000000000000000099999999999999999999"},
  };
  CHECK_PAIRS(pairs);
}

/* 10 followed by a million zeros is 1e1000001; a fraction of a million digits is rounded by all of them. */
LG_TEST(numbers_of_a_million_digits) {
  size_t zeros = 1000000;
  char *text = malloc(zeros + 32);
  if (text == NULL) abort();
  memcpy(text, "10", 2);
  memset(text + 2, '0', zeros);
  text[zeros + 2] = '\0';
  check_number(text, "1e+1000001");
  size_t len = (size_t)sprintf(text, "4503599627370496.5"); /* the middle between two doubles; the even one is below */
  memset(text + len, '0', zeros);
  memcpy(text + zeros, "1", 2);
  check_number(text, "4503599627370497");
  text[zeros] = '0';
  check_number(text, "4503599627370496");
  memset(text, '0', zeros);
  memcpy(text, "0.", 2);
  memcpy(text + zeros, "17e999990", 10);
  check_number(text, "1.7e-9");
  free(text);
}

/* ---- the oracle ------------------------------------------------------------------------------------------------- */

/* The shortest digits that read back as `value`, the nearest of those, by trying both neighbours at each length. */
static void oracle_shortest(double value, char *out, int *out_point) {
  static char exact[1200]; /* d.ddd...e+N, all digits of the value */
  snprintf(exact, sizeof exact, "%.1100e", value);
  int exponent = atoi(strchr(exact, 'e') + 1);
  memmove(exact + 1, exact + 2, 1100);
  for (size_t count = 1; count <= 17; count++) {
    unsigned long long below = 0;
    for (size_t i = 0; i < count; i++) below = below * 10 + (unsigned)(exact[i] - '0');
    char text[2][40];
    bool reads_back[2];
    for (unsigned i = 0; i < 2; i++) {
      snprintf(text[i], sizeof text[i], "%llue%d", below + i, exponent - (int)count + 1);
      reads_back[i] = strtod(text[i], NULL) == value;
    }
    if (!reads_back[0] && !reads_back[1]) continue;
    bool above_is_nearer = exact[count] > '5' ||
                           (exact[count] == '5' && strspn(exact + count + 1, "0") < 1099 - count) ||
                           (exact[count] == '5' && below % 2 == 1);
    unsigned which = reads_back[0] && reads_back[1] ? above_is_nearer : reads_back[1];
    int len = sprintf(out, "%llu", below + which);
    *out_point = exponent + 1 + (len - (int)count);
    while (len > 1 && out[len - 1] == '0') out[--len] = '\0';
    return;
  }
}

static void check_shortest(double value) {
  char digits[SHORTEST_DIGITS + 1], want[40];
  int want_point = 0;
  decimal number;
  shortest(value, digits, &number);
  oracle_shortest(value, want, &want_point);
  CHECK_EQ_STR(number.digits, number.count, want, strlen(want));
  CHECK_EQ_INT(number.point, want_point);
}

LG_TEST(powers_of_two_have_their_shortest_digits) {
  for (int exponent = -1074; exponent <= 1023; exponent++) check_shortest(ldexp(1.0, exponent));
}

/* Powers of two whose nearest decimal of the shortest length does not read back, but the next one up does; from V8. */
LG_TEST(odd_powers_of_two) {
  static const struct {
    int exponent;
    const char *want;
  } powers[] = {
      {-1017, "7.120236347223045e-307"}, {-1007, "7.291122019556398e-304"}, {-957, "8.209073602596753e-289"},
      {-921, "5.641232424577593e-278"},  {-808, "5.858190679279809e-244"},  {-791, "7.678447687145631e-239"},
      {-788, "6.142758149716505e-238"},  {-778, "6.290184345309701e-235"},  {-705, "5.940911144672375e-213"},
      {-695, "6.083493012144512e-210"},  {-662, "5.225680706521042e-200"},  {-652, "5.351097043477547e-197"},
      {-549, "5.426657103235053e-166"},  {-509, "5.966672584960166e-154"},  {-496, "4.887898181599368e-150"},
      {-489, "6.256509672447191e-148"},  {-383, "5.075883674631299e-116"},  {-366, "6.653062250012736e-111"},
      {-296, "7.854549544476363e-90"},   {-140, "7.174648137343064e-43"},   {-97, "6.310887241768095e-30"},
      {-77, "6.617444900424222e-24"},    {-44, "5.684341886080802e-14"},    {-24, "5.960464477539063e-8"},
      {89, "6.189700196426902e+26"},     {122, "5.316911983139664e+36"},    {132, "5.444517870735016e+39"},
      {172, "5.986310706507379e+51"},    {182, "6.129982163463556e+54"},    {275, "6.070840288205404e+82"},
      {305, "6.518515124270356e+91"},    {345, "7.167183174968974e+103"},   {378, "6.156563468186638e+113"},
      {398, "6.455624695217272e+119"},   {405, "8.263199609878108e+121"},   {481, "6.243497100631985e+144"},
      {534, "5.623642243178996e+160"},   {544, "5.758609657015292e+163"},   {554, "5.896816288783659e+166"},
      {574, "6.183260036827614e+172"},   {594, "6.483618076376552e+178"},   {710, "5.386379163185535e+213"},
      {803, "5.334411546303884e+241"},   {863, "6.150157786156811e+259"},   {896, "5.282945311356653e+269"},
      {976, "6.386688990511104e+293"},
  };
  CHECK_EQ_INT(sizeof powers / sizeof powers[0], 46);
  for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++) {
    char digits[SHORTEST_DIGITS + 1], text[64];
    decimal number;
    shortest(ldexp(1.0, powers[i].exponent), digits, &number);
    *put_decimal(text, &number) = '\0';
    CHECK_EQ_STR(text, strlen(text), powers[i].want, strlen(powers[i].want));
  }
}

LG_TEST(random_doubles_have_their_shortest_digits) {
  uint64_t state = 42;
  for (int i = 0; i < 20000; i++) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t bits = (state ^ state >> 29) & INT64_MAX;
    double value;
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value) && value > 0) check_shortest(value);
  }
}

/* With a comma as decimal point, where the machine has such a locale; the numbers must not care. */
LG_TEST(locale_does_not_matter) {
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "nl_NL.UTF-8", "C.UTF-8"};
  char point = '.';
  for (size_t i = 0; i < sizeof names / sizeof names[0] && point == '.'; i++) {
    if (setlocale(LC_ALL, names[i]) != NULL) point = *localeconv()->decimal_point;
  }
  check_number("1.5", "1.5");
  check_number("0.30000000000000004", "0.30000000000000004");
  check_number("1234.5678901234567890123", "1234.567890123457");
  check_number("1e-320", "1e-320");
  setlocale(LC_ALL, "C");
}
