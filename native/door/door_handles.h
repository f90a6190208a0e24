/*
 * What stands behind the numbers that a client has for guards, runs and detectors. A handle is a slot's index and the
 * slot's generation, which changes whenever the slot is given back; slots are taken in turn, so that a generation comes
 * round again only after some 250,000 others were given back, however many are in use (up to four million).
 */
#ifndef LG_DOOR_HANDLES_H
#define LG_DOOR_HANDLES_H

#include "loopguard.h"

typedef enum lg_door_kind {
  LG_DOOR_NOTHING = 0, /* a free slot */
  LG_DOOR_A_GUARD,
  LG_DOOR_A_RUN,
  LG_DOOR_A_DETECTOR,
  LG_DOOR_A_FREED_GUARD /* its handle was given back, its runs were not */
} lg_door_kind;

typedef struct lg_door_slot {
  union {
    lg_guard *guard;
    lg_run *run;
    lg_detector *detector;
  } of;
  uint32_t link;       /* of a run: its guard's slot; of a guard: how many runs it has; of a free slot: the next free */
  uint16_t generation; /* 1 and more */
  uint8_t kind;        /* lg_door_kind */
} lg_door_slot;

typedef struct lg_door_handles {
  const lg_allocator *allocator;
  lg_door_slot *slots;
  uint32_t capacity, free_count;
  uint32_t first_free, last_free; /* read only when free_count is not 0 */
} lg_door_handles;

/* Frees everything behind the handles. */
void lg__door_handles_free(lg_door_handles *handles);
/* Makes sure that a slot is free. LG_ENOMEM; LG_ETOOBIG past four million handles. Slots may move. */
LG_NODISCARD lg_status lg__door_handles_reserve(lg_door_handles *handles);
/* Takes the slot that was reserved. Its caller says what it is of. */
lg_door_slot *lg__door_handles_take(lg_door_handles *handles, lg_door_kind kind);
uint32_t lg__door_handles_number(const lg_door_handles *handles, const lg_door_slot *slot);
/* NULL for a handle that is stale or was never given. */
lg_door_slot *lg__door_handles_get(const lg_door_handles *handles, uint32_t handle);
/* Frees what is in the slot, and a guard that was kept for this run only. */
void lg__door_handles_drop(lg_door_handles *handles, lg_door_slot *slot);

#endif
