#include "state/news.h"

/* The clock begins at 1, since lg_news_call.at 0 means that the call never returned. */
static const lg_news FRESH = {.clock = 1, .last_news = 1, .round_at = 1, .returned = LG_NEWS_TIMELESS};

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

lg_status lg__news_touch(lg_news *news, const lg_digest *identity, lg_news_call **out_call) {
  lg_table_entry *entry;
  bool full = news->calls.count == news->calls.max_entries;
  lg_status status = lg__table_touch(&news->calls, identity, &entry);
  if (status != LG_OK) return status;
  lg_news_call *call = (lg_news_call *)(void *)entry;
  /* the full table may have dropped this very call, with another result: so assume that its results differ */
  if (full && call->at == 0) call->flags = LG_NEWS_CHANGED | LG_NEWS_MOVES;
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

/* ---- waits ------------------------------------------------------------------------------------------------------ */

/* Long enough for any wait: a host may return before it is over, and let it go on. */
#define WAIT_ENOUGH_MS 10000.0
/* A call that says that it waits for 2 s or more and comes back within one, of which the clock shows some: a sandbox
 * that skips waits. */
#define SKIPPED_FROM_MS 2000.0
#define SKIPPED_WITHIN_MS 1000.0

/* Tenths of a second that must have passed. */
static uint32_t wait_needed(double wait_ms) {
  return (uint32_t)((wait_ms > 0 && wait_ms < 2 * WAIT_ENOUGH_MS ? wait_ms / 2 : WAIT_ENOUGH_MS) / 100);
}

/* Without a clock there is nothing that speaks against it. */
static bool has_passed(uint32_t since, uint32_t now, uint32_t tenths) {
  return now == LG_NEWS_TIMELESS || since == LG_NEWS_TIMELESS || (now >= since && now - since >= tenths);
}

bool lg__news_has_waited(uint32_t since, uint32_t now, double wait_ms) {
  return has_passed(since, now, wait_needed(wait_ms));
}

/* `waited_at`, as of a request at this time. */
static uint32_t waited_by(const lg_news *news, uint32_t now) {
  const lg_news_wait *wait = &news->wait;
  return wait->at > news->waited_at && has_passed(wait->asked, now, wait->need) ? wait->at : news->waited_at;
}

/* The newest pauses, sorted; the middle one. */
static uint32_t median_pause(const lg_news *news) {
  uint32_t sorted[LG_PAUSES];
  for (uint32_t i = 0; i < news->pause_count; i++) {
    uint32_t place = i;
    for (; place > 0 && sorted[place - 1] > news->pauses[i]; place--) sorted[place] = sorted[place - 1];
    sorted[place] = news->pauses[i];
  }
  return sorted[news->pause_count / 2];
}

/* Tenths of a second since the last return; LG_NEWS_TIMELESS: unknown, or the pause is over. */
static uint32_t pause_by(const lg_news *news, uint32_t now) {
  if (now == LG_NEWS_TIMELESS || news->returned == LG_NEWS_TIMELESS || now < news->returned) return LG_NEWS_TIMELESS;
  return now - news->returned;
}

static bool is_idle(const lg_news *news, uint32_t pause) {
  return pause != LG_NEWS_TIMELESS && pause * 100.0 >= LG_IDLE_MS && news->pause_count != 0 &&
         pause / LG_IDLE_TIMES >= median_pause(news);
}

bool lg__news_is_behind_wait(const lg_news *news, const lg_news_call *call, double now_ms, double *out_idle_ms) {
  uint32_t now = lg__news_time(news, now_ms), pause = pause_by(news, now);
  *out_idle_ms = is_idle(news, pause) ? pause * 100.0 : 0;
  return *out_idle_ms > 0 || call->at <= waited_by(news, now);
}

/* The agent asks for something: its pause is over, and a wait may have had its time. */
static void end_pause(lg_news *news, uint32_t now) {
  news->waited_at = waited_by(news, now);
  uint32_t pause = pause_by(news, now);
  if (is_idle(news, pause)) news->waited_at = news->clock;
  news->returned = LG_NEWS_TIMELESS;
  if (pause == LG_NEWS_TIMELESS) return;
  news->pauses[news->next_pause] = pause;
  news->next_pause = (uint8_t)((news->next_pause + 1) % LG_PAUSES);
  if (news->pause_count < LG_PAUSES) news->pause_count++;
}

/* A wait came back. What returned before it did is behind it, once it has taken its time. */
static void came_back(lg_news *news, const lg_news_result *result, uint32_t asked, uint32_t now) {
  news->waited_at = waited_by(news, now); /* the newest wait takes the place of one before it, which has had its time */
  news->wait = (lg_news_wait){news->clock, asked, wait_needed(result->wait_ms)};
}

static bool is_skipped(const lg_news_result *result) {
  double took = result->returned_ms - result->asked_ms;
  return result->wait_ms >= SKIPPED_FROM_MS && took > 0 && took < SKIPPED_WITHIN_MS &&
         (result->flags & LG_NEWS_PENDING) == 0;
}

void lg__news_requested(lg_news *news, lg_news_call *call, double now_ms) {
  if (is_time(now_ms) && (!news->has_origin || now_ms < news->origin_ms)) {
    news->has_origin = true;
    news->origin_ms = now_ms;
  }
  call->requested = lg__news_time(news, now_ms);
  end_pause(news, call->requested);
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

void lg__news_untracked(lg_news *news) {
  lg__news_happened(news);
  news->returned = LG_NEWS_TIMELESS;
}

void lg__news_turn(lg_news *news) {
  lg__news_happened(news);
  news->turn_at = news->clock;
  news->returned = LG_NEWS_TIMELESS; /* a person's pause */
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

/* The call returned another result than last time: whether it never did before. Its last one moves to `past`. */
static bool is_news(lg_news *news, const uint8_t *key, const lg_news_call *call, const uint8_t result[8]) {
  if (call->in_a_row == 0) return true;
  lg_digest pair = pair_of(key, &call->entry.key, result);
  lg_table_entry *entry;
  bool known = lg__table_find(&news->past, &pair) != NULL;
  if (known && lg__table_touch(&news->past, &pair, &entry) != LG_OK) known = false; /* cannot fail: it is there */
  pair = pair_of(key, &call->entry.key, call->result);
  if (lg__table_touch(&news->past, &pair, &entry) != LG_OK) return !known; /* in a run there is room */
  return !known;
}

lg_news_kind lg__news_completed(lg_news *news, const uint8_t key[LG_KEY_SIZE], const lg_digest *identity,
                                const lg_news_result *result) {
  lg_news_call *call = lg__news_find(news, identity);
  uint8_t digest[8];
  bool as_last = result->refused && call != NULL && call->in_a_row != 0;
  memcpy(digest, as_last ? call->result : short_result(&result->result), sizeof digest);
  uint32_t asked = lg__news_time(news, result->asked_ms), now = lg__news_time(news, result->returned_ms);
  /* a host that tells no time of the return, or one before the request: the tool took no time */
  news->returned = now == LG_NEWS_TIMELESS || (asked != LG_NEWS_TIMELESS && now < asked) ? asked : now;
  if (call == NULL || !result->comparable) { /* `calls` has dropped it meanwhile, or its result is unknown */
    lg__news_happened(news);
    if (call != NULL) call->in_a_row = 0, call->hasty = 0, call->still = 0, call->at = news->clock;
    return LG_NEWS_OVER;
  }
  bool skipped = is_skipped(result);
  if (result->wait_ms != 0 && !skipped) came_back(news, result, asked, news->returned);
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
  bool passing = ((call->flags | result->flags) & LG_NEWS_TRANSIENT) != 0; /* to or from a rate limit is no change */
  uint8_t changed = call->flags & (LG_NEWS_CHANGED | LG_NEWS_MOVES);
  bool awaited = result->awaited || ((call->flags | result->flags) & LG_NEWS_PENDING) != 0;
  if (!first && !same && !passing) changed |= quiet && !awaited ? LG_NEWS_CHANGED | LG_NEWS_MOVES : LG_NEWS_CHANGED;
  memcpy(call->result, digest, sizeof digest);
  /* A late result may be as old as its request, so other news since then was news after it: its `at` is the start of
   * its own round. If the result is news itself, it is news now. */
  if (!result->late)
    call->at = news->clock;
  else if (call->at < result->round_at)
    call->at = result->round_at;
  bool counted = again && !result->polled; /* what a poll gives is a fresh look */
  call->in_a_row = !again ? 1 : call->in_a_row == UINT16_MAX ? call->in_a_row : (uint16_t)(call->in_a_row + 1);
  call->hasty = !counted ? 1 : call->hasty == UINT16_MAX ? call->hasty : (uint16_t)(call->hasty + 1);
  call->still = !counted || !quiet ? 1 : call->still == UINT8_MAX ? call->still : (uint8_t)(call->still + 1);
  if (!again) call->since = news->returned;
  call->flags =
      (uint8_t)(changed | result->flags | (result->late ? LG_NEWS_LATE : 0) | (skipped ? LG_NEWS_SKIPPED : 0));
  return unknown ? LG_NEWS_FIRST : !again || !quiet ? LG_NEWS_OVER : LG_NEWS_AGAIN;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static bool is_sound(const lg_news *news) {
  /* a ring that is not full has its next place behind its last */
  if (news->pause_count > LG_PAUSES || news->next_pause >= LG_PAUSES ||
      (news->pause_count < LG_PAUSES && news->next_pause != news->pause_count))
    return false;
  const uint32_t times[] = {news->last_news, news->waited_at, news->wait.at,
                            news->round_at,  news->turn_at,   news->compacted_at};
  for (size_t i = 0; i < sizeof times / sizeof *times; i++)
    if (times[i] > news->clock) return false;
  return news->lost_at <= news->compacted_at && (!news->has_origin || is_time(news->origin_ms));
}

bool lg__news_io(lg_io io, lg_news *news) {
  lg_news_wait *wait = &news->wait;
  LG_IO_U32(io, &news->clock, &news->last_news, &news->waited_at, &wait->at, &wait->asked, &wait->need,
            &news->returned);
  LG_IO_U8(io, &news->pause_count, &news->next_pause);
  for (uint32_t i = 0; i < news->pause_count && i < LG_PAUSES; i++) LG_IO_U32(io, &news->pauses[i]);
  LG_IO_U32(io, &news->turn_at, &news->round_at, &news->compacted_at, &news->lost_at);
  LG_IO_FLAGS(io, &news->has_origin, &news->partial);
  LG_IO_F64(io, &news->origin_ms);
  return is_sound(news);
}

bool lg__news_io_call(lg_io io, const lg_news *news, lg_news_call *call) {
  lg__io_bytes(io, call->result, sizeof call->result);
  LG_IO_U32(io, &call->at, &call->requested, &call->since);
  LG_IO_U16(io, &call->in_a_row, &call->hasty);
  LG_IO_U8(io, &call->still, &call->flags);
  return call->at <= news->clock && call->hasty <= call->in_a_row && call->still <= call->hasty;
}
