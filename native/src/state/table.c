#include "state/table.h"

#include "memory/snapshot_bytes.h"

#define FIRST_CAPACITY 8
#define FIRST_SLOT_COUNT 8

void lg__table_init(lg_table *table, const lg_allocator *allocator, size_t max_entries, size_t entry_size) {
  *table = (lg_table){.allocator = allocator,
                      .entry_size = entry_size,
                      .max_entries = max_entries,
                      .newest = LG_TABLE_NONE,
                      .oldest = LG_TABLE_NONE};
  while (max_entries >> table->index_bits != 0) table->index_bits++;
}

void lg__table_free(lg_table *table) {
  lg__alloc_free(table->allocator, table->entries, table->capacity, table->entry_size);
  lg__alloc_free(table->allocator, table->slots, table->slot_count, sizeof *table->slots);
  lg__table_init(table, table->allocator, table->max_entries, table->entry_size);
}

/* ---- slots: linear probing --------------------------------------------------------------------------------------- */

/* The slot where the search for `key` starts. */
static size_t home_slot(const lg_digest *key, size_t slot_count) {
  return (size_t)lg__load_u64(key->bytes) & (slot_count - 1);
}

/* What a slot holds for `key`: other keys are told by the tag, without a look at entries all over the memory. */
static uint32_t slot_of(const lg_table *table, const lg_digest *key, uint32_t index) {
  return (uint32_t)lg__load_u64(key->bytes) << table->index_bits | (index + 1);
}

static lg_table_entry *entry_in(const lg_table *table, size_t slot) {
  return lg__table_at(table, (table->slots[slot] & ((1u << table->index_bits) - 1)) - 1);
}

/* The slot where the search for the key in `slot` starts; in all but huge tables the tag says it. */
static size_t home_in(const lg_table *table, size_t slot) {
  uint32_t most = UINT32_MAX >> table->index_bits, tag = table->slots[slot] >> table->index_bits;
  return table->slot_count - 1 > most ? home_slot(&entry_in(table, slot)->key, table->slot_count)
                                      : tag & (table->slot_count - 1);
}

/* The slot of `key`, or the empty one for it. The loop ends because a quarter of the slots is always empty. */
static size_t find_slot(const lg_table *table, const lg_digest *key) {
  const uint32_t tag = slot_of(table, key, UINT32_MAX);
  size_t slot = home_slot(key, table->slot_count);
  while (table->slots[slot] != 0 &&
         ((table->slots[slot] ^ tag) >> table->index_bits != 0 || !lg__digest_equal(&entry_in(table, slot)->key, key)))
    slot = (slot + 1) & (table->slot_count - 1);
  return slot;
}

/* Empties a slot and closes the gap: each later slot of the same unbroken stretch moves into it, unless that would put
 * it before its home slot. So there are no tombstones, and a full table that keeps evicting stays as fast as a new
 * one. */
static void clear_slot(lg_table *table, size_t gap) {
  const size_t mask = table->slot_count - 1;
  for (size_t slot = (gap + 1) & mask; table->slots[slot] != 0; slot = (slot + 1) & mask) {
    if (((slot - home_in(table, slot)) & mask) < ((slot - gap) & mask)) continue;
    table->slots[gap] = table->slots[slot];
    gap = slot;
  }
  table->slots[gap] = 0;
}

/* ---- order of use ------------------------------------------------------------------------------------------------ */

static void unlink_entry(lg_table *table, uint32_t index) {
  const lg_table_entry *entry = lg__table_at(table, index);
  *(entry->prev == LG_TABLE_NONE ? &table->oldest : &lg__table_at(table, entry->prev)->next) = entry->next;
  *(entry->next == LG_TABLE_NONE ? &table->newest : &lg__table_at(table, entry->next)->prev) = entry->prev;
}

static void link_newest(lg_table *table, uint32_t index) {
  lg_table_entry *entry = lg__table_at(table, index);
  entry->prev = table->newest;
  entry->next = LG_TABLE_NONE;
  *(table->newest == LG_TABLE_NONE ? &table->oldest : &lg__table_at(table, table->newest)->next) = index;
  table->newest = index;
}

/* ---- room for one more ------------------------------------------------------------------------------------------- */

static lg_status grow_entries(lg_table *table) {
  size_t capacity = table->capacity == 0 ? FIRST_CAPACITY : table->capacity + table->capacity / 8 + 4;
  if (capacity > table->max_entries) capacity = table->max_entries;
  unsigned char *entries =
      lg__alloc_resize(table->allocator, table->entries, table->capacity, capacity, table->entry_size);
  if (entries == NULL) return LG_ENOMEM;
  table->entries = entries;
  table->capacity = capacity;
  return LG_OK;
}

static lg_status grow_slots(lg_table *table) {
  size_t slot_count = table->slot_count == 0 ? FIRST_SLOT_COUNT : table->slot_count * 2;
  uint32_t *slots = lg__alloc_zeroed(table->allocator, slot_count, sizeof *slots);
  if (slots == NULL) return LG_ENOMEM;
  for (uint32_t index = 0; index < table->count; index++) {
    const lg_digest *key = &lg__table_at(table, index)->key;
    size_t slot = home_slot(key, slot_count);
    while (slots[slot] != 0) slot = (slot + 1) & (slot_count - 1);
    slots[slot] = slot_of(table, key, index);
  }
  lg__alloc_free(table->allocator, table->slots, table->slot_count, sizeof *slots);
  table->slots = slots;
  table->slot_count = slot_count;
  return LG_OK;
}

/* If a later step fails, what has grown stays as spare capacity. */
lg_status lg__table_reserve(lg_table *table, size_t more) {
  size_t left = table->max_entries - table->count; /* further entries replace old ones */
  size_t wanted = table->count + (more < left ? more : left);
  while (wanted > table->capacity) {
    lg_status status = grow_entries(table);
    if (status != LG_OK) return status;
  }
  while (wanted > table->slot_count - table->slot_count / 4) {
    lg_status status = grow_slots(table);
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

lg_table_entry *lg__table_find(const lg_table *table, const lg_digest *key) {
  if (table->slot_count == 0) return NULL;
  size_t slot = find_slot(table, key);
  return table->slots[slot] == 0 ? NULL : entry_in(table, slot);
}

lg_status lg__table_touch(lg_table *table, const lg_digest *key, lg_table_entry **out_entry) {
  lg_table_entry *entry = lg__table_find(table, key);
  uint32_t index = table->oldest;
  if (entry == NULL && table->count < table->max_entries) {
    lg_status status = lg__table_reserve(table, 1);
    if (status != LG_OK) return status;
    index = (uint32_t)table->count++;
  } else {
    if (entry == NULL)
      clear_slot(table, find_slot(table, &lg__table_at(table, index)->key));
    else
      index = (uint32_t)((size_t)((unsigned char *)(void *)entry - table->entries) / table->entry_size);
    unlink_entry(table, index);
  }
  if (entry == NULL) {
    table->slots[find_slot(table, key)] = slot_of(table, key, index); /* not earlier: growing and evicting move slots */
    entry = lg__table_at(table, index);
    memset(entry, 0, table->entry_size);
    entry->key = *key;
  }
  link_newest(table, index);
  *out_entry = entry;
  return LG_OK;
}

void lg__table_clear(lg_table *table) {
  if (table->slot_count != 0) memset(table->slots, 0, table->slot_count * sizeof *table->slots);
  table->count = 0;
  table->newest = table->oldest = LG_TABLE_NONE;
}
