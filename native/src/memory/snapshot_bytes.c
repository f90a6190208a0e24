#include "memory/snapshot_bytes.h"

#define MAGIC_SIZE 4
#define LENGTH_OFFSET (MAGIC_SIZE + 2 + LG_KEY_SIZE + 8)
#define HEADER_SIZE (LENGTH_OFFSET + 4)
#define CHECKSUM_SIZE sizeof(lg_digest)

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void write_number(lg_writer *writer, uint64_t value, size_t size) {
  uint8_t bytes[8];
  lg__store_u64(bytes, value);
  lg__write_bytes(writer, bytes, size);
}

void lg__write_f64(lg_writer *writer, double value) {
  uint8_t bytes[8];
  lg__store_f64(bytes, value);
  lg__write_bytes(writer, bytes, sizeof bytes);
}

void lg__write_digest(lg_writer *writer, const lg_digest *digest) {
  lg__write_bytes(writer, digest->bytes, sizeof digest->bytes);
}

void lg__write_bytes(lg_writer *writer, const void *bytes, size_t len) {
  if (writer->status == LG_OK && len != 0) lg__put(writer, bytes, len);
}

static bool is_magic(const uint8_t *bytes, const char *magic) { return memcmp(bytes, magic, MAGIC_SIZE) == 0; }

/* The version of the body for this kind of snapshot. */
static uint16_t version_of(const uint8_t *magic) {
  if (is_magic(magic, LG_FRAME_RUN)) return 7;
  return is_magic(magic, LG_FRAME_TEXT) ? 4 : 1;
}

lg_writer lg__frame_begin(lg_buf *buf, const char *magic, const uint8_t key[LG_KEY_SIZE], uint64_t options_hash) {
  lg_writer writer = {buf, LG_OK};
  buf->len = 0;
  lg__write_bytes(&writer, magic, MAGIC_SIZE);
  lg__write_u16(&writer, version_of((const uint8_t *)magic));
  lg__write_bytes(&writer, key, LG_KEY_SIZE);
  lg__write_u64(&writer, options_hash);
  lg__write_u32(&writer, 0); /* the length, known at the end */
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

/* ---- reading ----------------------------------------------------------------------------------------------------- */

lg_digest lg__read_digest(lg_reader *reader) {
  lg_digest digest = {{0}};
  const uint8_t *bytes = lg__read_bytes(reader, sizeof digest.bytes);
  if (bytes != NULL) memcpy(digest.bytes, bytes, sizeof digest.bytes);
  return digest;
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

static inline uint64_t read_number(lg_reader *reader, size_t size) {
  const uint8_t *bytes = lg__read_bytes(reader, size);
  uint64_t number = 0;
  while (bytes != NULL && size > 0) number = number << 8 | bytes[--size];
  return number;
}

double lg__read_f64(lg_reader *reader) {
  uint64_t bits = read_number(reader, sizeof bits);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

bool lg__read_all(const lg_reader *reader) { return !reader->failed && reader->left == 0; }

/* ---- both -------------------------------------------------------------------------------------------------------- */

#define DEFINE_IO(name, type)                                                                                          \
  void lg__io_##name(lg_io io, size_t count, type *const *fields) {                                                    \
    for (size_t i = 0; i < count; i++) {                                                                               \
      if (io.to != NULL)                                                                                               \
        lg__write_##name(io.to, *fields[i]);                                                                           \
      else                                                                                                             \
        *fields[i] = lg__read_##name(io.from);                                                                         \
    }                                                                                                                  \
  }
#define DEFINE_NUMBER(name, type)                                                                                      \
  void lg__write_##name(lg_writer *writer, type value) { write_number(writer, value, sizeof value); }                  \
  type lg__read_##name(lg_reader *reader) { return (type)read_number(reader, sizeof(type)); }                          \
  DEFINE_IO(name, type)
DEFINE_NUMBER(u8, uint8_t)
DEFINE_NUMBER(u16, uint16_t)
DEFINE_NUMBER(u32, uint32_t)
DEFINE_NUMBER(u64, uint64_t)
DEFINE_IO(f64, double)

void lg__io_bytes(lg_io io, void *bytes, size_t len) {
  const uint8_t *read = io.to == NULL ? lg__read_bytes(io.from, len) : NULL;
  if (io.to != NULL) lg__write_bytes(io.to, bytes, len);
  if (read != NULL) memcpy(bytes, read, len);
}

void lg__io_text(lg_io io, const char **text, size_t len) {
  if (io.to != NULL)
    lg__write_bytes(io.to, *text, len);
  else
    *text = (const char *)lg__read_bytes(io.from, len);
}

void lg__io_digest(lg_io io, size_t count, lg_digest *const *fields) {
  for (size_t i = 0; i < count; i++) {
    if (io.to != NULL)
      lg__write_digest(io.to, fields[i]);
    else
      *fields[i] = lg__read_digest(io.from);
  }
}

void lg__io_flags(lg_io io, size_t count, bool *const *fields) {
  uint8_t bits = 0;
  for (size_t i = 0; i < count && io.to != NULL; i++) bits |= (uint8_t)((*fields[i] ? 1u : 0u) << i);
  LG_IO_U8(io, &bits);
  for (size_t i = 0; i < count && io.to == NULL; i++) *fields[i] = (bits >> i & 1) != 0;
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

lg_status lg__frame_open(const uint8_t *bytes, size_t len, const char *magic, lg_frame *out_frame) {
  if (bytes == NULL || len < HEADER_SIZE + CHECKSUM_SIZE) return LG_ESNAPSHOT;
  lg_reader reader = {bytes, len - CHECKSUM_SIZE, false};
  const uint8_t *found = lg__read_bytes(&reader, MAGIC_SIZE);
  if (magic != NULL ? !is_magic(found, magic) : !is_magic(found, LG_FRAME_DETECTOR) && !is_magic(found, LG_FRAME_RUN)) {
    return LG_ESNAPSHOT;
  }
  lg_frame frame;
  frame.version = lg__read_u16(&reader);
  if (frame.version != version_of(found)) return LG_ESNAPSHOT;
  frame.key = lg__read_bytes(&reader, LG_KEY_SIZE);
  frame.options_hash = lg__read_u64(&reader);
  if (lg__read_u32(&reader) != reader.left) return LG_ESNAPSHOT;
  frame.body = reader;
  lg_digest sum = lg_digest_bytes(NULL, bytes, len - CHECKSUM_SIZE);
  if (memcmp(sum.bytes, bytes + len - CHECKSUM_SIZE, CHECKSUM_SIZE) != 0) return LG_ESNAPSHOT;
  *out_frame = frame;
  return LG_OK;
}

lg_status lg_snapshot_key(const uint8_t *bytes, size_t len, uint8_t out_key[LG_KEY_SIZE]) {
  if (out_key == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, NULL, &frame);
  if (status != LG_OK) return status;
  memcpy(out_key, frame.key, LG_KEY_SIZE);
  return LG_OK;
}
