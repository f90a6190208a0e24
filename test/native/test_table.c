#include "failing_alloc.h"
#include "lg_test.h"
#include "state/table.h"

/* Key number `id`: its first half decides the home slot, so equal `half` means one crowded stretch of slots. */
static lg_digest key_in(uint64_t half, uint64_t id) {
  uint64_t halves[2] = {half, id};
  lg_digest key;
  memcpy(key.bytes, halves, sizeof key.bytes);
  return key;
}

static lg_digest key_of(uint64_t id) { return key_in(id * 0x9e3779b97f4a7c15u, id); }

/* Touches and counts; the new count, or 0 when memory was short. */
static uint32_t count_up(lg_table *table, lg_digest key) {
  lg_count *entry = NULL;
  if (lg__count_touch(table, &key, &entry) != LG_OK) return 0;
  return ++entry->count;
}

static uint32_t count_of(const lg_table *table, lg_digest key) {
  const lg_count *entry = lg__count_find(table, &key);
  return entry == NULL ? 0 : entry->count;
}

LG_TEST(an_empty_table_finds_nothing_and_takes_no_memory) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, 10, sizeof(lg_count));
  lg_digest key = key_of(1);
  CHECK(lg__count_find(&table, &key) == NULL);
  lg__table_clear(&table);
  CHECK_EQ_INT(memory.requests, 0);
  lg__table_free(&table);
}

LG_TEST(a_new_entry_is_zero_and_stays_where_it_counts) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, 10, sizeof(lg_count));
  lg_digest key = key_of(1);
  lg_count *entry = NULL;
  CHECK_EQ_INT(lg__count_touch(&table, &key, &entry), LG_OK);
  CHECK(lg__digest_equal(&entry->entry.key, &key));
  CHECK_EQ_INT(entry->count, 0);
  CHECK_EQ_INT(entry->epoch, 0);
  entry->count = 5;
  entry->epoch = 9;
  CHECK_EQ_INT(lg__count_touch(&table, &key, &entry), LG_OK);
  CHECK_EQ_INT(entry->count, 5);
  CHECK_EQ_INT(entry->epoch, 9);
  CHECK_EQ_INT(table.count, 1);
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(the_least_recently_used_goes_first_and_finding_is_not_using) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, 3, sizeof(lg_count));
  for (uint64_t id = 1; id <= 3; id++) CHECK_EQ_INT(count_up(&table, key_of(id)), 1);
  CHECK_EQ_INT(count_up(&table, key_of(1)), 2);
  CHECK_EQ_INT(count_of(&table, key_of(2)), 1);
  CHECK_EQ_INT(count_up(&table, key_of(4)), 1); /* 2 is out, though it was found just before */
  CHECK_EQ_INT(count_of(&table, key_of(2)), 0);
  CHECK_EQ_INT(count_of(&table, key_of(1)), 2);
  CHECK_EQ_INT(count_up(&table, key_of(2)), 1); /* starts again, and 3 is out */
  CHECK_EQ_INT(count_of(&table, key_of(3)), 0);
  CHECK_EQ_INT(table.count, 3);
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(a_table_of_one_keeps_the_last) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, 1, sizeof(lg_count));
  for (uint64_t id = 0; id < 50; id++) {
    CHECK_EQ_INT(count_up(&table, key_of(id)), 1);
    CHECK_EQ_INT(count_up(&table, key_of(id)), 2);
    CHECK_EQ_INT(table.count, 1);
  }
  CHECK_EQ_INT(count_of(&table, key_of(48)), 0);
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(a_full_table_allocates_nothing) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, 100, sizeof(lg_count));
  for (uint64_t id = 0; id < 100; id++) CHECK_EQ_INT(count_up(&table, key_of(id)), 1);
  CHECK_EQ_INT(table.capacity, 100);
  size_t requests = memory.requests;
  for (uint64_t id = 100; id < 5000; id++) CHECK_EQ_INT(count_up(&table, key_of(id)), 1);
  CHECK_EQ_INT(memory.requests, requests);
  lg__table_free(&table);
}

