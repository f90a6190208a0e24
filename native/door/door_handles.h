/*
 * Handles: the numbers by which a client names its guards, runs and detectors. A handle is the index of a slot and the
 * slot's generation, which changes whenever the slot is freed, so that a stale handle is recognised. Free slots are
 * reused first freed, first taken, and at least 256 of them wait: so a freed handle's number comes back only after some
 * 250,000 further frees, however many handles are in use (up to four million).
 */
#ifndef LG_DOOR_HANDLES_H
#define LG_DOOR_HANDLES_H

#include "loopguard.h"

typedef enum lg_door_kind {
  LG_DOOR_NOTHING = 0, /* a free slot */
  LG_DOOR_A_GUARD,
  LG_DOOR_A_RUN,
  LG_DOOR_A_DETECTOR,
  LG_DOOR_A_TEXT,
  LG_DOOR_A_FREED_GUARD /* the client freed it, but not all of its runs yet */
} lg_door_kind;

typedef struct lg_door_slot {
  union {
    lg_guard *guard;
    lg_run *run;
    lg_detector *detector;
    lg_text_loop *text;
  } of;
  uint32_t link; /* a run: index of its guard's slot; a guard: number of its runs; a free slot: the next free one */
  uint16_t generation; /* 1 and more */
  uint8_t kind;        /* lg_door_kind */
} lg_door_slot;

typedef struct lg_door_handles {
  const lg_allocator *allocator;
  lg_door_slot *slots;
  uint32_t capacity, free_count;
  uint32_t first_free, last_free; /* ends of the queue of free slots; undefined when free_count is 0 */
} lg_door_handles;

/* Frees everything behind the handles. */
void lg__door_handles_free(lg_door_handles *handles);
/* Makes sure that a slot is free. LG_ENOMEM; LG_ETOOBIG past four million handles. Slots may move. */
LG_NODISCARD lg_status lg__door_handles_reserve(lg_door_handles *handles);
/* Takes the slot that was reserved. The caller sets `of`. */
lg_door_slot *lg__door_handles_take(lg_door_handles *handles, lg_door_kind kind);
uint32_t lg__door_handles_number(const lg_door_handles *handles, const lg_door_slot *slot);
/* NULL: the handle is stale or never existed. */
lg_door_slot *lg__door_handles_get(const lg_door_handles *handles, uint32_t handle);
/* Frees the slot and what is in it. A guard with runs is freed with the last of them. */
void lg__door_handles_drop(lg_door_handles *handles, lg_door_slot *slot);

#endif
