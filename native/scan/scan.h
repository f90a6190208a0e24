/* A scan of rows: lines in, lines out. */
#ifndef SCAN_H
#define SCAN_H

#include "run.h"
#include "value.h"
#include "call.h"

typedef struct scan {
  scan_context context;
  scan_runs runs;
  scan_faults faults;
  lg_workspace *line; /* of the line that is read */
  program_out text;   /* of a line that was no UTF-8 */
  program_out run_id, kept_id;
  program_out out; /* lines to be written */
  unsigned long long number, rows, calls;
  lg_action worst;               /* the most severe verdict */
  bool needs_outcomes;           /* nothing can be found without */
  unsigned long long blind_runs; /* in which no outcome is recorded, though it is needed */
} scan;

/* The longest line. */
enum { SCAN_LINE_MAX = 16000000 };

/*
 * Begins a scan, which must stay where it is. `guard` and `columns` must outlive it. Free it with scan_free.
 */
void scan_begin(scan *out, lg_guard *guard, scan_columns *columns, bool sorted);
/* Takes the next line, without its end. What cannot be read is told on stderr. */
void scan_line(scan *scan, const char *line, size_t len);
/* Takes note of a line that is too long to be read. */
void scan_long_line(scan *scan, unsigned long long len);
/* The input ends: so do all runs. */
void scan_end(scan *scan);
void scan_free(scan *scan);

#endif
