/* Growable bytes with a hard maximum, reused from call to call. */
#ifndef LG_BUF_H
#define LG_BUF_H

#include "alloc.h"

/* No text that the core builds may be longer. */
#define LG_BUF_MAX ((size_t)1 << 30)

typedef struct lg_buf {
  const lg_allocator *allocator;
  char *data;
  size_t len, capacity;
} lg_buf;

static inline void lg__buf_init(lg_buf *buf, const lg_allocator *allocator) { *buf = (lg_buf){allocator, NULL, 0, 0}; }

void lg__buf_free(lg_buf *buf);
/* Room for `more` bytes behind len. LG_ENOMEM; LG_ETOOBIG past LG_BUF_MAX; the contents stay as they were. */
LG_NODISCARD lg_status lg__buf_reserve(lg_buf *buf, size_t more);
LG_NODISCARD lg_status lg__buf_append(lg_buf *buf, const void *bytes, size_t len);
/* Gives memory back when one huge call left more than `keep` bytes. The contents are lost. */
void lg__buf_trim(lg_buf *buf, size_t keep);

#endif
