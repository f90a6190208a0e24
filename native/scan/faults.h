/* What could not be read, on stderr: the first faults one by one, then only their number. */
#ifndef SCAN_FAULTS_H
#define SCAN_FAULTS_H

#include "scan_text.h"

/* What the input is called, and a run without an id. */
#define SCAN_SOURCE "stdin"

typedef struct scan_faults {
  unsigned long long count, first, last; /* of lines; the first and the last that were not listed */
  bool any;
} scan_faults;

/* `line` 0: it is about the whole input, and always listed. */
void scan_fault(scan_faults *faults, unsigned long long line, program_text reason);
/* Says how many faults were not listed. */
void scan_faults_end(const scan_faults *faults);

#endif
