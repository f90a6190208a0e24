/*
 * What fuzzers of a detector share: the first byte says what the rest is.
 *   0  what the fuzzer makes of it itself
 *   1  a snapshot, as it is
 *   2  the body of a snapshot, put into a sound frame, so that the checksum does not hide what reads it
 */
#ifndef LG_FUZZ_THREE_KINDS_H
#define LG_FUZZ_THREE_KINDS_H

#include <stdlib.h>

#include "memory/snapshot_bytes.h"

typedef void fuzz_use(const uint8_t *bytes, size_t len);

static inline void require(bool condition) {
  if (!condition) abort();
}

static inline void restore_framed(const uint8_t *body, size_t len, const char magic[4], const uint8_t key[LG_KEY_SIZE],
                                  fuzz_use *restore) {
  lg_allocator allocator;
  require(lg_allocator_init(&allocator, NULL) == LG_OK);
  lg_buf buf;
  lg__buf_init(&buf, &allocator);
  lg_writer writer = lg__frame_begin(&buf, magic, key, 0);
  lg__write_bytes(&writer, body, len);
  require(lg__frame_finish(&writer, &(const uint8_t *){NULL}, &(size_t){0}) == LG_OK);
  restore((const uint8_t *)buf.data, buf.len);
  lg__buf_free(&buf);
}

/* `restore` takes any bytes as a snapshot, with `magic` and `key` for those that get a frame. */
static inline int fuzz_three_kinds(const uint8_t *data, size_t size, fuzz_use *own, fuzz_use *restore,
                                   const char magic[4], const uint8_t key[LG_KEY_SIZE]) {
  if (size == 0) return 0;
  switch (data[0] % 3) {
  case 0: own(data + 1, size - 1); break;
  case 1: restore(data + 1, size - 1); break;
  default: restore_framed(data + 1, size - 1, magic, key, restore);
  }
  return 0;
}

#endif
