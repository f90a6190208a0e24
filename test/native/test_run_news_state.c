/* no_news with snapshots, records, bounds and failing memory. */
#include "failing_alloc.h"
#include "random64.h"
#include "run/run.h"
#include "run_driver.h"

static const lg_ladder NEWS_LADDER = {.hint = 1, .abort = 4};

static lg_detector_spec news_spec(bool settled) {
  lg_detector_spec s = {.type = LG_NO_NEWS, .threshold = 2, .transient_threshold = 3, .ack_threshold = 3};
  s.max_wait_ms = 200000;
  s.settled = settled;
  return s;
}

static driver drive_bounded(const lg_allocator *allocator, size_t max_entries, const lg_detector_spec *specs,
                            size_t count) {
  driver d = {0};
  lg_guard_options options = {.key = {1, 2, 3}, .max_entries = max_entries, .ladder = NEWS_LADDER};
  CHECK_EQ_INT(lg__guard_new(allocator, &options, &d.guard), LG_OK);
  for (size_t i = 0; i < count; i++) CHECK_EQ_INT(lg__guard_add_detector(d.guard, &specs[i], NULL), LG_OK);
  lg_profile profiles[] = {{.mutates = true}, {.poll = true, .poll_max_wait_ms = 9000}};
  uint32_t number;
  for (size_t i = 0; i < 2; i++) CHECK_EQ_INT(lg__guard_add_profile(d.guard, &profiles[i], false, &number), LG_OK);
  CHECK_EQ_INT(lg_run_new(d.guard, &d.run), LG_OK);
  return d;
}

static lg_action f(driver *d, const char *result) {
  CHECK_EQ_INT(lg_run_step(d->run, LG_BEGIN_ROUND), LG_OK);
  return act_text(d, "read", "{}", result);
}

static lg_action g(driver *d, const char *result) {
  CHECK_EQ_INT(lg_run_step(d->run, LG_BEGIN_ROUND), LG_OK);
  return act_text(d, "list", "{}", result);
}

/* A copy of the snapshot; to be freed. */
static uint8_t *snapshot_of(const driver *d, size_t *len) {
  const uint8_t *bytes;
  CHECK_EQ_INT(lg_run_snapshot(d->run, &bytes, len), LG_OK);
  uint8_t *copy = malloc(*len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, *len);
  return copy;
}

static lg_restore_report pass(const driver *from, driver *to) {
  size_t len;
  lg_restore_report said = {0};
  uint8_t *bytes = snapshot_of(from, &len);
  CHECK_EQ_INT(lg_run_restore(to->run, bytes, len, &said), LG_OK);
  free(bytes);
  to->now_ms = from->now_ms;
  return said;
}

static void check_same_state(const driver *a, const driver *b) {
  size_t len_a, len_b;
  uint8_t *bytes_a = snapshot_of(a, &len_a), *bytes_b = snapshot_of(b, &len_b);
  CHECK_EQ_STR((const char *)bytes_b, len_b, (const char *)bytes_a, len_a);
  free(bytes_a);
  free(bytes_b);
}

/* ---- a random life, the same on two runs ------------------------------------------------------------------------- */

/* One random event; a calm agent only polls without news. LG_ENOMEM: the event had no effect. */
static lg_status live(driver *d, uint64_t *random, bool calm, lg_verdict *out) {
  static const char *const names[] = {"read", "bash", "wait", "think", "edit", "job"};
  static const char *const args[] = {"{\"command\":\"ls\"}", "{\"command\":\"make\"}", "{\"command\":\"sleep 9\"}",
                                     "{}"};
  static const char *const results[] = {"a", "b", "ok", "", "pending", "a"};
  static const double steps[] = {0, 10, 900, 5000, 30000, -7000, 1500, 150000};
  uint32_t what = random_below(random, 12), tool = random_below(random, 6), arg = random_below(random, 4);
  d->now_ms += calm ? 5000 : steps[random_below(random, 8)];
  if (calm) what = what < 4 ? 1 : what, tool = arg = 0;
  *out = (lg_verdict){LG_ALLOW, false, LG_NO_TICKET, false};
  uint32_t odd_step = what == 0 ? random_below(random, 9) : 0;
  if (what == 0 && odd_step > 6) return lg_run_stopped(d->run, odd_step == 8, "done", 4, out);
  if (what == 0 && odd_step > 3) return lg_run_step(d->run, LG_COMPACTED);
  if (what == 0) return odd_step < 2 ? lg_run_step(d->run, LG_BEGIN_TURN) : lg_run_step(d->run, LG_UNTRACKED);
  if (what < 4) return lg_run_step(d->run, LG_BEGIN_ROUND);
  d->profile = tool == 4 ? 1 : tool == 5 ? 2 : 0;
  lg_call call = call_of(d, names[tool], args[arg], NULL);
  lg_outcome outcome = result_of(d, calm ? "queued" : results[random_below(random, 6)]);
  uint32_t odd = calm ? 12 : random_below(random, 12);
  if (odd == 0) outcome.result_kind = LG_RESULT_NONE;
  if (odd == 1) outcome = error_of(d, "E");
  if (odd == 2) outcome.transient = outcome.failed = true;
  lg_status status = lg_run_before(d->run, &call, out);
  if (status != LG_OK || out->action > LG_WARN) return status;
  lg_action asked = out->action;
  uint32_t ticket = out->ticket;
  do status = lg_run_after(d->run, ticket, &outcome, out); /* what fails has changed nothing, and is tried again */
  while (status == LG_ENOMEM);
  if (asked > out->action) out->action = asked;
  return status;
}