/* Equal first halves share a home; the stretch begins at the last slot, so it wraps. Any entry may be the one to go. */
LG_TEST(eviction_leaves_no_gap_in_a_crowded_stretch) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  for (size_t gone = 0; gone < 5; gone++) {
    lg_table table;
    lg__table_init(&table, &allocator, 5, sizeof(lg_count));
    static const uint64_t halves[5] = {UINT64_MAX, UINT64_MAX, 0, UINT64_MAX, 1};
    for (size_t i = 0; i < 5; i++) CHECK_EQ_INT(count_up(&table, key_in(halves[i], i)), 1);
    for (size_t i = 0; i < 5; i++) {
      if (i != gone) CHECK_EQ_INT(count_up(&table, key_in(halves[i], i)), 2);
    }
    CHECK_EQ_INT(count_up(&table, key_in(2, 99)), 1);
    for (size_t i = 0; i < 5; i++) CHECK_EQ_INT(count_of(&table, key_in(halves[i], i)), i == gone ? 0 : 2);
    CHECK_EQ_INT(count_of(&table, key_in(2, 99)), 1);
    lg__table_free(&table);
  }
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(a_key_may_lie_in_the_table_itself) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table, other;
  lg__table_init(&table, &allocator, 2, sizeof(lg_count));
  lg__table_init(&other, &allocator, 2, sizeof(lg_count));
  for (uint64_t id = 1; id <= 2; id++) CHECK_EQ_INT(count_up(&table, key_of(id)), 1);
  CHECK_EQ_INT(count_up(&other, key_of(3)), 1);
  lg_count *entry = NULL;
  CHECK_EQ_INT(lg__count_touch(&table, &lg__table_at(&other, 0)->key, &entry), LG_OK);
  CHECK_EQ_INT(lg__count_touch(&table, &lg__table_at(&table, table.oldest)->key, &entry), LG_OK);
  lg_digest second = key_of(2);
  CHECK(lg__digest_equal(&entry->entry.key, &second));
  CHECK_EQ_INT(entry->count, 1);
  lg__table_free(&table);
  lg__table_free(&other);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(clearing_forgets_everything_and_keeps_the_memory) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, 50, sizeof(lg_count));
  for (uint64_t id = 0; id < 50; id++) CHECK_EQ_INT(count_up(&table, key_of(id)), 1);
  size_t requests = memory.requests, bytes = memory.live_bytes;
  lg__table_clear(&table);
  CHECK_EQ_INT(table.count, 0);
  CHECK_EQ_INT(table.newest, LG_TABLE_NONE);
  CHECK_EQ_INT(table.oldest, LG_TABLE_NONE);
  for (uint64_t id = 0; id < 50; id++) CHECK_EQ_INT(count_of(&table, key_of(id)), 0);
  for (uint64_t id = 0; id < 50; id++) CHECK_EQ_INT(count_up(&table, key_of(id)), 1);
  CHECK_EQ_INT(memory.requests, requests);
  CHECK_EQ_INT(memory.live_bytes, bytes);
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(a_freed_table_is_empty_and_usable) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, 50, sizeof(lg_count));
  CHECK_EQ_INT(count_up(&table, key_of(1)), 1);
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
  CHECK_EQ_INT(count_of(&table, key_of(1)), 0);
  CHECK_EQ_INT(count_up(&table, key_of(1)), 1);
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* What is promised: at most 64 bytes for each distinct call. */
LG_TEST(at_most_64_bytes_an_entry_at_every_count) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, (size_t)1 << 30, sizeof(lg_count));
  size_t too_big = 0;
  for (size_t count = 1; count <= 100000; count++) {
    if (count_up(&table, key_of(count)) != 1) break;
    if (count >= 1000 && memory.live_bytes > 64 * count) too_big++;
  }
  CHECK_EQ_INT(table.count, 100000);
  CHECK_EQ_INT(too_big, 0);
  for (size_t id = 1; id <= 100000; id++) {
    if (count_of(&table, key_of(id)) != 1) too_big++;
  }
  CHECK_EQ_INT(too_big, 0);
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* Fills a table of 200 while request `fail_at` fails; a refused touch must change nothing and may be repeated. */
static size_t fill_with_failure(size_t fail_at) {
  failing_alloc memory = {.fail_at = fail_at};
  lg_allocator allocator = failing_allocator(&memory);
  lg_table table;
  lg__table_init(&table, &allocator, 200, sizeof(lg_count));
  size_t refused = 0;
  for (uint64_t id = 0; id < 200; id++) {
    lg_digest key = key_of(id);
    lg_count sentinel, *entry = &sentinel;
    uint32_t newest = table.newest, oldest = table.oldest;
    lg_status status = lg__count_touch(&table, &key, &entry);
    if (status != LG_OK) {
      refused++;
      CHECK_EQ_INT(status, LG_ENOMEM);
      CHECK(entry == &sentinel);
      CHECK_EQ_INT(table.count, id);
      CHECK_EQ_INT(table.newest, newest);
      CHECK_EQ_INT(table.oldest, oldest);
      for (uint64_t old = 0; old < id; old++) CHECK_EQ_INT(count_of(&table, key_of(old)), 1);
      CHECK_EQ_INT(lg__count_touch(&table, &key, &entry), LG_OK);
    }
    entry->count = 1;
  }
  CHECK_EQ_INT(refused, fail_at != 0);
  for (uint64_t id = 0; id < 200; id++) CHECK_EQ_INT(count_of(&table, key_of(id)), 1);
  lg__table_free(&table);
  CHECK_EQ_INT(memory.live_blocks, 0);
  return memory.requests;
}

LG_TEST(each_allocation_may_fail_once) {
  size_t requests = fill_with_failure(0);
  CHECK(requests > 10);
  for (size_t n = 1; n <= requests; n++) fill_with_failure(n);
}
