/*
 * The keyed hash behind every digest: SipHash-1-3 with 128 bits of output.
 *
 * That is enough for fingerprints: without the key nobody can choose texts that collide. The variant 1-3 takes half the
 * time of 2-4, and the hash tables of several languages use it.
 */
#include "memory/bytes.h"

#include "memory/memory.h"

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

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

#define MAGIC_SIZE 4
#define LENGTH_OFFSET (MAGIC_SIZE + 2 + LG_KEY_SIZE + 8)
#define HEADER_SIZE (LENGTH_OFFSET + 4)
#define CHECKSUM_SIZE sizeof(lg_digest)

static lg_digest checksum(const void *bytes, size_t len) {
  static const uint8_t zero_key[LG_KEY_SIZE] = {0};
  return lg_digest_bytes(zero_key, bytes, len);
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* The low `size` bytes of `value`, lowest first. */
static void put_little_endian(uint8_t *to, uint64_t value, size_t size) {
  for (size_t i = 0; i < size; i++) to[i] = (uint8_t)(value >> (8 * i));
}

static void write_number(lg_writer *writer, uint64_t value, size_t size) {
  uint8_t bytes[8];
  put_little_endian(bytes, value, size);
  lg__write_bytes(writer, bytes, size);
}

void lg__write_u8(lg_writer *writer, uint8_t value) { write_number(writer, value, 1); }

void lg__write_u16(lg_writer *writer, uint16_t value) { write_number(writer, value, 2); }

void lg__write_u32(lg_writer *writer, uint32_t value) { write_number(writer, value, 4); }

void lg__write_u64(lg_writer *writer, uint64_t value) { write_number(writer, value, 8); }

void lg__write_f64(lg_writer *writer, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  lg__write_u64(writer, bits);
}

void lg__write_digest(lg_writer *writer, const lg_digest *digest) {
  lg__write_bytes(writer, digest->bytes, sizeof digest->bytes);
}

void lg__write_bytes(lg_writer *writer, const void *bytes, size_t len) {
  if (writer->status == LG_OK) writer->status = lg__buf_append(writer->buf, bytes, len);
}

static bool is_magic(const uint8_t *bytes, const char *magic) { return memcmp(bytes, magic, MAGIC_SIZE) == 0; }

/* The version of the body for this kind of snapshot. */
static uint16_t version_of(const uint8_t *magic) {
  if (is_magic(magic, LG_FRAME_RUN)) return 6;
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

lg_status lg__frame_finish(lg_writer *writer) {
  if (writer->status != LG_OK) return writer->status;
  lg_buf *buf = writer->buf;
  /* LG_BUF_MAX keeps the length within 32 bits. */
  put_little_endian((uint8_t *)buf->data + LENGTH_OFFSET, buf->len - HEADER_SIZE, 4);
  lg_digest sum = checksum(buf->data, buf->len);
  lg__write_bytes(writer, sum.bytes, sizeof sum.bytes);
  return writer->status;
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

static uint64_t read_number(lg_reader *reader, size_t size) {
  const uint8_t *bytes = lg__read_bytes(reader, size);
  uint64_t value = 0;
  if (bytes != NULL) {
    for (size_t i = size; i-- > 0;) value = value << 8 | bytes[i];
  }
  return value;
}

uint8_t lg__read_u8(lg_reader *reader) { return (uint8_t)read_number(reader, 1); }

uint16_t lg__read_u16(lg_reader *reader) { return (uint16_t)read_number(reader, 2); }

uint32_t lg__read_u32(lg_reader *reader) { return (uint32_t)read_number(reader, 4); }

uint64_t lg__read_u64(lg_reader *reader) { return read_number(reader, 8); }

double lg__read_f64(lg_reader *reader) {
  uint64_t bits = lg__read_u64(reader);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

bool lg__read_all(const lg_reader *reader) { return !reader->failed && reader->left == 0; }

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
  lg_digest sum = checksum(bytes, len - CHECKSUM_SIZE);
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