LG_TEST(a_run_restored_in_the_middle_says_the_same) {
  size_t refused = 0, warned = 0;
  for (uint64_t seed = 1; seed <= 80; seed++) {
    lg_detector_spec specs[] = {news_spec(seed % 2 == 0), spec(LG_NO_PROGRESS, 3)};
    size_t bound = seed % 4 == 0 ? 3 : 100;
    driver d = drive_bounded(NULL, bound, specs, 2), e = drive_bounded(NULL, bound, specs, 2);
    uint64_t random = seed;
    for (int i = 0; i < 300; i++) {
      uint64_t same = random;
      lg_verdict want, got;
      if (i % 40 == 0) {
        lg_restore_report said = pass(&d, &e);
        CHECK(said.version == 7 && said.same_options && said.counts == 0);
        check_same_state(&d, &e);
      }
      CHECK_EQ_INT(live(&d, &random, seed % 5 == 0, &want), LG_OK);
      CHECK_EQ_INT(live(&e, &same, seed % 5 == 0, &got), LG_OK);
      CHECK_EQ_INT(got.action, want.action);
      refused += want.action == LG_HINT;
      warned += want.action == LG_WARN;
      if (want.detected && got.detected) {
        CHECK_EQ_INT(report(&e)->repeats, report(&d)->repeats);
        CHECK(report(&e)->waited_ms == report(&d)->waited_ms);
      }
    }
    check_same_state(&d, &e);
    stop(&d);
    stop(&e);
  }
  CHECK(refused > 500 && warned > 10);
}

/* ---- other guards ------------------------------------------------------------------------------------------------ */

LG_TEST(under_fewer_entries_the_newest_stay_and_less_is_refused) {
  lg_detector_spec one = news_spec(false);
  driver d = drive_bounded(NULL, 100, &one, 1), e = drive_bounded(NULL, 2, &one, 1);
  const char *names[] = {"a", "b", "c", "d"};
  for (int i = 0; i < 8; i++) {
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    act_text(&d, names[i % 4], "{}", "r");
  }
  lg_restore_report said = pass(&d, &e);
  CHECK_EQ_INT(said.counts, 2);
  for (int i = 3; i >= 0; i--) {
    CHECK_EQ_INT(lg_run_step(e.run, LG_BEGIN_ROUND), LG_OK);
    CHECK_EQ_INT(act_text(&e, names[i], "{}", "r"), i >= 2 ? LG_HINT : LG_ALLOW);
  }
  stop(&d);
  stop(&e);
}

LG_TEST(results_beyond_the_bound_are_counted_in_the_report) {
  lg_detector_spec one = news_spec(false);
  driver d = drive_bounded(NULL, 100, &one, 1), e = drive_bounded(NULL, 2, &one, 1);
  const char *results[] = {"a", "b", "c", "d", "e", "f"};
  for (int i = 0; i < 6; i++) f(&d, results[i]); /* five before the last one */
  CHECK_EQ_INT(pass(&d, &e).counts, 3);
  stop(&d);
  stop(&e);
}

/* Such a guard does not see news, so with the state that it was given it would later refuse a call that had some. */
LG_TEST(a_guard_without_no_news_forgets_what_was_learned) {
  lg_detector_spec one = news_spec(false), other = spec(LG_STALL, 9);
  driver d = drive_bounded(NULL, 100, &one, 1), e = drive_bounded(NULL, 100, &other, 1);
  f(&d, "r");
  f(&d, "r");
  pass(&d, &e);
  CHECK_EQ_INT(g(&e, "news"), LG_ALLOW);
  pass(&e, &d);
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  stop(&d);
  stop(&e);
}

