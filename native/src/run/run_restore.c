/* A run from bytes (run_snapshot.c writes them), read into a new one: a damaged snapshot changes nothing. */

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

/* The same for a table, and how many of them, the oldest, it has no room for. */
static uint32_t read_entries(lg_reader *r, size_t size, const lg_table *table, uint32_t *io_beyond,
                             uint32_t *out_skip) {
  uint32_t count = read_count(r, size, UINT32_MAX);
  *out_skip = count > table->max_entries ? count - (uint32_t)table->max_entries : 0;
  *io_beyond += *out_skip;
  return count;
}

/* ---- detectors and profiles of the snapshot, in this guard ------------------------------------------------------- */

/* Where the snapshot's detector `old` stands in this guard. Of several equal detectors the n-th of the snapshot is the
 * n-th here. Custom detectors all have one hash, so none of them is matched. */
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

static uint32_t profile_now(lg_restore *s, uint64_t hash) {
  bool known;
  uint32_t profile = lg__guard_profile(s->run->guard, hash, &known);
  if (!known) s->report.profiles++;
  return profile;
}

/* False: damage. `*out_kept` false: this guard does not have its detector. */
static bool read_finding(lg_restore *s, lg_finding *out, bool *out_kept) {
  lg_reader *r = &s->in;
  lg__io_finding(lg__io_read(r), out);
  uint32_t old = out->detector;
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
  lg_run *run = s->run;
  uint64_t profile;
  bool known;
  lg__io_clocks(lg__io_read(&s->in), run, &s->sketches, &profile);
  run->may_be_wrong = true;
  run->last_profile = lg__guard_profile(run->guard, profile, &known);
}

static lg_status read_table(lg_restore *s) {
  lg_reader *r = &s->in;
  lg_table *table = &s->run->table;
  uint32_t beyond, count = read_entries(r, 24, table, &s->report.counts, &beyond);
  for (uint32_t i = 0; i < count; i++) {
    lg_count read, *entry;
    lg__io_count(lg__io_read(r), &read);
    if (i < beyond) continue;
    lg_status status = lg__count_touch(table, &read.entry.key, &entry);
    if (status != LG_OK) return status;
    entry->count = read.count;
    entry->epoch = read.epoch;
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
  if (s->sketches) lg__sketch_io(lg__io_read(&s->in), &sketch);
  return sketch;
}

static bool read_ticket(lg_restore *s, uint8_t state, lg_ticket *out) {
  lg_reader *r = &s->in;
  uint64_t profile;
  *out = (lg_ticket){.state = state, .use = out->use};
  lg__io_ticket(lg__io_read(r), out, &profile);
  out->profile = profile_now(s, profile);
  bool detected = out->detected;
  out->detected = false;
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
  for (uint32_t i = read_count(r, 52, LG_POLLS_MAX); i > 0; i--)
    lg__io_poll(lg__io_read(r), &polls->polls[polls->count++]);
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
    lg_observation seen = {.family = 0};
    lg__io_observation(lg__io_read(r), &seen);
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
    lg_loop loop;
    lg__io_loop(lg__io_read(r), &loop);
    uint32_t old = loop.detector;
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
    lg__io_steps(lg__io_read(r), &armed);
    if (armed.done > armed.cursor) return false;
    if (kept)
      loops->armed[loops->armed_count++] = armed;
    else
      s->report.armed++;
  }
  return true;
}

enum { CALL_SIZE = 42, PAST_SIZE = 16 };

/* The least recently used entries beyond max_entries are left out and counted in `*io_beyond`. After an error `news`
 * can only be freed. */
static lg_status read_news_parts(lg_reader *r, lg_news *news, uint32_t *io_beyond) {
  lg__io_news(lg__io_read(r), news);
  /* a ring that is not full has its next place behind its last */
  if (news->pause_count > LG_PAUSES || news->next_pause >= LG_PAUSES ||
      (news->pause_count < LG_PAUSES && news->next_pause != news->pause_count))
    return LG_ESNAPSHOT;
  if (news->last_news > news->clock || news->waited_at > news->clock || news->wait.at > news->clock ||
      news->round_at > news->clock || news->turn_at > news->clock || news->compacted_at > news->clock ||
      news->lost_at > news->compacted_at)
    return LG_ESNAPSHOT;
  if (news->has_origin && news->origin_ms - news->origin_ms != 0) return LG_ESNAPSHOT; /* infinite, or no number */
  uint32_t skip, count = read_entries(r, CALL_SIZE, &news->calls, io_beyond, &skip);
  for (uint32_t i = 0; i < count; i++) {
    lg_news_call read = {.at = 0}, *call;
    lg__io_news_call(lg__io_read(r), &read);
    if (read.at > news->clock || read.hasty > read.in_a_row || read.still > read.hasty) return LG_ESNAPSHOT;
    if (i < skip) continue;
    lg_status status = lg__news_touch(news, &read.entry.key, &call);
    if (status != LG_OK) return status;
    read.entry = call->entry;
    *call = read;
  }
  if (skip != 0) news->partial = true;
  count = read_entries(r, PAST_SIZE, &news->past, io_beyond, &skip);
  for (uint32_t i = 0; i < count; i++) {
    lg_digest key = lg__read_digest(r);
    if (i < skip) continue;
    lg_table_entry *entry;
    lg_status status = lg__table_touch(&news->past, &key, &entry);
    if (status != LG_OK) return status;
  }
  return r->failed ? LG_ESNAPSHOT : LG_OK;
}

static lg_status read_news(lg_restore *s) {
  lg_news *news = &s->run->news;
  lg_status status = read_news_parts(&s->in, news, &s->report.counts);
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
