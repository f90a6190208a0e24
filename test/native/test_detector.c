#include "memory/snapshot_bytes.h"
#include "failing_alloc.h"
#include "lg_test.h"
#include "numbers.h"

static const uint8_t KEY[LG_KEY_SIZE] = "detector's key!";
static const lg_detector_options DEFAULTS = {32, 1, 8, 3};

static lg_detector *make(const lg_allocator *allocator, const lg_detector_options *options) {
  lg_detector *detector = NULL;
  if (lg_detector_new(allocator, KEY, options, &detector) != LG_OK) abort();
  return detector;
}

/* cycle_length * 100 + repeats of a one-letter signature. */
static uint32_t push(lg_detector *detector, char symbol) {
  lg_cycle cycle = {77, 77};
  CHECK_EQ_INT(lg_detector_push(detector, &symbol, 1, &cycle), LG_OK);
  return cycle.cycle_length * 100 + cycle.repeats;
}

/* A copy of the snapshot, for the caller to free. */
static uint8_t *take_snapshot(lg_detector *detector, size_t *out_len) {
  const uint8_t *bytes;
  if (lg_detector_snapshot(detector, &bytes, out_len) != LG_OK) abort();
  uint8_t *copy = malloc(*out_len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, *out_len);
  return copy;
}

static bool same_snapshot(lg_detector *detector, const uint8_t *bytes, size_t len) {
  size_t own_len;
  uint8_t *own = take_snapshot(detector, &own_len);
  bool same = own_len == len && memcmp(own, bytes, len) == 0;
  free(own);
  return same;
}

/* ---- pushing ----------------------------------------------------------------------------------------------------- */

LG_TEST(a_cycle_of_two_is_found_at_its_third_time) {
  lg_detector *detector = make(NULL, &DEFAULTS);
  for (int i = 0; i < 5; i++) CHECK_EQ_INT(push(detector, "ab"[i % 2]), 0);
  CHECK_EQ_INT(push(detector, 'b'), 203);
  CHECK_EQ_INT(push(detector, 'a'), 203);
  CHECK_EQ_INT(push(detector, 'b'), 204);
  CHECK_EQ_INT(push(detector, 'c'), 0);
  lg_detector_free(detector);
}

LG_TEST(signatures_are_bytes_of_any_kind) {
  lg_detector *detector = make(NULL, &DEFAULTS);
  static const char with_zero[] = "a\0b";
  lg_cycle cycle;
  for (int i = 0; i < 3; i++) CHECK_EQ_INT(lg_detector_push(detector, with_zero, (size_t)i + 1, &cycle), LG_OK);
  CHECK_EQ_INT(cycle.cycle_length, 0); /* "a", "a\0" and "a\0b" are three signatures */
  CHECK_EQ_INT(lg_detector_push(detector, NULL, 0, &cycle), LG_OK);
  CHECK_EQ_INT(lg_detector_push(detector, "", 0, &cycle), LG_OK);
  CHECK_EQ_INT(lg_detector_push(detector, "x", 0, &cycle), LG_OK);
  CHECK_EQ_INT(cycle.cycle_length, 1); /* the empty one, three times */
  lg_detector_free(detector);
}

LG_TEST(at_gives_the_digest_under_the_key) {
  lg_detector *detector = make(NULL, &DEFAULTS);
  lg_digest digest, want;
  CHECK_EQ_INT(lg_detector_at(detector, 0, &digest), LG_EINVAL);
  (void)push(detector, 'a');
  (void)push(detector, 'b');
  want = lg_digest_bytes(KEY, "a", 1);
  CHECK_EQ_INT(lg_detector_at(detector, 1, &digest), LG_OK);
  CHECK(memcmp(digest.bytes, want.bytes, sizeof want.bytes) == 0);
  CHECK_EQ_INT(lg_detector_at(detector, 2, &digest), LG_EINVAL);
  CHECK(memcmp(digest.bytes, want.bytes, sizeof want.bytes) == 0);
  lg_detector_free(detector);
}

LG_TEST(reset_forgets_every_signature) {
  lg_detector *detector = make(NULL, &DEFAULTS);
  for (int i = 0; i < 5; i++) (void)push(detector, 'a');
  CHECK_EQ_INT(lg_detector_reset(detector), LG_OK);
  CHECK_EQ_INT(push(detector, 'a'), 0);
  CHECK_EQ_INT(push(detector, 'a'), 0);
  CHECK_EQ_INT(push(detector, 'a'), 103);
  lg_detector_free(detector);
}

