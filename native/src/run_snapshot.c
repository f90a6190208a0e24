/*
 * A run as bytes, and back. The body, in this order: clocks, table, names, tickets, polls, queries, history, loops.
 * Windows are not written: they are the signatures of the history, and pushing those again gives them back.
 * Profile numbers belong to one process (they are given out as tools are met), so restored calls have the default one.
 */
#include "bytes.h"
#include "run.h"

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void write_digest(lg_writer *w, const lg_digest *digest) { lg__write_bytes(w, digest->bytes, 16); }

static void write_flags(lg_writer *w, bool a, bool b, bool c, bool d) {
  lg__write_u8(w, (uint8_t)((a ? 1 : 0) | (b ? 2 : 0) | (c ? 4 : 0) | (d ? 8 : 0)));
}

static void write_table(lg_writer *w, const lg_table *table) {
  lg__write_u32(w, (uint32_t)table->count);
  uint32_t at = table->count == 0 ? LG_TABLE_NONE : table->oldest;
  for (; at != LG_TABLE_NONE; at = table->entries[at].next) {
    const lg_table_entry *entry = &table->entries[at];
    write_digest(w, &entry->key);
    lg__write_u32(w, entry->count);
    lg__write_u32(w, entry->epoch);
  }
}

static void write_names(lg_writer *w, const lg_names *names) {
  lg__write_u32(w, names->count);
  for (uint32_t i = 0; i < names->count; i++) {
    write_digest(w, &names->names[i].digest);
    lg__write_u16(w, (uint16_t)names->names[i].len);
    lg__write_bytes(w, names->text.data + names->names[i].offset, names->names[i].len);
  }
}

static void write_finding(lg_writer *w, const lg_finding *finding) {
  write_digest(w, &finding->loop);
  write_digest(w, &finding->subject);
  lg__write_u32(w, finding->detector);
  lg__write_u8(w, (uint8_t)finding->type);
  lg__write_u32(w, finding->repeats);
  lg__write_u32(w, finding->threshold);
  lg__write_u32(w, finding->cycle_length);
  lg__write_u32(w, finding->behind);
  lg__write_u8(w, finding->strong ? 1 : 0);
  lg__write_f64(w, finding->wait_ms);
}

static void write_tickets(lg_writer *w, const lg_tickets *tickets) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < tickets->used; i++) count += tickets->slots[i].state != LG_TICKET_FREE;
  lg__write_u32(w, count);
  for (uint32_t i = 0; i < tickets->used; i++) {
    const lg_ticket *slot = &tickets->slots[i];
    if (slot->state == LG_TICKET_FREE) continue;
    write_digest(w, &slot->identity);
    write_digest(w, &slot->name);
    write_digest(w, &slot->id);
    lg__write_u32(w, slot->round);
    lg__write_u32(w, slot->strikes);
    lg__write_u8(w, slot->state);
    lg__write_u8(w, slot->action);
    write_flags(w, slot->has_id, slot->detected, false, false);
    if (slot->detected) write_finding(w, &slot->finding);
  }
}

static void write_polls(lg_writer *w, const lg_polls *polls) {
  lg__write_u32(w, polls->count);
  for (uint32_t i = 0; i < polls->count; i++) {
    const lg_poll_state *poll = &polls->polls[i];
    write_digest(w, &poll->identity);
    write_digest(w, &poll->result);
    lg__write_f64(w, poll->first_ms);
    lg__write_f64(w, poll->last_ms);
    lg__write_u32(w, poll->repeats);
  }
}

static void write_queries(lg_writer *w, const lg_queries *queries) {
  uint32_t ran = 0;
  for (uint32_t back = 0; back < queries->held; back++) ran += lg__queries_at(queries, back)->refused == LG_NO_TICKET;
  lg__write_u32(w, ran);
  for (uint32_t back = queries->held; back-- > 0;) {
    const lg_query *query = lg__queries_at(queries, back);
    if (query->refused != LG_NO_TICKET) continue;
    write_digest(w, &query->name);
    lg__write_u32(w, query->round);
    lg__write_u32(w, query->len);
    lg__write_bytes(w, query->text, query->len);
  }
}

static void write_history(lg_writer *w, const lg_history *history) {
  lg__write_u32(w, history->held);
  for (uint32_t back = history->held; back-- > 0;) {
    const lg_observation *seen = lg__history_at(history, back);
    write_digest(w, &seen->identity);
    write_digest(w, &seen->result);
    write_digest(w, &seen->name);
    lg__write_u32(w, seen->round);
    write_flags(w, seen->comparable, seen->failed, seen->transient, seen->mutated);
  }
}

