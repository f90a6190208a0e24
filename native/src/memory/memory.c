#include "memory/memory.h"

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

lg_status lg_allocator_init(lg_allocator *out_allocator, const lg_allocator *from) {
  if (out_allocator == NULL) return LG_EINVAL;
  if (from == NULL) {
    *out_allocator = (lg_allocator){libc_malloc, libc_realloc, libc_free, NULL};
    return LG_OK;
  }
  if (from->malloc == NULL || from->realloc == NULL || from->free == NULL) return LG_EINVAL;
  *out_allocator = *from;
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

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

void lg__buf_free(lg_buf *buf) {
  lg__alloc_free(buf->allocator, buf->data, buf->capacity, 1);
  lg__buf_init(buf, buf->allocator);
}

lg_status lg__buf_grow(lg_buf *buf, size_t more) {
  if (more > LG_BUF_MAX - buf->len) return LG_ETOOBIG;
  size_t need = buf->len + more;
  size_t capacity = buf->capacity < 256 ? 256 : buf->capacity;
  while (capacity < need) capacity += capacity / 2;
  if (capacity > LG_BUF_MAX)
    capacity = LG_BUF_MAX; /* else later appends within the capacity would exceed the maximum */
  char *data = lg__alloc_resize(buf->allocator, buf->data, buf->capacity, capacity, 1);
  if (data == NULL) return LG_ENOMEM;
  buf->data = data;
  buf->capacity = capacity;
  return LG_OK;
}

lg_status lg__buf_append(lg_buf *buf, const void *bytes, size_t len) {
  lg_status status = lg__buf_reserve(buf, len);
  if (status != LG_OK) return status;
  if (len != 0) memcpy(buf->data + buf->len, bytes, len);
  buf->len += len;
  return LG_OK;
}

void lg__buf_trim(lg_buf *buf, size_t keep) {
  if (buf->capacity > keep) lg__buf_free(buf);
  buf->len = 0;
}

/* ---- the workspace ----------------------------------------------------------------------------------------------- */

lg_status lg_workspace_new(const lg_allocator *allocator, lg_workspace **out_workspace) {
  if (out_workspace == NULL) return LG_EINVAL;
  lg_allocator memory;
  lg_status status = lg_allocator_init(&memory, allocator);
  if (status != LG_OK) return status;
  lg_workspace *workspace = lg__alloc_zeroed(&memory, 1, sizeof *workspace);
  if (workspace == NULL) return LG_ENOMEM;
  workspace->allocator = memory;
  for (size_t i = 0; i < LG_BUFFERS; i++) lg__buf_init(&workspace->buffers[i], &workspace->allocator);
  *out_workspace = workspace;
  return LG_OK;
}

void lg_workspace_free(lg_workspace *workspace) {
  if (workspace == NULL) return;
  lg_allocator memory = workspace->allocator;
  for (size_t i = 0; i < LG_BUFFERS; i++) lg__buf_free(&workspace->buffers[i]);
  lg__alloc_free(&memory, workspace, 1, sizeof *workspace);
}

void lg__workspace_trim(lg_workspace *workspace) {
  for (size_t i = 0; i < LG_FIRST_GROUP; i++) lg__buf_trim(&workspace->buffers[i], LG_WORKSPACE_KEEP);
}

/* ---- digests ----------------------------------------------------------------------------------------------------- */

/* The keyed hash behind every digest: SipHash-1-3 with 128 bits of output.
 *
 * That is enough for fingerprints: without the key nobody can choose texts that collide. The variant 1-3 takes half the
 * time of 2-4, and the hash tables of several languages use it. */

/* This static prototype gives the vendored function internal linkage without a change to its source. */
static int siphash(const uint8_t *in, const size_t inlen, const uint8_t *k, uint8_t *out, const size_t outlen);

#define cROUNDS 1
#define dROUNDS 3
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#endif
#include "../../vendor/siphash/siphash.c"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

lg_digest lg_digest_bytes(const uint8_t key[LG_KEY_SIZE], const void *bytes, size_t len) {
  static const uint8_t nothing[1] = {0}; /* not NULL: the vendored function does arithmetic on its pointer */
  static const uint8_t no_key[LG_KEY_SIZE] = {0};
  lg_digest digest;
  if (bytes == NULL) len = 0;
  siphash(len != 0 ? bytes : nothing, len, key != NULL ? key : no_key, digest.bytes, sizeof digest.bytes);
  return digest;
}

static const struct {
  const char *name, *message;
} STATUSES[] = {
#define XX(name, message) {"LG_" #name, message},
    LG_STATUS_MAP(XX)
#undef XX
        {"LG_UNKNOWN", "unknown status"}};
enum { UNKNOWN = sizeof STATUSES / sizeof *STATUSES - 1 };

const char *lg_status_name(lg_status status) {
  return STATUSES[(uint32_t)status < UNKNOWN ? (uint32_t)status : UNKNOWN].name;
}

const char *lg_status_message(lg_status status) {
  return STATUSES[(uint32_t)status < UNKNOWN ? (uint32_t)status : UNKNOWN].message;
}
