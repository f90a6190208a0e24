/*
 * One run of the input: its calls are told to a run of the core, in the order of rounds. As lib/traces/run-writer.ts
 * and lib/run/replay.ts, where the rules are explained.
 *
 *   row, row, ... of one round --> turn, round, the calls, their outcomes --> verdicts --> loops
 */
#ifndef SCAN_RUN_H
#define SCAN_RUN_H

#include <stdint.h>

#include "call.h"
#include "state/table.h"

/* What detections of a run were gathered into, as in lib/cli/scan/loop-finder.ts. Its texts are its own. */
typedef struct scan_loop {
  program_text detector; /* the guard's */
  bool judges_news;
  program_out tool, message;
  program_out pattern; /* as JSON */
  lg_digest key;       /* equal for detections of one loop; see lib/rules/detection.ts */
  lg_digest fingerprint;
  uint32_t repeats, cycle_length;
  bool strong;
  lg_action action; /* the most severe verdict */
  uint64_t first, last, round;
  uint64_t wasted_calls;
  double tokens;
  double unchanged_ms; /* for how long a poll has had the same result; 0: the loop is no poll */
} scan_loop;

typedef struct scan_loops {
  scan_loop *items;
  size_t count, size;
  size_t of_turn; /* the first that may go on: those of earlier turns do not */
  uint64_t round;
} scan_loops;

#define SCAN_NO_LOOP SIZE_MAX

/* What all runs share. */
typedef struct scan_context {
  lg_guard *guard;
  bool shadow;
  scan_columns *columns;
  scan_rooms rooms;
  program_out name; /* of a tool that was shortened */
} scan_context;

typedef struct scan_open {
  uint64_t index;
  uint32_t ticket;   /* of the core */
  double at, tokens; /* as the row says */
  double size;       /* characters of arguments and outcome */
  size_t loop;       /* that it counts for, or SCAN_NO_LOOP */
  bool concluded;    /* it is known what became of it */
  bool closed;       /* it waits for no outcome any more */
  bool unparsed;     /* its arguments are no JSON: it is judged when its outcome is known */
  bool exempt;       /* the run does not track it */
  bool refused;      /* by the run, as long as it is not known whether it ran */
  program_out kept;  /* the message of the refusal; of an unparsed call the name and the arguments */
  size_t name_len;   /* in `kept` */
} scan_open;

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
  program_out held;        /* rows of a round that may go on, packed, one after the other */
  scan_open *open;         /* the calls of the newest round */
  size_t open_count, open_size, first_open;
  uint64_t decided; /* of the calls before it is known what became of those that were refused or could not be judged */
  scan_loops loops;
} scan_run;

/* Takes a row: the packed object and what its columns hold. */
void scan_run_row(scan_context *context, scan_run *run, lg_value object, const scan_row *row);
void scan_run_end(scan_context *context, scan_run *run);
/* Makes it as good as new, but keeps its memory. */
void scan_run_clear(scan_run *run);

/* The last verdict of the run detected something: about `call`, of the tool `name`; `after`: by its outcome. Gives the
 * loop, or SCAN_NO_LOOP for a detection that does not count in a record. */
size_t scan_loops_note(scan_run *run, const scan_open *call, program_text name, lg_action action, bool after);
void scan_loops_write(const scan_run *run, program_out *out);
void scan_loops_clear(scan_loops *loops);

/* Runs open at the same time. Past it the least recently used one is ended; if it goes on later, that is a new run. */
enum { SCAN_RUNS_MAX = 1024 };

/* What the input is called, and a run without an id. */
#define SCAN_SOURCE "stdin"

/* What could not be read, on stderr: the first faults one by one, then only their number. */
typedef struct scan_faults {
  unsigned long long count, first, last; /* of lines; the first and the last that were not listed */
  bool any;
} scan_faults;

/* A scan of rows: lines in, lines out. */
typedef struct scan {
  scan_context context;
  lg_table by_id; /* the open runs, by digests of their ids; that of an entry is in `runs`, at the entry's index */
  scan_run *runs;
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

enum { SCAN_LINE_MAX = 16000000 };

/* Begins a scan. `guard` and `columns` must outlive it. What it takes, it keeps to the program's end (program_forget),
 * but for what a run that has ended took. */
void scan_begin(scan *out, lg_guard *guard, scan_columns *columns, bool sorted);
/* Takes the next line, without its end. What cannot be read is told on stderr. */
void scan_line(scan *scan, const char *line, size_t len);
/* Takes note of a line that is too long to be read. */
void scan_long_line(scan *scan, unsigned long long len);
/* The input ends: so do all runs. */
void scan_end(scan *scan);

#endif
