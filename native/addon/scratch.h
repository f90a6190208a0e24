/*
 * Where strings of JavaScript become the core's text. The strings of one method call lie side by side in one growing
 * block, so they are named by offset: the block may move while the next one is read.
 */
#ifndef LG_ADDON_SCRATCH_H
#define LG_ADDON_SCRATCH_H

#include <node_api.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lg_js_scratch {
  char *data;
  size_t used, capacity;
} lg_js_scratch;

/* Text in a scratch; `present` is false for `undefined`. */
typedef struct lg_js_text {
  size_t offset, len;
  bool present;
} lg_js_text;

void lg_js_scratch_free(lg_js_scratch *scratch);
/* Forgets what was added after `mark`, a former value of `used`; gives memory back that one huge call took. */
void lg_js_scratch_rewind(lg_js_scratch *scratch, size_t mark);
/* Room for `size` bytes at `used`, which is rounded up so that it suits any type. False: memory is short. */
bool lg_js_scratch_reserve(lg_js_scratch *scratch, size_t size);

/*
 * Reads a string as WTF-8 (lone surrogates as three bytes), without loss. napi_string_expected: it is none;
 * napi_generic_failure: memory is short; others as Node-API gives them.
 */
napi_status lg_js_scratch_read(lg_js_scratch *scratch, napi_env env, napi_value value, lg_js_text *out);

/* NULL for a text that is not present. Holds until the scratch grows or is rewound. */
static inline const char *lg_js_text_at(const lg_js_scratch *scratch, lg_js_text text) {
  return text.present ? scratch->data + text.offset : NULL;
}

/* True when every byte is below 0x80. */
bool lg_js_is_ascii(const char *text, size_t len);
/* WTF-8 to UTF-16; `out` has room for `len` units. Never more than `len` units; broken bytes become U+FFFD. */
size_t lg_js_wtf8_decode(const char *text, size_t len, uint16_t *out);

#endif
