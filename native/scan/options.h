/* The command line of the scan. */
#ifndef SCAN_OPTIONS_H
#define SCAN_OPTIONS_H

#include "call.h"

typedef struct scan_options {
  scan_columns columns;
  bool sorted, help;
  lg_action fail_on;  /* LG_ALLOW: nothing fails the scan */
  program_out config; /* for lg_guard_configure */
} scan_options;

extern const char SCAN_USAGE[];

/* False: they are wrong; `why` says how, and is empty when there is no memory. Free with scan_options_free in any case.
 */
bool scan_options_read(int argc, char **argv, scan_options *out, program_out *why);
void scan_options_free(scan_options *options);

#endif
