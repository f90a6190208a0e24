/* A run from bytes (run_snapshot.c writes them), read into a new one: a damaged snapshot changes nothing. */
#include "run/run_snapshot.h"

#include "memory/bytes.h"
#include "run/run.h"

#define GONE UINT32_MAX /* the place of a detector that this guard does not have */

typedef struct lg_restore {
  lg_reader in;
  lg_run *run;
  const lg_tickets *before;           /* the tickets of the old run: the host may still hold their numbers */
  bool sketches;                      /* tickets and observations have them */
  uint32_t detectors;                 /* how many the snapshot's guard had */
  uint32_t now[LG_DETECTORS_MAX + 1]; /* their places in this guard, or GONE; the last one is the poll rule */
  lg_restore_report report;
} lg_restore;

/* How many entries follow, of at least `size` bytes each. More than the remaining bytes can hold is damage. */
static uint32_t read_count(lg_reader *r, size_t size, uint32_t max) {
  uint32_t count = lg__read_u32(r);
  if (count > max || count > r->left / size) r->failed = true;
  return r->failed ? 0 : count;
}

/* ---- detectors and profiles of the snapshot, in this guard ------------------------------------------------------- */

/*
 * Where the snapshot's detector `old` stands in this guard. Of several equal detectors the n-th of the snapshot is the
 * n-th here. Custom detectors all have one hash, so none of them is matched.
 */
static uint32_t place_of(const lg_restore *s, const uint64_t *hashes, uint32_t old) {
  const lg_guard *guard = s->run->guard;
  uint32_t nth = 0;
  for (uint32_t i = 0; i < old; i++) nth += hashes[i] == hashes[old];
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    if (slot->record->by_host || lg__guard_detector_hash(&slot->spec) != hashes[old]) continue;
    if (nth-- == 0) return i;
  }
  return GONE;
}

static void read_detectors(lg_restore *s) {
  lg_reader *r = &s->in;
  uint32_t own = s->run->guard->detector_count;
  uint64_t hashes[LG_DETECTORS_MAX];
  s->detectors = read_count(r, 8, LG_DETECTORS_MAX);
  for (uint32_t i = 0; i < s->detectors; i++) hashes[i] = lg__read_u64(r);
  if (s->report.same_options && s->detectors != own) r->failed = true;
  if (r->failed) return;
  for (uint32_t i = 0; i < s->detectors; i++) s->now[i] = s->report.same_options ? i : place_of(s, hashes, i);
  s->now[s->detectors] = own; /* the rule of polls comes after all detectors */
}

/* The same, looked up; any number that the snapshot may claim is allowed. */
static uint32_t place_now(const lg_restore *s, uint32_t old) { return old <= s->detectors ? s->now[old] : GONE; }

static void move_tag(lg_digest *loop, uint32_t from, uint32_t to) {
  lg__loop_tag(loop, from);
  lg__loop_tag(loop, to);
}

static uint32_t read_profile(lg_restore *s) {
  bool known;
  uint32_t profile = lg__guard_profile(s->run->guard, lg__read_u64(&s->in), &known);
  if (!known) s->report.profiles++;
  return profile;
}

/* False: damage. `*out_kept` false: this guard does not have its detector. */
static bool read_finding(lg_restore *s, lg_finding *out, bool *out_kept) {
  lg_reader *r = &s->in;
  out->loop = lg__read_digest(r);
  out->subject = lg__read_digest(r);
  uint32_t old = lg__read_u32(r);
  out->type = (lg_detector_type)lg__read_u8(r);
  out->repeats = lg__read_u32(r);
  out->threshold = lg__read_u32(r);
  out->cycle_length = lg__read_u32(r);
  out->behind = lg__read_u32(r);
  out->differing = lg__read_u32(r);
  uint8_t flags = lg__read_u8(r);
  out->strong = (flags & 1) != 0;
  out->failed = (flags & 2) != 0;
  out->mild = (flags & 4) != 0;
  out->transient = (flags & 8) != 0;
  out->wait_ms = lg__read_f64(r);
  out->waited_ms = lg__read_f64(r);
  out->rung = (lg_action)lg__read_u8(r);
  out->unit = (lg_unit)lg__read_u8(r);
  out->used = lg__read_f64(r);
  if (r->failed || out->cycle_length == 0) return false;
  *out_kept = false;
  if (old > s->detectors) return false;
  out->detector = place_now(s, old);
  if (out->detector == GONE) return true;
  *out_kept = true;
  move_tag(&out->loop, old, out->detector);
  if ((uint32_t)out->type >= LG_DETECTOR_TYPES) return false;
  const lg_detector_record *record = lg__finding_record(out);
  const lg_detector_spec *spec = lg__run_spec(s->run, out->detector);
  if (spec == NULL) return record->is_rule;
  return out->type == spec->type && (record->may_have_found == NULL || record->may_have_found(spec, out));
}

