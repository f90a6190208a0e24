/* news.c alone: against an oracle, at its bounds, and with broken clocks. */
#include "state/news.h"

#include <math.h>

#include "failing_alloc.h"
#include "lg_test.h"
#include "oracle_news.h"
#include "random64.h"

static const uint8_t KEY[LG_KEY_SIZE] = {7};

static lg_digest digest_of(int number) { return lg_digest_bytes(KEY, &number, sizeof number); }

static lg_news_result result_of(const lg_news *news, int result) {
  return (lg_news_result){.result = digest_of(result), .comparable = result >= 0, .round_at = news->round_at};
}

static lg_news_call *ask(lg_news *news, int call, double now_ms) {
  lg_digest identity = digest_of(call);
  lg_news_call *known;
  CHECK_EQ_INT(lg__news_touch(news, &identity, &known), LG_OK);
  lg__news_requested(news, known, now_ms);
  return known;
}

/* Whether its loop, if there was one, is over. */
static bool complete(lg_news *news, int call, const lg_news_result *result) {
  lg_digest identity = digest_of(call);
  lg_news_kind kind = lg__news_completed(news, KEY, &identity, result);
  return kind == LG_NEWS_FIRST || kind == LG_NEWS_OVER;
}

/* A round of one call. */
static bool act(lg_news *news, int call, int result) {
  lg__news_round(news);
  ask(news, call, 0);
  lg_news_result back = result_of(news, result);
  return complete(news, call, &back);
}

static lg_news_call *find(const lg_news *news, int call) {
  lg_digest identity = digest_of(call);
  return lg__news_find(news, &identity);
}

static lg_allocator plain(failing_alloc *memory) {
  *memory = (failing_alloc){0};
  return failing_allocator(memory);
}

static void end(lg_news *news, const failing_alloc *memory) {
  lg__news_free(news);
  CHECK_EQ_INT(memory->live_blocks, 0);
}

#define NEWS(max)                                                                                                      \
  failing_alloc memory;                                                                                                \
  lg_allocator allocator = plain(&memory);                                                                             \
  lg_news news;                                                                                                        \
  lg__news_init(&news, &allocator, max)

/* ---- against the oracle ------------------------------------------------------------------------------------------ */

enum { CALLS = 6, RESULTS = 4, OPEN = 6 };

typedef struct stream {
  uint64_t random;
  lg_news news;
  oracle oracle;
  failing_alloc memory;
  int round; /* the event with which it began */
  struct {
    int call, round;
    uint32_t round_at;
  } open[OPEN];
  size_t open_count;
  bool exact; /* else bounds and failing memory make it forget */
} stream;

/* Whatever news.c counts, the oracle must count too; without bounds and failures both must be equal. */
static bool agrees(const stream *s) {
  int moments = oracle_moments(&s->oracle);
  if (s->exact && s->news.clock - s->news.last_news != (uint32_t)moments) return false;
  if (s->news.clock - s->news.last_news > (uint32_t)moments) return false;
  for (int call = 0; call < CALLS; call++) {
    const lg_news_call *known = find(&s->news, call);
    oracle_call want = oracle_know(&s->oracle, call);
    if (known == NULL && s->exact && want.last >= 0) return false;
    if (known == NULL) continue;
    bool quiet = known->in_a_row > 0 && s->news.last_news <= known->at;
    bool want_quiet = want.last >= 0 && !oracle_news_between(&s->oracle, want.last, s->oracle.count);
    bool changed = (known->flags & LG_NEWS_CHANGED) != 0, moves = (known->flags & LG_NEWS_MOVES) != 0;
    if (s->exact && (known->in_a_row != want.in_a_row || known->still != want.still)) return false;
    if (s->exact && (quiet != want_quiet || changed != want.changed || moves != want.moves)) return false;
    if (known->in_a_row > want.in_a_row || known->still > want.still || (quiet && !want_quiet)) return false;
    if (known->in_a_row > 0 && want.changed && !changed) return false;
  }
  return true;
}

