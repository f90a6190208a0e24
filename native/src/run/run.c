#include "run/run.h"

lg_digest lg__pair(const lg_run *run, const lg_digest *a, const lg_digest *b) {
  const lg_digest both[] = {*a, *b};
  return lg_digest_bytes(run->guard->options.key, both, sizeof both);
}

lg_digest lg__run_signature(const lg_run *run, const lg_observation *seen) {
  return seen->failed ? lg__pair(run, &seen->identity, &seen->result) : seen->identity;
}

static void clear_patterns(lg_run *run) {
  run->history.held = run->history.head = 0;
  for (uint32_t i = 0; i < run->guard->window_count; i++) lg__window_clear(&run->windows[i]);
  run->loops.known_count = run->loops.armed_count = run->loops.clock = 0;
  run->polls.count = 0;
  lg__queries_clear(&run->queries, &run->guard->allocator);
}

lg_status lg_run_new(lg_guard *guard, lg_run **out_run) {
  if (guard == NULL || out_run == NULL) return LG_EINVAL;
  lg_run *run = lg__alloc_zeroed(&guard->allocator, 1, sizeof *run);
  if (run == NULL) return LG_ENOMEM;
  run->guard = guard;
  run->round = run->turn = run->turn_round = run->era = 1;
  lg__table_init(&run->table, &guard->allocator, guard->options.max_entries, sizeof(lg_count));
  lg__table_init(&run->names, &guard->allocator, LG_NAMES_MAX, sizeof(lg_name));
  lg__news_init(&run->news, &guard->allocator, guard->options.max_entries);
  run->history.size = guard->history_size;
  run->history.ring = lg__alloc_zeroed(&guard->allocator, guard->history_size, sizeof *run->history.ring);
  run->windows = lg__alloc_zeroed(&guard->allocator, guard->window_count, sizeof *run->windows);
  run->budgets = lg__alloc_zeroed(&guard->allocator, guard->budget_count, sizeof *run->budgets);
  bool lacks = run->history.ring == NULL || (run->windows == NULL && guard->window_count != 0) ||
               (run->budgets == NULL && guard->budget_count != 0);
  lg_status status = lacks ? LG_ENOMEM : lg__sketches_init(run);
  for (uint32_t i = 0; i < guard->budget_count && !lacks; i++) lg__budget_clear(&run->budgets[i]);
  for (uint32_t i = 0; i < guard->detector_count && status == LG_OK; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    if ((slot->record->tracks & LG_TRACK_WINDOW) == 0) continue;
    lg_detector_options options = lg__window_options(&slot->spec);
    status = lg__window_init(&run->windows[slot->window], &guard->allocator, &options);
  }
  if (status != LG_OK) {
    lg_run_free(run);
    return status;
  }
  *out_run = run;
  return LG_OK;
}

void lg_run_free(lg_run *run) {
  if (run == NULL) return;
  const lg_allocator *memory = &run->guard->allocator;
  for (uint32_t i = 0; run->windows != NULL && i < run->guard->window_count; i++)
    lg__window_free(&run->windows[i], memory);
  lg__alloc_free(memory, run->windows, run->guard->window_count, sizeof *run->windows);
  lg__alloc_free(memory, run->budgets, run->guard->budget_count, sizeof *run->budgets);
  lg__table_free(&run->table);
  lg__news_free(&run->news);
  lg__queries_clear(&run->queries, memory);
  lg__alloc_free(memory, run->queries.queries, LG_QUERIES_MAX, sizeof *run->queries.queries);
  lg__alloc_free(memory, run->sketches.seen, (size_t)run->history.size + 1, sizeof *run->sketches.seen);
  lg__alloc_free(memory, run->sketches.pending, run->sketches.capacity, sizeof *run->sketches.pending);
  lg__alloc_free(memory, run->history.ring, run->history.size, sizeof *run->history.ring);
  lg__alloc_free(memory, run->tickets.slots, run->tickets.capacity, sizeof *run->tickets.slots);
  lg__table_free(&run->names);
  lg__alloc_free(memory, run->explained, 1, sizeof *run->explained);
  lg__alloc_free(memory, run, 1, sizeof *run);
}

lg_status lg_run_before(lg_run *run, const lg_call *call, lg_verdict *out_verdict) {
  if (run == NULL || call == NULL || out_verdict == NULL) return LG_EINVAL;
  lg_request request;
  lg_ticket *slot;
  lg_status status = lg__run_read_call(run, call, &request);
  return status == LG_OK ? lg__run_judge(run, &request, false, out_verdict, &slot) : status;
}

