/* Growable bytes: their contents and their maximum. */
#include "memory/memory.h"
#include "lg_test.h"

/* An allocator for blocks that are never written to: it returns one address and records the requested size. */
typedef struct counter {
  char block[16];
  size_t asked;
} counter;

static void *count_malloc(void *ctx, size_t size) {
  ((counter *)ctx)->asked = size;
  return ((counter *)ctx)->block;
}

static void *count_realloc(void *ctx, void *ptr, size_t old_size, size_t size) {
  (void)ptr;
  (void)old_size;
  return count_malloc(ctx, size);
}

static void count_free(void *ctx, void *ptr, size_t size) {
  (void)ptr;
  (void)size;
  ((counter *)ctx)->asked = 0;
}

LG_TEST(no_block_is_larger_than_the_maximum) {
  counter memory = {0};
  lg_allocator allocator = {count_malloc, count_realloc, count_free, &memory};
  lg_buf buf;
  lg__buf_init(&buf, &allocator);
  for (size_t step = 1; buf.len < LG_BUF_MAX; step = step * 3 + 1) {
    size_t more = step < LG_BUF_MAX - buf.len ? step : LG_BUF_MAX - buf.len;
    CHECK_EQ_INT(lg__buf_reserve(&buf, more), LG_OK);
    CHECK(memory.asked <= LG_BUF_MAX && memory.asked == buf.capacity);
    buf.len += more; /* as if it had been written */
  }
  CHECK_EQ_INT(buf.len, LG_BUF_MAX);
  CHECK_EQ_INT(lg__buf_reserve(&buf, 0), LG_OK);
  CHECK_EQ_INT(lg__buf_reserve(&buf, 1), LG_ETOOBIG);
  CHECK_EQ_INT(lg__buf_reserve(&buf, SIZE_MAX), LG_ETOOBIG);
  CHECK_EQ_INT(buf.capacity, LG_BUF_MAX);
  lg__buf_free(&buf);
}

LG_TEST(a_full_block_one_byte_below_the_maximum_takes_one_byte) {
  counter memory = {0};
  lg_allocator allocator = {count_malloc, count_realloc, count_free, &memory};
  lg_buf buf;
  lg__buf_init(&buf, &allocator);
  CHECK_EQ_INT(lg__buf_reserve(&buf, LG_BUF_MAX - 1), LG_OK);
  buf.len = LG_BUF_MAX - 1;
  CHECK_EQ_INT(lg__buf_reserve(&buf, 2), LG_ETOOBIG);
  CHECK_EQ_INT(buf.len, LG_BUF_MAX - 1);
  CHECK_EQ_INT(lg__buf_reserve(&buf, 1), LG_OK);
}
