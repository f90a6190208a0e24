/* Why detectors fired or kept silent: what an explanation says is what the verdict says, and asking for it changes
 * none. */
#include "failing_alloc.h"
#include "news_driver.h"
#include "random64.h"

static const lg_explanation *explanation(const driver *d) {
  static const lg_explanation none;
  const lg_explanation *said = &none;
  CHECK_EQ_INT(lg_run_explanation(d->run, &said), LG_OK);
  return said;
}

static driver explained(driver d) {
  CHECK_EQ_INT(lg_run_explain(d.run), LG_OK);
  return d;
}

LG_TEST(nothing_is_kept_unless_somebody_asks) {
  driver d = drive(spec(LG_REPEAT, 2), HINT);
  const lg_explanation *said;
  CHECK_EQ_INT(lg_run_explanation(d.run, &said), LG_EINVAL);
  CHECK_EQ_INT(lg_run_explain(NULL), LG_EINVAL);
  CHECK_EQ_INT(lg_run_explanation(NULL, &said), LG_EINVAL);
  CHECK_EQ_INT(lg_run_explain(d.run), LG_OK);
  CHECK_EQ_INT(lg_run_explain(d.run), LG_OK);
  CHECK_EQ_INT(lg_run_explanation(d.run, NULL), LG_EINVAL);
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_NOT);
  CHECK_EQ_INT(explanation(&d)->ticket, LG_NO_TICKET);
  act_text(&d, "read", "{}", "x");
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_COMPLETED);
  CHECK_EQ_INT(explanation(&d)->count, 1);
  CHECK_EQ_INT(lg_run_step(d.run, LG_RESET), LG_OK);
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_NOT);
  stop(&d);
}

LG_TEST(no_memory_for_it_leaves_the_run_as_it_was) {
  failing_alloc memory = {0};
  lg_allocator allocator = failing_allocator(&memory);
  lg_detector_spec one = spec(LG_REPEAT, 2);
  driver d = drive_with(&allocator, &one, 1, HINT, false);
  act_text(&d, "read", "{}", "x");
  memory.fail_at = memory.requests + 1;
  CHECK_EQ_INT(lg_run_explain(d.run), LG_ENOMEM);
  const lg_explanation *said;
  CHECK_EQ_INT(lg_run_explanation(d.run, &said), LG_EINVAL);
  memory.fail_at = 0;
  CHECK_EQ_INT(lg_run_explain(d.run), LG_OK);
  act_text(&d, "read", "{}", "x");
  CHECK(explanation(&d)->detectors[0].fires);
  stop(&d);
  CHECK_EQ_INT(memory.live_blocks, 0);
}

LG_TEST(a_call_that_goes_on_with_a_loop) {
  driver d = explained(drive(spec(LG_NO_PROGRESS, 2), HINT));
  before(&d, "read", "{}");
  CHECK_EQ_INT(explanation(&d)->detectors[0].why, LG_WHY_NOT_ARMED);
  CHECK_EQ_INT(explanation(&d)->ticket, d.last.ticket);
  after(&d, d.last.ticket, result_of(&d, "x"));
  CHECK_EQ_INT(explanation(&d)->detectors[0].why, LG_WHY_FIRST);
  CHECK_EQ_INT(act_text(&d, "read", "{}", "x"), LG_HINT);
  lg_explained one = explanation(&d)->detectors[0];
  CHECK(one.fires && one.strong && one.why == LG_WHY_COUNTED);
  CHECK_EQ_INT(one.count, 2);
  CHECK_EQ_INT(one.like, 1);
  CHECK_EQ_INT(before(&d, "read", "{}"), LG_HINT);
  one = explanation(&d)->detectors[0];
  CHECK(one.fires && one.why == LG_WHY_GOES_ON);
  CHECK_EQ_INT(one.count, 2); /* what it says of results is true of calls that ran */
  CHECK_EQ_INT(one.threshold, 2);
  stop(&d);
}

