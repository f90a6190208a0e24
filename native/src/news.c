#include "news.h"

/* The clock begins at 1, since lg_news_call.at 0 means that the call never returned. */
static const lg_news FRESH = {.clock = 1, .last_news = 1, .round_at = 1};

void lg__news_init(lg_news *news, const lg_allocator *allocator, size_t max_entries) {
  *news = FRESH;
  lg__table_init(&news->calls, allocator, max_entries, sizeof(lg_news_call));
  lg__table_init(&news->past, allocator, max_entries, sizeof(lg_table_entry));
}

void lg__news_free(lg_news *news) {
  lg__table_free(&news->calls);
  lg__table_free(&news->past);
}

void lg__news_clear(lg_news *news) {
  lg__table_clear(&news->calls);
  lg__table_clear(&news->past);
  lg_table calls = news->calls, past = news->past;
  *news = FRESH;
  news->calls = calls;
  news->past = past;
}

lg_status lg__news_reserve(lg_news *news) { return lg__table_reserve(&news->calls, 1); }

lg_status lg__news_touch(lg_news *news, const lg_digest *identity, lg_news_call **out_call) {
  lg_table_entry *entry;
  bool full = news->calls.count == news->calls.max_entries;
  lg_status status = lg__table_touch(&news->calls, identity, &entry);
  if (status != LG_OK) return status;
  lg_news_call *call = (lg_news_call *)(void *)entry;
  /* the full table may have dropped this very call, with another result: so assume that its results differ */
  if (full && call->at == 0) call->flags = LG_NEWS_CHANGED;
  *out_call = call;
  return LG_OK;
}

lg_news_call *lg__news_find(const lg_news *news, const lg_digest *identity) {
  return (lg_news_call *)(void *)lg__table_find(&news->calls, identity);
}

/* Neither infinite nor NaN. */
static bool is_time(double ms) { return ms - ms == 0; }

uint32_t lg__news_time(const lg_news *news, double now_ms) {
  if (!news->has_origin || !is_time(now_ms)) return LG_NEWS_TIMELESS;
  double tenths = (now_ms - news->origin_ms) / 100;
  if (tenths <= 0) return 0;
  return tenths < LG_NEWS_TIMELESS ? (uint32_t)tenths : LG_NEWS_TIMELESS;
}

double lg__news_elapsed_ms(uint32_t from, uint32_t to) {
  return to == LG_NEWS_TIMELESS || to <= from ? 0 : (double)(to - from) * 100;
}

void lg__news_requested(lg_news *news, lg_news_call *call, double now_ms) {
  if (is_time(now_ms) && (!news->has_origin || now_ms < news->origin_ms)) {
    news->has_origin = true;
    news->origin_ms = now_ms;
  }
  call->requested = lg__news_time(news, now_ms);
  /* `since` is later than now: the clock was set back, so count from now on */
  if (call->since > call->requested) call->since = call->requested;
}

void lg__news_round(lg_news *news) { news->round_at = news->clock; }

/* After four billion calls the clock stops, and no_news detects nothing any more. */
static void tick(lg_news *news) {
  if (news->clock != UINT32_MAX) news->clock++;
}

void lg__news_happened(lg_news *news) {
  tick(news);
  news->last_news = news->clock;
}

void lg__news_turn(lg_news *news) {
  lg__news_happened(news);
  news->turn_at = news->clock;
}

void lg__news_compacted(lg_news *news) {
  /* true at the first compaction whatever came before it: last_news is at least 1, and compacted_at still 0 */
  if (news->last_news > news->compacted_at) news->lost_at = news->clock;
  news->compacted_at = news->clock;
}

/* The half that tells failures from successes. */
static const uint8_t *short_result(const lg_digest *result) { return result->bytes + 8; }

bool lg__news_is_same(const lg_news *news, const lg_digest *identity, const lg_digest *result) {
  const lg_news_call *call = lg__news_find(news, identity);
  return call != NULL && call->in_a_row != 0 && memcmp(call->result, short_result(result), sizeof call->result) == 0;
}

