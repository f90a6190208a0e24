#include "faults.h"

#include <stdio.h>

enum { LISTED_MAX = 100 };

static void print(unsigned long long line, scan_text reason) {
  if (line > 0)
    fprintf(stderr, "stdin:%llu: ", line);
  else
    fprintf(stderr, "stdin: ");
  for (size_t i = 0; i < reason.len; i++) {
    unsigned char c = (unsigned char)reason.s[i];
    fputc(c < 0x20 || c == 0x7F ? ' ' : c, stderr);
  }
  fputc('\n', stderr);
}

void scan_fault(scan_faults *faults, unsigned long long line, scan_text reason) {
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
  print(faults->first, (scan_text){reason, (size_t)len});
}