lg_status lg_run_after(lg_run *run, uint32_t ticket, const lg_outcome *outcome, lg_verdict *out_verdict) {
  if (run == NULL || outcome == NULL || out_verdict == NULL) return LG_EINVAL;
  lg_ticket *slot = lg__tickets_get(&run->tickets, ticket);
  if (slot == NULL || !lg__ticket_waits(slot)) {
    *out_verdict = LG_NOTHING;
    return LG_OK;
  }
  lg_reply reply;
  lg_status status = lg__run_read_outcome(run, slot->profile, outcome, false, &reply);
  if (status == LG_OK) lg__run_complete(run, slot, &reply, false, out_verdict);
  return status;
}

lg_status lg_run_invalid(lg_run *run, const lg_call *call, const lg_outcome *outcome, lg_verdict *out_verdict) {
  if (run == NULL || call == NULL || outcome == NULL || out_verdict == NULL) return LG_EINVAL;
  lg_outcome failure = *outcome;
  failure.failed = true;
  lg_request request;
  lg_reply reply;
  lg_status status = lg__run_read_call(run, call, &request);
  if (status == LG_OK) status = lg__run_read_outcome(run, call->profile, &failure, false, &reply);
  return status == LG_OK ? lg__run_reject(run, &request, &reply, out_verdict) : status;
}

lg_status lg_run_ticket(const lg_run *run, const char *id, size_t id_len, uint32_t *out_ticket, bool *out_judged) {
  if (run == NULL || id == NULL || out_ticket == NULL) return LG_EINVAL;
  lg_digest digest = lg_digest_bytes(run->guard->options.key, id, id_len);
  const lg_ticket *slot = lg__tickets_find(&run->tickets, &digest, run->round);
  if (slot == NULL || slot->state == LG_TICKET_DONE) { /* one of an earlier round may still wait, or a human be asked */
    const lg_ticket *waiting = lg__tickets_newest(&run->tickets, &digest, true);
    if (waiting == NULL) waiting = lg__tickets_newest(&run->tickets, &digest, false);
    if (waiting != NULL && waiting->state != LG_TICKET_DONE) slot = waiting;
  }
  *out_ticket = slot == NULL ? LG_NO_TICKET : lg__tickets_number(&run->tickets, slot);
  uint32_t round = run->round + (lg__run_round_is_over(run) ? 1 : 0);
  if (out_judged != NULL) *out_judged = lg__tickets_find(&run->tickets, &digest, round) != NULL;
  return LG_OK;
}

lg_status lg_run_resolve(lg_run *run, uint32_t ticket, lg_action action, uint32_t granted) {
  if (run == NULL || (uint32_t)action > LG_ABORT || granted > LG_GRANTED_MAX) return LG_EINVAL;
  lg_ticket *slot = lg__tickets_get(&run->tickets, ticket);
  if (slot != NULL) lg__run_resolve(run, slot, action, granted);
  return LG_OK;
}

void lg__run_detect(lg_run *run, uint32_t detector, uint32_t profile, const lg_digest *name, const lg_digest *key,
                    uint32_t repeats, lg_verdict *out_verdict) {
  bool of_call = !run->guard->detectors[detector].record->of_run;
  lg_finding finding = {.detector = detector, .repeats = repeats, .cycle_length = 1};
  finding.type = run->guard->detectors[detector].spec.type;
  finding.subject = *name;
  finding.loop = *key;
  lg__loop_tag(&finding.loop, detector);
  if (of_call) lg__loops_arm(&run->loops, &finding, run->last_round);
  *out_verdict = LG_NOTHING;
  bool struck = lg__digest_equal(&run->last_struck, &finding.loop); /* by `before`, for this call */
  if (struck && !run->guard->options.shadow) return;
  uint32_t strikes = lg__loops_strike(&run->loops, &finding, run->last_round, of_call);
  const lg_profile *applies = &run->guard->profiles[of_call ? profile : 0];
  const lg_ladder *ladder = lg__guard_ladder(run->guard, lg__run_spec(run, detector), applies);
  out_verdict->action = lg__ladder_action(ladder, strikes);
  out_verdict->detected = true;
  lg__report(run, &finding, strikes, &finding.loop, &finding.subject, false);
}

