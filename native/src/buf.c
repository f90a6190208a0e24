#include "buf.h"

void lg__buf_free(lg_buf *buf) {
  lg__alloc_free(buf->allocator, buf->data, buf->capacity, 1);
  lg__buf_init(buf, buf->allocator);
}

lg_status lg__buf_reserve(lg_buf *buf, size_t more) {
  if (more <= buf->capacity - buf->len) return LG_OK;
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