LG_TEST(a_clock_at_its_end_says_nothing_of_loops) {
  lg_detector_spec one = news_spec(false);
  driver d = drive_bounded(NULL, 100, &one, 1);
  d.run->news.clock = UINT32_MAX - 1;
  f(&d, "r");
  f(&d, "r");
  g(&d, "news"); /* nobody could tell that this came later */
  CHECK_EQ_INT(f(&d, "r"), LG_ALLOW);
  stop(&d);
}

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

/* Whatever a run with small tables refuses, a run with large ones refuses too. */
LG_TEST(a_small_bound_refuses_less_never_more) {
  size_t refused = 0;
  for (uint64_t seed = 1; seed <= 150; seed++) {
    lg_detector_spec one = news_spec(seed % 2 == 0);
    driver small = drive_bounded(NULL, 1 + seed % 5, &one, 1), large = drive_bounded(NULL, 1000, &one, 1);
    uint64_t random = seed;
    for (int i = 0; i < 200; i++) {
      char args[16];
      snprintf(args, sizeof args, "%u", (unsigned)random_below(&random, 5));
      const char *result = random_below(&random, 4) == 0 ? "other" : "same";
      lg_outcome outcome = result_of(&small, result);
      lg_call call = call_of(&small, "f", args, NULL);
      if (random_below(&random, 25) == 0)
        CHECK(lg_run_step(small.run, LG_UNTRACKED) == LG_OK && lg_run_step(large.run, LG_UNTRACKED) == LG_OK);
      lg_verdict a, b;
      CHECK(lg_run_step(small.run, LG_BEGIN_ROUND) == LG_OK && lg_run_step(large.run, LG_BEGIN_ROUND) == LG_OK);
      CHECK(lg_run_before(small.run, &call, &a) == LG_OK && lg_run_before(large.run, &call, &b) == LG_OK);
      CHECK(a.action == LG_ALLOW || b.action != LG_ALLOW);
      refused += a.action != LG_ALLOW;
      /* it runs or not in both, as the large one says */
      CHECK_EQ_INT(lg_run_resolve(small.run, a.ticket, b.action, 0), LG_OK);
      if (b.action != LG_ALLOW) continue;
      CHECK_EQ_INT(lg_run_after(small.run, a.ticket, &outcome, &a), LG_OK);
      CHECK_EQ_INT(lg_run_after(large.run, b.ticket, &outcome, &b), LG_OK);
    }
    stop(&small);
    stop(&large);
  }
  CHECK(refused > 500);
}

/* ---- short memory ------------------------------------------------------------------------------------------------ */

/* Fails each allocation of each call in turn, then repeats the call: it gives the verdict of a run without failures. */
LG_TEST(a_call_that_failed_for_memory_has_changed_nothing) {
  size_t failures = 0;
  for (uint64_t seed = 1; seed <= 12; seed++) {
    lg_detector_spec one = news_spec(seed % 2 == 0);
    failing_alloc memory = {0};
    lg_allocator allocator = failing_allocator(&memory);
    driver d = drive_bounded(&allocator, 1000, &one, 1), e = drive_bounded(NULL, 1000, &one, 1);
    uint64_t random = seed;
    for (int i = 0; i < 150; i++) {
      uint64_t same = random;
      lg_verdict want, got = {LG_ABORT, true, 7, true};
      CHECK_EQ_INT(live(&e, &random, false, &want), LG_OK);
      for (size_t n = 1;; n++) {
        uint64_t again = same;
        double now = d.now_ms;
        memory.fail_at = memory.requests + n;
        lg_status status = live(&d, &again, false, &got);
        if (status == LG_OK) break;
        CHECK_EQ_INT(status, LG_ENOMEM);
        d.now_ms = now;
        failures++;
      }
      memory.fail_at = 0;
      CHECK_EQ_INT(got.action, want.action);
    }
    stop(&d);
    stop(&e);
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
  CHECK(failures > 50);
}

LG_TEST(each_allocation_of_a_restore_failed_once_changes_nothing) {
  lg_detector_spec one = news_spec(true);
  driver from = drive_bounded(NULL, 1000, &one, 1);
  uint64_t random = 5;
  lg_verdict verdict;
  for (int i = 0; i < 150; i++) CHECK_EQ_INT(live(&from, &random, false, &verdict), LG_OK);
  size_t len, old_len, failures = 0;
  uint8_t *bytes = snapshot_of(&from, &len);
  for (lg_status status = LG_ENOMEM; status != LG_OK;) {
    failing_alloc memory = {0};
    lg_allocator allocator = failing_allocator(&memory);
    driver d = drive_bounded(&allocator, 1000, &one, 1);
    f(&d, "own");
    f(&d, "own");
    uint8_t *old = snapshot_of(&d, &old_len);
    memory.fail_at = memory.requests + failures + 1;
    status = lg_run_restore(d.run, bytes, len, NULL);
    memory.fail_at = 0;
    if (status == LG_OK) {
      check_same_state(&from, &d);
    } else {
      CHECK_EQ_INT(status, LG_ENOMEM);
      failures++;
      size_t now_len;
      uint8_t *now = snapshot_of(&d, &now_len);
      CHECK_EQ_STR((const char *)now, now_len, (const char *)old, old_len);
      CHECK_EQ_INT(f(&d, "own"), LG_HINT);
      free(now);
    }
    free(old);
    stop(&d);
    CHECK_EQ_INT(memory.live_blocks, 0);
  }
  CHECK(failures > 5);
  free(bytes);
  stop(&from);
}

LG_TEST(a_warm_run_allocates_nothing) {
  lg_detector_spec one = news_spec(true);
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  driver d = drive_bounded(&allocator, 20, &one, 1);
  size_t warm = 0;
  for (int i = 0; i < 2000; i++) {
    char args[64];
    snprintf(args, sizeof args, "{\"command\":\"ls %d; sleep 1\"}", i % 50);
    CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_ROUND), LG_OK);
    act_text(&d, "bash", args, i % 3 == 0 ? args : "ok");
    if (i == 200) warm = memory.requests;
  }
  CHECK_EQ_INT(memory.requests, warm);
  stop(&d);
}