lg_status lg_run_detect(lg_run *run, uint32_t detector, const char *name, size_t name_len, const char *key,
                        size_t key_len, uint32_t repeats, lg_verdict *out_verdict) {
  if (run == NULL || out_verdict == NULL || (name == NULL && name_len != 0) || (key == NULL && key_len != 0))
    return LG_EINVAL;
  if (!lg__run_is_custom(run, detector)) return LG_EINVAL;
  const uint8_t *secret = run->guard->options.key;
  lg_digest subject = lg_digest_bytes(secret, name, name_len);
  lg_status status = lg__run_name(run, &subject, name, name_len);
  if (status != LG_OK) return status;
  lg_digest loop = lg_digest_bytes(secret, key, key_len);
  lg__run_detect(run, detector, run->last_profile, &subject, &loop, repeats, out_verdict);
  return LG_OK;
}

lg_status lg_run_newest(const lg_run *run, lg_newest *out_newest) {
  if (run == NULL || out_newest == NULL) return LG_EINVAL;
  const lg_completed *newest = &run->newest;
  static const lg_digest none = {{0}}; /* no call was completed */
  *out_newest = (lg_newest){.comparable = newest->comparable, .mutated = newest->mutated, .thought = newest->thought};
  if (!lg__digest_equal(&newest->identity, &none)) out_newest->pair = lg__pair(run, &newest->identity, &newest->result);
  return LG_OK;
}

/* Frees the slots of calls that expect no outcome. */
static void end_round(lg_tickets *tickets) {
  uint32_t used = 0;
  for (uint32_t i = 0; i < tickets->used; i++) {
    const lg_ticket *slot = &tickets->slots[i];
    if (lg__ticket_waits(slot) || (slot->state == LG_TICKET_REFUSED && slot->action == LG_ASK))
      used = i + 1;
    else
      tickets->slots[i].state = LG_TICKET_FREE;
  }
  tickets->used = used;
  tickets->taken = 0;
}

void lg__run_next_round(lg_run *run) {
  end_round(&run->tickets);
  lg__news_round(&run->news);
  run->round++;
  run->round_done = false;
}

lg_status lg_run_rounds(const lg_run *run, bool *out_explicit, bool *out_turn_ended) {
  if (run == NULL) return LG_EINVAL;
  if (out_explicit != NULL) *out_explicit = run->explicit_rounds;
  if (out_turn_ended != NULL) *out_turn_ended = run->turn_ended;
  return LG_OK;
}

lg_status lg_run_set_explicit_rounds(lg_run *run, bool explicit_rounds) {
  if (run == NULL) return LG_EINVAL;
  run->explicit_rounds = explicit_rounds;
  return LG_OK;
}

static void begin_turn(lg_run *run) {
  lg__news_turn(&run->news);
  lg__run_next_round(run);
  run->turn++;
  run->era++;
  run->turn_round = run->round;
  run->turn_ended = false;
  clear_patterns(run);
  lg__budgets_begin(run, LG_PERIOD_TURN);
}

static void reset(lg_run *run) {
  clear_patterns(run);
  lg__budgets_begin(run, LG_PERIOD_TURN);
  lg__budgets_begin(run, LG_PERIOD_RUN);
  lg__table_clear(&run->table);
  lg__news_clear(&run->news);
  lg__tickets_clear(&run->tickets);
  lg__table_clear(&run->names);
  run->round = run->turn = run->turn_round = run->era = 1;
  run->explicit_rounds = run->round_done = run->turn_ended = run->has_report = false;
  run->last_struck = (lg_digest){{0}};
  run->last_round = run->last_profile = 0;
  run->stops = (lg_stops){0};
  run->newest = (lg_completed){0};
  if (run->explained != NULL) lg__explain_nothing(run);
}

lg_status lg_run_step(lg_run *run, lg_step step) {
  if (run == NULL) return LG_EINVAL;
  switch (step) {
  case LG_BEGIN_ROUND:
    lg__run_next_round(run);
    run->explicit_rounds = true;
    return LG_OK;
  case LG_BEGIN_TURN: begin_turn(run); return LG_OK;
  case LG_RESET: reset(run); return LG_OK;
  case LG_UNTRACKED: lg__news_untracked(&run->news); return LG_OK;
  case LG_COMPACTED: lg__news_compacted(&run->news); return LG_OK;
  case LG_END_TURN: run->turn_ended = true; return LG_OK;
  }
  return LG_EINVAL;
}

lg_status lg_run_guard(const lg_run *run, lg_guard **out_guard) {
  if (run == NULL || out_guard == NULL) return LG_EINVAL;
  *out_guard = run->guard;
  return LG_OK;
}
