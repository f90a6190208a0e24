/*
 * An allocator for tests: fails the nth request, and checks that blocks are freed with the size that was requested.
 *
 *   failing_alloc memory = {.fail_at = n};
 *   lg_allocator allocator = failing_allocator(&memory);
 *   ...                                   // LG_ENOMEM while n is below the requests that the scenario makes
 *   CHECK_EQ_INT(memory.live_blocks, 0);  // after everything was freed
 *
 * Each block carries its size in front and is filled, so that a read of fresh memory and a wrong size show.
 */
#ifndef FAILING_ALLOC_H
#define FAILING_ALLOC_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "loopguard.h"

typedef struct failing_alloc {
  size_t fail_at; /* which request fails, from 1; 0: none */
  size_t requests;
  size_t live_blocks, live_bytes;
} failing_alloc;

#define FAILING_ALLOC_HEAD 16 /* keeps the block aligned */

static void *failing_malloc(void *ctx, size_t size) {
  failing_alloc *memory = ctx;
  memory->requests++;
  if (memory->requests == memory->fail_at || size > SIZE_MAX - FAILING_ALLOC_HEAD) return NULL;
  char *block = malloc(size + FAILING_ALLOC_HEAD);
  if (block == NULL) abort();
  memcpy(block, &size, sizeof size);
  memset(block + FAILING_ALLOC_HEAD, 0xa5, size < 4096 ? size : 4096);
  memory->live_blocks++;
  memory->live_bytes += size;
  return block + FAILING_ALLOC_HEAD;
}

static void failing_free(void *ctx, void *ptr, size_t size) {
  failing_alloc *memory = ctx;
  if (ptr == NULL) return;
  char *block = (char *)ptr - FAILING_ALLOC_HEAD;
  size_t real;
  memcpy(&real, block, sizeof real);
  if (real != size || memory->live_blocks == 0) abort();
  memory->live_blocks--;
  memory->live_bytes -= size;
  free(block);
}

static void *failing_realloc(void *ctx, void *ptr, size_t old_size, size_t size) {
  void *moved = failing_malloc(ctx, size);
  if (moved == NULL || ptr == NULL) return moved;
  memcpy(moved, ptr, old_size < size ? old_size : size);
  failing_free(ctx, ptr, old_size);
  return moved;
}

static inline lg_allocator failing_allocator(failing_alloc *memory) {
  return (lg_allocator){failing_malloc, failing_realloc, failing_free, memory};
}

#endif
