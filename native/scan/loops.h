/* Gathers the detections of a run into loops, and writes them as lines. As lib/cli/scan/loop-finder.ts. */
#ifndef SCAN_LOOPS_H
#define SCAN_LOOPS_H

#include <stdint.h>

#include "loopguard.h"
#include "scan_text.h"
#include "text.h"

/* What gathering detections into loops must know of a detector; as lib/detectors/record.ts. */

typedef struct scan_traits {
  bool of_one_call;   /* it compares calls with their arguments, not tools */
  bool digests_steps; /* the steps of its patterns tell calls of one tool apart */
  bool judges_news;   /* it depends on everything that happens in a run, and fires only before a call runs */
  bool by_time;       /* it depends on time alone, which records may lack */
} scan_traits;

/* The traits of the detector with this name: none for a name that a user chose. */
scan_traits scan_traits_of(program_text name);

/* Its texts are its own. */
typedef struct scan_loop {
  program_text detector; /* the guard's */
  bool judges_news;
  program_out tool, message;
  program_out pattern; /* as JSON */
  lg_digest key;       /* equal for detections of one loop; see lib/report/loop-key.ts */
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

/* What is known of a run for its lines. */
typedef struct scan_about {
  program_text run; /* empty: it has no id */
  unsigned long long line, calls;
  double started_at; /* NaN: not known */
} scan_about;

/* The detection of the last verdict of `run`. */
typedef struct scan_detection {
  const lg_run *run;
  uint64_t index;    /* of the call */
  program_text name; /* of its tool */
  lg_action action;
  bool after; /* by the call's outcome */
  size_t of;  /* the loop that the call counts for already, or SCAN_NO_LOOP */
} scan_detection;

/* Gives the loop, or SCAN_NO_LOOP for a detection that does not count in a record. False: out of memory. */
bool scan_loops_note(scan_loops *loops, const scan_detection *detection, lg_workspace *workspace, size_t *out_loop);
/* Writes a line for each loop. */
void scan_loops_write(const scan_loops *loops, const scan_about *about, lg_workspace *workspace, program_out *out);
/* Forgets all loops. */
void scan_loops_clear(scan_loops *loops);
void scan_loops_free(scan_loops *loops);

#endif
