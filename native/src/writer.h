/* Appends to a buffer and keeps a failure, so that callers check once, at the end. */
#ifndef LG_WRITER_H
#define LG_WRITER_H

#include "buf.h"

typedef struct lg_writer {
  lg_buf *buf;
  lg_status status; /* LG_OK until an append failed; the buffer's contents are then incomplete */
} lg_writer;

static inline void lg__put(lg_writer *writer, const void *bytes, size_t len) {
  lg_buf *buf = writer->buf;
  if (len > buf->capacity - buf->len) {
    lg_status status = lg__buf_reserve(buf, len);
    if (status != LG_OK) {
      writer->status = status;
      return;
    }
  }
  memcpy(buf->data + buf->len, bytes, len);
  buf->len += len;
}

static inline void lg__put_byte(lg_writer *writer, char byte) { lg__put(writer, &byte, 1); }

#endif