static bool come_back(stream *s) {
  uint64_t *random = &s->random;
  size_t which = random_below(random, (uint32_t)s->open_count);
  int call = s->open[which].call, round = s->open[which].round;
  int result = (int)random_below(random, RESULTS + 3) - 1; /* the last ones often, so that some repeat */
  if (result >= RESULTS) result = 0;
  lg_news_result back = {.result = digest_of(result), .comparable = result >= 0, .round_at = s->open[which].round_at};
  back.mutated = random_below(random, 15) == 0;
  back.thought = random_below(random, 6) == 0;
  if (random_below(random, 6) == 0) back.flags = LG_NEWS_TRANSIENT;
  s->open[which] = s->open[--s->open_count];
  bool over = complete(&s->news, call, &back);
  bool want =
      oracle_completed(&s->oracle, call, result, round, back.mutated, back.thought, back.flags == LG_NEWS_TRANSIENT);
  return s->exact ? over == want : over || !want;
}

/* When a full table drops the entry of a call with open siblings, they can no longer be recognised as siblings. So
 * streams with small bounds have none: a call that is open, or returned in this round, is not requested again. */
static bool may_be_asked(const stream *s, int call) {
  if (s->news.calls.max_entries >= CALLS) return true;
  for (size_t i = 0; i < s->open_count; i++)
    if (s->open[i].call == call) return false;
  for (int i = s->round + 1; i < s->oracle.count; i++)
    if (s->oracle.events[i].call == call) return false;
  return true;
}

static bool step(stream *s) {
  uint64_t *random = &s->random;
  uint32_t what = random_below(random, 20);
  if (what == 0) {
    lg__news_happened(&s->news);
    oracle_add(&s->oracle, (oracle_event){.call = -1, .news = true});
  } else if (what < 8) {
    lg__news_round(&s->news);
    s->round = s->oracle.count;
    oracle_add(&s->oracle, (oracle_event){.call = -1, .round = true});
  } else if (what < 13 && s->open_count < OPEN) {
    int call = (int)random_below(random, CALLS);
    lg_digest identity = digest_of(call);
    lg_news_call *known;
    if (!may_be_asked(s, call)) return true;
    if (lg__news_touch(&s->news, &identity, &known) != LG_OK) return !s->exact; /* and so it is not asked */
    lg__news_requested(&s->news, known, 0);
    s->open[s->open_count].call = call;
    s->open[s->open_count].round = s->round;
    s->open[s->open_count++].round_at = s->news.round_at;
  } else if (s->open_count > 0) {
    return come_back(s);
  }
  return true;
}

static void run_stream(size_t max_entries, bool failing, uint64_t seed) {
  static stream s;
  s = (stream){.random = seed, .round = -1, .exact = max_entries >= CALLS * RESULTS && !failing};
  lg_allocator allocator = failing_allocator(&s.memory);
  lg__news_init(&s.news, &allocator, max_entries);
  for (int i = 0; i < ORACLE_MAX - 1; i++) {
    if (failing) s.memory.fail_at = s.memory.requests + 1 + random_below(&s.random, 2);
    if (step(&s) && agrees(&s)) continue;
    lg_test_fail(__FILE__, __LINE__, "the module knows what the list says");
    fprintf(stderr, "  max %zu, failing %d, seed %llu, step %d\n", max_entries, failing, (unsigned long long)seed, i);
    break;
  }
  lg__news_free(&s.news);
  CHECK_EQ_INT(s.memory.live_blocks, 0);
}

LG_TEST(a_stream_is_known_as_from_a_list_of_all_of_it) {
  for (uint64_t seed = 1; seed <= 60; seed++) run_stream(100, false, seed);
}

LG_TEST(what_a_bound_forgets_makes_less_of_a_loop_never_more) {
  for (size_t max = 1; max < 8; max++)
    for (uint64_t seed = 1; seed <= 25; seed++) run_stream(max, false, seed);
}

