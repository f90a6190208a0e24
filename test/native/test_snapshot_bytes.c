#include <math.h>

#include "memory/snapshot_bytes.h"
#include "failing_alloc.h"
#include "lg_test.h"
#include "numbers.h"

static const uint8_t KEY[LG_KEY_SIZE] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

#define HEADER 34
#define CHECKSUM 16

/* A frame around `body`; freed with lg__buf_free. */
static lg_buf make_frame(const lg_allocator *allocator, const char *magic, const void *body, size_t len) {
  lg_buf buf;
  lg__buf_init(&buf, allocator);
  lg_writer writer = lg__frame_begin(&buf, magic, KEY, 0x1122334455667788u);
  lg__write_bytes(&writer, body, len);
  CHECK_EQ_INT(lg__frame_finish(&writer, &(const uint8_t *){NULL}, &(size_t){0}), LG_OK);
  return buf;
}

/* What lg__frame_open says to an exact copy of the bytes, so that ASan sees a read past them; lg_snapshot_key without
 * `magic`. */
static lg_status open_copy(const void *bytes, size_t len, const char *magic) {
  uint8_t *copy = malloc(len == 0 ? 1 : len);
  if (copy == NULL) abort();
  if (len != 0) memcpy(copy, bytes, len);
  lg_frame frame = {.options_hash = 77};
  lg_status status =
      magic == NULL ? lg_snapshot_key(copy, len, (uint8_t[LG_KEY_SIZE]){0}) : lg__frame_open(copy, len, magic, &frame);
  if (status != LG_OK) CHECK_EQ_INT(frame.options_hash, 77);
  free(copy);
  return status;
}

/* Writes the checksum that belongs to the first bytes, as someone who knows the format would. */
static void sign(lg_buf *buf) {
  static const uint8_t zero_key[LG_KEY_SIZE] = {0};
  lg_digest sum = lg_digest_bytes(zero_key, buf->data, buf->len - CHECKSUM);
  memcpy(buf->data + buf->len - CHECKSUM, sum.bytes, CHECKSUM);
}

LG_TEST(numbers_are_little_endian) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_buf buf;
  lg__buf_init(&buf, &allocator);
  lg_writer writer = {&buf, LG_OK};
  write_u8(&writer, 0xfe);
  write_u16(&writer, 0x0102);
  write_u32(&writer, 0x01020304);
  write_u64(&writer, 0x0102030405060708u);
  write_f64(&writer, -2.5);
  lg__write_bytes(&writer, "xyz", 3);
  lg__write_bytes(&writer, NULL, 0);
  CHECK_EQ_INT(writer.status, LG_OK);
  CHECK_EQ_STR(buf.data, buf.len, "\xfe\x02\x01\x04\x03\x02\x01\x08\x07\x06\x05\x04\x03\x02\x01\0\0\0\0\0\0\x04\xc0xyz",
               26);
  lg__buf_free(&buf);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(what_was_written_is_read) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  static const double doubles[] = {0, -0.0, 1, -1.5, 1e308, 5e-324, INFINITY};
  lg_buf buf;
  lg__buf_init(&buf, &allocator);
  lg_writer writer = {&buf, LG_OK};
  for (unsigned bit = 0; bit < 64; bit++) {
    write_u8(&writer, (uint8_t)(1u << bit % 8));
    write_u16(&writer, (uint16_t)(1u << bit % 16));
    write_u32(&writer, UINT32_MAX >> bit % 32);
    write_u64(&writer, UINT64_MAX >> bit);
  }
  for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) write_f64(&writer, doubles[i]);
  CHECK_EQ_INT(writer.status, LG_OK);
  lg_reader reader = {(const uint8_t *)buf.data, buf.len, false};
  for (unsigned bit = 0; bit < 64; bit++) {
    CHECK_EQ_INT(read_u8(&reader), 1u << bit % 8);
    CHECK_EQ_INT(read_u16(&reader), 1u << bit % 16);
    CHECK_EQ_INT(read_u32(&reader), UINT32_MAX >> bit % 32);
    CHECK(read_u64(&reader) == UINT64_MAX >> bit);
  }
  for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
    CHECK(!lg__read_all(&reader));
    double got = read_f64(&reader);
    CHECK(memcmp(&got, &doubles[i], sizeof got) == 0);
  }
  CHECK(lg__read_all(&reader));
  lg__buf_free(&buf);
}

