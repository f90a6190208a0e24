#include "faults.h"

#include <stdint.h>
#include <stdio.h>

enum { LISTED_MAX = 100 };

/* What a terminal must not see, or would not show: control and format characters, and white space of all kinds. */
static bool is_blank(uint32_t code) {
  static const uint32_t ranges[][2] = {
      {0x0, 0x20},        {0x7F, 0xA0},       {0xAD, 0xAD},       {0x600, 0x605},     {0x61C, 0x61C},
      {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},     {0x1680, 0x1680},
      {0x180E, 0x180E},   {0x2000, 0x200F},   {0x2028, 0x202F},   {0x205F, 0x2064},   {0x2066, 0x206F},
      {0x3000, 0x3000},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
      {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0001, 0xE0001}, {0xE0020, 0xE007F}};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
  return false;
}

/* The character at `s` of a text in UTF-8, and its bytes. */
static uint32_t code_at(const unsigned char *s, size_t len, size_t *out_bytes) {
  size_t bytes = s[0] < 0xC0 ? 1 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
  if (bytes > len) bytes = 1;
  uint32_t code = bytes == 1 ? s[0] : s[0] & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; i++) code = code << 6 | (s[i] & 0x3F);
  *out_bytes = bytes;
  return code;
}

/* Prints the text on one line, as plainText in lib/cli/plain-text.ts: a blank for what a terminal must not see. */
static void print(unsigned long long line, program_text reason) {
  if (line > 0)
    fprintf(stderr, SCAN_SOURCE ":%llu: ", line);
  else
    fprintf(stderr, SCAN_SOURCE ": ");
  bool begun = false, blank = false;
  for (size_t at = 0, bytes; at < reason.len; at += bytes) {
    bool is_gap = is_blank(code_at((const unsigned char *)reason.s + at, reason.len - at, &bytes));
    if (!is_gap && blank && begun) fputc(' ', stderr);
    if (!is_gap) fwrite(reason.s + at, 1, bytes, stderr);
    begun = begun || !is_gap;
    blank = is_gap;
  }
  fputc('\n', stderr);
}

void scan_fault(scan_faults *faults, unsigned long long line, program_text reason) {
  faults->any = true;
  if (line == 0 || faults->count++ < LISTED_MAX) {
    print(line, reason);
    return;
  }
  if (faults->count == LISTED_MAX + 1) faults->first = line;
  faults->last = line;
}

void scan_faults_end(const scan_faults *faults) {
  char reason[128];
  int len = 0;
  if (faults->count <= LISTED_MAX) return;
  unsigned long long left = faults->count - LISTED_MAX;
  if (left == 1)
    len = snprintf(reason, sizeof reason, "1 more error; only the first %d are listed", LISTED_MAX);
  else
    len = snprintf(reason, sizeof reason, "%llu more errors, up to line %llu; only the first %d are listed", left,
                   faults->last, LISTED_MAX);
  print(faults->first, (program_text){reason, (size_t)len});
}
