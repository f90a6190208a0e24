/*
 * Bounded tables over digests: open addressing over a dense array of entries, least recently used out.
 *
 *   slots (uint32, power of two)      entries (grown by an eighth)
 *   +---+---+---+---+---+---+         +-----+------+------+---------+
 *   | 0 | 3 | 0 | 1 | 2 | 0 |   -->   | key | prev | next | payload |   24 bytes and the payload; spare room and the
 *   +---+---+---+---+---+---+         +-----+------+------+---------+   slots add 5 to 17, from 1,000 entries up
 *     index + 1, bits of the key        prev, next: the entries used before and after it, as indexes
 *
 * What a table holds for each key is its owner's: a struct that begins with an lg_table_entry.
 *
 * Keys are keyed 128-bit digests: they are uniform, so their low bits are the hash, and equal digests are taken for
 * equal keys (two of n different keys collide with a chance of about n^2 / 2^129).
 */
#ifndef LG_TABLE_H
#define LG_TABLE_H

#include "memory/memory.h"

typedef struct lg_table_entry {
  lg_digest key;
  uint32_t prev, next;
} lg_table_entry;

typedef struct lg_table {
  const lg_allocator *allocator;
  unsigned char *entries; /* of entry_size bytes each */
  uint32_t *slots;        /* the low bits of the key above those of the index; 0: empty */
  size_t entry_size, count, capacity, slot_count, max_entries;
  uint32_t index_bits;     /* that an index and 1 need */
  uint32_t newest, oldest; /* ends of the order of use; LG_TABLE_NONE when empty */
} lg_table;

#define LG_TABLE_NONE UINT32_MAX

/* An empty table; takes no memory yet. `max_entries`: 1 to 2^30; `entry_size`: of the owner's struct, whose members
 * need an alignment of 4 at most. `allocator` must outlive it. */
void lg__table_init(lg_table *table, const lg_allocator *allocator, size_t max_entries, size_t entry_size);
void lg__table_free(lg_table *table);
/* The entry with this index, which must be in the table. */
static inline lg_table_entry *lg__table_at(const lg_table *table, uint32_t index) {
  return (lg_table_entry *)(void *)(table->entries + index * table->entry_size);
}
/* Makes room for `more` new entries, so that as many touches cannot fail. LG_ENOMEM: nothing changed. Amortised O(1) a
 * touch. */
LG_NODISCARD lg_status lg__table_reserve(lg_table *table, size_t more);
/* The entry of `key`, now the most recently used; added with a payload of zeros if it is new, in a full table in place
 * of the least recently used one. The pointer is valid until the next touch. LG_ENOMEM: nothing changed. Amortised
 * O(1). */
LG_NODISCARD lg_status lg__table_touch(lg_table *table, const lg_digest *key, lg_table_entry **out_entry);
/* The entry of `key`, or NULL; its place in the order of use does not change. O(1). */
lg_table_entry *lg__table_find(const lg_table *table, const lg_digest *key);
/* Removes all entries but keeps the memory. O(slots). */
void lg__table_clear(lg_table *table);

typedef struct lg_count {
  lg_table_entry entry;
  uint32_t count;
  uint32_t epoch; /* the owner's */
} lg_count;

static inline lg_count *lg__count_find(const lg_table *table, const lg_digest *key) {
  return (lg_count *)(void *)lg__table_find(table, key);
}
/* Sets the counter of `key`, if there is one. */
static inline void lg__count_set(const lg_table *table, const lg_digest *key, uint32_t count, uint32_t epoch) {
  lg_count *entry = lg__count_find(table, key);
  if (entry == NULL) return;
  entry->count = count;
  entry->epoch = epoch;
}
LG_NODISCARD static inline lg_status lg__count_touch(lg_table *table, const lg_digest *key, lg_count **out_count) {
  lg_table_entry *entry;
  lg_status status = lg__table_touch(table, key, &entry);
  if (status == LG_OK) *out_count = (lg_count *)(void *)entry;
  return status;
}

#endif
