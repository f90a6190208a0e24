#include "memory/snapshot_bytes.h"

enum { MAGIC_SIZE = sizeof LG_FRAME_RUN, CHECKSUM_SIZE = sizeof(lg_digest) };
enum { LENGTH_OFFSET = MAGIC_SIZE + LG_KEY_SIZE + 8, HEADER_SIZE = LENGTH_OFFSET + 4 };

/* ---- fields ------------------------------------------------------------------------------------------------------ */

void lg__write_bytes(lg_writer *writer, const void *bytes, size_t len) {
  if (writer->status == LG_OK && len != 0) lg__put(writer, bytes, len);
}

const uint8_t *lg__read_bytes(lg_reader *reader, size_t len) {
  if (reader->failed || len > reader->left) {
    reader->failed = true;
    return NULL;
  }
  const uint8_t *bytes = reader->bytes;
  reader->bytes += len;
  reader->left -= len;
  return bytes;
}

bool lg__read_all(const lg_reader *reader) { return !reader->failed && reader->left == 0; }

void lg__io_bytes(lg_io io, void *bytes, size_t len) {
  const uint8_t *read = io.to == NULL ? lg__read_bytes(io.from, len) : NULL;
  if (io.to != NULL)
    lg__write_bytes(io.to, bytes, len);
  else if (read != NULL)
    memcpy(bytes, read, len);
  else
    memset(bytes, 0, len);
}

static void io_number(lg_io io, uint64_t *number, size_t size) {
  uint8_t bytes[8] = {0};
  if (io.to != NULL) lg__store_u64(bytes, *number);
  lg__io_bytes(io, bytes, size);
  *number = lg__load_u64(bytes);
}

#define DEFINE_IO(name, type)                                                                                          \
  void lg__io_##name(lg_io io, size_t count, type *const *fields) {                                                    \
    for (size_t i = 0; i < count; i++) {                                                                               \
      uint64_t number = io.to != NULL ? *fields[i] : 0;                                                                \
      io_number(io, &number, sizeof(type));                                                                            \
      *fields[i] = (type)number;                                                                                       \
    }                                                                                                                  \
  }
DEFINE_IO(u8, uint8_t)
DEFINE_IO(u16, uint16_t)
DEFINE_IO(u32, uint32_t)
DEFINE_IO(u64, uint64_t)

void lg__io_f64(lg_io io, size_t count, double *const *fields) {
  for (size_t i = 0; i < count; i++) {
    uint64_t bits = 0;
    if (io.to != NULL) memcpy(&bits, fields[i], sizeof bits);
    io_number(io, &bits, sizeof bits);
    memcpy(fields[i], &bits, sizeof bits);
  }
}

void lg__io_digest(lg_io io, size_t count, lg_digest *const *fields) {
  for (size_t i = 0; i < count; i++) lg__io_bytes(io, fields[i]->bytes, sizeof fields[i]->bytes);
}

void lg__io_text(lg_io io, const char **text, size_t len) {
  if (io.to != NULL)
    lg__write_bytes(io.to, *text, len);
  else
    *text = (const char *)lg__read_bytes(io.from, len);
}

void lg__io_flags(lg_io io, size_t count, bool *const *fields) {
  uint8_t bits = 0;
  for (size_t i = 0; i < count && io.to != NULL; i++) bits |= (uint8_t)((*fields[i] ? 1u : 0u) << i);
  LG_IO_U8(io, &bits);
  for (size_t i = 0; i < count && io.to == NULL; i++) *fields[i] = (bits >> i & 1) != 0;
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

typedef struct head {
  uint8_t magic[MAGIC_SIZE], key[LG_KEY_SIZE];
  uint64_t options_hash;
  uint32_t length;
} head;

static void io_head(lg_io io, head *of) {
  lg__io_bytes(io, of->magic, sizeof of->magic);
  lg__io_bytes(io, of->key, sizeof of->key);
  LG_IO_U64(io, &of->options_hash);
  LG_IO_U32(io, &of->length);
}

lg_writer lg__frame_begin(lg_buf *buf, const char *magic, const uint8_t key[LG_KEY_SIZE], uint64_t options_hash) {
  lg_writer writer = {buf, LG_OK};
  head begun = {.options_hash = options_hash}; /* the length is known at the end */
  memcpy(begun.magic, magic, MAGIC_SIZE);
  memcpy(begun.key, key, LG_KEY_SIZE);
  buf->len = 0;
  io_head(lg__io_write(&writer), &begun);
  return writer;
}

lg_status lg__frame_finish(lg_writer *writer, const uint8_t **out_bytes, size_t *out_len) {
  if (writer->status != LG_OK) return writer->status;
  lg_buf *buf = writer->buf;
  /* LG_BUF_MAX keeps the length within 32 bits. */
  lg__store_u32((uint8_t *)buf->data + LENGTH_OFFSET, (uint32_t)(buf->len - HEADER_SIZE));
  lg_digest sum = lg_digest_bytes(NULL, buf->data, buf->len);
  lg__write_bytes(writer, sum.bytes, sizeof sum.bytes);
  if (writer->status != LG_OK) return writer->status;
  *out_bytes = (const uint8_t *)buf->data;
  *out_len = buf->len;
  return LG_OK;
}

lg_status lg__frame_open(const uint8_t *bytes, size_t len, const char *magic, lg_frame *out_frame) {
  if (bytes == NULL || len < HEADER_SIZE + CHECKSUM_SIZE) return LG_ESNAPSHOT;
  lg_reader reader = {bytes, len - CHECKSUM_SIZE, false};
  head found;
  io_head(lg__io_read(&reader), &found);
  if (memcmp(found.magic, magic, MAGIC_SIZE) != 0 || found.length != reader.left) return LG_ESNAPSHOT;
  lg_digest sum = lg_digest_bytes(NULL, bytes, len - CHECKSUM_SIZE);
  if (memcmp(sum.bytes, bytes + len - CHECKSUM_SIZE, CHECKSUM_SIZE) != 0) return LG_ESNAPSHOT;
  *out_frame = (lg_frame){found.magic[MAGIC_SIZE - 2], bytes + MAGIC_SIZE, found.options_hash, reader};
  return LG_OK;
}

lg_status lg_snapshot_key(const uint8_t *bytes, size_t len, uint8_t out_key[LG_KEY_SIZE]) {
  if (out_key == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_RUN, &frame);
  if (status != LG_OK) status = lg__frame_open(bytes, len, LG_FRAME_DETECTOR, &frame);
  if (status != LG_OK) return status;
  memcpy(out_key, frame.key, LG_KEY_SIZE);
  return LG_OK;
}
