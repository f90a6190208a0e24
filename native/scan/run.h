/*
 * One run of the input: its calls are told to a run of the core, in the order of rounds. As lib/traces/run-writer.ts
 * and lib/run/replay.ts, where the rules are explained.
 *
 *   row, row, ... of one round --> turn, round, the calls, their outcomes --> verdicts --> loops
 */
#ifndef SCAN_RUN_H
#define SCAN_RUN_H

#include "call.h"
#include "loops.h"

/* What all runs share. */
typedef struct scan_context {
  lg_guard *guard;
  bool shadow;
  scan_columns *columns;
  scan_rooms rooms;
  program_out name; /* of a tool that was shortened */
  bool failed;      /* out of memory: nothing that follows counts */
} scan_context;

/* A call that waits for its outcome. */
typedef struct scan_open {
  uint64_t index;
  double at, tokens; /* as the row says */
  double size;       /* characters of arguments and outcome */
  size_t loop;       /* that it counts for, or SCAN_NO_LOOP */
  bool settled;      /* it is known what became of it */
  bool unparsed;     /* its arguments are no JSON: it is judged when its outcome is known */
  bool exempt;       /* the run does not track it */
  bool refused;      /* by the run, as long as it is not known whether it ran */
  program_out kept;  /* the message of the refusal; of an unparsed call the name and the arguments */
  size_t name_len;   /* in `kept` */
} scan_open;

/* A call that the run of the core may be asked about; the same as lib/run/open-calls.ts. */
typedef struct scan_known {
  uint64_t index;
  uint32_t ticket;
} scan_known;

enum { SCAN_KNOWN_MAX = 128 };

typedef struct scan_run {
  lg_run *core;
  program_out id; /* empty: its rows have none */
  unsigned long long line;
  double started_at;
  uint64_t calls;
  double clock;            /* the time of the call that was judged last; polls are judged by it */
  bool returned;           /* a call has an outcome */
  bool new_turn;           /* a turn begins before the next call */
  program_out round, turn; /* of the last row, packed; empty: it named none */
  program_out held;        /* rows of a round that may go on, each with its length before it, packed */
  scan_open *open;         /* waiting calls, oldest first, from open_begin on */
  size_t open_begin, open_count, open_size;
  uint64_t *undecided; /* calls of this round that are not judged yet, or were refused and may have run */
  size_t undecided_count, undecided_size;
  scan_known known[SCAN_KNOWN_MAX];
  size_t known_count;
  scan_loops loops;
} scan_run;

/* Takes a row: the packed object and what its columns hold. Out of memory is noted in the context. */
void scan_run_row(scan_context *context, scan_run *run, lg_value object, const scan_row *row);
/* The run ends: all loops are complete. */
void scan_run_end(scan_context *context, scan_run *run);
/* Makes it as good as new, but keeps its memory. */
void scan_run_clear(scan_run *run);
void scan_run_free(scan_run *run);

/* The calls of a run that wait for their outcomes, and those that the core may be asked about. */

/* The waiting call with this index, or NULL. */
scan_open *scan_find_open(const scan_run *run, uint64_t index);
/* Adds a waiting call, newer than all others; NULL: out of memory. Others may move. */
scan_open *scan_add_open(scan_run *run, uint64_t index);
/* The call waits no longer: what it cost counts for its loop. Others may move. */
void scan_close_call(scan_run *run, scan_open *call);

/* Adds a call that the core knows; past SCAN_KNOWN_MAX, the older half is forgotten. */
void scan_add_known(scan_run *run, uint64_t index, uint32_t ticket);
/* Its place, or SIZE_MAX. */
size_t scan_find_known(const scan_run *run, uint64_t index);
void scan_remove_known(scan_run *run, size_t at);

#endif
