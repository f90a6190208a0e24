/*
 * A run as bytes, and from bytes. The body, in this order: clocks, detectors, table, names, tickets, polls, queries,
 * history, loops, news, budgets. Each part is one function, which writes it or reads it.
 *
 * Windows are not written: they are rebuilt by pushing the signatures of the history again. Profiles are written as
 * hashes, since their numbers differ from process to process (in order of first use of a tool). Detectors have hashes
 * too, so that a guard with other detectors finds the parts that belong to those it still has.
 *
 * Everything that a later verdict may depend on is written: a restored run gives the same verdicts as its original. It
 * is read into a new run, so that a damaged snapshot changes nothing.
 */
#include "run/run.h"

#define GONE UINT32_MAX /* the place of a detector that this guard does not have */

typedef struct body {
  lg_io io;
  lg_run *run;
  bool sketches; /* tickets and observations have them */
  /* of reading: */
  lg_status status;                   /* the first failure */
  const lg_tickets *before;           /* the tickets of the old run: the host may still hold their numbers */
  uint32_t detectors;                 /* how many the snapshot's guard had */
  uint32_t now[LG_DETECTORS_MAX + 1]; /* their places in this guard, or GONE; the last one is the poll rule */
  lg_restore_report report;
} body;

static bool reads(const body *b) { return b->io.to == NULL; }

/* Whether reading has failed, now or before. */
static bool fails(body *b, bool damaged) {
  if (b->status == LG_OK && reads(b) && (damaged || b->io.from->failed)) b->status = LG_ESNAPSHOT;
  return b->status != LG_OK;
}

/* How many entries follow, of at least `size` bytes each. More than the remaining bytes can hold is damage. */
static uint32_t io_count(body *b, size_t held, size_t size, uint32_t max) {
  uint32_t count = (uint32_t)held;
  LG_IO_U32(b->io, &count);
  return fails(b, count > max || (reads(b) && count > b->io.from->left / size)) ? 0 : count;
}

/* `sketch` NULL: this guard keeps none. */
static void io_sketch(body *b, lg_sketch *sketch) {
  lg_sketch one = {0};
  if (b->sketches) lg__sketch_io(b->io, reads(b) ? &one : sketch);
  if (reads(b) && sketch != NULL) *sketch = one;
}

/* ---- tables: the least recently used entries come first, and those beyond max_entries are left out --------------- */

typedef union any_entry {
  lg_table_entry entry;
  lg_count count;
  lg_news_call call;
  lg_name name;
} any_entry;

/* What comes after the key; NULL: nothing. */
typedef void io_entry(body *b, any_entry *one);

static void io_counter(body *b, any_entry *one) { LG_IO_U32(b->io, &one->count.count, &one->count.epoch); }

static void io_name(body *b, any_entry *one) {
  LG_IO_U16(b->io, &one->name.len);
  if (!fails(b, one->name.len > LG_NAME_KEEP)) lg__io_bytes(b->io, one->name.text, one->name.len);
}

static void io_call(body *b, any_entry *one) { (void)fails(b, !lg__news_io_call(b->io, &b->run->news, &one->call)); }

/* Gives how many were left out. `size`: of an entry's bytes. */
static uint32_t io_table(body *b, lg_table *table, size_t size, io_entry *io_rest) {
  uint32_t count = io_count(b, table->count, size, UINT32_MAX), at = table->oldest;
  uint32_t skip = count > table->max_entries ? count - (uint32_t)table->max_entries : 0;
  for (uint32_t i = 0; i < count; i++) {
    any_entry read, *one = reads(b) ? &read : (any_entry *)(void *)lg__table_at(table, at);
    lg_table_entry *entry;
    if (!reads(b)) at = one->entry.next;
    LG_IO_DIGEST(b->io, &one->entry.key);
    if (io_rest != NULL) io_rest(b, one);
    if (!reads(b)) continue;
    if (fails(b, false)) return 0;
    if (i < skip) continue;
    b->status = lg__table_touch(table, &read.entry.key, &entry);
    if (b->status != LG_OK) return 0;
    read.entry = *entry; /* with its place in the order of use */
    memcpy(entry, &read, table->entry_size);
  }
  b->report.counts += skip;
  return skip;
}