/* ---- damage ------------------------------------------------------------------------------------------------------ */

/* News is the last part of the body but for the number of budgets: contradictions there are refused although the
 * checksum is right. */
LG_TEST(a_signed_snapshot_with_news_that_makes_no_sense_is_refused) {
  static const uint8_t zero[LG_KEY_SIZE] = {0};
  lg_detector_spec one = news_spec(true);
  driver d = drive_bounded(NULL, 100, &one, 1), e = drive_bounded(NULL, 100, &one, 1);
  f(&d, "r"); /* one call, and no result before its last */
  size_t len;
  uint8_t *bytes = snapshot_of(&d, &len);
  uint8_t *news = bytes + len - 16 - 4 - 4 - 42 - 4 - 8 - 1 -
                  46; /* checksum, budgets, past, the call, calls, origin, flag, clocks and pauses */
  CHECK_EQ_INT(news[0], 2);
  static const struct {
    size_t at, size;
    uint8_t value;
  } cases[] = {
      {4, 4, 0x7f},       /* news later than now */
      {8, 4, 0x7f},       /* a wait later than now */
      {12, 4, 0x7f},      /* one that nobody believes yet, later than now */
      {28, 1, 16},        /* more pauses than there are places */
      {29, 1, 15},        /* a next place that there is not */
      {29, 1, 1},         /* a next place that is not behind the last pause */
      {30, 4, 0x7f},      /* a turn later than now */
      {34, 4, 0x7f},      /* a round later than now */
      {38, 4, 0x7f},      /* a compaction later than now */
      {42, 1, 1},         /* one that counts, later than the newest one */
      {47, 8, 0xff},      /* an origin that is no number */
      {55, 4, 0x7f},      /* more calls than there are bytes */
      {59 + 24, 4, 0x7f}, /* a call that came back later than now */
      {59 + 38, 1, 2},    /* more without a wait than in a row */
      {59 + 40, 1, 2},    /* more without news than without a wait */
      {59 + 42, 4, 0x7f}, /* more results than there are bytes */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t kept[8];
    memcpy(kept, news + cases[i].at, cases[i].size);
    memset(news + cases[i].at, cases[i].value, cases[i].size);
    lg_digest sum = lg_digest_bytes(zero, bytes, len - 16);
    memcpy(bytes + len - 16, sum.bytes, 16);
    CHECK_EQ_INT(lg_run_restore(e.run, bytes, len, NULL), LG_ESNAPSHOT);
    memcpy(news + cases[i].at, kept, cases[i].size);
  }
  lg_digest sum = lg_digest_bytes(zero, bytes, len - 16);
  memcpy(bytes + len - 16, sum.bytes, 16);
  CHECK_EQ_INT(lg_run_restore(e.run, bytes, len, NULL), LG_OK);
  free(bytes);
  stop(&d);
  stop(&e);
}
