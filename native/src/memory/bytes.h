/*
 * Snapshots as bytes: little-endian numbers in a frame with a type, a version and a checksum.
 *
 *   +-------+---------+-----+--------------+-------------+------+----------+
 *   | magic | version | key | options hash | body length | body | checksum |
 *   |   4   |    2    | 16  |      8       |      4      |  n   |    16    |
 *   +-------+---------+-----+--------------+-------------+------+----------+
 *
 * The version is that of the body: 1 for detectors, 3 for text, 6 for runs. No other can be read.
 *
 * The checksum is the digest of everything before it under the all-zero key: it finds damage but does not authenticate.
 * Whoever can write snapshots can forge any state.
 */
#ifndef LG_BYTES_H
#define LG_BYTES_H

#include "memory/memory.h"

#define LG_FRAME_DETECTOR "LGRD"
#define LG_FRAME_RUN "LGRN"
#define LG_FRAME_TEXT "LGRT"

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* The writer keeps the first failure, so that it is checked once, at the end. */
void lg__write_u8(lg_writer *writer, uint8_t value);
void lg__write_u16(lg_writer *writer, uint16_t value);
void lg__write_u32(lg_writer *writer, uint32_t value);
void lg__write_u64(lg_writer *writer, uint64_t value);
/* Its IEEE 754 bits. */
void lg__write_f64(lg_writer *writer, double value);
void lg__write_bytes(lg_writer *writer, const void *bytes, size_t len);
void lg__write_digest(lg_writer *writer, const lg_digest *digest);

/*
 * Empties `buf` and starts a frame in it; what is written next is the body. `magic` is one of LG_FRAME_*. The owner
 * compares `options_hash` on restore; 0 when the body has the options. `buf` is borrowed until lg__frame_finish.
 */
lg_writer lg__frame_begin(lg_buf *buf, const char *magic, const uint8_t key[LG_KEY_SIZE], uint64_t options_hash);
/* Fills in the length and adds the checksum: buf->data and buf->len are the snapshot. LG_ENOMEM, LG_ETOOBIG. O(n). */
LG_NODISCARD lg_status lg__frame_finish(lg_writer *writer);

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* Reads bytes from the front. A read past the end gives 0 or NULL and sets `failed` for good. */
typedef struct lg_reader {
  const uint8_t *bytes;
  size_t left;
  bool failed;
} lg_reader;

uint8_t lg__read_u8(lg_reader *reader);
uint16_t lg__read_u16(lg_reader *reader);
uint32_t lg__read_u32(lg_reader *reader);
uint64_t lg__read_u64(lg_reader *reader);
double lg__read_f64(lg_reader *reader);
/* `len` bytes, borrowed from what is read; NULL when there are fewer. */
const uint8_t *lg__read_bytes(lg_reader *reader, size_t len);
lg_digest lg__read_digest(lg_reader *reader);
/* Whether all bytes were read, and no read went past the end. */
bool lg__read_all(const lg_reader *reader);

typedef struct lg_frame {
  uint16_t version;   /* of the body */
  const uint8_t *key; /* LG_KEY_SIZE bytes */
  uint64_t options_hash;
  lg_reader body;
} lg_frame;

/*
 * Checks a snapshot's frame and gives its parts, borrowed from `bytes`. `magic` NULL: any kind. LG_ESNAPSHOT: another
 * kind or version, cut, lengthened or damaged. The body may still be forged, so its reader must check every value.
 * O(n).
 */
LG_NODISCARD lg_status lg__frame_open(const uint8_t *bytes, size_t len, const char *magic, lg_frame *out_frame);

#endif