/* ---- detectors and profiles of the snapshot, in this guard ------------------------------------------------------- */

/* Where the snapshot's detector `old` stands in this guard. Of several equal detectors the n-th of the snapshot is the
 * n-th here. Custom detectors all have one hash, so none of them is matched. */
static uint32_t place_of(const body *b, const uint64_t *hashes, uint32_t old) {
  const lg_guard *guard = b->run->guard;
  uint32_t nth = 0;
  for (uint32_t i = 0; i < old; i++) nth += hashes[i] == hashes[old];
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    if (slot->record->by_host || lg__guard_detector_hash(&slot->spec) != hashes[old]) continue;
    if (nth-- == 0) return i;
  }
  return GONE;
}

static void io_detectors(body *b) {
  const lg_guard *guard = b->run->guard;
  uint32_t own = guard->detector_count;
  uint64_t hashes[LG_DETECTORS_MAX];
  b->detectors = io_count(b, own, 8, LG_DETECTORS_MAX);
  for (uint32_t i = 0; i < b->detectors; i++) {
    if (!reads(b)) hashes[i] = lg__guard_detector_hash(&guard->detectors[i].spec);
    LG_IO_U64(b->io, &hashes[i]);
  }
  if (fails(b, b->report.same_options && b->detectors != own) || !reads(b)) return;
  for (uint32_t i = 0; i < b->detectors; i++) b->now[i] = b->report.same_options ? i : place_of(b, hashes, i);
  b->now[b->detectors] = own; /* the rule of polls comes after all detectors */
}

/* The new place of the snapshot's detector `*io_detector`, which may be any number; in the loop's key, too. False: it
 * has none. */
static bool move_detector(const body *b, uint32_t *io_detector, lg_digest *loop) {
  uint32_t old = *io_detector;
  *io_detector = old <= b->detectors ? b->now[old] : GONE;
  if (*io_detector == GONE) return false;
  lg__loop_tag(loop, old);
  lg__loop_tag(loop, *io_detector);
  return true;
}

/* Whether the detector that it now has can have made the finding. */
static bool is_possible(const body *b, const lg_finding *finding) {
  if ((uint32_t)finding->type >= LG_DETECTOR_TYPES) return false;
  const lg_detector_record *record = lg__finding_record(finding);
  const lg_detector_spec *spec = lg__run_spec(b->run, finding->detector);
  if (spec == NULL) return record->is_rule;
  return finding->type == spec->type && (record->may_have_found == NULL || record->may_have_found(spec, finding));
}

/* False: this guard does not have its detector. */
static bool io_finding(body *b, lg_finding *finding) {
  lg_io io = b->io;
  uint8_t type = (uint8_t)finding->type, action = (uint8_t)finding->action, unit = (uint8_t)finding->unit;
  LG_IO_DIGEST(io, &finding->loop, &finding->subject);
  LG_IO_U32(io, &finding->detector);
  LG_IO_U8(io, &type);
  LG_IO_U32(io, &finding->repeats, &finding->threshold, &finding->cycle_length, &finding->behind, &finding->differing);
  LG_IO_FLAGS(io, &finding->strong, &finding->failed, &finding->mild, &finding->transient, &finding->at_work);
  LG_IO_F64(io, &finding->wait_ms, &finding->waited_ms);
  LG_IO_U8(io, &action, &unit);
  LG_IO_F64(io, &finding->used);
  if (!reads(b)) return true;
  finding->type = (lg_detector_type)type;
  finding->action = (lg_action)action;
  finding->unit = (lg_unit)unit;
  if (fails(b, finding->cycle_length == 0 || finding->detector > b->detectors)) return false;
  if (!move_detector(b, &finding->detector, &finding->loop)) return false;
  lg_digest of_any = LG_ANY_NAME;
  lg__loop_tag(&of_any, finding->detector);
  /* The only finding of `before` with a span: unknown_tool counts a row of rounds. */
  if (lg__digest_equal(&finding->loop, &of_any)) finding->span = finding->repeats;
  return !fails(b, !is_possible(b, finding));
}

