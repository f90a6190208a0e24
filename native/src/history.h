/*
 * The newest completed calls of a run, one observation each; but identical siblings of a round are one observation,
 * since none of them saw another's result. A ring of fixed size: no allocation after it is made.
 */
#ifndef LG_HISTORY_H
#define LG_HISTORY_H

#include "alloc.h"

typedef struct lg_observation {
  lg_digest identity; /* canonical */
  lg_digest result;   /* without volatile spans; for a failure, of its error */
  lg_digest name;
  uint32_t round;
  bool comparable; /* there is a result, identical siblings returned the same, and the call was not a poll */
  bool failed;
  bool transient;
  bool mutated; /* a tool that changes things succeeded */
  bool fresh;   /* the history had no call with this identity when it was added */
} lg_observation;

typedef struct lg_history {
  lg_observation *ring;
  uint32_t size, held, head;
} lg_history;

LG_NODISCARD lg_status lg__history_init(lg_history *history, const lg_allocator *allocator, uint32_t size);
void lg__history_free(lg_history *history, const lg_allocator *allocator);
void lg__history_clear(lg_history *history);
/* The observation `back` places before the newest, or NULL. */
lg_observation *lg__history_at(const lg_history *history, uint32_t back);
void lg__history_push(lg_history *history, const lg_observation *observation);
/* The observation of the same call in the same round, or NULL. O(siblings). */
lg_observation *lg__history_sibling(const lg_history *history, const lg_observation *observation);

/* Whether the history has a call with this identity. O(observations). */
bool lg__history_has(const lg_history *history, const lg_digest *identity);

static inline bool lg__same_result(const lg_observation *a, const lg_observation *b) {
  return a->comparable && b->comparable && a->failed == b->failed && lg__digest_equal(&a->result, &b->result);
}

#endif