LG_TEST(without_memory_less_is_a_loop_never_more) {
  for (uint64_t seed = 1; seed <= 40; seed++) run_stream(seed % 2 ? 100 : 3, true, seed);
}

/* ---- what counts ------------------------------------------------------------------------------------------------- */

LG_TEST(a_result_that_came_before_the_last_one_is_no_news) {
  NEWS(10);
  CHECK(act(&news, 1, 1));
  CHECK(act(&news, 1, 2));
  uint32_t last_news = news.last_news;
  CHECK(act(&news, 1, 1)); /* its loop is over, but nothing was learned */
  CHECK_EQ_INT(news.last_news, last_news);
  CHECK(!act(&news, 1, 1));
  CHECK_EQ_INT(find(&news, 1)->in_a_row, 2);
  CHECK_EQ_INT(find(&news, 1)->flags, LG_NEWS_CHANGED | LG_NEWS_MOVES);
  end(&news, &memory);
}

LG_TEST(a_thought_is_no_news_and_a_change_is_always) {
  NEWS(10);
  act(&news, 1, 1);
  uint32_t last_news = news.last_news;
  lg_news_result back = result_of(&news, 5);
  back.thought = true;
  ask(&news, 2, 0);
  CHECK(complete(&news, 2, &back));
  CHECK_EQ_INT(news.last_news, last_news);
  back.mutated = true;
  lg__news_round(&news);
  back.round_at = news.round_at;
  CHECK(!complete(&news, 2, &back)); /* the change itself is as it was */
  CHECK_EQ_INT(news.last_news, news.clock);
  CHECK(news.last_news <= find(&news, 2)->at && news.last_news > find(&news, 1)->at);
  end(&news, &memory);
}

LG_TEST(a_change_made_by_a_sibling_is_news_too) {
  NEWS(10);
  lg__news_round(&news);
  ask(&news, 1, 0);
  ask(&news, 2, 0);
  lg_news_result change = result_of(&news, 1), other = result_of(&news, 2);
  change.mutated = true;
  complete(&news, 1, &change);
  complete(&news, 2, &other);
  CHECK(!complete(&news, 1, &change));
  CHECK(news.last_news > find(&news, 2)->at);
  CHECK_EQ_INT(find(&news, 1)->in_a_row, 1);
  CHECK(news.last_news <= find(&news, 1)->at);
  end(&news, &memory);
}

LG_TEST(a_call_that_made_room_meanwhile_is_news) {
  NEWS(1);
  ask(&news, 1, 0);
  ask(&news, 2, 0);
  lg_news_result back = result_of(&news, 1);
  CHECK(complete(&news, 1, &back));
  CHECK(find(&news, 1) == NULL);
  CHECK_EQ_INT(news.last_news, news.clock);
  CHECK_EQ_INT(news.clock, 2);
  end(&news, &memory);
}

/* A full table may have dropped a call that it gets again, so whether its results ever differed is not known. */
LG_TEST(a_full_table_does_not_say_of_a_call_that_it_never_changed) {
  NEWS(2);
  act(&news, 1, 1);
  CHECK_EQ_INT(find(&news, 1)->flags, 0);
  act(&news, 1, 2);
  act(&news, 2, 1);
  act(&news, 3, 1); /* 1 makes room */
  CHECK(find(&news, 1) == NULL);
  act(&news, 1, 1);
  act(&news, 1, 1);
  CHECK_EQ_INT(find(&news, 1)->in_a_row, 2);
  CHECK_EQ_INT(find(&news, 1)->flags, LG_NEWS_CHANGED | LG_NEWS_MOVES);
  end(&news, &memory);
}

