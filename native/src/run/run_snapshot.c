#include "run/run.h"

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

/* ---- what the parts are made of, written or read ----------------------------------------------------------------- */

void lg__io_finding(lg_io io, lg_finding *finding) {
  uint8_t type = (uint8_t)finding->type, rung = (uint8_t)finding->rung, unit = (uint8_t)finding->unit;
  LG_IO_DIGEST(io, &finding->loop, &finding->subject);
  LG_IO_U32(io, &finding->detector);
  LG_IO_U8(io, &type);
  LG_IO_U32(io, &finding->repeats, &finding->threshold, &finding->cycle_length, &finding->behind, &finding->differing);
  LG_IO_FLAGS(io, &finding->strong, &finding->failed, &finding->mild, &finding->transient);
  LG_IO_F64(io, &finding->wait_ms, &finding->waited_ms);
  LG_IO_U8(io, &rung, &unit);
  LG_IO_F64(io, &finding->used);
  finding->type = (lg_detector_type)type;
  finding->rung = (lg_action)rung;
  finding->unit = (lg_unit)unit;
}

void lg__io_clocks(lg_io io, lg_run *run, bool *sketches, uint64_t *last_profile) {
  lg_stops *stops = &run->stops;
  LG_IO_U32(io, &run->round, &run->turn, &run->turn_round, &run->era);
  LG_IO_FLAGS(io, &run->explicit_rounds, &run->round_done, &run->turn_ended, sketches);
  LG_IO_DIGEST(io, &run->last_struck);
  LG_IO_U32(io, &run->last_round);
  LG_IO_U64(io, last_profile);
  LG_IO_U32(io, &stops->at);
  LG_IO_U16(io, &stops->count, &stops->same);
  LG_IO_FLAGS(io, &stops->has_words);
  lg__io_bytes(io, stops->words, sizeof stops->words);
}

void lg__io_ticket(lg_io io, lg_ticket *ticket, uint64_t *profile) {
  LG_IO_DIGEST(io, &ticket->identity, &ticket->name, &ticket->id);
  LG_IO_U32(io, &ticket->round, &ticket->strikes);
  LG_IO_U64(io, profile);
  LG_IO_U8(io, &ticket->action);
  LG_IO_FLAGS(io, &ticket->has_id, &ticket->detected, &ticket->polled, &ticket->again, &ticket->ran_before,
              &ticket->lost, &ticket->invalid);
  LG_IO_U8(io, &ticket->signs);
  LG_IO_F64(io, &ticket->asked_ms, &ticket->wait_ms);
  LG_IO_U32(io, &ticket->round_at);
}

void lg__io_poll(lg_io io, lg_poll_state *poll) {
  LG_IO_DIGEST(io, &poll->identity, &poll->result);
  LG_IO_F64(io, &poll->first_ms, &poll->last_ms);
  LG_IO_U32(io, &poll->repeats);
}

void lg__io_observation(lg_io io, lg_observation *seen) {
  LG_IO_DIGEST(io, &seen->identity, &seen->result, &seen->name);
  LG_IO_U32(io, &seen->round);
  LG_IO_FLAGS(io, &seen->comparable, &seen->failed, &seen->transient, &seen->mutated);
  LG_IO_FLAGS(io, &seen->fresh);
  if (seen->failed) LG_IO_U64(io, &seen->family);
}

void lg__io_loop(lg_io io, lg_loop *loop) {
  LG_IO_DIGEST(io, &loop->key);
  LG_IO_U32(io, &loop->detector, &loop->strikes, &loop->round, &loop->used);
}

void lg__io_steps(lg_io io, lg_armed *armed) {
  LG_IO_U32(io, &armed->seen, &armed->round, &armed->cursor, &armed->done);
}

void lg__io_news(lg_io io, lg_news *news) {
  lg_news_wait *wait = &news->wait;
  LG_IO_U32(io, &news->clock, &news->last_news, &news->waited_at, &wait->at, &wait->asked, &wait->need,
            &news->returned);
  LG_IO_U8(io, &news->pause_count, &news->next_pause);
  for (uint32_t i = 0; i < news->pause_count && i < LG_PAUSES; i++) LG_IO_U32(io, &news->pauses[i]);
  LG_IO_U32(io, &news->turn_at, &news->round_at, &news->compacted_at, &news->lost_at);
  LG_IO_FLAGS(io, &news->has_origin, &news->partial);
  LG_IO_F64(io, &news->origin_ms);
}

void lg__io_news_call(lg_io io, lg_news_call *call) {
  LG_IO_DIGEST(io, &call->entry.key);
  lg__io_bytes(io, call->result, sizeof call->result);
  LG_IO_U32(io, &call->at, &call->requested, &call->since);
  LG_IO_U16(io, &call->in_a_row, &call->hasty);
  LG_IO_U8(io, &call->still, &call->flags);
}

