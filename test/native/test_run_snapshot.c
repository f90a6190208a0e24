/* A run as bytes and back: same verdicts, same bytes; anything else is refused and changes nothing. */
#include "failing_alloc.h"
#include "memory/snapshot_bytes.h"
#include "random64.h"
#include "run_driver.h"

static const lg_detector_type ALL[] = {LG_COUNT,        LG_REPEAT,       LG_STALL,         LG_PING_PONG,
                                       LG_CYCLE,        LG_DUPLICATE,    LG_LIMIT,         LG_NO_PROGRESS,
                                       LG_ERROR_STREAK, LG_UNKNOWN_TOOL, LG_SIMILAR_QUERY, LG_NO_NEWS};
enum { ALL_COUNT = sizeof ALL / sizeof ALL[0] };

static driver drive_all(void) {
  lg_detector_spec specs[ALL_COUNT];
  for (size_t i = 0; i < ALL_COUNT; i++) {
    specs[i] = spec(ALL[i], ALL[i] == LG_LIMIT ? 40 : 4);
    specs[i].ack_threshold = 4;
  }
  driver d = drive_with(NULL, specs, ALL_COUNT, (lg_ladder){.warn = 1, .hint = 4, .abort = 30}, false);
  lg_profile searches = {.similar = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &searches, false, &d.profile), LG_OK);
  return d;
}

/* One random step of an agent; returns the verdict. */
static lg_action step(driver *d, uint64_t *seed) {
  char name[4] = {(char)('a' + random64(seed) % 3), 0}, args[32], query[32];
  snprintf(args, sizeof args, "{\"n\":%d}", (int)(random64(seed) % 3));
  snprintf(query, sizeof query, "\nword%d", (int)(random64(seed) % 4));
  uint64_t what = random64(seed) % 20;
  if (what == 0) return (lg_action)(lg_run_step(d->run, LG_BEGIN_TURN) == LG_OK ? LG_ALLOW : LG_ABORT);
  if (what < 3) return (lg_action)(lg_run_step(d->run, LG_BEGIN_ROUND) == LG_OK ? LG_ALLOW : LG_ABORT);
  lg_call call = call_of(d, name, args, NULL);
  call.query = query;
  call.query_len = strlen(query);
  CHECK_EQ_INT(lg_run_before(d->run, &call, &d->last), LG_OK);
  lg_action action = d->last.action;
  if (action > LG_WARN) return action;
  lg_outcome outcome = what % 2 ? result_of(d, "r") : error_of(d, "e");
  lg_action done = after(d, d->last.ticket, outcome);
  return done > action ? done : action;
}

LG_TEST(a_restored_run_goes_on_as_if_nothing_had_happened) {
  for (uint64_t seed = 1; seed <= 60; seed++) {
    uint64_t random = seed;
    driver d = drive_all(), e = drive_all();
    for (int i = 0; i < 40; i++) step(&d, &random);
    const uint8_t *bytes;
    size_t len;
    CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
    CHECK_EQ_INT(lg_run_restore(e.run, bytes, len, NULL), LG_OK);
    uint8_t *copy = malloc(len);
    memcpy(copy, bytes, len);
    size_t len_again;
    CHECK_EQ_INT(lg_run_snapshot(e.run, &bytes, &len_again), LG_OK);
    CHECK_EQ_STR((const char *)bytes, len_again, (const char *)copy, len);
    free(copy);
    uint64_t random_e = random;
    for (int i = 0; i < 60; i++) CHECK_EQ_INT(step(&e, &random_e), step(&d, &random));
    stop(&d);
    stop(&e);
  }
}

LG_TEST(damaged_bytes_are_refused_and_change_nothing) {
  driver d = drive_all();
  uint64_t random = 7;
  for (int i = 0; i < 60; i++) step(&d, &random);
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  memcpy(copy, bytes, len);
  for (size_t i = 0; i < len; i += 1 + len / 300) {
    copy[i] ^= 0x20;
    CHECK_EQ_INT(lg_run_restore(d.run, copy, len, NULL), LG_ESNAPSHOT);
    copy[i] ^= 0x20;
    CHECK_EQ_INT(lg_run_restore(d.run, copy, i, NULL), LG_ESNAPSHOT);
  }
  size_t len_again;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len_again), LG_OK);
  CHECK_EQ_STR((const char *)bytes, len_again, (const char *)copy, len);
  free(copy);
  stop(&d);
}

LG_TEST(a_guard_with_another_key_cannot_read_it) {
  driver d = drive(spec(LG_COUNT, 1), HINT);
  lg_guard_options options = {.key = {42}, .max_entries = 10, .ladder = HINT};
  lg_guard *other;
  lg_run *run;
  CHECK_EQ_INT(lg__guard_new(NULL, &options, &other), LG_OK);
  CHECK_EQ_INT(lg_run_new(other, &run), LG_OK);
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(run, bytes, len, NULL), LG_ESNAPSHOT);
  uint8_t key[LG_KEY_SIZE];
  CHECK_EQ_INT(lg_snapshot_key(bytes, len, key), LG_OK);
  CHECK_EQ_INT(key[2], 3);
  lg_run_free(run);
  lg_guard_free(other);
  stop(&d);
}