LG_TEST(siblings_and_polls_are_no_observations_of_their_own) {
  driver d = explained(drive(spec(LG_NO_PROGRESS, 2), HINT));
  before(&d, "read", "{}");
  uint32_t first = d.last.ticket;
  before(&d, "read", "{}");
  uint32_t second = d.last.ticket;
  before(&d, "read", "{}");
  uint32_t third = d.last.ticket;
  after(&d, first, result_of(&d, "x"));
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_COMPLETED);
  after(&d, second, result_of(&d, "x"));
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_SIBLING);
  CHECK_EQ_INT(explanation(&d)->sibling, 0);
  CHECK_EQ_INT(explanation(&d)->detectors[0].why, LG_WHY_UNASKED);
  after(&d, third, result_of(&d, "y"));
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_SIBLING_DIFFERS);
  lg_profile poll = {.poll = true}, exempt = {.exempt = true};
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &poll, false, &d.profile), LG_OK);
  before(&d, "status", "{}");
  CHECK(explanation(&d)->poll);
  CHECK_EQ_INT(explanation(&d)->detectors[0].why, LG_WHY_POLL);
  after(&d, d.last.ticket, result_of(&d, "x"));
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_POLL);
  CHECK_EQ_INT(lg__guard_add_profile(d.guard, &exempt, false, &d.profile), LG_OK);
  before(&d, "free", "{}");
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_NOT);
  stop(&d);
}

LG_TEST(what_was_news) {
  driver d = explained(drive_news());
  f(&d, "a");
  CHECK_EQ_INT(explanation(&d)->news, LG_NEWS_WHY_RESULT);
  f(&d, "a");
  CHECK_EQ_INT(explanation(&d)->news, LG_NEWS_WHY_NOT);
  CHECK_EQ_INT(explanation(&d)->detectors[0].why, LG_WHY_COUNTED); /* of before, which is still there */
  turn_of(&d, "other", "{}", NULL);
  CHECK_EQ_INT(explanation(&d)->news, LG_NEWS_WHY_NO_RESULT);
  g(&d, "OK");
  before(&d, "list", "{\"p\":2}");
  CHECK_EQ_INT(explanation(&d)->detectors[0].why, LG_WHY_ACK);
  CHECK_EQ_INT(explanation(&d)->detectors[0].threshold, 4);
  uint32_t late = d.last.ticket;
  CHECK_EQ_INT(lg_run_step(d.run, LG_BEGIN_TURN), LG_OK);
  after(&d, late, result_of(&d, "OK"));
  CHECK_EQ_INT(explanation(&d)->news, LG_NEWS_WHY_TURN);
  turn_of(&d, "wait_for", "{}", "x");
  CHECK(explanation(&d)->waits);
  stop(&d);
}