LG_TEST(a_read_past_the_end_fails_and_stays_failed) {
  static const uint8_t bytes[7] = {1, 2, 3, 4, 5, 6, 7};
  for (size_t size = 0; size < 4; size++) {
    static const size_t widths[4] = {1, 2, 4, 8};
    lg_reader reader = {bytes, widths[size] - 1, false};
    uint64_t got = size == 0   ? read_u8(&reader)
                   : size == 1 ? read_u16(&reader)
                   : size == 2 ? read_u32(&reader)
                               : read_u64(&reader);
    CHECK_EQ_INT(got, 0);
    CHECK(reader.failed);
    CHECK(lg__read_bytes(&reader, 0) == NULL);
    CHECK_EQ_INT(read_u8(&reader), 0);
    CHECK(!lg__read_all(&reader));
  }
  lg_reader reader = {bytes, sizeof bytes, false};
  CHECK(read_f64(&reader) == 0 && reader.failed);
  reader = (lg_reader){bytes, sizeof bytes, false};
  CHECK(lg__read_bytes(&reader, SIZE_MAX) == NULL && reader.failed);
  reader = (lg_reader){bytes, sizeof bytes, false};
  CHECK(lg__read_bytes(&reader, 7) == bytes && lg__read_all(&reader));
  CHECK(lg__read_bytes(&reader, 0) != NULL && lg__read_all(&reader));
}

LG_TEST(a_frame_is_laid_out_as_drawn) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_buf buf = make_frame(&allocator, LG_FRAME_RUN, "body!", 5);
  static const char want[] = "LGRN\7\0\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17"
                             "\x88\x77\x66\x55\x44\x33\x22\x11\5\0\0\0body!";
  CHECK_EQ_INT(buf.len, HEADER + 5 + CHECKSUM);
  CHECK_EQ_STR(buf.data, buf.len - CHECKSUM, want, sizeof want - 1);

  lg_frame frame;
  CHECK_EQ_INT(lg__frame_open((const uint8_t *)buf.data, buf.len, LG_FRAME_RUN, &frame), LG_OK);
  CHECK(memcmp(frame.key, KEY, LG_KEY_SIZE) == 0);
  CHECK(frame.options_hash == 0x1122334455667788u);
  CHECK_EQ_STR((const char *)frame.body.bytes, frame.body.left, "body!", 5);
  CHECK(!frame.body.failed);

  /* Begun again in the same buffer, nothing of the old is left. */
  lg_writer writer = lg__frame_begin(&buf, LG_FRAME_DETECTOR, KEY, 0);
  CHECK_EQ_INT(lg__frame_finish(&writer, &(const uint8_t *){NULL}, &(size_t){0}), LG_OK);
  CHECK_EQ_INT(buf.len, HEADER + CHECKSUM);
  CHECK_EQ_INT(lg__frame_open((const uint8_t *)buf.data, buf.len, LG_FRAME_DETECTOR, &frame), LG_OK);
  CHECK(lg__read_all(&frame.body));
  lg__buf_free(&buf);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(only_the_kind_that_was_asked_for_opens) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_buf run = make_frame(&allocator, LG_FRAME_RUN, "", 0);
  lg_buf detector = make_frame(&allocator, LG_FRAME_DETECTOR, "", 0);
  lg_buf other = make_frame(&allocator, "LGXX\1", "", 0);
  CHECK_EQ_INT(open_copy(run.data, run.len, LG_FRAME_RUN), LG_OK);
  CHECK_EQ_INT(open_copy(run.data, run.len, LG_FRAME_DETECTOR), LG_ESNAPSHOT);
  CHECK_EQ_INT(open_copy(detector.data, detector.len, LG_FRAME_DETECTOR), LG_OK);
  CHECK_EQ_INT(open_copy(detector.data, detector.len, LG_FRAME_RUN), LG_ESNAPSHOT);
  CHECK_EQ_INT(open_copy(run.data, run.len, NULL), LG_OK);
  CHECK_EQ_INT(open_copy(detector.data, detector.len, NULL), LG_OK);
  CHECK_EQ_INT(open_copy(other.data, other.len, NULL), LG_ESNAPSHOT);
  lg__buf_free(&run);
  lg__buf_free(&detector);
  lg__buf_free(&other);
}

LG_TEST(another_version_or_a_wrong_length_is_refused_though_signed) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_buf buf = make_frame(&allocator, LG_FRAME_RUN, "body!", 5);
  sign(&buf);
  CHECK_EQ_INT(open_copy(buf.data, buf.len, LG_FRAME_RUN), LG_OK);
  static const size_t places[] = {4, 5, 30, 31, 32, 33}; /* version, length */
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    for (int delta = 1; delta < 256; delta++) {
      char kept = buf.data[places[i]];
      buf.data[places[i]] = (char)(kept + delta);
      sign(&buf);
      CHECK_EQ_INT(open_copy(buf.data, buf.len, LG_FRAME_RUN), LG_ESNAPSHOT);
      buf.data[places[i]] = kept;
    }
  }
  lg__buf_free(&buf);
}