LG_TEST(under_other_detectors_counts_and_history_stay_and_strikes_go) {
  driver d = drive(spec(LG_REPEAT, 2), STAIRS), e = drive(spec(LG_NO_PROGRESS, 3), STAIRS);
  act_text(&d, "f", "{}", "r");
  CHECK_EQ_INT(act_text(&d, "f", "{}", "r"), LG_WARN);
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(e.run, bytes, len, NULL), LG_OK);
  CHECK_EQ_INT(act_text(&e, "f", "{}", "r"), LG_WARN); /* the third */
  CHECK_EQ_INT(report(&e)->strikes, 1);
  stop(&d);
  stop(&e);
}

LG_TEST(a_thousand_distinct_calls_fit_into_40_kilobytes) {
  driver d = drive(spec(LG_COUNT, 3), HINT);
  char args[32];
  for (int i = 0; i < 1000; i++) {
    snprintf(args, sizeof args, "{\"n\":%d}", i);
    act_text(&d, "f", args, "r");
  }
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK(len <= 40 * 1024);
  stop(&d);
}

LG_TEST(a_refused_call_that_comes_again_after_a_restore_is_told_the_same) {
  lg_detector_spec invented = spec(LG_UNKNOWN_TOOL, 3);
  invented.any_threshold = 5;
  driver d = drive(invented, HINT), e = drive(invented, HINT);
  char name[8];
  for (int i = 0; i < 5; i++) {
    snprintf(name, sizeof name, "tool%d", i);
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    lg_call call = call_of(&d, name, "{}", name);
    lg_outcome outcome = error_of(&d, "no such tool");
    CHECK_EQ_INT(lg_run_invalid(d.run, &call, &outcome, &d.last), LG_OK);
  }
  CHECK_EQ_INT(d.last.action, LG_HINT);
  CHECK_EQ_INT(report(&d)->span, 5); /* calls of any names, not of this one */
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg_run_restore(e.run, bytes, len, NULL), LG_OK);
  CHECK_EQ_INT(before_id(&e, "tool4", "{}", "tool4"), LG_HINT);
  CHECK(e.last.known);
  CHECK_EQ_INT(report(&e)->repeats, 5);
  CHECK_EQ_INT(report(&e)->span, 5);
  stop(&d);
  stop(&e);
}

LG_TEST(names_beyond_those_that_are_kept_now_are_no_loss) {
  enum { BEFORE_TEXT = 16 + 2, EARLIER = 256 }; /* a digest and a length; as many as earlier releases kept */
  failing_alloc memory = {0};
  const lg_allocator allocator = failing_allocator(&memory);
  driver d = drive_all();
  act_text(&d, "name", "{}", "r");
  const uint8_t *bytes;
  size_t len, at = 0;
  lg_frame frame;
  lg_buf out;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  CHECK_EQ_INT(lg__frame_open(bytes, len, LG_FRAME_RUN, &frame), LG_OK);
  const uint8_t *body = frame.body.bytes;
  while (memcmp(body + at, "name", 4) != 0) at++;
  lg__buf_init(&out, &allocator);
  lg_writer writer = lg__frame_begin(&out, LG_FRAME_RUN, frame.key, frame.options_hash);
  lg_io io = lg__io_write(&writer);
  uint32_t count = EARLIER;
  lg__write_bytes(&writer, body, at - BEFORE_TEXT - 4);
  LG_IO_U32(io, &count);
  lg_digest first, digest;
  memcpy(&first, body + at - BEFORE_TEXT, sizeof first);
  for (uint32_t i = 1; i < EARLIER; i++) {
    uint16_t text_len = 4;
    digest = first;
    digest.bytes[i % 16] ^= (uint8_t)(i / 16 + 1);
    LG_IO_DIGEST(io, &digest);
    LG_IO_U16(io, &text_len);
    lg__write_bytes(&writer, "gone", 4);
  }
  lg__write_bytes(&writer, body + at - BEFORE_TEXT, frame.body.left - at + BEFORE_TEXT);
  CHECK_EQ_INT(lg__frame_finish(&writer, &bytes, &len), LG_OK);
  lg_restore_report restored;
  CHECK_EQ_INT(lg_run_restore(d.run, bytes, len, &restored), LG_OK);
  CHECK_EQ_INT(restored.counts, 0);
  for (int i = 0; i < 4; i++) act_text(&d, "name", "{}", "r");
  CHECK_EQ_STR(report(&d)->pattern[0].name, report(&d)->pattern[0].name_len, "name", 4);
  lg__buf_free(&out);
  CHECK_EQ_INT(memory.live_blocks, 0);
  stop(&d);
}
