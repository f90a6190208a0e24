/*
 * Calls of tools whose profile says `poll` are judged by time: since when a call has returned the same result. The
 * newest LG_POLLS_MAX are kept. After a final result (LG_FINAL_MS) the call is judged like any other.
 */
#ifndef LG_POLLS_H
#define LG_POLLS_H

#include "internal.h"

#define LG_POLLS_MAX 32u

typedef struct lg_poll_state {
  lg_digest identity, result;
  double first_ms, last_ms; /* when the current result first and last came; `last_ms` is LG_FINAL_MS if it is final */
  uint32_t repeats;         /* how often in a row it came */
} lg_poll_state;

typedef struct lg_polls {
  lg_poll_state polls[LG_POLLS_MAX]; /* least recently seen first */
  uint32_t count;
} lg_polls;

void lg__polls_clear(lg_polls *polls);
const lg_poll_state *lg__polls_find(const lg_polls *polls, const lg_digest *identity);
static inline bool lg__is_final(double returned_ms) { return returned_ms <= LG_FINAL_MS; }
/* Whether the last result of this poll was final. O(LG_POLLS_MAX). */
bool lg__polls_are_over(const lg_polls *polls, const lg_digest *identity);
/* Adds a poll's result; true: it differs from the one before. `result` NULL: it cannot be compared, so it differs. */
bool lg__polls_result(lg_polls *polls, const lg_digest *identity, const lg_digest *result, double now_ms);

#endif