/* H(call, result): the key in `past`. */
static lg_digest pair_of(const uint8_t *key, const lg_digest *identity, const uint8_t result[8]) {
  uint8_t bytes[sizeof identity->bytes + 8];
  memcpy(bytes, identity->bytes, sizeof identity->bytes);
  memcpy(bytes + sizeof identity->bytes, result, 8);
  return lg_digest_bytes(key, bytes, sizeof bytes);
}

/* The call returned another result than last time: whether it never returned it before. Its last one moves to `past`.
 */
static bool is_news(lg_news *news, const uint8_t *key, const lg_news_call *call, const uint8_t result[8]) {
  if (call->in_a_row == 0) return true;
  lg_digest pair = pair_of(key, &call->entry.key, result);
  lg_table_entry *entry;
  bool known = lg__table_find(&news->past, &pair) != NULL;
  if (known && lg__table_touch(&news->past, &pair, &entry) != LG_OK) known = false; /* cannot fail: it is there */
  pair = pair_of(key, &call->entry.key, call->result);
  if (lg__table_touch(&news->past, &pair, &entry) != LG_OK) return !known; /* forgotten, as by the bound */
  return !known;
}

lg_news_kind lg__news_completed(lg_news *news, const uint8_t key[LG_KEY_SIZE], const lg_digest *identity,
                                const lg_news_result *result) {
  lg_news_call *call = lg__news_find(news, identity);
  uint8_t digest[8];
  memcpy(digest, short_result(&result->result), sizeof digest);
  if (call == NULL || !result->comparable) { /* `calls` has dropped it meanwhile, or its result is unknown */
    lg__news_happened(news);
    if (call != NULL) call->in_a_row = 0, call->still = 0, call->at = news->clock;
    return LG_NEWS_OVER;
  }
  bool same = call->in_a_row != 0 && memcmp(call->result, digest, sizeof digest) == 0;
  /* A sibling has returned this already; the model requested both before it saw either, so this is no repetition. */
  if (same && call->at > result->round_at) {
    if (result->mutated) { /* but it has changed things once more */
      lg__news_happened(news);
      call->at = news->clock;
    }
    return LG_NEWS_SIBLING;
  }
  bool first = call->in_a_row == 0, unknown = call->at == 0;
  bool quiet = news->last_news <= call->at;       /* no news since it last ran */
  bool again = same && call->at >= news->turn_at; /* in the same turn */
  bool fresh = !same && is_news(news, key, call, digest);
  tick(news);
  if ((fresh && !result->thought) || result->mutated) news->last_news = news->clock;
  if (result->waited) news->last_wait = news->clock;
  bool passing = ((call->flags | result->flags) & LG_NEWS_TRANSIENT) != 0; /* to or from a rate limit is no change */
  uint8_t changed = !first && !same && !passing ? LG_NEWS_CHANGED : call->flags & LG_NEWS_CHANGED;
  memcpy(call->result, digest, sizeof digest);
  /* A late result may be as old as its request, so other news since then was news after it: its `at` is the start of
   * its own round. If the result is news itself, it is news now. */
  if (!result->late)
    call->at = news->clock;
  else if (call->at < result->round_at)
    call->at = result->round_at;
  call->in_a_row = !again ? 1 : call->in_a_row == UINT16_MAX ? call->in_a_row : (uint16_t)(call->in_a_row + 1);
  call->still = !again || !quiet ? 1 : call->still == UINT8_MAX ? call->still : (uint8_t)(call->still + 1);
  if (!again) call->since = call->requested;
  call->flags = (uint8_t)(changed | result->flags | (result->late ? LG_NEWS_LATE : 0));
  return unknown ? LG_NEWS_FIRST : !again || !quiet ? LG_NEWS_OVER : LG_NEWS_AGAIN;
}