void lg__io_count(lg_io io, lg_count *count) {
  LG_IO_DIGEST(io, &count->entry.key);
  LG_IO_U32(io, &count->count, &count->epoch);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void write_table(lg_writer *w, const lg_table *table) {
  lg__write_u32(w, (uint32_t)table->count);
  for (uint32_t at = table->oldest; at != LG_TABLE_NONE; at = lg__table_at(table, at)->next)
    lg__io_count(lg__io_write(w), (lg_count *)(void *)lg__table_at(table, at));
}

static void write_names(lg_writer *w, const lg_names *names) {
  lg__write_u32(w, names->count);
  for (uint32_t i = 0; i < names->count; i++) {
    lg__write_digest(w, &names->names[i].digest);
    lg__write_u16(w, (uint16_t)names->names[i].len);
    lg__write_bytes(w, names->text.data + names->names[i].offset, names->names[i].len);
  }
}

static void write_tickets(lg_writer *w, const lg_run *run) {
  const lg_tickets *tickets = &run->tickets;
  lg__write_u32(w, tickets->used);
  lg__write_u32(w, tickets->next_out);
  for (uint32_t i = 0; i < tickets->used; i++) {
    lg_ticket *slot = &tickets->slots[i];
    lg__write_u8(w, slot->state);
    if (slot->state == LG_TICKET_FREE) continue;
    uint64_t profile = run->guard->profile_hashes[slot->profile];
    lg__io_ticket(lg__io_write(w), slot, &profile);
    if (slot->detected) lg__io_finding(lg__io_write(w), &slot->finding);
    if (run->sketches.seen != NULL) lg__sketch_io(lg__io_write(w), lg__sketch_of(run, slot));
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
  lg__write_u32(w, run->history.held);
  for (uint32_t back = run->history.held; back-- > 0;) {
    lg__io_observation(lg__io_write(w), lg__history_at(&run->history, back));
    if (run->sketches.seen != NULL) lg__sketch_io(lg__io_write(w), lg__sketch_at(run, back));
  }
}

static void write_loops(lg_writer *w, lg_loops *loops) {
  lg__write_u32(w, loops->clock);
  lg__write_u32(w, loops->known_count);
  for (uint32_t i = 0; i < loops->known_count; i++) lg__io_loop(lg__io_write(w), &loops->known[i]);
  lg__write_u32(w, loops->armed_count);
  for (uint32_t i = 0; i < loops->armed_count; i++) {
    lg__io_finding(lg__io_write(w), &loops->armed[i].finding);
    lg__io_steps(lg__io_write(w), &loops->armed[i]);
  }
}

static void write_news(lg_writer *w, lg_news *news) {
  lg__io_news(lg__io_write(w), news);
  lg__write_u32(w, (uint32_t)news->calls.count);
  for (uint32_t at = news->calls.oldest; at != LG_TABLE_NONE; at = lg__table_at(&news->calls, at)->next)
    lg__io_news_call(lg__io_write(w), (lg_news_call *)(void *)lg__table_at(&news->calls, at));
  lg__write_u32(w, (uint32_t)news->past.count);
  for (uint32_t at = news->past.oldest; at != LG_TABLE_NONE; at = lg__table_at(&news->past, at)->next)
    lg__write_digest(w, &lg__table_at(&news->past, at)->key);
}

lg_status lg_run_snapshot(lg_run *run, const uint8_t **out_bytes, size_t *out_len) {
  if (run == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_guard *guard = run->guard;
  lg_buf *buf = &guard->workspace->snapshot;
  lg_writer writer = lg__frame_begin(buf, LG_FRAME_RUN, guard->options.key, lg__guard_options_hash(guard));
  lg_writer *w = &writer;
  bool sketches = run->sketches.seen != NULL;
  lg__io_clocks(lg__io_write(w), run, &sketches, &guard->profile_hashes[run->last_profile]);
  lg__write_u32(w, guard->detector_count);
  for (uint32_t i = 0; i < guard->detector_count; i++)
    lg__write_u64(w, lg__guard_detector_hash(&guard->detectors[i].spec));
  write_table(w, &run->table);
  write_names(w, &run->names);
  write_tickets(w, run);
  lg__write_u32(w, run->polls.count);
  for (uint32_t i = 0; i < run->polls.count; i++) lg__io_poll(lg__io_write(w), &run->polls.polls[i]);
  write_queries(w, run);
  write_history(w, run);
  write_loops(w, &run->loops);
  write_news(w, &run->news);
  lg__budgets_write(w, run);
  lg_status status = lg__frame_finish(w);
  if (status != LG_OK) return status;
  *out_bytes = (const uint8_t *)buf->data;
  *out_len = buf->len;
  return LG_OK;
}
