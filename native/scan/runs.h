/* The open runs of the input, by their ids. As lib/traces/trace-runs.ts. */
#ifndef SCAN_RUNS_H
#define SCAN_RUNS_H

#include "run.h"

/* Runs open at the same time. Past it the least recently used one is ended; if it continues later, that is a new run.
 */
enum { SCAN_RUNS_MAX = 1024 };

typedef struct scan_entry scan_entry;

/* Takes a run that ended, before it is forgotten. */
typedef void scan_ended(void *ctx, scan_run *run);

/* Set what comes first, and leave the rest zero. Runs that ended are used again, so that a new one allocates nothing.
 */
typedef struct scan_runs {
  lg_guard *guard;
  scan_ended *ended;
  void *ctx;
  size_t max; /* SCAN_RUNS_MAX or less, but not 0 */
  size_t count;
  scan_entry *oldest, *newest; /* by their last use */
  scan_entry *idle;
  scan_entry *buckets[2 * SCAN_RUNS_MAX];
} scan_runs;

/*
 * The run with this id; empty: the one of all rows without an id. Opens it if needed, at `line`, which ends another run
 * when there are more than `max`. NULL: out of memory.
 */
scan_run *scan_runs_of(scan_runs *runs, program_text id, unsigned long long line, double started_at);
/* Ends all runs. */
void scan_runs_end(scan_runs *runs);
void scan_runs_free(scan_runs *runs);

#endif
