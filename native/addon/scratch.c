#include "scratch.h"

#include <stdlib.h>
#include <string.h>

#define INITIAL_CAPACITY ((size_t)64 << 10)
/* A block that one huge call left larger than this is given back afterwards. */
#define KEEP_CAPACITY ((size_t)1 << 20)
#define ALIGNMENT ((size_t)8)

static size_t aligned(size_t size) { return (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1); }

void lg_js_scratch_free(lg_js_scratch *scratch) {
  free(scratch->data);
  *scratch = (lg_js_scratch){0};
}

void lg_js_scratch_rewind(lg_js_scratch *scratch, size_t mark) {
  scratch->used = mark;
  if (mark == 0 && scratch->capacity > KEEP_CAPACITY) lg_js_scratch_free(scratch);
}

bool lg_js_scratch_reserve(lg_js_scratch *scratch, size_t size) {
  scratch->used = aligned(scratch->used);
  if (scratch->used <= scratch->capacity && size <= scratch->capacity - scratch->used) return true;
  if (size > SIZE_MAX / 4 || scratch->used > SIZE_MAX / 4) return false;
  size_t capacity = scratch->capacity < INITIAL_CAPACITY ? INITIAL_CAPACITY : scratch->capacity * 2;
  if (capacity < scratch->used + size) capacity = scratch->used + size;
  char *data = realloc(scratch->data, capacity);
  if (data == NULL) return false;
  scratch->data = data;
  scratch->capacity = capacity;
  return true;
}

/* True when every unit is below 0x80. No early way out: the loop vectorises. */
static bool units_are_ascii(const uint16_t *units, size_t count) {
  uint16_t all = 0;
  for (size_t i = 0; i < count; i++) all |= units[i];
  return all < 0x80;
}

static void narrow(const uint16_t *restrict units, size_t count, char *restrict out) {
  for (size_t i = 0; i < count; i++) out[i] = (char)units[i];
}

/* UTF-16 to WTF-8. `out` may run up behind `units` in one block, see lg_js_scratch_read. */
static size_t encode(const uint16_t *units, size_t count, char *out) {
  char *at = out;
  for (size_t i = 0; i < count; i++) {
    uint32_t unit = units[i];
    if (unit < 0x80) {
      *at++ = (char)unit;
    } else if (unit < 0x800) {
      *at++ = (char)(0xC0 | unit >> 6);
      *at++ = (char)(0x80 | (unit & 0x3F));
    } else if ((unit & 0xFC00) == 0xD800 && i + 1 < count && (units[i + 1] & 0xFC00) == 0xDC00) {
      uint32_t point = 0x10000 + ((unit & 0x3FF) << 10) + (units[++i] & 0x3FF);
      *at++ = (char)(0xF0 | point >> 18);
      *at++ = (char)(0x80 | (point >> 12 & 0x3F));
      *at++ = (char)(0x80 | (point >> 6 & 0x3F));
      *at++ = (char)(0x80 | (point & 0x3F));
    } else {
      *at++ = (char)(0xE0 | unit >> 12);
      *at++ = (char)(0x80 | (unit >> 6 & 0x3F));
      *at++ = (char)(0x80 | (unit & 0x3F));
    }
  }
  return (size_t)(at - out);
}

/*
 * n units lie in the last 2n bytes of a room of at least 3n; the text is written from its start:
 *
 *   used                used + third                        used + room
 *     | text grows -->    | unit unit unit ...                |
 *
 * A unit gives at most 3 bytes, so after i units the text ends at 3i <= n + 2i: it never overtakes what is unread.
 */
napi_status lg_js_scratch_read(lg_js_scratch *scratch, napi_env env, napi_value value, lg_js_text *out) {
  if (!lg_js_scratch_reserve(scratch, 64)) return napi_generic_failure;
  size_t third = (scratch->capacity - scratch->used) / 3 & ~(ALIGNMENT - 1);
  uint16_t *units = (uint16_t *)(void *)(scratch->data + scratch->used + third);
  size_t count;
  napi_status status = napi_get_value_string_utf16(env, value, (char16_t *)units, third, &count);
  if (status != napi_ok) return status;
  if (count + 1 >= third) { /* it may have been cut: ask for the length, and read it again */
    status = napi_get_value_string_utf16(env, value, NULL, 0, &count);
    if (status != napi_ok) return status;
    if (count > SIZE_MAX / 4 - 64) return napi_generic_failure;
    third = aligned(count + 1);
    if (!lg_js_scratch_reserve(scratch, 3 * third)) return napi_generic_failure;
    units = (uint16_t *)(void *)(scratch->data + scratch->used + third);
    status = napi_get_value_string_utf16(env, value, (char16_t *)units, third, &count);
    if (status != napi_ok) return status;
  }
  char *text = scratch->data + scratch->used;
  size_t len = count;
  if (units_are_ascii(units, count))
    narrow(units, count, text);
  else
    len = encode(units, count, text);
  *out = (lg_js_text){scratch->used, len, true};
  scratch->used += len;
  return napi_ok;
}

bool lg_js_is_ascii(const char *text, size_t len) {
  unsigned char all = 0;
  for (size_t i = 0; i < len; i++) all |= (unsigned char)text[i];
  return all < 0x80;
}

/* One code point at `*i`, which moves behind it. Bytes that are no WTF-8 sequence give U+FFFD, one at a time. */
static uint32_t decode_point(const unsigned char *text, size_t len, size_t *i) {
  uint32_t lead = text[(*i)++];
  if (lead < 0x80) return lead;
  size_t more = lead >= 0xF0 && lead < 0xF5 ? 3 : lead >= 0xE0 && lead < 0xF0 ? 2 : lead >= 0xC2 && lead < 0xE0 ? 1 : 0;
  if (more == 0 || more > len - *i) return 0xFFFD;
  uint32_t point = lead & (0x3Fu >> more);
  for (size_t k = 0; k < more; k++) {
    uint32_t byte = text[*i + k];
    if ((byte & 0xC0) != 0x80) return 0xFFFD;
    point = point << 6 | (byte & 0x3F);
  }
  *i += more;
  return point <= 0x10FFFF ? point : 0xFFFD;
}

size_t lg_js_wtf8_decode(const char *text, size_t len, uint16_t *out) {
  size_t count = 0;
  for (size_t i = 0; i < len;) {
    uint32_t point = decode_point((const unsigned char *)text, len, &i);
    if (point >= 0x10000) {
      out[count++] = (uint16_t)(0xD800 + ((point - 0x10000) >> 10));
      out[count++] = (uint16_t)(0xDC00 + ((point - 0x10000) & 0x3FF));
    } else {
      out[count++] = (uint16_t)point;
    }
  }
  return count;
}
