/* Handles: which are valid, for how long, and what happens to their objects. */
#include "door_driver.h"
#include "failing_alloc.h"
#include "random64.h"

static const char CONFIGURATION[] = "{\"detectors\":[{\"type\":\"repeat\"}]}";

static double ask_detector(door_driver *d) {
  put_bytes(d, door_key, sizeof door_key);
  put_u32(d, 8);
  put_u32(d, 1);
  put_u32(d, 2);
  put_u32(d, 3);
  return ask(d, LG_DOOR_DETECTOR, 0);
}

LG_TEST(a_handle_is_of_one_kind) {
  door_driver d = open_door(NULL);
  double guard = ask_guard(&d, CONFIGURATION), run = ask(&d, LG_DOOR_RUN, guard), detector = ask_detector(&d);
  CHECK(guard > 0 && run > 0 && detector > 0 && guard != run && run != detector && detector != guard);
  const double others[] = {0, guard, detector, run + 1, 4294967295.0};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    CHECK_EQ_INT(ask(&d, LG_DOOR_SNAPSHOT, others[i]), -LG_EINVAL);
    CHECK_EQ_INT(judge(&d, others[i], (door_event){.tag = LG_EVENT_STEP}), -LG_EINVAL);
  }
  CHECK_EQ_INT(ask(&d, LG_DOOR_RUN, run), -LG_EINVAL);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FORGET, run), -LG_EINVAL);
  put_u32(&d, LG_OK);
  CHECK_EQ_INT(ask(&d, LG_DOOR_STATUS, guard), -LG_EINVAL); /* an operation that takes none */
  CHECK(ask(&d, LG_DOOR_SNAPSHOT, run) > 0);
  close_door(&d);
}

LG_TEST(a_guard_lives_until_its_runs_are_freed) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  door_driver d = open_door(&allocator);
  double first = ask_guard(&d, CONFIGURATION);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FREE, first), 0); /* so that the slots are there */
  size_t blocks = memory.live_blocks;
  double guard = ask_guard(&d, CONFIGURATION), run = ask(&d, LG_DOOR_RUN, guard), second = ask(&d, LG_DOOR_RUN, guard);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FREE, guard), 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FREE, guard), -LG_EINVAL);
  CHECK_EQ_INT(ask(&d, LG_DOOR_RUN, guard), -LG_EINVAL); /* the runs go on, the guard makes no more of them */
  CHECK(judge(&d, run, (door_event){.tag = LG_EVENT_BEFORE, .flags = LG_ARGS_NONE, .name = "x"}) >= 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FREE, run), 0);
  CHECK(judge(&d, second, (door_event){.tag = LG_EVENT_BEFORE, .flags = LG_ARGS_NONE, .name = "x"}) >= 0);
  CHECK(memory.live_blocks > blocks);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FREE, second), 0);
  CHECK_EQ_INT(memory.live_blocks, blocks);
  close_door(&d);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(a_door_frees_what_was_left_behind_it) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  door_driver d = open_door(&allocator);
  double guard = ask_guard(&d, CONFIGURATION);
  CHECK(ask(&d, LG_DOOR_RUN, guard) > 0 && ask(&d, LG_DOOR_RUN, guard) > 0 && ask_detector(&d) > 0);
  double freed = ask_guard(&d, CONFIGURATION);
  CHECK(ask(&d, LG_DOOR_RUN, freed) > 0);
  CHECK_EQ_INT(ask(&d, LG_DOOR_FREE, freed), 0);
  close_door(&d);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* 100,000 guards and runs that come and go in any order: no stale handle is taken for a live one. */
LG_TEST(stale_handles_stay_stale) {
  enum { ALIVE = 1000, ROUNDS = 100000 };
  static double alive[ALIVE], stale[ALIVE];
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  door_driver d = open_door(&allocator);
  uint64_t seed = 1;
  double guard = ask_guard(&d, CONFIGURATION);
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t at = random_below(&seed, ALIVE), other = random_below(&seed, ALIVE);
    if (alive[at] > 0) {
      CHECK_EQ_INT(ask(&d, LG_DOOR_FREE, alive[at]), 0);
      stale[other] = alive[at];
      alive[at] = 0;
    } else {
      alive[at] = i % 16 == 0 ? ask_guard(&d, CONFIGURATION) : ask(&d, LG_DOOR_RUN, guard);
      CHECK(alive[at] > 0);
    }
    if (stale[at] > 0) CHECK_EQ_INT(ask(&d, LG_DOOR_FREE, stale[at]), -LG_EINVAL);
  }
  close_door(&d);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

/* A freed handle is not given out again soon. */
static void check_stale(door_driver *d, double guard, int rounds) {
  double stale = ask(d, LG_DOOR_RUN, guard);
  CHECK_EQ_INT(ask(d, LG_DOOR_FREE, stale), 0);
  for (int i = 0; i < rounds; i++) {
    double run = ask(d, LG_DOOR_RUN, guard);
    CHECK(run > 0 && run != stale);
    CHECK_EQ_INT(ask(d, LG_DOOR_FREE, run), 0);
  }
}

/* With few free slots, each would be reused so often that its generations repeat soon. */
LG_TEST(stale_handles_stay_stale_however_many_are_in_use) {
  enum { ROUNDS = 100000 };
  door_driver d = open_door(NULL);
  double guard = ask_guard(&d, CONFIGURATION);
  for (int used = 1; used < 600; used++) { /* the guard's slot is one of them */
    if (used == 255 || used == 511) check_stale(&d, guard, ROUNDS);
    CHECK(ask(&d, LG_DOOR_RUN, guard) > 0);
  }
  close_door(&d);
}
