#include "cjson.h"

/* Makes cJSON replace the locale's decimal point, so that it reads and writes "." under any locale. */
#define ENABLE_LOCALES
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#endif
#endif
#include "../vendor/cjson/cJSON.c"
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
