#include "alloc.h"

#include <stdlib.h>

static void *libc_malloc(void *ctx, size_t size) {
  (void)ctx;
  return malloc(size);
}

static void *libc_realloc(void *ctx, void *ptr, size_t old_size, size_t size) {
  (void)ctx;
  (void)old_size;
  return realloc(ptr, size);
}

static void libc_free(void *ctx, void *ptr, size_t size) {
  (void)ctx;
  (void)size;
  free(ptr);
}

lg_status lg__allocator_init(lg_allocator *allocator, const lg_allocator *from) {
  if (from == NULL) {
    *allocator = (lg_allocator){libc_malloc, libc_realloc, libc_free, NULL};
    return LG_OK;
  }
  if (from->malloc == NULL || from->realloc == NULL || from->free == NULL) return LG_EINVAL;
  *allocator = *from;
  return LG_OK;
}

void *lg__alloc_zeroed(const lg_allocator *allocator, size_t count, size_t size) {
  size_t bytes;
  if (!lg__size_mul(count, size, &bytes) || bytes == 0) return NULL;
  void *ptr = allocator->malloc(allocator->ctx, bytes);
  if (ptr != NULL) memset(ptr, 0, bytes);
  return ptr;
}

void *lg__alloc_resize(const lg_allocator *allocator, void *ptr, size_t old_count, size_t count, size_t size) {
  size_t old_bytes, bytes;
  if (!lg__size_mul(old_count, size, &old_bytes) || !lg__size_mul(count, size, &bytes) || bytes == 0) return NULL;
  if (ptr == NULL) return allocator->malloc(allocator->ctx, bytes);
  return allocator->realloc(allocator->ctx, ptr, old_bytes, bytes);
}

void lg__alloc_free(const lg_allocator *allocator, void *ptr, size_t count, size_t size) {
  if (ptr != NULL) allocator->free(allocator->ctx, ptr, count * size);
}