LG_TEST(wrong_arguments_are_refused) {
  lg_detector *detector = make(NULL, &DEFAULTS), *none = NULL;
  const lg_allocator hole = {0};
  const lg_detector_options impossible = {32, 11, 12, 3};
  lg_cycle cycle;
  lg_digest digest;
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_detector_new(NULL, NULL, &DEFAULTS, &none), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_new(NULL, KEY, NULL, &none), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_new(NULL, KEY, &DEFAULTS, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_new(NULL, KEY, &impossible, &none), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_new(&hole, KEY, &DEFAULTS, &none), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_push(NULL, "a", 1, &cycle), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_push(detector, NULL, 1, &cycle), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_push(detector, "a", 1, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_at(detector, 0, &digest), LG_EINVAL); /* none of those was pushed */
  CHECK_EQ_INT(lg_detector_at(NULL, 0, &digest), LG_EINVAL);
  (void)push(detector, 'a');
  CHECK_EQ_INT(lg_detector_at(detector, 0, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_reset(NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_snapshot(NULL, &bytes, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_snapshot(detector, NULL, &len), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_snapshot(detector, &bytes, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_snapshot(detector, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_detector_restore(NULL, bytes, len, NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_restore(&hole, bytes, len, &none), LG_EINVAL);
  CHECK_EQ_INT(lg_detector_restore(NULL, NULL, 0, &none), LG_ESNAPSHOT);
  CHECK(none == NULL);
  lg_detector_free(NULL);
  lg_detector_free(detector);
}

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/* Wherever a stream is cut, the detector that comes out of the snapshot answers as the one that went in. */
LG_TEST(a_restored_detector_carries_on) {
  static const char stream[] = "abcabcabcabcabcabcabcaaaaaaaaaaaaaabababababababxbaabaabaab";
  static const lg_detector_options options[] = {{32, 1, 8, 3}, {7, 1, 3, 2}, {12, 2, 4, 3}, {4, 2, 100, 2}};
  for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
    for (size_t cut = 0; cut < sizeof stream; cut++) {
      lg_detector *detector = make(NULL, &options[o]), *restored = NULL;
      for (size_t i = 0; i < cut; i++) (void)push(detector, stream[i]);
      size_t len;
      uint8_t *bytes = take_snapshot(detector, &len);
      CHECK_EQ_INT(lg_detector_restore(NULL, bytes, len, &restored), LG_OK);
      CHECK(same_snapshot(restored, bytes, len));
      for (size_t i = cut; i < sizeof stream; i++) CHECK_EQ_INT(push(restored, stream[i]), push(detector, stream[i]));
      free(bytes);
      lg_detector_free(detector);
      lg_detector_free(restored);
    }
  }
}

LG_TEST(a_snapshot_is_these_bytes_on_every_machine) {
  lg_detector *detector = make(NULL, &(lg_detector_options){4, 1, 2, 2});
  for (const char *s = "xab"; *s != '\0'; s++) (void)push(detector, *s);
  static const char want[] = "LGRD\1\0detector's key!\0\0\0\0\0\0\0\0\0\x44\0\0\0"
                             "\4\0\0\0\1\0\0\0\2\0\0\0\2\0\0\0\3\0\0\0";
  size_t len;
  uint8_t *bytes = take_snapshot(detector, &len);
  CHECK_EQ_INT(len, sizeof want - 1 + 3 * 16 + 16);
  CHECK_EQ_STR((const char *)bytes, sizeof want - 1, want, sizeof want - 1);
  for (size_t i = 0; i < 3; i++) {
    lg_digest digest = lg_digest_bytes(KEY, &"xab"[i], 1);
    CHECK(memcmp(bytes + sizeof want - 1 + i * 16, digest.bytes, 16) == 0);
  }
  free(bytes);
  lg_detector_free(detector);
}

LG_TEST(a_damaged_snapshot_is_refused) {
  lg_detector *detector = make(NULL, &(lg_detector_options){8, 1, 2, 2}), *none = NULL;
  for (const char *s = "abcab"; *s != '\0'; s++) (void)push(detector, *s);
  size_t len;
  uint8_t *bytes = take_snapshot(detector, &len);
  for (size_t i = 0; i < len * 8; i++) {
    bytes[i / 8] ^= (uint8_t)(1u << i % 8);
    CHECK_EQ_INT(lg_detector_restore(NULL, bytes, len, &none), LG_ESNAPSHOT);
    bytes[i / 8] ^= (uint8_t)(1u << i % 8);
  }
  for (size_t cut = 0; cut < len; cut++) CHECK_EQ_INT(lg_detector_restore(NULL, bytes, cut, &none), LG_ESNAPSHOT);
  CHECK(none == NULL);
  CHECK_EQ_INT(lg_detector_restore(NULL, bytes, len, &none), LG_OK);
  lg_detector_free(none);
  free(bytes);
  lg_detector_free(detector);
}

/* Whole frames, with bodies that no detector writes. */
LG_TEST(a_sound_frame_with_a_senseless_body_is_refused) {
  static const struct {
    const char *magic;
    uint64_t options_hash;
    uint32_t numbers[5], digests, more_bytes;
    lg_status status;
  } cases[] = {
      {LG_FRAME_DETECTOR, 0, {8, 1, 2, 2, 3}, 3, 0, LG_OK},
      {LG_FRAME_DETECTOR, 0, {8, 1, 2, 2, 8}, 8, 0, LG_OK},
      {LG_FRAME_RUN, 0, {8, 1, 2, 2, 3}, 3, 0, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 1, {8, 1, 2, 2, 3}, 3, 0, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {8, 1, 2, 2, 9}, 9, 0, LG_ESNAPSHOT}, /* more than the window holds */
      {LG_FRAME_DETECTOR, 0, {8, 1, 2, 2, 3}, 2, 0, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {8, 1, 2, 2, 3}, 4, 0, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {8, 1, 2, 2, 3}, 3, 1, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {8, 1, 2, 2, 3}, 2, 15, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {8, 0, 2, 2, 3}, 3, 0, LG_ESNAPSHOT}, /* options out of range */
      {LG_FRAME_DETECTOR, 0, {8, 3, 2, 2, 3}, 3, 0, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {8, 1, 2, 1, 3}, 3, 0, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {0, 1, 2, 2, 0}, 0, 0, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {65537, 1, 2, 2, 3}, 3, 0, LG_ESNAPSHOT},
      {LG_FRAME_DETECTOR, 0, {UINT32_MAX, 1, 2, 2, 0x10000000}, 0, 0, LG_ESNAPSHOT}, /* 2^28 * 16 is 0 in 32 bits */
  };
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lg_buf buf;
    lg__buf_init(&buf, &allocator);
    lg_writer writer = lg__frame_begin(&buf, cases[i].magic, KEY, cases[i].options_hash);
    for (size_t n = 0; n < 5; n++) write_u32(&writer, cases[i].numbers[n]);
    for (uint32_t n = 0; n < cases[i].digests * 16 + cases[i].more_bytes; n++) write_u8(&writer, 7);
    CHECK_EQ_INT(lg__frame_finish(&writer, &(const uint8_t *){NULL}, &(size_t){0}), LG_OK);
    lg_detector *detector = NULL;
    CHECK_EQ_INT(lg_detector_restore(&allocator, (const uint8_t *)buf.data, buf.len, &detector), cases[i].status);
    CHECK((detector != NULL) == (cases[i].status == LG_OK));
    lg_detector_free(detector);
    /* A body that ends within its five numbers. */
    for (size_t len = 0; len < 20; len++) {
      writer = lg__frame_begin(&buf, LG_FRAME_DETECTOR, KEY, 0);
      for (size_t n = 0; n < len; n++) write_u8(&writer, 1);
      CHECK_EQ_INT(lg__frame_finish(&writer, &(const uint8_t *){NULL}, &(size_t){0}), LG_OK);
      CHECK_EQ_INT(lg_detector_restore(&allocator, (const uint8_t *)buf.data, buf.len, &detector), LG_ESNAPSHOT);
    }
    lg__buf_free(&buf);
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

LG_TEST(pushing_allocates_nothing) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_detector *detector = make(&allocator, &(lg_detector_options){4096, 1, 256, 3});
  size_t requests = memory.requests;
  for (int i = 0; i < 10000; i++) (void)push(detector, (char)(i % 50));
  CHECK_EQ_INT(lg_detector_reset(detector), LG_OK);
  CHECK_EQ_INT(memory.requests, requests);
  lg_detector_free(detector);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* One life of a detector, its snapshot and its restored copy; the first status that is not LG_OK. */
static lg_status live(failing_alloc *memory) {
  lg_allocator allocator = failing_allocator(memory);
  lg_detector *detector = NULL, *restored = NULL;
  lg_status status = lg_detector_new(&allocator, KEY, &DEFAULTS, &detector);
  if (status != LG_OK) goto done;
  for (int i = 0; i < 40; i++) (void)push(detector, "ab"[i % 2]);
  const uint8_t *bytes;
  size_t len;
  status = lg_detector_snapshot(detector, &bytes, &len);
  /* Refused or not, the detector is what it was, and a second attempt succeeds. */
  CHECK_EQ_INT(push(detector, 'a'), 216);
  if (lg_detector_snapshot(detector, &bytes, &len) != LG_OK) abort();
  if (status != LG_OK) goto done;
  status = lg_detector_restore(&allocator, bytes, len, &restored);
  CHECK((restored != NULL) == (status == LG_OK));
  CHECK_EQ_INT(push(detector, 'b'), 216);
  if (status == LG_OK) CHECK_EQ_INT(push(restored, 'b'), 216);
done:
  lg_detector_free(restored);
  lg_detector_free(detector);
  return status;
}

LG_TEST(each_allocation_may_fail_once) {
  failing_alloc memory = {0};
  CHECK_EQ_INT(live(&memory), LG_OK);
  CHECK_EQ_INT(memory.live_blocks, 0);
  size_t requests = memory.requests;
  CHECK(requests >= 9);
  for (size_t n = 1; n <= requests; n++) {
    memory = (failing_alloc){.fail_at = n};
    CHECK_EQ_INT(live(&memory), LG_ENOMEM);
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
}
