#include "json/json_print.h"

#include <math.h>

#include "json/number.h"

/* ---- strings ---- */

static bool is_half(const uint8_t *s, const uint8_t *end) {
  return end - s >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf;
}

void lg__put_hex(lg_writer *out, const uint8_t *bytes, size_t count) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < count; i++) {
    char two[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
    lg__put(out, two, sizeof two);
  }
}

static void put_unicode_escape(lg_writer *out, uint32_t unit) {
  const uint8_t bytes[2] = {(uint8_t)(unit >> 8), (uint8_t)unit};
  lg__put(out, "\\u", 2);
  lg__put_hex(out, bytes, sizeof bytes);
}

static void put_control(lg_writer *out, uint32_t unit) {
  static const char names[] = "btn\0fr"; /* from U+0008 on */
  char name = unit >= 8 && unit <= 13 ? names[unit - 8] : '\0';
  if (name == '\0') {
    put_unicode_escape(out, unit);
    return;
  }
  char escape[2] = {'\\', name};
  lg__put(out, escape, sizeof escape);
}

/* Writes the character at `s`, which needs an escape, and returns its end. */
static const uint8_t *put_special(lg_writer *out, const uint8_t *s, const uint8_t *end) {
  if (*s == '"' || *s == '\\') {
    char escape[2] = {'\\', (char)*s};
    lg__put(out, escape, sizeof escape);
  } else if (*s < 0x20) {
    put_control(out, *s);
  } else if (is_half(s, end)) {
    put_unicode_escape(out, 0xd000u | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu));
    return s + 3;
  } else {
    lg__put_byte(out, (char)*s);
  }
  return s + 1;
}

void lg__json_put_text(lg_writer *out, const uint8_t *s, size_t len) {
  const uint8_t *end = s + len;
  if (!lg__is_wtf8(s, len)) out->status = LG_EINVAL;
  while (s < end) {
    const uint8_t *special = s;
    while (special < end && *special >= 0x20 && *special != '"' && *special != '\\' && *special != 0xed) special++;
    lg__put(out, s, (size_t)(special - s));
    s = special < end ? put_special(out, special, end) : end;
  }
}

static void put_string(lg_writer *out, const uint8_t *s, size_t len) {
  lg__put_byte(out, '"');
  lg__json_put_text(out, s, len);
  lg__put_byte(out, '"');
}

/* ---- values ---- */

/* An open container: where it ends, and whether it has a value yet. */
typedef struct printed {
  const uint8_t *end;
  bool object, any;
} printed;

void lg__json_put_number(lg_writer *out, double value) {
  if (!isfinite(value)) {
    out->status = LG_EINVAL;
    return;
  }
  char text[LG_NUMBER_MAX];
  lg__put(out, text, lg__number_print(text, value));
}

/* A value that is not a container. */
static void put_leaf(lg_writer *out, const uint8_t *value, const uint8_t *end) {
  const uint8_t *text = value + LG_PACKED_HEAD;
  switch (*value) {
  case LG_TAG_NULL:
    lg__put(out, "null", 4);
    return;
  case LG_TAG_FALSE:
    lg__put(out, "false", 5);
    return;
  case LG_TAG_TRUE:
    lg__put(out, "true", 4);
    return;
  case LG_TAG_NUMBER:
    lg__json_put_number(out, lg__load_f64(value + 1));
    return;
  case LG_TAG_DIGITS:
    if (lg__skip_number(text, end) != end) out->status = LG_EINVAL;
    lg__put(out, text, (size_t)(end - text));
    return;
  default:
    put_string(out, text, (size_t)(end - text));
  }
}

/* Writes the key at `at` and a colon, and returns its value. NULL: the key is cut. */
static const uint8_t *put_key(lg_writer *out, const uint8_t *at, const uint8_t *end) {
  const uint8_t *value = lg__packed_skip_key(at, end);
  if (value == NULL) return NULL;
  put_string(out, at + LG_PACKED_KEY, (size_t)(value - at - LG_PACKED_KEY));
  lg__put_byte(out, ':');
  return value;
}

lg_status lg__json_print(lg_workspace *workspace, const uint8_t *value, size_t len) {
  lg_writer out = {&workspace->text, LG_OK};
  lg_buf *stack = &workspace->stack;
  lg__buf_trim(&workspace->text, LG_WORKSPACE_KEEP); /* the text of the call before */
  stack->len = 0;
  if (len == 0) return LG_EINVAL;
  const uint8_t *at = value;
  printed now = {value + len, false, true};
  bool root = true;
  lg_status status = lg__buf_reserve(out.buf, len);
  if (status != LG_OK) return status;
  if (lg__packed_skip(value, now.end) != now.end) return LG_EINVAL;
  for (;;) {
    while (!root && at == now.end) {
      if (!now.any) lg__put_byte(&out, now.object ? '{' : '[');
      lg__put_byte(&out, now.object ? '}' : ']');
      if (out.status != LG_OK) return out.status;
      stack->len -= sizeof now;
      memcpy(&now, stack->data + stack->len, sizeof now);
      root = stack->len == 0;
    }
    if (at == now.end) return out.status;
    if (!root) {
      lg__put_byte(&out, now.any ? ',' : now.object ? '{' : '[');
      now.any = true;
      if (now.object) at = put_key(&out, at, now.end);
    }
    const uint8_t *end = at != NULL ? lg__packed_skip(at, now.end) : NULL;
    if (end == NULL) return LG_EINVAL;
    if (lg__packed_holds(at)) {
      status = lg__buf_append(stack, &now, sizeof now);
      if (status != LG_OK) return status;
      now = (printed){end, *at == LG_TAG_OBJECT, false};
      root = false;
      at += LG_PACKED_HEAD;
    } else {
      put_leaf(&out, at, end);
      at = end;
    }
    if (out.status != LG_OK) return out.status;
  }
}