/* ---- the parts of the body, in order ----------------------------------------------------------------------------- */

static void io_clocks(body *b) {
  lg_run *run = b->run;
  lg_stops *stops = &run->stops;
  lg_io io = b->io;
  uint64_t profile = run->guard->profile_hashes[run->last_profile];
  LG_IO_U32(io, &run->round, &run->turn, &run->turn_round, &run->era);
  LG_IO_FLAGS(io, &run->explicit_rounds, &run->round_done, &run->turn_ended, &b->sketches);
  LG_IO_DIGEST(io, &run->last_struck);
  LG_IO_U32(io, &run->last_round);
  LG_IO_U64(io, &profile);
  LG_IO_U32(io, &stops->at);
  LG_IO_U16(io, &stops->count, &stops->same);
  LG_IO_FLAGS(io, &stops->has_words);
  lg__io_bytes(io, stops->words, sizeof stops->words);
  if (!reads(b)) return;
  run->may_be_wrong = true;
  run->last_profile = lg__guard_profile(run->guard, profile, NULL);
}

static void io_counts(body *b) { (void)io_table(b, &b->run->table, 24, io_counter); }

/* Names that are left out are no loss: they are for reports only. */
static void io_names(body *b) { b->report.counts -= io_table(b, &b->run->names, 18, io_name); }

static void io_ticket(body *b, lg_ticket *ticket) {
  lg_io io = b->io;
  bool known;
  LG_IO_U8(io, &ticket->state);
  if (ticket->state == LG_TICKET_FREE) return;
  uint64_t profile = b->run->guard->profile_hashes[ticket->profile];
  LG_IO_DIGEST(io, &ticket->identity, &ticket->name, &ticket->id);
  LG_IO_U32(io, &ticket->round, &ticket->strikes);
  LG_IO_U64(io, &profile);
  LG_IO_U8(io, &ticket->action);
  LG_IO_FLAGS(io, &ticket->has_id, &ticket->detected, &ticket->polled, &ticket->again, &ticket->ran_before,
              &ticket->lost, &ticket->invalid);
  LG_IO_U8(io, &ticket->signs);
  LG_IO_F64(io, &ticket->asked_ms, &ticket->wait_ms);
  LG_IO_U32(io, &ticket->round_at);
  if (fails(b, ticket->state > LG_TICKET_DONE || ticket->action > LG_ABORT)) return;
  bool gone = ticket->detected && !io_finding(b, &ticket->finding);
  io_sketch(b, lg__sketch_of(b->run, ticket));
  if (!reads(b)) return;
  ticket->profile = lg__guard_profile(b->run->guard, profile, &known);
  if (!known) b->report.profiles++;
  if (!gone) return;
  ticket->detected = false;
  b->report.detections++;
  /* refused by a detector that is gone: the ticket is dropped, so that the same id is judged anew */
  if (ticket->state == LG_TICKET_REFUSED) ticket->state = LG_TICKET_FREE;
}

static void io_tickets(body *b) {
  lg_tickets *tickets = &b->run->tickets;
  uint32_t used = io_count(b, tickets->used, 1, LG_TICKETS_MAX), next_out = tickets->next_out;
  LG_IO_U32(b->io, &next_out);
  if (fails(b, next_out >= LG_TICKETS_MAX)) return;
  if (reads(b)) {
    b->status = lg__tickets_follow(tickets, &b->run->guard->allocator, b->before, used);
    if (b->status == LG_OK) b->status = lg__sketches_reserve(b->run);
    tickets->next_out = next_out;
  }
  for (uint32_t i = 0; i < used && !fails(b, false); i++) io_ticket(b, &tickets->slots[i]);
}

