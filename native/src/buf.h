/* Growable bytes with a hard maximum, reused from call to call. */
#ifndef LG_BUF_H
#define LG_BUF_H

#include "alloc.h"

/* The most bytes of a buffer. */
#define LG_BUF_MAX ((size_t)1 << 30)

typedef struct lg_buf {
  const lg_allocator *allocator;
  char *data;
  size_t len, capacity;
} lg_buf;

static inline void lg__buf_init(lg_buf *buf, const lg_allocator *allocator) { *buf = (lg_buf){allocator, NULL, 0, 0}; }

/* Of two buffers with one allocator. */
static inline void lg__buf_swap(lg_buf *a, lg_buf *b) {
  lg_buf was = *a;
  *a = *b;
  *b = was;
}

void lg__buf_free(lg_buf *buf);
/* Makes room for `more` bytes after `len`. LG_ENOMEM; LG_ETOOBIG beyond LG_BUF_MAX. The contents stay. */
LG_NODISCARD lg_status lg__buf_reserve(lg_buf *buf, size_t more);
LG_NODISCARD lg_status lg__buf_append(lg_buf *buf, const void *bytes, size_t len);
/* Empties the buffer, and frees its memory when it is more than `keep` bytes. */
void lg__buf_trim(lg_buf *buf, size_t keep);

#endif
