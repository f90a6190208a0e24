/* The sketches of a run: one for each ticket and one for each observation of its history. */
#include "patterns.h"

lg_status lg__sketches_init(lg_run *run) {
  if (!lg__guard_keeps(run->guard, LG_TRACK_SKETCHES)) return LG_OK;
  lg_sketches *sketches = &run->sketches;
  size_t count = (size_t)run->history.size + 1;
  sketches->seen = lg__alloc_zeroed(&run->guard->allocator, count, sizeof *sketches->seen);
  if (sketches->seen == NULL) return LG_ENOMEM;
  sketches->asked = &sketches->seen[run->history.size];
  return LG_OK;
}

void lg__sketches_free(lg_run *run) {
  const lg_allocator *memory = &run->guard->allocator;
  lg_sketches *sketches = &run->sketches;
  lg__alloc_free(memory, sketches->seen, (size_t)run->history.size + 1, sizeof *sketches->seen);
  lg__alloc_free(memory, sketches->pending, sketches->capacity, sizeof *sketches->pending);
  *sketches = (lg_sketches){0};
}

lg_status lg__sketches_reserve(lg_run *run) {
  lg_sketches *sketches = &run->sketches;
  uint32_t capacity = run->tickets.capacity;
  if (sketches->seen == NULL || capacity <= sketches->capacity) return LG_OK;
  lg_sketch *grown = lg__alloc_resize(&run->guard->allocator, sketches->pending, sketches->capacity, capacity,
                                      sizeof *sketches->pending);
  if (grown == NULL) return LG_ENOMEM;
  memset(grown + sketches->capacity, 0, (capacity - sketches->capacity) * sizeof *grown);
  sketches->pending = grown;
  sketches->capacity = capacity;
  return LG_OK;
}

lg_sketch *lg__sketch_of(const lg_run *run, const lg_ticket *slot) {
  return run->sketches.seen == NULL ? NULL : &run->sketches.pending[slot - run->tickets.slots];
}

lg_sketch *lg__sketch_at(const lg_run *run, uint32_t back) {
  const lg_observation *seen = lg__history_at(&run->history, back);
  return seen == NULL || run->sketches.seen == NULL ? NULL : &run->sketches.seen[seen - run->history.ring];
}

void lg__sketches_ask(lg_run *run, const lg_ticket *slot, const lg_sketch *sketch) {
  if (run->sketches.seen != NULL) *lg__sketch_of(run, slot) = sketch != NULL ? *sketch : (lg_sketch){0};
}

/* Whether the newest observation is of a call that is not in the history, or that gave another result there. */
static bool is_news(const lg_run *run) {
  const lg_observation *newest = lg__newest(run);
  const lg_observation *before = lg__history_at(&run->history, lg__nearest_call(run, 1, &newest->identity));
  return before == NULL || !lg__same_result(before, newest);
}

void lg__sketches_keep(lg_run *run, const lg_ticket *slot, const lg_reply *reply) {
  if (run->sketches.seen == NULL) return;
  lg_sketch *sketch = lg__sketch_at(run, 0);
  *sketch = *lg__sketch_of(run, slot);
  sketch->said = reply->words;
  if (reply->ack != LG_ACK_NONE) sketch->flags |= LG_SKETCH_SILENT;
  if (is_news(run)) sketch->flags |= LG_SKETCH_NEWS;
}
