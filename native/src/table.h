/*
 * Bounded counters over digests: open addressing over a dense array of entries, least recently used out.
 *
 *   slots (uint32, power of two)      entries (grown by a quarter)
 *   +---+---+---+---+---+---+         +-----+-------+-------+------+------+
 *   | 0 | 3 | 0 | 1 | 2 | 0 |   -->   | key | count | epoch | prev | next |   32 bytes; with spare room and the slots
 *   +---+---+---+---+---+---+         +-----+-------+-------+------+------+   37 to 51 an entry, from 1,000 entries up
 *     index of the entry + 1            prev, next: the entries used before and after it, as indexes
 *
 * Keys are keyed 128-bit digests: they are uniform, so their low bits are the hash, and equal digests are taken for
 * equal keys (two of n different keys collide with a chance of about n^2 / 2^129).
 */
#ifndef LG_TABLE_H
#define LG_TABLE_H

#include "alloc.h"

typedef struct lg_table_entry {
  lg_digest key;
  uint32_t count;
  uint32_t epoch; /* the owner's: 0 for a new entry */
  uint32_t prev, next;
} lg_table_entry;

typedef struct lg_table {
  const lg_allocator *allocator;
  lg_table_entry *entries;
  uint32_t *slots;
  size_t count, capacity, slot_count, max_entries;
  uint32_t newest, oldest; /* ends of the order of use; LG_TABLE_NONE when empty */
} lg_table;

#define LG_TABLE_NONE UINT32_MAX

/* An empty table; takes no memory yet. `max_entries`: 1 to 2^30. `allocator` must outlive it. */
void lg__table_init(lg_table *table, const lg_allocator *allocator, size_t max_entries);
void lg__table_free(lg_table *table);
/*
 * The entry of `key`, made with count 0 and epoch 0 when new, and now the most recently used; the pointer holds until
 * the next touch. At max_entries the least recently used entry makes room. LG_ENOMEM: the table is as it was.
 * O(1), but for growing, which is O(1) a touch on average.
 */
LG_NODISCARD lg_status lg__table_touch(lg_table *table, const lg_digest *key, lg_table_entry **out_entry);
/* The entry of `key`, or NULL; its place in the order of use does not change. O(1). */
lg_table_entry *lg__table_find(const lg_table *table, const lg_digest *key);
/* Forgets every entry, keeps the memory. O(slots). */
void lg__table_clear(lg_table *table);

#endif