/* ---- the parts of the body, in order ---------------------------------------------------------------------------- */

static void read_clocks(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_run *run = s->run;
  run->round = lg__read_u32(r);
  run->turn = lg__read_u32(r);
  run->turn_round = lg__read_u32(r);
  run->era = lg__read_u32(r);
  uint8_t flags = lg__read_u8(r);
  run->explicit_rounds = (flags & 1) != 0;
  run->round_done = (flags & 2) != 0;
  run->may_be_wrong = true;
  run->turn_ended = (flags & 4) != 0;
  s->sketches = (flags & 8) != 0;
  run->last_struck = lg__read_digest(r);
  bool known;
  run->last_round = lg__read_u32(r);
  run->last_profile = lg__guard_profile(run->guard, lg__read_u64(r), &known);
  run->stops.at = lg__read_u32(r);
  run->stops.count = lg__read_u16(r);
  run->stops.same = lg__read_u16(r);
  run->stops.has_words = lg__read_u8(r) != 0;
  const uint8_t *words = lg__read_bytes(r, sizeof run->stops.words);
  if (words != NULL) memcpy(run->stops.words, words, sizeof run->stops.words);
}

static lg_status read_table(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_table *table = &s->run->table;
  uint32_t count = read_count(r, 24, UINT32_MAX);
  uint32_t beyond = count > table->max_entries ? count - (uint32_t)table->max_entries : 0;
  s->report.counts = beyond;
  for (uint32_t i = 0; i < count; i++) {
    lg_digest key = lg__read_digest(r);
    uint32_t times = lg__read_u32(r), epoch = lg__read_u32(r);
    if (i < beyond) continue;
    lg_count *entry;
    lg_status status = lg__count_touch(table, &key, &entry);
    if (status != LG_OK) return status;
    entry->count = times;
    entry->epoch = epoch;
  }
  return LG_OK;
}

