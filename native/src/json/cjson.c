#include "json/cjson.h"

#include <ctype.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
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

/* "null", "%d" and "%1.15g" for a value, "u%04x" for a control character of a string, and the version. */
static int put_text(char *out, const char *format, ...) {
  static const char hex[] = "0123456789abcdef";
  size_t len = 0;
  va_list values;
  va_start(values, format);
  if (strchr(format, 'g') != NULL) {
    len = lg__number_print(out, va_arg(values, double));
  } else if (strcmp(format, "%d") == 0) {
    len = lg__number_print(out, va_arg(values, int));
  } else if (strcmp(format, "u%04x") == 0) {
    unsigned unit = va_arg(values, unsigned);
    memcpy(out, "u00", 3);
    out[3] = hex[unit >> 4 & 15];
    out[4] = hex[unit & 15];
    len = 5;
  } else {
    memcpy(out, "null", len = 4);
  }
  va_end(values);
  out[len] = '\0';
  return (int)len;
}

/* Of what put_text has written, to see whether 15 digits were enough. */
static int scan_number(const char *text, const char *format, double *out) {
  (void)format;
  *out = lg__number_read(text, strlen(text));
  return 1;
}

#define strtod read_number
#define sprintf put_text
#define sscanf scan_number
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

lg_status lg__cjson_read(const char *text, size_t len, cJSON **out_root) {
  cJSON *root = cJSON_New_Item(&global_hooks);
  if (root == NULL) return LG_EJSON;
  parse_buffer buffer = {(const unsigned char *)text, len, 0, 0, global_hooks};
  if (!parse_value(root, &buffer) || buffer.offset != len) {
    cJSON_Delete(root);
    return LG_EJSON;
  }
  *out_root = root;
  return LG_OK;
}