static void io_polls(body *b) {
  lg_polls *polls = &b->run->polls;
  polls->count = io_count(b, polls->count, 52, LG_POLLS_MAX);
  for (uint32_t i = 0; i < polls->count; i++) {
    lg_poll_state *poll = &polls->polls[i];
    LG_IO_DIGEST(b->io, &poll->identity, &poll->result);
    LG_IO_F64(b->io, &poll->first_ms, &poll->last_ms);
    LG_IO_U32(b->io, &poll->repeats);
  }
}

/* The slot of a refused call instead of its ticket number: restored tickets get new numbers. */
static uint32_t slot_of(const lg_tickets *tickets, uint32_t refused) {
  if (refused == LG_NO_TICKET) return LG_QUERY_RAN;
  const lg_ticket *slot = lg__tickets_get(tickets, refused);
  return slot == NULL ? LG_QUERY_DEAD : (uint32_t)(slot - tickets->slots);
}

/* The ticket number of the refused call in this slot. */
static uint32_t ticket_in(const lg_tickets *tickets, uint32_t slot) {
  if (slot == LG_QUERY_RAN) return LG_NO_TICKET;
  bool taken = slot < tickets->used && tickets->slots[slot].state != LG_TICKET_FREE;
  return taken ? lg__tickets_number(tickets, &tickets->slots[slot]) : LG_TICKET_OF_NOTHING;
}

static void io_queries(body *b) {
  lg_queries *queries = &b->run->queries;
  const lg_tickets *tickets = &b->run->tickets;
  const lg_allocator *memory = &b->run->guard->allocator;
  for (uint32_t back = io_count(b, queries->held, 24, LG_QUERIES_MAX); back-- > 0;) {
    lg_query query = {.len = 0}, copy;
    if (!reads(b)) query = *lg__queries_at(queries, back);
    uint32_t slot = slot_of(tickets, query.refused);
    const char *text = query.text;
    LG_IO_DIGEST(b->io, &query.name);
    LG_IO_U32(b->io, &slot, &query.round, &query.len);
    lg__io_text(b->io, &text, query.len);
    if (!reads(b)) continue;
    bool is_slot = slot < tickets->used || slot == LG_QUERY_RAN || slot == LG_QUERY_DEAD;
    if (fails(b, query.len == 0 || query.len > LG_QUERY_KEEP || !is_slot)) return;
    b->status = lg__queries_copy(queries, memory, text, query.len, &copy);
    if (b->status != LG_OK) return;
    lg__queries_add(queries, memory, &query.name, query.round, LG_NO_TICKET, &copy);
    lg__queries_set_aside(queries, ticket_in(tickets, slot));
  }
}

static void io_history(body *b) {
  lg_run *run = b->run;
  uint32_t count = io_count(b, run->history.held, 53, UINT32_MAX);
  b->report.observations = count > run->history.size ? count - run->history.size : 0;
  for (uint32_t back = count; back-- > 0;) {
    lg_observation seen = {.family = 0};
    if (!reads(b)) seen = *lg__history_at(&run->history, back);
    LG_IO_DIGEST(b->io, &seen.identity, &seen.result, &seen.name);
    LG_IO_U32(b->io, &seen.round);
    LG_IO_FLAGS(b->io, &seen.comparable, &seen.failed, &seen.transient, &seen.mutated);
    bool of_kind = !seen.failed && seen.family != 0;
    LG_IO_FLAGS(b->io, &seen.fresh, &seen.changed, &of_kind, &seen.declared);
    if (seen.failed) LG_IO_U32(b->io, &seen.family, &seen.numbers);
    if (of_kind) LG_IO_U32(b->io, &seen.family);
    if (reads(b)) lg__history_push(&run->history, &seen);
    io_sketch(b, lg__sketch_at(run, reads(b) ? 0 : back));
    if (!reads(b)) continue;
    lg_digest signature = lg__run_signature(run, &seen);
    for (uint32_t w = 0; w < run->guard->window_count; w++) (void)lg__window_push(&run->windows[w], &signature);
  }
}

