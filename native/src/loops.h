/*
 * The loops of a run: how many strikes each has, and which are armed.
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
  uint32_t behind; /* cycle, ping_pong: observations since the last one of the block, i.e. of the lap with the steps */
  uint32_t differing; /* near_repeat: the most leaves in which two of the calls differ */
  bool strong;
  bool failed;    /* the newest result is a failure; of repeat: all are */
  bool transient; /* the newest result is a failure that passes by itself */
  bool mild;      /* at most a warning, whatever the ladder says */
  uint32_t span;  /* found after a call: rounds since the first one that was counted, both included; 0: not known */
  double wait_ms, waited_ms;
  lg_action rung; /* budget: the verdict; LG_ALLOW: the ladder decides by strikes */
  lg_unit unit;   /* budget: what is limited, and how much of it is used */
  double used;
} lg_finding;

/* The most loops with strikes; the least recently struck go first. */
#define LG_LOOPS_MAX 64u
/* The most armed loops; the oldest go first. */
#define LG_ARMED_MAX 8u

typedef struct lg_loop {
  lg_digest key;
  uint32_t detector;
  uint32_t strikes, round, used; /* round: of the last strike; used: lg_loops.clock at the last strike */
} lg_loop;

typedef struct lg_armed {
  lg_finding finding;
  uint32_t seen;  /* rounds since the finding in which calls continued the loop */
  uint32_t round; /* the newest of them, or that of the finding */
  /* cycle, ping_pong: the block is one lap of observations in the history, which says what the steps are */
  uint32_t cursor; /* steps requested after the block */
  uint32_t done;   /* how many of these were completed */
} lg_armed;

typedef struct lg_loops {
  lg_loop known[LG_LOOPS_MAX];
  uint32_t known_count, clock;
  bool again;                   /* the last strike was of a sibling's step, and did not count */
  lg_armed armed[LG_ARMED_MAX]; /* oldest first */
  uint32_t armed_count;
} lg_loops;

void lg__loops_clear(lg_loops *loops);
/* Adds a strike to the finding's loop and returns how many it has. With `once`, at most one strike a round counts, so
 * that siblings are one step. */
uint32_t lg__loops_strike(lg_loops *loops, const lg_finding *finding, uint32_t round, bool once);
/* Removes the strikes of a loop that ended because there was progress. */
void lg__loops_forgive(lg_loops *loops, const lg_digest *loop);
/* Arms the finding's loop; one that is armed already gets the new finding. */
void lg__loops_arm(lg_loops *loops, const lg_finding *finding, uint32_t round);
void lg__loops_disarm(lg_loops *loops, uint32_t index);

#endif
