/*
 * Snapshots as bytes: little-endian numbers in a frame with a type, a version and a checksum.
 *
 *   +-------+---------+-----+--------------+-------------+------+----------+
 *   | magic | version | key | options hash | body length | body | checksum |
 *   |   4   |    2    | 16  |      8       |      4      |  n   |    16    |
 *   +-------+---------+-----+--------------+-------------+------+----------+
 *
 * The version is that of the body (LG_FRAME_RUN and its like). No other can be read.
 *
 * The checksum is the digest of everything before it under the all-zero key: it finds damage but does not authenticate.
 * Whoever can write snapshots can forge any state.
 */
#ifndef LG_SNAPSHOT_BYTES_H
#define LG_SNAPSHOT_BYTES_H

#include "memory/memory.h"

/* Numbers at any address, lowest byte first. */

static inline uint32_t lg__load_u32(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline void lg__store_u32(uint8_t *at, uint32_t value) {
  at[0] = (uint8_t)value;
  at[1] = (uint8_t)(value >> 8);
  at[2] = (uint8_t)(value >> 16);
  at[3] = (uint8_t)(value >> 24);
}

static inline uint64_t lg__load_u64(const uint8_t *at) {
  return (uint64_t)lg__load_u32(at + 4) << 32 | lg__load_u32(at);
}

static inline void lg__store_u64(uint8_t *at, uint64_t value) {
  lg__store_u32(at, (uint32_t)value);
  lg__store_u32(at + 4, (uint32_t)(value >> 32));
}

static inline double lg__load_f64(const uint8_t *at) {
  uint64_t bits = lg__load_u64(at);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline void lg__store_f64(uint8_t *at, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  lg__store_u64(at, bits);
}

/* The magic and the version, whose upper byte is the NUL. */
#define LG_FRAME_DETECTOR "LGRD\1"
#define LG_FRAME_RUN "LGRN\7"
#define LG_FRAME_TEXT "LGRT\4"

/* Reads bytes from the front. A read past the end sets `failed` for good. */
typedef struct lg_reader {
  const uint8_t *bytes;
  size_t left;
  bool failed;
} lg_reader;

/* Nothing after a failure, which the writer keeps, so that it is checked once, at the end. */
void lg__write_bytes(lg_writer *writer, const void *bytes, size_t len);
/* `len` bytes, borrowed from what is read; NULL when there are fewer. */
const uint8_t *lg__read_bytes(lg_reader *reader, size_t len);
/* Whether all bytes were read, and no read went past the end. */
bool lg__read_all(const lg_reader *reader);

/* Writes fields, or reads them, so that one list of fields says what a part is made of, in both directions. What is
 * missing is read as 0. */
typedef struct lg_io {
  lg_writer *to; /* NULL: it reads */
  lg_reader *from;
} lg_io;

static inline lg_io lg__io_write(lg_writer *to) { return (lg_io){to, NULL}; }
static inline lg_io lg__io_read(lg_reader *from) { return (lg_io){NULL, from}; }

void lg__io_u8(lg_io io, size_t count, uint8_t *const *fields);
void lg__io_u16(lg_io io, size_t count, uint16_t *const *fields);
void lg__io_u32(lg_io io, size_t count, uint32_t *const *fields);
void lg__io_u64(lg_io io, size_t count, uint64_t *const *fields);
void lg__io_f64(lg_io io, size_t count, double *const *fields);
void lg__io_digest(lg_io io, size_t count, lg_digest *const *fields);
/* Up to eight, the bits of a byte. */
void lg__io_flags(lg_io io, size_t count, bool *const *fields);
void lg__io_bytes(lg_io io, void *bytes, size_t len);
/* What is read is borrowed; NULL: it is missing. */
void lg__io_text(lg_io io, const char **text, size_t len);

#define LG_IO_FIELDS(type, ...)                                                                                        \
  sizeof((type *const[]){__VA_ARGS__}) / sizeof(type *), (type *const[]) { __VA_ARGS__ }
#define LG_IO_U8(io, ...) lg__io_u8(io, LG_IO_FIELDS(uint8_t, __VA_ARGS__))
#define LG_IO_U16(io, ...) lg__io_u16(io, LG_IO_FIELDS(uint16_t, __VA_ARGS__))
#define LG_IO_U32(io, ...) lg__io_u32(io, LG_IO_FIELDS(uint32_t, __VA_ARGS__))
#define LG_IO_U64(io, ...) lg__io_u64(io, LG_IO_FIELDS(uint64_t, __VA_ARGS__))
#define LG_IO_F64(io, ...) lg__io_f64(io, LG_IO_FIELDS(double, __VA_ARGS__))
#define LG_IO_DIGEST(io, ...) lg__io_digest(io, LG_IO_FIELDS(lg_digest, __VA_ARGS__))
#define LG_IO_FLAGS(io, ...) lg__io_flags(io, LG_IO_FIELDS(bool, __VA_ARGS__))

/* Empties `buf` and starts a frame in it; what is written next is the body. `magic` is one of LG_FRAME_*. The owner
 * compares `options_hash` on restore; 0 when the body has the options. `buf` is borrowed until lg__frame_finish. */
lg_writer lg__frame_begin(lg_buf *buf, const char *magic, const uint8_t key[LG_KEY_SIZE], uint64_t options_hash);
/* Fills in the length and adds the checksum: the buffer is the snapshot. LG_ENOMEM, LG_ETOOBIG. O(n). */
LG_NODISCARD lg_status lg__frame_finish(lg_writer *writer, const uint8_t **out_bytes, size_t *out_len);

typedef struct lg_frame {
  uint16_t version;   /* of the body */
  const uint8_t *key; /* LG_KEY_SIZE bytes */
  uint64_t options_hash;
  lg_reader body;
} lg_frame;

/* Checks a snapshot's frame and gives its parts, borrowed from `bytes`. LG_ESNAPSHOT: another
 * kind or version, cut, lengthened or damaged. The body may still be forged, so its reader must check every value.
 * O(n). */
LG_NODISCARD lg_status lg__frame_open(const uint8_t *bytes, size_t len, const char *magic, lg_frame *out_frame);

#endif
