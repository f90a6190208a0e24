#include "run/run_snapshot.h"

#include "memory/bytes.h"
#include "run/run.h"

/* ---- news -------------------------------------------------------------------------------------------------------- */

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void write_key(lg_writer *w, const lg_table_entry *entry) {
  lg__write_bytes(w, entry->key.bytes, sizeof entry->key.bytes);
}

void lg__news_write(lg_writer *w, const lg_news *news) {
  lg__write_u32(w, news->clock);
  lg__write_u32(w, news->last_news);
  lg__write_u32(w, news->waited_at);
  lg__write_u32(w, news->wait.at);
  lg__write_u32(w, news->wait.asked);
  lg__write_u32(w, news->wait.need);
  lg__write_u32(w, news->returned);
  lg__write_u8(w, news->pause_count);
  lg__write_u8(w, news->next_pause);
  for (uint32_t i = 0; i < news->pause_count; i++) lg__write_u32(w, news->pauses[i]);
  lg__write_u32(w, news->turn_at);
  lg__write_u32(w, news->round_at);
  lg__write_u32(w, news->compacted_at);
  lg__write_u32(w, news->lost_at);
  lg__write_u8(w, (uint8_t)((news->has_origin ? 1 : 0) | (news->partial ? 2 : 0)));
  lg__write_f64(w, news->origin_ms);
  lg__write_u32(w, (uint32_t)news->calls.count);
  for (uint32_t at = news->calls.oldest; at != LG_TABLE_NONE; at = lg__table_at(&news->calls, at)->next) {
    const lg_news_call *call = (const lg_news_call *)(const void *)lg__table_at(&news->calls, at);
    write_key(w, &call->entry);
    lg__write_bytes(w, call->result, sizeof call->result);
    lg__write_u32(w, call->at);
    lg__write_u32(w, call->requested);
    lg__write_u32(w, call->since);
    lg__write_u16(w, call->in_a_row);
    lg__write_u16(w, call->hasty);
    lg__write_u8(w, call->still);
    lg__write_u8(w, call->flags);
  }
  lg__write_u32(w, (uint32_t)news->past.count);
  for (uint32_t at = news->past.oldest; at != LG_TABLE_NONE; at = lg__table_at(&news->past, at)->next)
    write_key(w, lg__table_at(&news->past, at));
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

enum { CALL_SIZE = 42, PAST_SIZE = 16 };

/* How many entries of `size` bytes follow, and how many of these, the oldest, the table has no room for. */
static uint32_t read_entries(lg_reader *r, size_t size, const lg_table *table, uint32_t *io_beyond,
                             uint32_t *out_skip) {
  uint32_t count = lg__read_u32(r);
  if (count > r->left / size) r->failed = true;
  if (r->failed) count = 0;
  *out_skip = count > table->max_entries ? count - (uint32_t)table->max_entries : 0;
  *io_beyond += *out_skip;
  return count;
}

static lg_news_call read_call(lg_reader *r) {
  lg_news_call call = {.entry = {.key = lg__read_digest(r)}};
  const uint8_t *result = lg__read_bytes(r, sizeof call.result);
  if (result != NULL) memcpy(call.result, result, sizeof call.result);
  call.at = lg__read_u32(r);
  call.requested = lg__read_u32(r);
  call.since = lg__read_u32(r);
  call.in_a_row = lg__read_u16(r);
  call.hasty = lg__read_u16(r);
  call.still = lg__read_u8(r);
  call.flags = lg__read_u8(r);
  return call;
}

lg_status lg__news_read(lg_reader *r, lg_news *news, uint32_t *io_beyond) {
  news->clock = lg__read_u32(r);
  news->last_news = lg__read_u32(r);
  news->waited_at = lg__read_u32(r);
  news->wait = (lg_news_wait){.at = lg__read_u32(r)};
  news->wait.asked = lg__read_u32(r);
  news->wait.need = lg__read_u32(r);
  news->returned = lg__read_u32(r);
  news->pause_count = lg__read_u8(r);
  news->next_pause = lg__read_u8(r);
  /* a ring that is not full has its next place behind its last */
  if (news->pause_count > LG_PAUSES || news->next_pause >= LG_PAUSES ||
      (news->pause_count < LG_PAUSES && news->next_pause != news->pause_count))
    return LG_ESNAPSHOT;
  for (uint32_t i = 0; i < news->pause_count; i++) news->pauses[i] = lg__read_u32(r);
  news->turn_at = lg__read_u32(r);
  news->round_at = lg__read_u32(r);
  news->compacted_at = lg__read_u32(r);
  news->lost_at = lg__read_u32(r);
  uint8_t flags = lg__read_u8(r);
  news->has_origin = (flags & 1) != 0;
  news->partial = (flags & 2) != 0;
  news->origin_ms = lg__read_f64(r);
  if (news->last_news > news->clock || news->waited_at > news->clock || news->wait.at > news->clock ||
      news->round_at > news->clock || news->turn_at > news->clock || news->compacted_at > news->clock ||
      news->lost_at > news->compacted_at)
    return LG_ESNAPSHOT;
  if (news->has_origin && news->origin_ms - news->origin_ms != 0) return LG_ESNAPSHOT; /* infinite, or no number */
  uint32_t skip, count = read_entries(r, CALL_SIZE, &news->calls, io_beyond, &skip);
  for (uint32_t i = 0; i < count; i++) {
    lg_news_call read = read_call(r), *call;
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

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

/*
 * A run as bytes; run_restore.c reads them. The body, in this order: clocks, detectors, table, names, tickets, polls,
 * queries, history, loops, news, budgets.
 *
 * Windows are not written: they are rebuilt by pushing the signatures of the history again. Profiles are written as
 * hashes, since their numbers differ from process to process (in order of first use of a tool). Detectors have hashes
 * too, so that a guard with other detectors finds the parts that belong to those it still has.
 *
 * Everything that a later verdict may depend on is written: a restored run gives the same verdicts as its original.
 */
/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void write_flags(lg_writer *w, bool a, bool b, bool c, bool d) {
  lg__write_u8(w, (uint8_t)((a ? 1 : 0) | (b ? 2 : 0) | (c ? 4 : 0) | (d ? 8 : 0)));
}

static void write_table(lg_writer *w, const lg_table *table) {
  lg__write_u32(w, (uint32_t)table->count);
  uint32_t at = table->count == 0 ? LG_TABLE_NONE : table->oldest;
  for (const lg_count *entry; at != LG_TABLE_NONE; at = entry->entry.next) {
    entry = (const lg_count *)(const void *)lg__table_at(table, at);
    lg__write_digest(w, &entry->entry.key);
    lg__write_u32(w, entry->count);
    lg__write_u32(w, entry->epoch);
  }
}

static void write_names(lg_writer *w, const lg_names *names) {
  lg__write_u32(w, names->count);
  for (uint32_t i = 0; i < names->count; i++) {
    lg__write_digest(w, &names->names[i].digest);
    lg__write_u16(w, (uint16_t)names->names[i].len);
    lg__write_bytes(w, names->text.data + names->names[i].offset, names->names[i].len);
  }
}

static void write_finding(lg_writer *w, const lg_finding *finding) {
  lg__write_digest(w, &finding->loop);
  lg__write_digest(w, &finding->subject);
  lg__write_u32(w, finding->detector);
  lg__write_u8(w, (uint8_t)finding->type);
  lg__write_u32(w, finding->repeats);
  lg__write_u32(w, finding->threshold);
  lg__write_u32(w, finding->cycle_length);
  lg__write_u32(w, finding->behind);
  lg__write_u32(w, finding->differing);
  write_flags(w, finding->strong, finding->failed, finding->mild, finding->transient);
  lg__write_f64(w, finding->wait_ms);
  lg__write_f64(w, finding->waited_ms);
  lg__write_u8(w, (uint8_t)finding->rung);
  lg__write_u8(w, (uint8_t)finding->unit);
  lg__write_f64(w, finding->used);
}

static void write_tickets(lg_writer *w, const lg_run *run) {
  const lg_tickets *tickets = &run->tickets;
  lg__write_u32(w, tickets->used);
  lg__write_u32(w, tickets->next_out);
  for (uint32_t i = 0; i < tickets->used; i++) {
    const lg_ticket *slot = &tickets->slots[i];
    lg__write_u8(w, slot->state);
    if (slot->state == LG_TICKET_FREE) continue;
    lg__write_digest(w, &slot->identity);
    lg__write_digest(w, &slot->name);
    lg__write_digest(w, &slot->id);
    lg__write_u32(w, slot->round);
    lg__write_u32(w, slot->strikes);
    lg__write_u64(w, run->guard->profile_hashes[slot->profile]);
    lg__write_u8(w, slot->action);
    lg__write_u8(w, (uint8_t)((slot->has_id ? 1 : 0) | (slot->detected ? 2 : 0) | (slot->polled ? 4 : 0) |
                              (slot->again ? 8 : 0) | (slot->ran_before ? 16 : 0) | (slot->lost ? 32 : 0) |
                              (slot->invalid ? 64 : 0)));
    lg__write_u8(w, slot->signs);
    lg__write_f64(w, slot->asked_ms);
    lg__write_f64(w, slot->wait_ms);
    lg__write_u32(w, slot->round_at);
    if (slot->detected) write_finding(w, &slot->finding);
    if (run->sketches.seen != NULL) lg__sketch_write(w, lg__sketch_of(run, slot));
  }
}

static void write_polls(lg_writer *w, const lg_polls *polls) {
  lg__write_u32(w, polls->count);
  for (uint32_t i = 0; i < polls->count; i++) {
    const lg_poll_state *poll = &polls->polls[i];
    lg__write_digest(w, &poll->identity);
    lg__write_digest(w, &poll->result);
    lg__write_f64(w, poll->first_ms);
    lg__write_f64(w, poll->last_ms);
    lg__write_u32(w, poll->repeats);
  }
}

/* The slot of the refused call instead of its ticket number: restored tickets get new numbers. */
static uint32_t refused_slot(const lg_tickets *tickets, uint32_t refused) {
  if (refused == LG_NO_TICKET) return LG_QUERY_RAN;
  const lg_ticket *slot = lg__tickets_get(tickets, refused);
  return slot == NULL ? LG_QUERY_DEAD : (uint32_t)(slot - tickets->slots);
}

static void write_queries(lg_writer *w, const lg_run *run) {
  const lg_queries *queries = &run->queries;
  lg__write_u32(w, queries->held);
  for (uint32_t back = queries->held; back-- > 0;) {
    const lg_query *query = lg__queries_at(queries, back);
    lg__write_digest(w, &query->name);
    lg__write_u32(w, refused_slot(&run->tickets, query->refused));
    lg__write_u32(w, query->round);
    lg__write_u32(w, query->len);
    lg__write_bytes(w, query->text, query->len);
  }
}

static void write_history(lg_writer *w, const lg_run *run) {
  const lg_history *history = &run->history;
  lg__write_u32(w, history->held);
  for (uint32_t back = history->held; back-- > 0;) {
    const lg_observation *seen = lg__history_at(history, back);
    lg__write_digest(w, &seen->identity);
    lg__write_digest(w, &seen->result);
    lg__write_digest(w, &seen->name);
    lg__write_u32(w, seen->round);
    write_flags(w, seen->comparable, seen->failed, seen->transient, seen->mutated);
    write_flags(w, seen->fresh, false, false, false);
    if (run->sketches.seen != NULL) lg__sketch_write(w, lg__sketch_at(run, back));
  }
}

static void write_loops(lg_writer *w, const lg_loops *loops) {
  lg__write_u32(w, loops->clock);
  lg__write_u32(w, loops->known_count);
  for (uint32_t i = 0; i < loops->known_count; i++) {
    const lg_loop *loop = &loops->known[i];
    lg__write_digest(w, &loop->key);
    lg__write_u32(w, loop->detector);
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
  write_flags(w, run->explicit_rounds, run->round_done, run->turn_ended, run->sketches.seen != NULL);
  lg__write_digest(w, &run->last_struck);
  lg__write_u32(w, run->last_round);
  lg__write_u64(w, guard->profile_hashes[run->last_profile]);
  lg__write_u32(w, run->stops.at);
  lg__write_u16(w, run->stops.count);
  lg__write_u16(w, run->stops.same);
  lg__write_u8(w, run->stops.has_words ? 1 : 0);
  lg__write_bytes(w, run->stops.words, sizeof run->stops.words);
  lg__write_u32(w, guard->detector_count);
  for (uint32_t i = 0; i < guard->detector_count; i++)
    lg__write_u64(w, lg__guard_detector_hash(&guard->detectors[i].spec));
  write_table(w, &run->table);
  write_names(w, &run->names);
  write_tickets(w, run);
  write_polls(w, &run->polls);
  write_queries(w, run);
  write_history(w, run);
  write_loops(w, &run->loops);
  lg__news_write(w, &run->news);
  lg__budgets_write(w, run);
  lg_status status = lg__frame_finish(w);
  if (status != LG_OK) return status;
  *out_bytes = (const uint8_t *)buf->data;
  *out_len = buf->len;
  return LG_OK;
}
