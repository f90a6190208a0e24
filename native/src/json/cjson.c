#include "json/cjson.h"

#include <ctype.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "json/json.h"

/* Numbers have a "." under any locale. cJSON's ENABLE_LOCALES takes one byte for the locale's decimal point, which has
 * two in some (ps_AF), so it stays off, and cJSON is given these in place of the C library's functions, as far as it
 * calls them. */

static double read_number(const char *text, char **out_end) {
  size_t len = strlen(text);
  *out_end = (char *)(uintptr_t)text + len;
  return len == 0 ? 0 : lg__number_read(text, len); /* valid: lg__config_read has checked it */
}

/* Nothing is printed by cJSON. */
static int print_nothing(char *out, const char *format, ...) {
  (void)format;
  out[0] = '\0';
  return 0;
}

static int scan_nothing(const char *text, const char *format, ...) {
  (void)text, (void)format;
  return 0;
}

#define strtod read_number
#define sprintf print_nothing
#define sscanf scan_nothing
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#endif
#endif
#include "../../vendor/cjson/cJSON.c"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

cJSON *lg__cjson_read(const char *text, size_t len) {
  cJSON *root = cJSON_New_Item(&global_hooks);
  parse_buffer buffer = {(const unsigned char *)text, len, 0, 0, global_hooks};
  if (root != NULL && parse_value(root, &buffer) && buffer.offset == len) return root;
  cJSON_Delete(root);
  return NULL;
}