static void write_loops(lg_writer *w, const lg_loops *loops) {
  lg__write_u32(w, loops->clock);
  lg__write_u32(w, loops->known_count);
  for (uint32_t i = 0; i < loops->known_count; i++) {
    const lg_loop *loop = &loops->known[i];
    write_digest(w, &loop->key);
    lg__write_u32(w, loop->strikes);
    lg__write_u32(w, loop->round);
    lg__write_u32(w, loop->used);
  }
  lg__write_u32(w, loops->armed_count);
  for (uint32_t i = 0; i < loops->armed_count; i++) {
    const lg_armed *armed = &loops->armed[i];
    write_finding(w, &armed->finding);
    lg__write_u32(w, armed->seen);
    lg__write_u32(w, armed->round);
    lg__write_u32(w, armed->cursor);
    lg__write_u32(w, armed->done);
  }
}

lg_status lg_run_snapshot(lg_run *run, const uint8_t **out_bytes, size_t *out_len) {
  if (run == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_guard *guard = run->guard;
  lg_buf *buf = &guard->workspace->snapshot;
  lg_writer writer = lg__frame_begin(buf, LG_FRAME_RUN, guard->options.key, lg__guard_options_hash(guard));
  lg_writer *w = &writer;
  lg__write_u32(w, run->round);
  lg__write_u32(w, run->turn);
  lg__write_u32(w, run->turn_round);
  lg__write_u32(w, run->era);
  write_flags(w, run->explicit_rounds, run->completed, false, false);
  write_digest(w, &run->last_struck);
  write_table(w, &run->table);
  write_names(w, &run->names);
  write_tickets(w, &run->tickets);
  write_polls(w, &run->polls);
  write_queries(w, &run->queries);
  write_history(w, &run->history);
  write_loops(w, &run->loops);
  lg_status status = lg__frame_finish(w);
  if (status != LG_OK) return status;
  *out_bytes = (const uint8_t *)buf->data;
  *out_len = buf->len;
  return LG_OK;
}

/* ---- reading: into a fresh run, which is thrown away when anything is wrong ------------------------------------------ */

static lg_digest read_digest(lg_reader *r) {
  lg_digest digest = {{0}};
  const uint8_t *bytes = lg__read_bytes(r, 16);
  if (bytes != NULL) memcpy(digest.bytes, bytes, 16);
  return digest;
}

/* A count of things of at least `size` bytes each: one that the bytes left cannot hold is damage. */
static uint32_t read_count(lg_reader *r, size_t size, uint32_t max) {
  uint32_t count = lg__read_u32(r);
  if (count > max || count > r->left / size) r->failed = true;
  return r->failed ? 0 : count;
}

static lg_status read_table(lg_reader *r, lg_run *run) {
  for (uint32_t i = read_count(r, 24, UINT32_MAX); i > 0; i--) {
    lg_digest key = read_digest(r);
    lg_table_entry *entry;
    lg_status status = lg__table_touch(&run->table, &key, &entry);
    if (status != LG_OK) return status;
    entry->count = lg__read_u32(r);
    entry->epoch = lg__read_u32(r);
  }
  return LG_OK;
}

static lg_status read_names(lg_reader *r, lg_run *run) {
  for (uint32_t i = read_count(r, 18, LG_NAMES_MAX); i > 0; i--) {
    lg_digest digest = read_digest(r);
    size_t len = lg__read_u16(r);
    const uint8_t *name = lg__read_bytes(r, len);
    if (name == NULL && len != 0) return LG_ESNAPSHOT;
    lg_status status = lg__names_add(&run->names, &digest, (const char *)name, len);
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

static bool read_finding(lg_reader *r, const lg_guard *guard, lg_finding *out) {
  out->loop = read_digest(r);
  out->subject = read_digest(r);
  out->detector = lg__read_u32(r);
  out->type = (lg_detector_type)lg__read_u8(r);
  out->repeats = lg__read_u32(r);
  out->threshold = lg__read_u32(r);
  out->cycle_length = lg__read_u32(r);
  out->behind = lg__read_u32(r);
  out->strong = lg__read_u8(r) != 0;
  out->wait_ms = lg__read_f64(r);
  if (r->failed || out->detector > guard->detector_count || out->cycle_length == 0) return false;
  if (out->detector == guard->detector_count) return out->type == LG_POLL;
  const lg_detector_spec *spec = &guard->detectors[out->detector].spec;
  if (out->type == LG_CYCLE && out->cycle_length > spec->max_cycle_len) return false;
  if (out->type == LG_PING_PONG && out->cycle_length != spec->min_cycle_len) return false;
  return out->type == spec->type;
}

static lg_status read_tickets(lg_reader *r, lg_run *run, bool same_options) {
  for (uint32_t i = read_count(r, 59, LG_TICKETS_MAX); i > 0; i--) {
    lg_ticket read = {.identity = read_digest(r)};
    read.name = read_digest(r);
    read.id = read_digest(r);
    read.round = lg__read_u32(r);
    read.strikes = lg__read_u32(r);
    read.state = lg__read_u8(r);
    read.action = lg__read_u8(r);
    uint8_t flags = lg__read_u8(r);
    read.has_id = (flags & 1) != 0;
    read.detected = (flags & 2) != 0;
    if (read.state == LG_TICKET_FREE || read.state > LG_TICKET_DONE || read.action > LG_ABORT) return LG_ESNAPSHOT;
    if (read.detected && !read_finding(r, run->guard, &read.finding) && (r->failed || same_options))
      return LG_ESNAPSHOT;
    if (!same_options) read.detected = false;
    lg_ticket *slot;
    lg_status status = lg__tickets_reserve(&run->tickets, &run->guard->allocator, &slot);
    if (status != LG_OK) return status;
    read.use = slot->use;
    *slot = read;
  }
  return LG_OK;
}

static void read_polls(lg_reader *r, lg_run *run) {
  for (uint32_t i = read_count(r, 52, LG_POLLS_MAX); i > 0; i--) {
    lg_poll_state *poll = &run->polls.polls[run->polls.count++];
    poll->identity = read_digest(r);
    poll->result = read_digest(r);
    poll->first_ms = lg__read_f64(r);
    poll->last_ms = lg__read_f64(r);
    poll->repeats = lg__read_u32(r);
  }
}

static lg_status read_queries(lg_reader *r, lg_run *run) {
  for (uint32_t i = read_count(r, 24, LG_QUERIES_MAX); i > 0; i--) {
    lg_digest name = read_digest(r);
    uint32_t round = lg__read_u32(r), len = lg__read_u32(r);
    const uint8_t *text = lg__read_bytes(r, len);
    if (text == NULL || len > LG_QUERY_KEEP) return LG_ESNAPSHOT;
    lg_status status =
        lg__queries_add(&run->queries, &run->guard->allocator, &name, round, (const char *)text, len);
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

static void read_history(lg_reader *r, lg_run *run) {
  for (uint32_t i = read_count(r, 53, UINT32_MAX); i > 0; i--) {
    lg_observation seen = {.identity = read_digest(r)};
    seen.result = read_digest(r);
    seen.name = read_digest(r);
    seen.round = lg__read_u32(r);
    uint8_t flags = lg__read_u8(r);
    seen.comparable = (flags & 1) != 0;
    seen.failed = (flags & 2) != 0;
    seen.transient = (flags & 4) != 0;
    seen.mutated = (flags & 8) != 0;
    lg__history_push(&run->history, &seen);
    lg_digest signature = lg__run_signature(run, &seen);
    for (uint32_t w = 0; w < run->guard->window_count; w++) (void)lg__window_push(&run->windows[w], &signature);
  }
}

static bool read_loops(lg_reader *r, lg_run *run) {
  lg_loops *loops = &run->loops;
  loops->clock = lg__read_u32(r);
  for (uint32_t i = read_count(r, 28, LG_LOOPS_MAX); i > 0; i--) {
    lg_loop *loop = &loops->known[loops->known_count++];
    loop->key = read_digest(r);
    loop->strikes = lg__read_u32(r);
    loop->round = lg__read_u32(r);
    loop->used = lg__read_u32(r);
  }
  for (uint32_t i = read_count(r, 78, LG_ARMED_MAX); i > 0; i--) {
    lg_armed *armed = &loops->armed[loops->armed_count++];
    if (!read_finding(r, run->guard, &armed->finding)) return false;
    armed->seen = lg__read_u32(r);
    armed->round = lg__read_u32(r);
    armed->cursor = lg__read_u32(r);
    armed->done = lg__read_u32(r);
    if (armed->done > armed->cursor) return false;
  }
  return true;
}

static lg_status read_body(lg_reader *r, lg_run *run, bool same_options) {
  run->round = lg__read_u32(r);
  run->turn = lg__read_u32(r);
  run->turn_round = lg__read_u32(r);
  run->era = lg__read_u32(r);
  uint8_t flags = lg__read_u8(r);
  run->explicit_rounds = (flags & 1) != 0;
  run->completed = (flags & 2) != 0;
  run->last_struck = read_digest(r);
  lg_status status = read_table(r, run);
  if (status == LG_OK) status = read_names(r, run);
  if (status == LG_OK) status = read_tickets(r, run, same_options);
  if (status != LG_OK) return status;
  read_polls(r, run);
  status = read_queries(r, run);
  if (status != LG_OK) return status;
  read_history(r, run);
  /* strikes and armed patterns name detectors by number: under other detectors they mean nothing */
  if (same_options && !(read_loops(r, run) && lg__read_all(r))) return LG_ESNAPSHOT;
  return r->failed ? LG_ESNAPSHOT : LG_OK;
}

lg_status lg_run_restore(lg_run *run, const uint8_t *bytes, size_t len) {
  if (run == NULL || bytes == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_RUN, &frame);
  if (status != LG_OK) return status;
  if (memcmp(frame.key, run->guard->options.key, LG_KEY_SIZE) != 0) return LG_ESNAPSHOT;
  lg_run *fresh;
  status = lg_run_new(run->guard, &fresh);
  if (status != LG_OK) return status;
  bool same_options = frame.options_hash == lg__guard_options_hash(run->guard);
  status = read_body(&frame.body, fresh, same_options);
  if (status == LG_OK) {
    lg_run old = *run;
    *run = *fresh;
    *fresh = old;
  }
  lg_run_free(fresh);
  return status;
}
