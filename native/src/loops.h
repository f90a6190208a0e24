/*
 * What a run knows of loops: the strikes of those seen, and which of them are armed.
 *
 *   a detector finds a pattern --> finding --> strike (1, 2, 3 ...) --> the ladder's rung
 *                                     |
 *                                     +--> armed: the next call that continues the pattern is the next strike
 */
#ifndef LG_LOOPS_H
#define LG_LOOPS_H

#include "internal.h"

/* What a detector found. */
typedef struct lg_finding {
  lg_digest loop;    /* the same for the same loop, rotations included */
  lg_digest subject; /* what continues it: an identity, or a name */
  uint32_t detector; /* index; the number of detectors for the poll rule */
  lg_detector_type type;
  uint32_t repeats, threshold, cycle_length;
  uint32_t behind; /* cycle, ping_pong: observations made since the block that the pattern is seen in */
  bool strong;
  bool failed;    /* no_progress: the result is a failure */
  bool transient; /* the newest result is a failure that passes by itself */
  bool mild;      /* no_news: only to be warned of, whatever the ladder says */
  double wait_ms, waited_ms;
} lg_finding;

/* Loops remembered, least recently struck out first. */
#define LG_LOOPS_MAX 64u
/* Loops armed at one time, oldest out first. */
#define LG_ARMED_MAX 8u

typedef struct lg_loop {
  lg_digest key;
  uint32_t detector;             /* whose it is */
  uint32_t strikes, round, used; /* round: of the last strike; used: for the order of use */
} lg_loop;

typedef struct lg_armed {
  lg_finding finding;
  uint32_t seen;  /* rounds in which the loop went on since it was found */
  uint32_t round; /* the newest of them, or the one in which it was found */
  /* cycle, ping_pong: the steps are those of one whole block of observations */
  uint32_t cursor; /* steps asked for that come after the block */
  uint32_t done;   /* those of them that have come back */
} lg_armed;

typedef struct lg_loops {
  lg_loop known[LG_LOOPS_MAX];
  uint32_t known_count, clock;
  bool again;                   /* the last strike was a sibling's, and added none */
  lg_armed armed[LG_ARMED_MAX]; /* oldest first */
  uint32_t armed_count;
} lg_loops;

void lg__loops_clear(lg_loops *loops);
/*
 * One more strike for the loop of a finding, and how many it has now. `once` a round: siblings that take the same step
 * add none.
 */
uint32_t lg__loops_strike(lg_loops *loops, const lg_finding *finding, uint32_t round, bool once);
/* Forgets the strikes of a loop that came to an end by making progress. */
void lg__loops_forgive(lg_loops *loops, const lg_digest *loop);
/* Arms a finding, or renews it when its loop is armed. */
void lg__loops_arm(lg_loops *loops, const lg_finding *finding, uint32_t round);
void lg__loops_disarm(lg_loops *loops, uint32_t index);

#endif
