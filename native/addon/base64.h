/* Base64 as RFC 4648 has it, with padding: records cross as text, which V8 makes and reads faster than an array. */
#ifndef LG_ADDON_BASE64_H
#define LG_ADDON_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LG_JS_BASE64_SIZE(len) (((len) + 2) / 3 * 4)

/* Writes LG_JS_BASE64_SIZE(len) characters. */
void lg_js_base64_write(const uint8_t *bytes, size_t len, char *out);
/*
 * Reads what lg_js_base64_write wrote, and only that: one text for the same bytes. `out` may be `text`. False: it is
 * none, and what `out` holds has no meaning.
 */
bool lg_js_base64_read(const char *text, size_t len, uint8_t *out, size_t *out_len);

#endif
