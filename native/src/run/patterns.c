#include "run/run.h"

uint32_t lg__nearest_call(const lg_run *run, uint32_t back, const lg_digest *identity) {
  for (const lg_observation *o; (o = lg__history_at(&run->history, back)) != NULL; back++)
    if (lg__digest_equal(&o->identity, identity)) return back;
  return LG_NOWHERE;
}

uint32_t lg__nearest_of_tool(const lg_run *run, uint32_t back, const lg_digest *name) {
  for (const lg_observation *o; (o = lg__history_at(&run->history, back)) != NULL; back++)
    if (lg__digest_equal(&o->name, name)) return back;
  return LG_NOWHERE;
}

lg_why lg__why_incomparable(const lg_run *run) { return run->newest.polled ? LG_WHY_POLL : LG_WHY_NO_RESULT; }

/* Looks closer to each other are judged by count. */
#define LOOKS_APART_MS 1000.0

lg_why lg__why_by_time(const lg_run *run, const lg_profile *profile, const lg_request *request,
                       const lg_news_call *known, double *out_idle_ms) {
  const lg_news *news = &run->news;
  uint32_t now = lg__news_time(news, request->now_ms), asked = known->requested;
  *out_idle_ms = 0;
  if (known->in_a_row == 0 || profile->poll || profile->never_polls) return LG_WHY_COUNTED;
  bool clocked = now != LG_NEWS_TIMELESS && asked != LG_NEWS_TIMELESS && now >= asked;
  if (clocked && lg__news_elapsed_ms(asked, now) < LOOKS_APART_MS) return LG_WHY_COUNTED;
  if ((known->flags & LG_NEWS_PENDING) != 0 && (request->signs & LG_SIGN_DOES) == 0) return LG_WHY_NOT_YET;
  bool waits = request->wait_ms != 0 && (known->flags & LG_NEWS_SKIPPED) == 0;
  if (waits && lg__news_has_waited(asked, now, request->wait_ms)) return LG_WHY_WAITS;
  if (!lg__news_is_behind_wait(news, known, request->now_ms, out_idle_ms)) return LG_WHY_COUNTED;
  return *out_idle_ms > 0 ? LG_WHY_IDLE : LG_WHY_BEHIND_WAIT;
}

void lg__explain_by_host(const lg_look *look, lg_explained *out) {
  (void)look;
  out->threshold = 0;
  out->why = LG_WHY_BY_HOST;
}

bool lg__is_other_result(const lg_run *run, const lg_finding *finding, const lg_digest *subject,
                         const lg_observation *newest) {
  lg_digest loop = lg__pair(run, subject, &newest->result);
  lg__loop_tag(&loop, finding->detector);
  return !newest->comparable || !lg__digest_equal(&loop, &finding->loop);
}

bool lg__results_differ(const lg_observation *a, const lg_observation *b) {
  return b != NULL && a->comparable && b->comparable && !lg__same_result(a, b);
}

static const lg_digest *step_at(const lg_run *run, const lg_window *window, uint32_t back) {
  return window != NULL ? lg__window_at(window, back) : &lg__history_at(&run->history, back)->name;
}

/* The sum of H(step, next step) over the cycle: a sum does not depend on where it starts, and pairs keep the order. */
lg_digest lg__rotation_key(const lg_run *run, const lg_window *window, uint32_t length) {
  uint64_t sum[2] = {0, 0};
  for (uint32_t i = 0; i < length; i++) {
    uint32_t next = i == 0 ? length - 1 : i - 1; /* one step later in time; the newest is followed by the oldest */
    lg_digest pair = lg__pair(run, step_at(run, window, i), step_at(run, window, next));
    for (int half = 0; half < 2; half++) sum[half] += lg__load_u64(pair.bytes + 8 * half);
  }
  lg_digest key;
  for (int half = 0; half < 2; half++) lg__store_u64(key.bytes + 8 * half, sum[half]);
  return key;
}

/* ---- sketches: one for each ticket, and one for each observation of the history ---------------------------------- */

lg_status lg__sketches_init(lg_run *run) {
  if (!lg__guard_keeps(run->guard, LG_TRACK_SKETCHES)) return LG_OK;
  lg_sketches *sketches = &run->sketches;
  size_t count = (size_t)run->history.size + 1;
  sketches->seen = lg__alloc_zeroed(&run->guard->allocator, count, sizeof *sketches->seen);
  if (sketches->seen == NULL) return LG_ENOMEM;
  sketches->asked = &sketches->seen[run->history.size];
  return LG_OK;
}

lg_status lg__sketches_reserve(lg_run *run) {
  lg_sketches *sketches = &run->sketches;
  uint32_t capacity = run->tickets.capacity;
  if (sketches->seen == NULL || capacity <= sketches->capacity) return LG_OK;
  lg_sketch *grown = lg__alloc_resize(&run->guard->allocator, sketches->pending, sketches->capacity, capacity,
                                      sizeof *sketches->pending);
  if (grown == NULL) return LG_ENOMEM;
  memset(grown + sketches->capacity, 0, (capacity - sketches->capacity) * sizeof *grown);
  sketches->pending = grown;
  sketches->capacity = capacity;
  return LG_OK;
}

lg_sketch *lg__sketch_of(const lg_run *run, const lg_ticket *slot) {
  return run->sketches.seen == NULL ? NULL : &run->sketches.pending[slot - run->tickets.slots];
}

lg_sketch *lg__sketch_at(const lg_run *run, uint32_t back) {
  const lg_observation *seen = lg__history_at(&run->history, back);
  return seen == NULL || run->sketches.seen == NULL ? NULL : &run->sketches.seen[seen - run->history.ring];
}

void lg__sketches_ask(lg_run *run, const lg_ticket *slot, const lg_sketch *sketch) {
  if (run->sketches.seen != NULL) *lg__sketch_of(run, slot) = sketch != NULL ? *sketch : (lg_sketch){0};
}

/* Whether the newest observation is of a call that is not in the history, or that gave another result there. */
static bool is_news(const lg_run *run) {
  const lg_observation *newest = lg__newest(run);
  const lg_observation *before = lg__history_at(&run->history, lg__nearest_call(run, 1, &newest->identity));
  return before == NULL || !lg__same_result(before, newest);
}

void lg__sketches_keep(lg_run *run, const lg_ticket *slot, const lg_reply *reply) {
  if (run->sketches.seen == NULL) return;
  lg_sketch *sketch = lg__sketch_at(run, 0);
  *sketch = *lg__sketch_of(run, slot);
  sketch->result_words = reply->words;
  if (reply->ack != LG_ACK_NONE) sketch->flags |= LG_SKETCH_SILENT;
  if (is_news(run)) sketch->flags |= LG_SKETCH_NEWS;
}

lg_observation *lg__sibling_of(const lg_history *history, const lg_observation *observation) {
  enum { SIBLINGS_MAX = 256 }; /* more calls than one model response has in practice */
  for (uint32_t back = 0; back < history->held && back < SIBLINGS_MAX; back++) {
    lg_observation *other = lg__history_at(history, back);
    if (other->round == observation->round && lg__digest_equal(&other->identity, &observation->identity)) return other;
  }
  return NULL;
}