LG_TEST(a_rate_limit_that_is_gone_is_no_change) {
  NEWS(10);
  act(&news, 1, 1);
  lg__news_round(&news);
  lg_news_result limited = result_of(&news, 9);
  limited.flags = LG_NEWS_TRANSIENT;
  complete(&news, 1, &limited);
  CHECK_EQ_INT(find(&news, 1)->flags, LG_NEWS_TRANSIENT);
  act(&news, 1, 1);
  CHECK_EQ_INT(find(&news, 1)->flags, 0);
  act(&news, 2, 1);
  act(&news, 1, 2);
  CHECK_EQ_INT(find(&news, 1)->flags, LG_NEWS_CHANGED);
  act(&news, 1, 1);
  CHECK_EQ_INT(find(&news, 1)->flags, LG_NEWS_CHANGED | LG_NEWS_MOVES); /* nothing was news in between */
  end(&news, &memory);
}

LG_TEST(clearing_forgets_everything) {
  NEWS(10);
  act(&news, 1, 1);
  ask(&news, 1, 5000);
  lg__news_clear(&news);
  CHECK(find(&news, 1) == NULL && news.clock == 1 && news.last_news == 1 && news.round_at == 1 && !news.has_origin);
  CHECK(act(&news, 1, 1));
  end(&news, &memory);
}

