#include "value.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX_UNITS = 512, DIGEST_SHOWN = 8 };

bool scan_has_surrogates(program_text text) {
  const char *at = text.s, *end = text.s + text.len;
  while (at < end && (at = memchr(at, 0xED, (size_t)(end - at))) != NULL)
    if (++at < end && (unsigned char)*at >= 0xA0) return true;
  return false;
}

/* Bytes of the character at `s`; of what is none, negated, those that one U+FFFD stands for (the Encoding Standard). */
static int character_at(const unsigned char *s, size_t len) {
  unsigned char c = s[0];
  if (c < 0x80) return 1;
  int more = c >= 0xC2 && c < 0xE0 ? 1 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xF0 && c < 0xF5 ? 3 : 0;
  unsigned char low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : 0x80, high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : 0xBF;
  if (more == 0) return -1;
  for (int i = 1; i <= more; i++) {
    if ((size_t)i >= len || s[i] < low || s[i] > high) return -i;
    low = 0x80;
    high = 0xBF;
  }
  return more + 1;
}

/* The character at `s` of a text in UTF-8, and its bytes. */
static uint32_t code_at(const unsigned char *s, size_t len, size_t *out_bytes) {
  int bytes = character_at(s, len);
  uint32_t code = bytes < 2 ? s[0] : s[0] & (0x7Fu >> bytes);
  for (int i = 1; i < bytes; i++) code = code << 6 | (s[i] & 0x3F);
  *out_bytes = bytes < 1 ? 1 : (size_t)bytes;
  return code;
}

static bool is_in(const uint32_t ranges[][2], size_t count, uint32_t code) {
  for (size_t i = 0; i < count; i++)
    if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
  return false;
}

bool scan_is_blank(program_text text) {
  static const uint32_t space[][2] = {{0x9, 0xD},       {0x20, 0x20},     {0xA0, 0xA0},     {0x1680, 0x1680},
                                      {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F},
                                      {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
  for (size_t at = 0, bytes; at < text.len; at += bytes) {
    uint32_t code = code_at((const unsigned char *)text.s + at, text.len - at, &bytes);
    if (!is_in(space, COUNT_OF(space), code)) return false;
  }
  return true;
}

void scan_make_utf8(program_text text, program_out *out) {
  for (size_t at = 0; at < text.len;) {
    int bytes = character_at((const unsigned char *)text.s + at, text.len - at);
    if (bytes > 0) {
      program_out_bytes(out, text.s + at, (size_t)bytes);
      at += (size_t)bytes;
    } else {
      program_out_text(out, "\xEF\xBF\xBD");
      at += (size_t)-bytes;
    }
  }
}

/* ---- names ---- */

/* Adds the first `units` of the name. A pair that is cut leaves a lone surrogate. */
static void put_beginning(program_text name, size_t units, program_out *out) {
  size_t at = 0;
  while (units > 0) {
    unsigned char c = (unsigned char)name.s[at];
    if (c >= 0xF0 && units == 1) {
      uint32_t high = 0xD7C0 + ((uint32_t)(c & 0x07) << 8 | (uint32_t)((unsigned char)name.s[at + 1] & 0x3F) << 2 |
                                (uint32_t)((unsigned char)name.s[at + 2] & 0x30) >> 4);
      program_out_bytes(out, name.s, at);
      program_out_bytes(out,
                        (const char[]){(char)0xED, (char)(0x80 | (high >> 6 & 0x3F)), (char)(0x80 | (high & 0x3F))}, 3);
      return;
    }
    units -= c >= 0xF0 ? 2 : 1;
    do at++;
    while (at < name.len && lg__is_continuation((uint8_t)name.s[at]));
  }
  program_out_bytes(out, name.s, at);
}

program_text scan_kept_name(program_text name, program_out *room) {
  size_t units = name.len <= NAME_MAX_UNITS ? 0 : program_units(name);
  if (units <= NAME_MAX_UNITS) return name;
  lg_digest digest = {{0}};
  (void)program_identify(LG_CANONICAL, name, LG_ARGS_NONE, (program_text){NULL, 0}, &digest);
  room->len = 0;
  put_beginning(name, NAME_MAX_UNITS, room);
  program_out_text(room, "\xE2\x80\xA6 (");
  program_out_number(room, units);
  program_out_text(room, " characters, ");
  program_out_hex(room, digest.bytes, DIGEST_SHOWN);
  program_out_text(room, ")");
  return program_out_view(room);
}

/* What a terminal must not see, or would not show: control and format characters, and white space of all kinds. */
static bool is_blank(uint32_t code) {
  static const uint32_t ranges[][2] = {
      {0x0, 0x20},        {0x7F, 0xA0},       {0xAD, 0xAD},       {0x600, 0x605},     {0x61C, 0x61C},
      {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},     {0x1680, 0x1680},
      {0x180E, 0x180E},   {0x2000, 0x200F},   {0x2028, 0x202F},   {0x205F, 0x2064},   {0x2066, 0x206F},
      {0x3000, 0x3000},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
      {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0001, 0xE0001}, {0xE0020, 0xE007F}};
  return is_in(ranges, COUNT_OF(ranges), code);
}

void scan_print_plain(program_text text) {
  bool begun = false, blank = false;
  for (size_t at = 0, bytes; at < text.len; at += bytes) {
    bool is_gap = is_blank(code_at((const unsigned char *)text.s + at, text.len - at, &bytes));
    if (!is_gap && blank && begun) fputc(' ', stderr);
    if (!is_gap) fwrite(text.s + at, 1, bytes, stderr);
    begun = begun || !is_gap;
    blank = is_gap;
  }
}