LG_TEST(a_restored_run_still_explains_itself) {
  driver d = explained(drive(spec(LG_REPEAT, 3), HINT));
  act_text(&d, "read", "{}", "x");
  const uint8_t *bytes;
  size_t len;
  CHECK_EQ_INT(lg_run_snapshot(d.run, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, len);
  CHECK_EQ_INT(lg_run_restore(d.run, copy, len, NULL), LG_OK);
  free(copy);
  CHECK_EQ_INT(explanation(&d)->seen, LG_SEEN_NOT);
  act_text(&d, "read", "{}", "x");
  CHECK_EQ_INT(explanation(&d)->detectors[0].count, 2);
  stop(&d);
}

/* ---- random runs ------------------------------------------------------------------------------------------------- */

enum { RUNS = 3000, EVENTS = 60, OPEN = 6 };

static lg_detector_spec any_detector(uint64_t *state) {
  static const lg_detector_type types[] = {LG_COUNT,       LG_REPEAT,       LG_STALL,         LG_PING_PONG,
                                           LG_CYCLE,       LG_DUPLICATE,    LG_SIMILAR_QUERY, LG_LIMIT,
                                           LG_NO_PROGRESS, LG_ERROR_STREAK, LG_UNKNOWN_TOOL,  LG_NO_NEWS};
  lg_detector_spec s = spec(types[random_below(state, sizeof types / sizeof *types)], 2 + random_below(state, 3));
  s.window_size = 6 + random_below(state, 12);
  if (s.type == LG_CYCLE) s.max_cycle_len = 1 + random_below(state, 3);
  s.transient_threshold = 2 + random_below(state, 4);
  s.ack_threshold = 2 + random_below(state, 4);
  s.settled = random_below(state, 2) == 0;
  s.strong_only = random_below(state, 2) == 0;
  s.failures_only = random_below(state, 3) == 0;
  s.canonical = random_below(state, 2) == 0;
  s.max_wait_ms = random_below(state, 2) * 9000.0;
  return s;
}

static bool looks_before(lg_detector_type type) {
  return type == LG_COUNT || type == LG_DUPLICATE || type == LG_SIMILAR_QUERY || type == LG_LIMIT ||
         type == LG_UNKNOWN_TOOL || type == LG_NO_NEWS;
}

static bool is_by_time(lg_why why) {
  return why == LG_WHY_WAITS || why == LG_WHY_BEHIND_WAIT || why == LG_WHY_IDLE || why == LG_WHY_NOT_YET;
}

/* What holds of everything that a detector says. */
static void check_sense(const lg_explained *one) {
  if (one->fires) CHECK(one->why == LG_WHY_COUNTED || one->why == LG_WHY_GOES_ON || is_by_time(one->why));
  if (one->fires && !is_by_time(one->why)) CHECK(one->count >= one->threshold);
  if (!one->fires && one->why == LG_WHY_COUNTED) CHECK(one->count < one->threshold || one->sibling);
  CHECK(one->why != LG_WHY_BY_HOST && one->cycle_length >= 1);
}

typedef struct twin {
  driver plain, telling; /* the same guard; the second explains itself */
  const lg_detector_spec *specs;
  uint32_t open[OPEN], opened;
  bool shadow;
  long fired, silent;
} twin;

/* The first that fires of those that look at calls before they run, or of the others; or NULL. */
static const lg_explained *first_firing(twin *t, const lg_explanation *said, bool before) {
  const lg_explained *first = NULL;
  for (uint32_t i = 0; i < said->count; i++) {
    const lg_explained *one = &said->detectors[i];
    check_sense(one);
    if (!before && looks_before(t->specs[i].type)) continue;
    if (one->fires && first == NULL) first = one;
    t->fired += one->fires;
    t->silent += !one->fires;
  }
  return first;
}

static void check_report(const twin *t, const lg_explanation *said, const lg_explained *first) {
  const lg_report *r = report(&t->telling);
  CHECK(first != NULL);
  if (first == NULL) return;
  CHECK_EQ_INT(r->detector, first - said->detectors);
  CHECK_EQ_INT(r->repeats, first->count);
  CHECK_EQ_INT(r->cycle_length, first->cycle_length);
  CHECK_EQ_INT(r->strong, first->strong);
  CHECK(r->waited_ms == first->waited_ms);
}

static void check_same(const twin *t) {
  const lg_verdict *a = &t->plain.last, *b = &t->telling.last;
  CHECK(a->action == b->action && a->detected == b->detected && a->ticket == b->ticket);
}

static lg_call any_call(uint64_t *state, const driver *d) {
  static const char *const names[] = {"read", "edit", "wait_for", "bash"};
  static const char *const args[] = {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", "{}", "{\"command\":\"ls\"}"};
  static const char *const queries[] = {NULL, "", "\nfind the words", "\nfind the word", "\nsomething else"};
  lg_call call = call_of(d, names[random_below(state, 4)], args[random_below(state, 4)], NULL);
  call.query = queries[random_below(state, 5)];
  call.query_len = call.query == NULL ? 0 : strlen(call.query);
  call.profile = random_below(state, 8) == 0 ? 1 : random_below(state, 3) == 0 ? 2 : 3;
  return call;
}

static lg_outcome any_outcome(uint64_t *state, const driver *d) {
  static const char *const texts[] = {"one", "one", "two", "OK", NULL};
  if (random_below(state, 4) != 0) return result_of(d, texts[random_below(state, 5)]);
  lg_outcome failure = error_of(d, random_below(state, 3) == 0 ? "bang" : "boom");
  failure.transient = random_below(state, 4) == 0;
  return failure;
}

static void ask(twin *t, const lg_call *call) {
  CHECK_EQ_INT(lg_run_before(t->plain.run, call, &t->plain.last), LG_OK);
  CHECK_EQ_INT(lg_run_before(t->telling.run, call, &t->telling.last), LG_OK);
  check_same(t);
  const lg_explanation *said = explanation(&t->telling);
  CHECK_EQ_INT(said->seen, LG_SEEN_ASKED);
  CHECK_EQ_INT(said->ticket, t->telling.last.ticket);
  const lg_explained *first = first_firing(t, said, true);
  if (t->telling.last.detected)
    check_report(t, said, first);
  else
    CHECK(first == NULL);
  if (t->opened < OPEN) t->open[t->opened++] = t->telling.last.ticket;
}

static void finish(twin *t, uint64_t *state) {
  if (t->opened == 0) return;
  uint32_t chosen = random_below(state, t->opened), ticket = t->open[chosen];
  t->open[chosen] = t->open[--t->opened];
  if (random_below(state, 2) == 0) {
    CHECK_EQ_INT(lg_run_resolve(t->plain.run, ticket, LG_ALLOW, 0),
                 lg_run_resolve(t->telling.run, ticket, LG_ALLOW, 0));
  }
  lg_outcome outcome = any_outcome(state, &t->telling);
  CHECK_EQ_INT(lg_run_after(t->plain.run, ticket, &outcome, &t->plain.last), LG_OK);
  CHECK_EQ_INT(lg_run_after(t->telling.run, ticket, &outcome, &t->telling.last), LG_OK);
  check_same(t);
  if (t->telling.last.ticket == LG_NO_TICKET) return; /* refused, or given up */
  const lg_explanation *said = explanation(&t->telling);
  CHECK_EQ_INT(said->ticket, ticket);
  CHECK(said->seen >= LG_SEEN_COMPLETED);
  const lg_explained *first = said->seen == LG_SEEN_COMPLETED ? first_firing(t, said, false) : NULL;
  /* what waited for the result was explained when the call was asked for */
  if (t->telling.last.detected && !report(&t->telling)->held) check_report(t, said, first);
  /* what was struck for before the call ran is not said twice, but by a shadow */
  if (!t->telling.last.detected && t->shadow) CHECK(first == NULL);
}

static void check_snapshots(const twin *t) {
  const uint8_t *bytes;
  size_t len, other_len;
  CHECK_EQ_INT(lg_run_snapshot(t->plain.run, &bytes, &len), LG_OK);
  uint8_t *copy = malloc(len);
  if (copy == NULL) abort();
  memcpy(copy, bytes, len);
  CHECK_EQ_INT(lg_run_snapshot(t->telling.run, &bytes, &other_len), LG_OK);
  CHECK_EQ_STR((const char *)bytes, other_len, (const char *)copy, len);
  free(copy);
}

static void step(twin *t, uint64_t *state) {
  driver *both[] = {&t->plain, &t->telling};
  uint32_t what = random_below(state, 40);
  t->plain.now_ms = t->telling.now_ms += random_below(state, 6) == 0 ? 4000 : 100;
  lg_call call = any_call(state, &t->telling);
  if (what < 16) {
    ask(t, &call);
  } else if (what < 30) {
    finish(t, state);
  } else if (what < 33) {
    lg_outcome failure = error_of(&t->telling, "no such tool");
    for (int i = 0; i < 2; i++) CHECK_EQ_INT(lg_run_invalid(both[i]->run, &call, &failure, &both[i]->last), LG_OK);
    check_same(t);
    const lg_explained *first = first_firing(t, explanation(&t->telling), true);
    if (!t->telling.last.detected) CHECK(first == NULL || !t->shadow);
  } else {
    for (int i = 0; i < 2; i++)
      CHECK_EQ_INT(what == 39 ? lg_run_step(both[i]->run, LG_BEGIN_TURN) : lg_run_step(both[i]->run, LG_BEGIN_ROUND),
                   LG_OK);
  }
}

LG_TEST(what_is_said_is_what_the_verdicts_say) {
  long fired = 0, silent = 0;
  for (uint64_t seed = 1; seed <= RUNS && !lg_test_failed; seed++) {
    uint64_t state = seed;
    lg_detector_spec specs[6];
    size_t count = 1 + random_below(&state, 6);
    for (size_t i = 0; i < count; i++) specs[i] = any_detector(&state);
    twin t = {.specs = specs, .shadow = random_below(&state, 2) == 0};
    lg_ladder ladder = random_below(&state, 2) == 0 ? STAIRS : (lg_ladder){.warn = 1};
    t.plain = drive_with(NULL, specs, count, ladder, t.shadow);
    t.telling = explained(drive_with(NULL, specs, count, ladder, t.shadow));
    const lg_profile profiles[] = {{.poll = true, .limit = 3}, {.mutates = true, .max_repeats = 3}, {.similar = true}};
    for (int i = 0; i < 3; i++) {
      uint32_t number;
      CHECK_EQ_INT(lg__guard_add_profile(t.plain.guard, &profiles[i], false, &number), LG_OK);
      CHECK_EQ_INT(lg__guard_add_profile(t.telling.guard, &profiles[i], false, &number), LG_OK);
    }
    for (int i = 0; i < EVENTS; i++) step(&t, &state);
    check_snapshots(&t);
    if (lg_test_failed) fprintf(stderr, "seed %llu\n", (unsigned long long)seed);
    fired += t.fired, silent += t.silent;
    stop(&t.plain);
    stop(&t.telling);
  }
  CHECK(fired > RUNS && silent > 10 * RUNS);
}