LG_TEST(a_warm_module_allocates_nothing) {
  NEWS(8);
  for (int i = 0; i < 200; i++) act(&news, i % 20, i % 7);
  size_t warm = memory.requests;
  for (int i = 0; i < 2000; i++) act(&news, i % 20, i % 7);
  CHECK_EQ_INT(memory.requests, warm);
  end(&news, &memory);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

LG_TEST(time_begins_with_the_first_that_is_told) {
  NEWS(10);
  CHECK_EQ_INT(lg__news_time(&news, 1000), LG_NEWS_TIMELESS);
  CHECK_EQ_INT(ask(&news, 1, (double)NAN)->requested, LG_NEWS_TIMELESS);
  CHECK_EQ_INT(ask(&news, 1, (double)INFINITY)->requested, LG_NEWS_TIMELESS);
  CHECK(!news.has_origin);
  CHECK_EQ_INT(ask(&news, 1, 1e12)->requested, 0);
  CHECK_EQ_INT(lg__news_time(&news, 1e12 + 12345), 123);
  CHECK_EQ_INT(lg__news_time(&news, 1e12 - 1), 0); /* ran backwards */
  CHECK_EQ_INT(lg__news_time(&news, -1e300), 0);
  CHECK_EQ_INT(lg__news_time(&news, (double)NAN), LG_NEWS_TIMELESS);
  CHECK_EQ_INT(lg__news_time(&news, -(double)INFINITY), LG_NEWS_TIMELESS);
  CHECK_EQ_INT(lg__news_time(&news, 1e300), LG_NEWS_TIMELESS); /* beyond thirteen years nobody can say */
  CHECK_EQ_INT(lg__news_time(&news, 1e12 + 4294967294e2), 4294967294);
  CHECK_EQ_INT(lg__news_time(&news, 1e12 + 4294967295e2), LG_NEWS_TIMELESS);
  end(&news, &memory);
}

LG_TEST(no_time_passes_where_nobody_can_say) {
  CHECK(lg__news_elapsed_ms(10, 35) == 2500);
  CHECK(lg__news_elapsed_ms(35, 10) == 0);
  CHECK(lg__news_elapsed_ms(10, 10) == 0);
  CHECK(lg__news_elapsed_ms(10, LG_NEWS_TIMELESS) == 0);
  CHECK(lg__news_elapsed_ms(LG_NEWS_TIMELESS, 10) == 0);
  CHECK(lg__news_elapsed_ms(LG_NEWS_TIMELESS, LG_NEWS_TIMELESS) == 0);
  CHECK(lg__news_elapsed_ms(0, UINT32_MAX - 1) == 429496729400.0);
}

LG_TEST(results_in_a_row_are_timed_from_when_the_first_came) {
  NEWS(10);
  ask(&news, 1, (double)NAN); /* of a history: timed from its end on */
  lg_news_result back = result_of(&news, 1);
  complete(&news, 1, &back);
  CHECK_EQ_INT(find(&news, 1)->since, LG_NEWS_TIMELESS);
  ask(&news, 2, 1000);
  ask(&news, 1, 6000);
  CHECK_EQ_INT(find(&news, 1)->since, 50);
  lg__news_round(&news);
  back = result_of(&news, 1);
  complete(&news, 1, &back);
  CHECK_EQ_INT(find(&news, 1)->since, 50);
  lg__news_round(&news);
  ask(&news, 1, 9000);
  back = result_of(&news, 2);
  back.asked_ms = 9000;
  back.returned_ms = 9500;
  complete(&news, 1, &back);
  CHECK_EQ_INT(find(&news, 1)->since, 85);
  end(&news, &memory);
}

LG_TEST(a_result_is_the_first_another_the_same_or_its_siblings) {
  NEWS(10);
  lg_digest identity = digest_of(1);
  ask(&news, 1, 0);
  lg_news_result back = result_of(&news, 1);
  CHECK_EQ_INT(lg__news_completed(&news, KEY, &identity, &back), LG_NEWS_FIRST);
  CHECK_EQ_INT(lg__news_completed(&news, KEY, &identity, &back), LG_NEWS_SIBLING);
  lg__news_round(&news);
  back = result_of(&news, 1);
  CHECK_EQ_INT(lg__news_completed(&news, KEY, &identity, &back), LG_NEWS_AGAIN);
  lg__news_happened(&news);
  lg__news_round(&news);
  back = result_of(&news, 1);
  CHECK_EQ_INT(lg__news_completed(&news, KEY, &identity, &back), LG_NEWS_OVER);
  back = result_of(&news, 2);
  CHECK_EQ_INT(lg__news_completed(&news, KEY, &identity, &back), LG_NEWS_OVER);
  back = result_of(&news, -1);
  CHECK_EQ_INT(lg__news_completed(&news, KEY, &identity, &back), LG_NEWS_OVER);
  end(&news, &memory);
}

/* ---- compaction -------------------------------------------------------------------------------------------------- */

LG_TEST(a_late_result_is_lost_if_results_came_between_its_round_and_the_compaction) {
  NEWS(10);
  act(&news, 1, 1);
  lg__news_compacted(&news);
  CHECK(lg__news_is_lost(&news, find(&news, 1)));
  lg__news_round(&news);
  lg_news_result back = result_of(&news, 1);
  back.late = true;
  complete(&news, 1, &back);
  CHECK(!lg__news_is_lost(&news, find(&news, 1))); /* its round began after the compaction */
  act(&news, 2, 1);
  lg__news_compacted(&news);
  CHECK(lg__news_is_lost(&news, find(&news, 1)));
  complete(&news, 1, &back); /* its round began before call 2 came back */
  CHECK(lg__news_is_lost(&news, find(&news, 1)));
  act(&news, 1, 1);
  CHECK(!lg__news_is_lost(&news, find(&news, 1)));
  end(&news, &memory);
}

/* ---- saturation -------------------------------------------------------------------------------------------------- */

LG_TEST(counts_stop_at_their_greatest) {
  NEWS(10);
  for (int i = 0; i < UINT16_MAX + 10; i++) act(&news, 1, 1);
  CHECK_EQ_INT(find(&news, 1)->in_a_row, UINT16_MAX);
  CHECK_EQ_INT(find(&news, 1)->still, UINT8_MAX);
  end(&news, &memory);
}

LG_TEST(the_clock_stops_at_its_greatest) {
  NEWS(10);
  news.clock = UINT32_MAX - 1;
  act(&news, 1, 1);
  CHECK_EQ_INT(news.clock, UINT32_MAX);
  act(&news, 2, 1);
  lg__news_happened(&news);
  CHECK_EQ_INT(news.clock, UINT32_MAX);
  CHECK(!act(&news, 1, 1)); /* for the run, which says nothing of loops any more */
  end(&news, &memory);
}
