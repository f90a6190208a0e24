#include "door_handles.h"

#define INDEX_BITS 22
#define INDEX_MASK ((1u << INDEX_BITS) - 1)
#define LAST_GENERATION (UINT32_MAX >> INDEX_BITS)
/* The table grows, up to its maximum, when fewer slots than this are free; so that a freed slot waits behind many
 * others: its generation, of which there are only about a thousand, comes round late. */
#define FREE_MIN 256u
#define INITIAL_CAPACITY (2 * FREE_MIN)

static void free_object(lg_door_slot *slot) {
  switch ((lg_door_kind)slot->kind) {
  case LG_DOOR_A_RUN:
    lg_run_free(slot->of.run);
    break;
  case LG_DOOR_A_DETECTOR:
    lg_detector_free(slot->of.detector);
    break;
  case LG_DOOR_A_TEXT:
    lg_text_loop_free(slot->of.text);
    break;
  case LG_DOOR_A_GUARD:
  case LG_DOOR_A_FREED_GUARD:
    lg_guard_free(slot->of.guard);
    break;
  case LG_DOOR_NOTHING:
    break;
  }
}

void lg__door_handles_free(lg_door_handles *handles) {
  for (uint32_t i = 0; i < handles->capacity; i++) /* runs first, since a guard must outlive them */
    if (handles->slots[i].kind == LG_DOOR_A_RUN) {
      free_object(&handles->slots[i]);
      handles->slots[i].kind = LG_DOOR_NOTHING;
    }
  for (uint32_t i = 0; i < handles->capacity; i++) free_object(&handles->slots[i]);
  if (handles->slots != NULL)
    handles->allocator->free(handles->allocator->ctx, handles->slots, handles->capacity * sizeof *handles->slots);
  *handles = (lg_door_handles){.allocator = handles->allocator};
}

/* Puts a slot at the end of the queue of free slots. */
static void give_back(lg_door_handles *handles, lg_door_slot *slot) {
  uint32_t index = (uint32_t)(slot - handles->slots);
  slot->kind = LG_DOOR_NOTHING;
  if (handles->free_count++ == 0)
    handles->first_free = index;
  else
    handles->slots[handles->last_free].link = index;
  handles->last_free = index;
}

lg_status lg__door_handles_reserve(lg_door_handles *handles) {
  if (handles->free_count >= FREE_MIN) return LG_OK;
  uint32_t capacity = handles->capacity == 0 ? INITIAL_CAPACITY : handles->capacity * 2;
  if (capacity > INDEX_MASK + 1) return handles->free_count > 0 ? LG_OK : LG_ETOOBIG;
  const lg_allocator *allocator = handles->allocator;
  size_t old_size = handles->capacity * sizeof *handles->slots, size = capacity * sizeof *handles->slots;
  lg_door_slot *slots = handles->slots == NULL ? allocator->malloc(allocator->ctx, size)
                                               : allocator->realloc(allocator->ctx, handles->slots, old_size, size);
  if (slots == NULL) return LG_ENOMEM;
  handles->slots = slots;
  for (uint32_t i = handles->capacity; i < capacity; i++) {
    slots[i] = (lg_door_slot){.generation = 1};
    give_back(handles, &slots[i]);
  }
  handles->capacity = capacity;
  return LG_OK;
}

lg_door_slot *lg__door_handles_take(lg_door_handles *handles, lg_door_kind kind) {
  lg_door_slot *slot = &handles->slots[handles->first_free];
  handles->first_free = slot->link;
  handles->free_count--;
  slot->link = 0;
  slot->kind = (uint8_t)kind;
  return slot;
}

uint32_t lg__door_handles_number(const lg_door_handles *handles, const lg_door_slot *slot) {
  return (uint32_t)slot->generation << INDEX_BITS | (uint32_t)(slot - handles->slots);
}

lg_door_slot *lg__door_handles_get(const lg_door_handles *handles, uint32_t handle) {
  uint32_t index = handle & INDEX_MASK;
  if (index >= handles->capacity) return NULL;
  lg_door_slot *slot = &handles->slots[index];
  bool there = slot->kind != LG_DOOR_NOTHING && slot->kind != LG_DOOR_A_FREED_GUARD;
  return there && slot->generation == handle >> INDEX_BITS ? slot : NULL;
}

void lg__door_handles_drop(lg_door_handles *handles, lg_door_slot *slot) {
  slot->generation = slot->generation == LAST_GENERATION ? 1 : (uint16_t)(slot->generation + 1);
  if (slot->kind == LG_DOOR_A_GUARD && slot->link > 0) {
    slot->kind = LG_DOOR_A_FREED_GUARD;
    return;
  }
  free_object(slot);
  if (slot->kind == LG_DOOR_A_RUN) {
    lg_door_slot *guard = &handles->slots[slot->link];
    if (--guard->link == 0 && guard->kind == LG_DOOR_A_FREED_GUARD) {
      free_object(guard);
      give_back(handles, guard);
    }
  }
  give_back(handles, slot);
}