static lg_status read_names(lg_restore *s) {
  lg_reader *r = &s->in;
  for (uint32_t i = read_count(r, 18, LG_NAMES_MAX); i > 0; i--) {
    lg_digest digest = lg__read_digest(r);
    size_t len = lg__read_u16(r);
    const uint8_t *name = lg__read_bytes(r, len);
    if (name == NULL) return LG_ESNAPSHOT;
    lg_status status = lg__run_name(s->run, &digest, (const char *)name, len);
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

/* Of a ticket or an observation. */
static lg_sketch read_sketch(lg_restore *s) {
  lg_sketch sketch = {0};
  if (s->sketches) lg__sketch_read(&s->in, &sketch);
  return sketch;
}

static bool read_ticket(lg_restore *s, uint8_t state, lg_ticket *out) {
  lg_reader *r = &s->in;
  *out = (lg_ticket){.identity = lg__read_digest(r), .use = out->use};
  out->name = lg__read_digest(r);
  out->id = lg__read_digest(r);
  out->round = lg__read_u32(r);
  out->strikes = lg__read_u32(r);
  out->profile = read_profile(s);
  out->state = state;
  out->action = lg__read_u8(r);
  uint8_t flags = lg__read_u8(r);
  out->has_id = (flags & 1) != 0;
  bool detected = (flags & 2) != 0;
  out->polled = (flags & 4) != 0;
  out->again = (flags & 8) != 0;
  out->invalid = (flags & 64) != 0;
  out->ran_before = (flags & 16) != 0;
  out->lost = (flags & 32) != 0;
  out->signs = lg__read_u8(r);
  out->asked_ms = lg__read_f64(r);
  out->wait_ms = lg__read_f64(r);
  out->round_at = lg__read_u32(r);
  if (out->state == LG_TICKET_FREE || out->state > LG_TICKET_DONE || out->action > LG_ABORT) return false;
  if (detected && !read_finding(s, &out->finding, &out->detected)) return false;
  lg_sketch sketch = read_sketch(s);
  lg__sketches_ask(s->run, out, &sketch);
  if (!detected || out->detected) return !r->failed;
  s->report.detections++;
  /* refused by a detector that is gone: the ticket is dropped, so that the same id is judged anew */
  if (out->state == LG_TICKET_REFUSED) out->state = LG_TICKET_FREE;
  return true;
}

static lg_status read_tickets(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_tickets *tickets = &s->run->tickets;
  uint32_t used = read_count(r, 1, LG_TICKETS_MAX);
  uint32_t next_out = lg__read_u32(r);
  if (next_out >= LG_TICKETS_MAX) return LG_ESNAPSHOT;
  lg_status status = lg__tickets_resize(tickets, &s->run->guard->allocator, used);
  if (status == LG_OK) status = lg__sketches_reserve(s->run);
  if (status == LG_OK) status = lg__tickets_follow(tickets, &s->run->guard->allocator, s->before);
  if (status != LG_OK) return status;
  tickets->next_out = next_out;
  for (uint32_t i = 0; i < used; i++) {
    uint8_t state = lg__read_u8(r);
    if (state != LG_TICKET_FREE && !read_ticket(s, state, &tickets->slots[i])) return LG_ESNAPSHOT;
  }
  return LG_OK;
}

static void read_polls(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_polls *polls = &s->run->polls;
  for (uint32_t i = read_count(r, 52, LG_POLLS_MAX); i > 0; i--) {
    lg_poll_state *poll = &polls->polls[polls->count++];
    poll->identity = lg__read_digest(r);
    poll->result = lg__read_digest(r);
    poll->first_ms = lg__read_f64(r);
    poll->last_ms = lg__read_f64(r);
    poll->repeats = lg__read_u32(r);
  }
}

/* The ticket number of the refused call in this slot. False: there is no such slot. */
static bool ticket_in(const lg_tickets *tickets, uint32_t slot, uint32_t *out) {
  *out = LG_TICKET_OF_NOTHING;
  if (slot == LG_QUERY_DEAD) return true;
  if (slot >= tickets->used) return false;
  if (tickets->slots[slot].state != LG_TICKET_FREE) *out = lg__tickets_number(tickets, &tickets->slots[slot]);
  return true;
}

static lg_status read_queries(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_run *run = s->run;
  for (uint32_t i = read_count(r, 24, LG_QUERIES_MAX); i > 0; i--) {
    lg_digest name = lg__read_digest(r);
    uint32_t slot = lg__read_u32(r), refused = LG_NO_TICKET;
    uint32_t round = lg__read_u32(r), len = lg__read_u32(r);
    const uint8_t *text = lg__read_bytes(r, len);
    if (text == NULL || len == 0 || len > LG_QUERY_KEEP) return LG_ESNAPSHOT;
    if (slot != LG_QUERY_RAN && !ticket_in(&run->tickets, slot, &refused)) return LG_ESNAPSHOT;
    lg_query query;
    lg_status status = lg__queries_copy(&run->queries, &run->guard->allocator, (const char *)text, len, &query);
    if (status != LG_OK) return status;
    lg__queries_add(&run->queries, &run->guard->allocator, &name, round, LG_NO_TICKET, &query);
    lg__queries_set_aside(&run->queries, refused);
  }
  return LG_OK;
}

static void read_history(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_run *run = s->run;
  uint32_t count = read_count(r, 53, UINT32_MAX);
  s->report.observations = count > run->history.size ? count - run->history.size : 0;
  for (uint32_t i = 0; i < count; i++) {
    lg_observation seen = {.identity = lg__read_digest(r)};
    seen.result = lg__read_digest(r);
    seen.name = lg__read_digest(r);
    seen.round = lg__read_u32(r);
    uint8_t flags = lg__read_u8(r);
    seen.comparable = (flags & 1) != 0;
    seen.failed = (flags & 2) != 0;
    seen.transient = (flags & 4) != 0;
    seen.mutated = (flags & 8) != 0;
    seen.fresh = (lg__read_u8(r) & 1) != 0;
    lg_sketch sketch = read_sketch(s);
    lg__history_push(&run->history, &seen);
    if (run->sketches.seen != NULL) *lg__sketch_at(run, 0) = sketch;
    lg_digest signature = lg__run_signature(run, &seen);
    for (uint32_t w = 0; w < run->guard->window_count; w++) (void)lg__window_push(&run->windows[w], &signature);
  }
}

static void read_known(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_loops *loops = &s->run->loops;
  for (uint32_t i = read_count(r, 32, LG_LOOPS_MAX); i > 0; i--) {
    lg_loop loop = {.key = lg__read_digest(r)};
    uint32_t old = lg__read_u32(r);
    loop.strikes = lg__read_u32(r);
    loop.round = lg__read_u32(r);
    loop.used = lg__read_u32(r);
    loop.detector = place_now(s, old);
    if (loop.detector == GONE && !s->report.same_options) {
      s->report.loops++;
      continue;
    }
    if (loop.detector != GONE) move_tag(&loop.key, old, loop.detector);
    loops->known[loops->known_count++] = loop;
  }
}

static bool read_loops(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_loops *loops = &s->run->loops;
  loops->clock = lg__read_u32(r);
  read_known(s);
  for (uint32_t i = read_count(r, 92, LG_ARMED_MAX); i > 0; i--) {
    lg_armed armed;
    bool kept;
    if (!read_finding(s, &armed.finding, &kept)) return false;
    armed.seen = lg__read_u32(r);
    armed.round = lg__read_u32(r);
    armed.cursor = lg__read_u32(r);
    armed.done = lg__read_u32(r);
    if (armed.done > armed.cursor) return false;
    if (kept)
      loops->armed[loops->armed_count++] = armed;
    else
      s->report.armed++;
  }
  return true;
}

static lg_status read_news(lg_restore *s) {
  lg_news *news = &s->run->news;
  lg_status status = lg__news_read(&s->in, news, &s->report.counts);
  if (status != LG_OK) return status;
  if (lg__guard_keeps(s->run->guard, LG_TRACK_NEWS)) {
    /* the snapshot's guard had no detector that needs news, so the calls of its history are missing here */
    if (news->calls.count == 0 && s->run->history.held != 0) news->partial = true;
    return LG_OK;
  }
  /* This guard does not keep news: what is there would be out of date in the next snapshot. */
  lg__table_clear(&news->calls);
  lg__table_clear(&news->past);
  return LG_OK;
}

static lg_status read_body(lg_restore *s) {
  read_clocks(s);
  read_detectors(s);
  lg_status status = s->in.failed ? LG_ESNAPSHOT : read_table(s);
  if (status == LG_OK) status = read_names(s);
  if (status == LG_OK) status = read_tickets(s);
  if (status != LG_OK) return status;
  read_polls(s);
  status = read_queries(s);
  if (status != LG_OK) return status;
  read_history(s);
  if (!read_loops(s)) return LG_ESNAPSHOT;
  status = read_news(s);
  if (status != LG_OK) return status;
  if (!lg__budgets_read(&s->in, s->run, s->now, s->detectors)) return LG_ESNAPSHOT;
  return lg__read_all(&s->in) ? LG_OK : LG_ESNAPSHOT;
}

lg_status lg_run_restore_report(lg_run *run, const uint8_t *bytes, size_t len, lg_restore_report *out_report) {
  if (run == NULL || bytes == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_RUN, &frame);
  if (status != LG_OK) return status;
  if (memcmp(frame.key, run->guard->options.key, LG_KEY_SIZE) != 0) return LG_ESNAPSHOT;
  lg_restore restore = {.in = frame.body, .before = &run->tickets};
  status = lg_run_new(run->guard, &restore.run);
  if (status != LG_OK) return status;
  restore.report.version = frame.version;
  restore.report.same_options = frame.options_hash == lg__guard_options_hash(run->guard);
  status = read_body(&restore);
  if (status == LG_OK) {
    lg_run old = *run;
    *run = *restore.run;
    *restore.run = old;
    run->explained = old.explained;
    restore.run->explained = NULL;
    if (run->explained != NULL) lg__explain_nothing(run);
    if (out_report != NULL) *out_report = restore.report;
  }
  lg_run_free(restore.run);
  return status;
}

lg_status lg_run_restore(lg_run *run, const uint8_t *bytes, size_t len) {
  return lg_run_restore_report(run, bytes, len, NULL);
}
