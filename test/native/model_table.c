/* The counter table against a plain array in order of use: after the same operations both have the same entries in the
 * same order. */
#include "failing_alloc.h"
#include "lg_test.h"
#include "random64.h"
#include "state/table.h"

#define MAX_MODEL 100

typedef struct model_entry {
  lg_digest key;
  uint32_t count, epoch;
} model_entry;

/* Oldest first. */
typedef struct model {
  model_entry entries[MAX_MODEL];
  size_t count, max;
} model;

/* The index of `key`, or `count`. */
static size_t model_find(const model *m, const lg_digest *key) {
  size_t i = 0;
  while (i < m->count && memcmp(&m->entries[i].key, key, sizeof *key) != 0) i++;
  return i;
}

/* The entry of `key`, moved to the end. */
static model_entry *model_touch(model *m, const lg_digest *key) {
  size_t i = model_find(m, key);
  model_entry entry = i < m->count ? m->entries[i] : (model_entry){.key = *key};
  if (i == m->count && m->count == m->max) i = 0;
  if (i < m->count) {
    memmove(&m->entries[i], &m->entries[i + 1], (m->count - i - 1) * sizeof entry);
    m->count--;
  }
  m->entries[m->count] = entry;
  return &m->entries[m->count++];
}

/* Key `id` of a stream. `crowded` keys have few different homes, the last slots among them, so stretches are long. */
static lg_digest make_key(uint32_t id, bool crowded) {
  uint64_t state = id;
  uint64_t halves[2] = {random64(&state), id};
  if (crowded) halves[0] |= 0x7ffffffffffffff8u;
  lg_digest key;
  memcpy(key.bytes, halves, sizeof key.bytes);
  return key;
}

static bool same_contents(const lg_table *table, const model *m) {
  if (table->count != m->count) return false;
  uint32_t before = LG_TABLE_NONE, at = table->oldest;
  for (size_t i = 0; i < m->count; i++) {
    if (at >= table->count) return false;
    const lg_count *entry = (const lg_count *)(const void *)lg__table_at(table, at);
    const model_entry *want = &m->entries[i];
    if (!lg__digest_equal(&entry->entry.key, &want->key) || entry->entry.prev != before) return false;
    if (entry->count != want->count || entry->epoch != want->epoch) return false;
    if (lg__count_find(table, &want->key) != entry) return false;
    before = at;
    at = entry->entry.next;
  }
  if (at != LG_TABLE_NONE || table->newest != before) return false;
  size_t used = 0;
  for (size_t i = 0; i < table->slot_count; i++) used += table->slots[i] != 0;
  return used == table->count;
}

/* One operation on both. False when they differ. */
static bool step(lg_table *table, model *m, failing_alloc *memory, uint64_t *random, uint32_t keys, bool crowded) {
  lg_digest key = make_key(random_below(random, keys), crowded);
  uint32_t operation = random_below(random, 1000);
  if (operation == 0) {
    lg__table_clear(table);
    m->count = 0;
  } else if (operation < 200) {
    const lg_count *entry = lg__count_find(table, &key);
    if ((entry != NULL) != (model_find(m, &key) < m->count)) return false;
  } else {
    memory->fail_at = operation < 500 ? memory->requests + 1 : 0;
    lg_count *entry = NULL;
    lg_status status = lg__count_touch(table, &key, &entry);
    bool failed = memory->requests == memory->fail_at;
    memory->fail_at = 0;
    if (status != (failed ? LG_ENOMEM : LG_OK)) return false;
    if (failed) return same_contents(table, m);
    model_entry *want = model_touch(m, &key);
    entry->count = want->count += 1;
    entry->epoch = want->epoch += operation % 3;
  }
  return same_contents(table, m);
}

static void run_model(size_t max, uint32_t keys, bool crowded, uint64_t seed, size_t steps) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, max, sizeof(lg_count));
  model m = {.max = max};
  uint64_t random = seed;
  for (size_t i = 0; i < steps; i++) {
    if (step(&table, &m, &memory, &random, keys, crowded)) continue;
    lg_test_fail(__FILE__, __LINE__, "the table is the array");
    fprintf(stderr, "  max %zu, keys %u, crowded %d, seed %llu, step %zu\n", max, keys, crowded,
            (unsigned long long)seed, i);
    break;
  }
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

static void run_models(size_t max, size_t steps) {
  for (uint64_t seed = 1; seed <= 4; seed++) {
    for (int crowded = 0; crowded < 2; crowded++) {
      run_model(max, (uint32_t)max + 1, crowded, seed, steps);     /* evicts now and then */
      run_model(max, (uint32_t)max * 3 + 2, crowded, seed, steps); /* evicts most of the time */
    }
  }
}

LG_TEST(table_of_1) { run_models(1, 5000); }
LG_TEST(table_of_2) { run_models(2, 5000); }
LG_TEST(table_of_7) { run_models(7, 5000); }
LG_TEST(table_of_100) { run_models(100, 4000); }