LG_TEST(any_damage_is_found) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_buf buf = make_frame(&allocator, LG_FRAME_RUN, "some body, long enough", 22);
  for (size_t i = 0; i < buf.len * 8; i++) {
    buf.data[i / 8] = (char)(buf.data[i / 8] ^ 1 << i % 8);
    CHECK_EQ_INT(open_copy(buf.data, buf.len, LG_FRAME_RUN), LG_ESNAPSHOT);
    CHECK_EQ_INT(open_copy(buf.data, buf.len, NULL), LG_ESNAPSHOT);
    buf.data[i / 8] = (char)(buf.data[i / 8] ^ 1 << i % 8);
  }
  for (size_t len = 0; len < buf.len; len++) CHECK_EQ_INT(open_copy(buf.data, len, LG_FRAME_RUN), LG_ESNAPSHOT);
  size_t whole = buf.len;
  CHECK_EQ_INT(lg__buf_append(&buf, "", 1), LG_OK);
  CHECK_EQ_INT(open_copy(buf.data, buf.len, LG_FRAME_RUN), LG_ESNAPSHOT);
  CHECK_EQ_INT(open_copy(buf.data, whole, LG_FRAME_RUN), LG_OK);
  CHECK_EQ_INT(lg__frame_open(NULL, 0, LG_FRAME_RUN, &(lg_frame){0}), LG_ESNAPSHOT);
  lg__buf_free(&buf);
}

LG_TEST(the_key_is_read_from_either_kind) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  static const char *const magics[] = {LG_FRAME_RUN, LG_FRAME_DETECTOR};
  for (size_t i = 0; i < 2; i++) {
    lg_buf buf = make_frame(&allocator, magics[i], "x", 1);
    const uint8_t *bytes = (const uint8_t *)buf.data;
    uint8_t key[LG_KEY_SIZE] = {0};
    CHECK_EQ_INT(lg_snapshot_key(bytes, buf.len, key), LG_OK);
    CHECK(memcmp(key, KEY, sizeof key) == 0);
    memset(key, 7, sizeof key);
    CHECK_EQ_INT(lg_snapshot_key(bytes, buf.len - 1, key), LG_ESNAPSHOT);
    CHECK(key[0] == 7 && key[15] == 7);
    CHECK_EQ_INT(lg_snapshot_key(bytes, buf.len, NULL), LG_EINVAL);
    CHECK_EQ_INT(lg_snapshot_key(NULL, 0, key), LG_ESNAPSHOT);
    lg__buf_free(&buf);
  }
}

/* The first failure is what finish reports, and no later write hides it. */
LG_TEST(each_allocation_may_fail_once) {
  for (size_t fail_at = 1;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    lg_allocator allocator = failing_allocator(&memory);
    lg_buf buf;
    lg__buf_init(&buf, &allocator);
    lg_writer writer = lg__frame_begin(&buf, LG_FRAME_RUN, KEY, 0);
    for (uint32_t i = 0; i < 1000; i++) write_u32(&writer, i);
    lg_status status = lg__frame_finish(&writer, &(const uint8_t *){NULL}, &(size_t){0});
    bool reached = memory.requests >= fail_at;
    CHECK_EQ_INT(status, reached ? LG_ENOMEM : LG_OK);
    CHECK_EQ_INT(lg__frame_finish(&(lg_writer){&buf, LG_ETOOBIG}, &(const uint8_t *){NULL}, &(size_t){0}), LG_ETOOBIG);
    lg__buf_free(&buf);
    CHECK_EQ_INT(memory.live_blocks, 0);
    if (!reached) break;
    CHECK(fail_at < 100);
  }
}

LG_TEST(more_than_a_buffer_may_hold_is_too_big) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_buf buf;
  lg__buf_init(&buf, &allocator);
  lg_writer writer = lg__frame_begin(&buf, LG_FRAME_RUN, KEY, 0);
  lg__write_bytes(&writer, "", LG_BUF_MAX); /* refused by its length: nothing is read */
  CHECK_EQ_INT(writer.status, LG_ETOOBIG);
  size_t len = buf.len;
  write_u8(&writer, 1);
  CHECK_EQ_INT(buf.len, len);
  CHECK_EQ_INT(lg__frame_finish(&writer, &(const uint8_t *){NULL}, &(size_t){0}), LG_ETOOBIG);
  lg__buf_free(&buf);
}
