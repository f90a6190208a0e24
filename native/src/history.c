#include "history.h"

/* How far back to look for a sibling: more calls than one model response has in practice. */
#define SIBLINGS_MAX 256u

lg_status lg__history_init(lg_history *history, const lg_allocator *allocator, uint32_t size) {
  *history = (lg_history){lg__alloc_zeroed(allocator, size, sizeof(lg_observation)), size, 0, 0};
  return history->ring == NULL ? LG_ENOMEM : LG_OK;
}

void lg__history_free(lg_history *history, const lg_allocator *allocator) {
  lg__alloc_free(allocator, history->ring, history->size, sizeof *history->ring);
  history->ring = NULL;
}

void lg__history_clear(lg_history *history) { history->held = history->head = 0; }

lg_observation *lg__history_at(const lg_history *history, uint32_t back) {
  if (back >= history->held) return NULL;
  uint32_t at = history->head + history->size - 1 - back;
  return &history->ring[at >= history->size ? at - history->size : at];
}

void lg__history_push(lg_history *history, const lg_observation *observation) {
  history->ring[history->head] = *observation;
  history->head = history->head + 1 == history->size ? 0 : history->head + 1;
  if (history->held < history->size) history->held++;
}

lg_observation *lg__history_sibling(const lg_history *history, const lg_observation *observation) {
  for (uint32_t back = 0; back < history->held && back < SIBLINGS_MAX; back++) {
    lg_observation *other = lg__history_at(history, back);
    if (other->round == observation->round && lg__digest_equal(&other->identity, &observation->identity)) return other;
  }
  return NULL;
}

bool lg__history_has(const lg_history *history, const lg_digest *identity) {
  for (uint32_t i = 0; i < history->held; i++)
    if (lg__digest_equal(&history->ring[i].identity, identity)) return true;
  return false;
}
