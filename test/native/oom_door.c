/* Every allocation of a door's life failed once: the status says so, nothing leaks, the block stays as it was. */
#include "door_driver.h"
#include "failing_alloc.h"

/* Whether the call went well, or said that memory is short; then the block is as it was. */
static bool went_well(door_driver *d, double *out, uint32_t operation, double handle) {
  uint8_t before[256];
  size_t len = d->len < sizeof before ? d->len : sizeof before;
  memcpy(before, d->block, len);
  *out = ask(d, operation, handle);
  CHECK(*out >= 0 || *out == -LG_ENOMEM);
  if (*out < 0) CHECK(memcmp(before, d->block, len) == 0);
  return *out >= 0;
}

static bool live(door_driver *d) {
  double guard, run, detector, answer;
  put_u32(d, LG_EJSON);
  if (!went_well(d, &answer, LG_DOOR_STATUS, 0)) return false;
  put_bytes(d, door_key, sizeof door_key);
  put_text(d, "{\"detectors\":[{\"type\":\"repeat\"},{\"type\":\"ping_pong\"}]}");
  if (!went_well(d, &guard, LG_DOOR_GUARD, 0)) return false;
  put_u32(d, 1);
  put_text(d, "{\"h\":{\"mutates\":true}}");
  if (!went_well(d, &answer, LG_DOOR_TOOL, guard)) return false;
  if (!went_well(d, &run, LG_DOOR_RUN, guard)) return false;
  for (int i = 0; i < 8; i++) {
    put_event(d, &(door_event){.tag = LG_EVENT_BEFORE, .flags = LG_ARGS_RAW, .name = i % 2 ? "f" : "g", .body = "{}"});
    if (!went_well(d, &answer, LG_DOOR_JUDGE, run)) return false;
    put_event(d, &(door_event){.tag = LG_EVENT_AFTER, .number = ticket_of(answer)});
    if (!went_well(d, &answer, LG_DOOR_JUDGE, run)) return false;
    if (detected_in(answer) && !went_well(d, &answer, LG_DOOR_REPORT, run)) return false;
    if (!went_well(d, &answer, LG_DOOR_EXPLAIN, run) || !went_well(d, &answer, LG_DOOR_EXPLANATION, run)) return false;
  }
  if (!went_well(d, &answer, LG_DOOR_SNAPSHOT, run)) return false;
  d->len = (size_t)answer;
  if (!went_well(d, &answer, LG_DOOR_RESTORE, run)) return false;
  put_event(d, &(door_event){.tag = LG_EVENT_STEP, .number = LG_UNTRACKED});
  if (!went_well(d, &answer, LG_DOOR_RECORD, run)) return false;
  d->len = (size_t)answer;
  if (!went_well(d, &answer, LG_DOOR_APPLY, run)) return false;
  put_bytes(d, door_key, sizeof door_key);
  put_u32(d, 16);
  put_u32(d, 1);
  put_u32(d, 4);
  put_u32(d, 2);
  if (!went_well(d, &detector, LG_DOOR_DETECTOR, 0)) return false;
  if (!went_well(d, &answer, LG_DOOR_DETECTOR_SNAPSHOT, detector)) return false;
  d->len = (size_t)answer;
  if (!went_well(d, &answer, LG_DOOR_DETECTOR_RESTORE, 0)) return false;
  put_bytes(d, door_key, sizeof door_key);
  for (int i = 0; i < 4; i++) put_u32(d, 0);
  double text;
  if (!went_well(d, &text, LG_DOOR_TEXT, 0)) return false;
  put_text(d, "text");
  if (!went_well(d, &answer, LG_DOOR_TEXT_PUSH, text) || !went_well(d, &answer, LG_DOOR_TEXT_END_MESSAGE, text))
    return false;
  if (!went_well(d, &answer, LG_DOOR_TEXT_SNAPSHOT, text)) return false;
  share_block(d, (size_t)answer);
  if (!went_well(d, &answer, LG_DOOR_FETCH, 0)) return false;
  d->len = (size_t)answer;
  return went_well(d, &answer, LG_DOOR_TEXT_RESTORE, 0);
}

LG_TEST(every_allocation_of_a_life_fails_once) {
  size_t failures = 0;
  for (size_t fail_at = 1;; fail_at++) {
    failing_alloc memory = {.fail_at = fail_at};
    lg_allocator allocator = failing_allocator(&memory);
    door_driver d = open_door(&allocator);
    bool done = d.door != NULL && live(&d);
    if (d.door != NULL) close_door(&d);
    CHECK_EQ_INT(memory.live_blocks, 0);
    if (memory.requests < fail_at) { /* a whole life without a failure */
      CHECK(done);
      break;
    }
    failures++;
  }
  CHECK(failures > 20);
}

/* Once warm, only operations for which the core keeps something allocate. */
LG_TEST(a_warm_door_allocates_nothing) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  door_driver d = open_door(&allocator);
  double run = ask(&d, LG_DOOR_RUN, ask_guard(&d, "{\"detectors\":[{\"type\":\"repeat\"}]}"));
  size_t warm = 0;
  for (int i = 0; i < 20; i++) {
    if (i == 10) warm = memory.requests;
    double verdict = judge(&d, run, (door_event){.flags = LG_ARGS_RAW, .name = "f", .body = "{\"a\":[1,2]}"});
    put_event(&d, &(door_event){.tag = LG_EVENT_AFTER, .number = ticket_of(verdict)});
    CHECK(ask(&d, LG_DOOR_JUDGE, run) >= 0);
    (void)ask(&d, LG_DOOR_REPORT, run);
    CHECK(ask(&d, LG_DOOR_SNAPSHOT, run) > 0);
    put_u32(&d, LG_VOLATILE_DIGITS);
    put_text(&d, "took 12 ms");
    CHECK(ask(&d, LG_DOOR_NORMALIZE, 0) > 0);
    double guard = ask(&d, LG_DOOR_FREE, 0);
    CHECK_EQ_INT(guard, -LG_EINVAL);
  }
  CHECK_EQ_INT(memory.requests, warm);
  close_door(&d);
}