static void io_loops(body *b) {
  lg_loops *loops = &b->run->loops;
  LG_IO_U32(b->io, &loops->clock);
  uint32_t count = io_count(b, loops->known_count, 32, LG_LOOPS_MAX);
  for (uint32_t i = 0; i < count; i++) {
    lg_loop *loop = &loops->known[reads(b) ? loops->known_count : i];
    LG_IO_DIGEST(b->io, &loop->key);
    LG_IO_U32(b->io, &loop->detector, &loop->strikes, &loop->round, &loop->used);
    if (!reads(b)) continue;
    bool kept = move_detector(b, &loop->detector, &loop->key) || b->report.same_options;
    *(kept ? &loops->known_count : &b->report.loops) += 1;
  }
  count = io_count(b, loops->armed_count, 92, LG_ARMED_MAX);
  for (uint32_t i = 0; i < count; i++) {
    lg_armed *armed = &loops->armed[reads(b) ? loops->armed_count : i];
    bool kept = io_finding(b, &armed->finding);
    LG_IO_U32(b->io, &armed->seen, &armed->round, &armed->cursor, &armed->done);
    if (fails(b, armed->done > armed->cursor)) return;
    if (reads(b)) *(kept ? &loops->armed_count : &b->report.armed) += 1;
  }
}

static void io_news(body *b) {
  lg_news *news = &b->run->news;
  if (fails(b, !lg__news_io(b->io, news))) return;
  if (io_table(b, &news->calls, 42, io_call) != 0) news->partial = true;
  (void)io_table(b, &news->past, 16, NULL);
  if (fails(b, false) || !reads(b)) return;
  b->status = lg__table_reserve(&news->past, b->run->tickets.used);
  if (lg__guard_keeps(b->run->guard, LG_TRACK_NEWS)) {
    /* the snapshot's guard had no detector that needs news, so the calls of its history are missing here */
    if (news->calls.count == 0 && b->run->history.held != 0) news->partial = true;
    return;
  }
  /* This guard does not keep news: what is there would be out of date in the next snapshot. */
  lg__table_clear(&news->calls);
  lg__table_clear(&news->past);
}

static void io_budgets(body *b) { (void)fails(b, !lg__budgets_io(b->io, b->run, b->now, b->detectors)); }

static void io_body(body *b) {
  static void (*const parts[])(body *) = {io_clocks,  io_detectors, io_counts, io_names, io_tickets, io_polls,
                                          io_queries, io_history,   io_loops,  io_news,  io_budgets};
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !fails(b, false); i++) parts[i](b);
}

lg_status lg_run_snapshot(lg_run *run, const uint8_t **out_bytes, size_t *out_len) {
  if (run == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_guard *guard = run->guard;
  lg_writer writer =
      lg__frame_begin(&guard->workspace->snapshot, LG_FRAME_RUN, guard->options.key, lg__guard_options_hash(guard));
  body b = {.io = lg__io_write(&writer), .run = run, .sketches = run->sketches.seen != NULL};
  io_body(&b);
  return lg__frame_finish(&writer, out_bytes, out_len);
}

lg_status lg_run_restore(lg_run *run, const uint8_t *bytes, size_t len, lg_restore_report *out_report) {
  if (run == NULL || bytes == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_RUN, &frame);
  if (status != LG_OK) return status;
  if (memcmp(frame.key, run->guard->options.key, LG_KEY_SIZE) != 0) return LG_ESNAPSHOT;
  body b = {.io = lg__io_read(&frame.body), .before = &run->tickets};
  status = lg_run_new(run->guard, &b.run);
  if (status != LG_OK) return status;
  b.report.version = frame.version;
  b.report.same_options = frame.options_hash == lg__guard_options_hash(run->guard);
  io_body(&b);
  if (!fails(&b, !lg__read_all(&frame.body))) {
    lg_run old = *run;
    *run = *b.run;
    *b.run = old;
    run->explained = old.explained;
    b.run->explained = NULL;
    if (run->explained != NULL) lg__explain_nothing(run);
    if (out_report != NULL) *out_report = b.report;
  }
  lg_run_free(b.run);
  return b.status;
}
