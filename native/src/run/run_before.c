#include "run/run.h"

/* Everything that may fail: memory for what the call will leave behind. Only later, when nothing can fail, do full
 * tables drop their oldest entries, so that a failed call drops none. */
static lg_status make_room(lg_run *run, lg_candidate *candidate) {
  lg_guard *guard = run->guard;
  const lg_request *request = candidate->request;
  const uint32_t counts = LG_TRACK_VERBATIM | LG_TRACK_TIMES | LG_TRACK_ERA | LG_TRACK_RUNS | LG_TRACK_INVALID;
  /* two identities, runs of the tool, and two names of invalid calls */
  lg_status status = lg__guard_keeps(guard, counts) ? lg__table_reserve(&run->table, 5) : LG_OK;
  if (status == LG_OK && lg__guard_keeps(guard, LG_TRACK_NEWS)) status = lg__table_reserve(&run->news.calls, 1);
  if (status == LG_OK && lg__guard_keeps(guard, LG_TRACK_NEWS)) /* a result of each open call */
    status = lg__table_reserve(&run->news.past, run->tickets.used + 1);
  if (status == LG_OK) status = lg__tickets_reserve(&run->tickets, &guard->allocator);
  if (status == LG_OK) status = lg__sketches_reserve(run);
  if (status == LG_OK && candidate->query)
    status = lg__queries_reserve(&run->queries, guard->workspace, request->query_len);
  if (status == LG_OK && candidate->query)
    status = lg__queries_copy(&run->queries, &guard->allocator, request->query, request->query_len, &candidate->copy);
  if (status != LG_OK) return status;
  status = lg__run_name(run, &request->name_digest, request->name, request->name_len);
  if (status != LG_OK) lg__query_free(&candidate->copy, &guard->allocator);
  return status;
}

/* The count of this key, for which make_room has made room. */
static lg_count value_of(lg_run *run, const lg_digest *key) {
  lg_count *entry;
  return lg__count_touch(&run->table, key, &entry) == LG_OK ? *entry : (lg_count){.count = 0};
}

/* How often it was requested under this key, this request included. */
static uint32_t times_of(lg_run *run, const lg_candidate *candidate, const lg_digest *key) {
  uint32_t count = value_of(run, key).count;
  return count == UINT32_MAX || (candidate->is_anew && count != 0) ? count : count + 1;
}

/* In how many rounds in a row of this turn there were such calls, with this one. */
static uint32_t rounds_of(const lg_run *run, const lg_candidate *candidate, lg_count count) {
  return (count.epoch < run->turn_round ? 0 : count.count) + (count.epoch == candidate->round ? 0 : 1);
}

/* The profile says `poll`, and the last answer was not final (LG_FINAL_MS). */
static bool is_by_time(const lg_run *run, const lg_profile *profile, const lg_digest *identity) {
  const lg_poll_state *poll = profile->poll ? lg__polls_find(&run->polls, identity) : NULL;
  return profile->poll && (poll == NULL || !lg__is_final(poll->last_ms));
}

/* Fills `candidate` with what the run knows about the call. make_room has made room, so this does not fail. */
static lg_status look_up(lg_run *run, lg_candidate *candidate) {
  lg_guard *guard = run->guard;
  const lg_request *request = candidate->request;
  if (lg__guard_keeps(guard, LG_TRACK_VERBATIM))
    candidate->times_verbatim = times_of(run, candidate, &request->verbatim);
  if (lg__guard_keeps(guard, LG_TRACK_TIMES)) candidate->times = times_of(run, candidate, &request->identity);
  if (lg__guard_keeps(guard, LG_TRACK_ERA)) candidate->ran_before = value_of(run, &request->identity).epoch == run->era;
  if (lg__guard_keeps(guard, LG_TRACK_RUNS)) {
    lg_digest limited = lg__derive(&request->name_digest, LG_FOR_LIMIT);
    lg_count ran = value_of(run, &limited);
    candidate->ran = ran.epoch == run->turn ? ran.count : 0;
  }
  if (lg__guard_keeps(guard, LG_TRACK_INVALID) && candidate->is_invalid) {
    candidate->invalid = lg__derive(&request->name_digest, LG_FOR_INVALID);
    candidate->wrong = rounds_of(run, candidate, value_of(run, &candidate->invalid));
    lg_digest any = lg__derive(&LG_ANY_NAME, LG_FOR_INVALID);
    candidate->wrong_any = rounds_of(run, candidate, value_of(run, &any));
  }
  if (!lg__guard_keeps(guard, LG_TRACK_NEWS)) return LG_OK;
  lg_status status = lg__news_touch(&run->news, &request->identity, &candidate->known);
  if (status != LG_OK) return status;
  double idle_ms;
  candidate->polled = lg__why_by_time(run, candidate->profile, request, candidate->known, &idle_ms) != LG_WHY_COUNTED;
  bool reads = !candidate->profile->poll && !candidate->profile->mutates;
  candidate->lost = reads && lg__news_is_lost(&run->news, candidate->known);
  return LG_OK;
}

/* Drops the newest queries whose calls were refused, and whose tickets are gone: those calls cannot run any more. */
static void drop_refused_queries(lg_run *run) {
  const lg_query *newest;
  while ((newest = lg__queries_at(&run->queries, 0)) != NULL && newest->refused != LG_NO_TICKET &&
         lg__tickets_get(&run->tickets, newest->refused) == NULL)
    lg__queries_drop_newest(&run->queries, &run->guard->allocator);
}

/* Whether detector `i` finds something. `slot` NULL: the poll rule, whose index is the number of detectors. */
static bool find_by(const lg_run *run, uint32_t i, const lg_detector_slot *slot, lg_candidate *candidate,
                    lg_finding *out) {
  const lg_detector_record *record = slot == NULL ? &lg__detector_poll : slot->record;
  if (record->find_before == NULL) return false;
  const lg_look look = {.run = run, .slot = slot, .profile = candidate->profile, .candidate = candidate};
  *out = (lg_finding){.detector = i, .type = LG_POLL, .cycle_length = 1};
  if (slot != NULL) {
    out->type = slot->spec.type;
    out->threshold = slot->spec.threshold;
  }
  out->subject = out->loop = candidate->request->name_digest;
  if (!record->find_before(&look, out)) return false;
  lg__loop_tag(&out->loop, i);
  return true;
}

bool lg__run_find_by(const lg_run *run, uint32_t i, lg_candidate *candidate, lg_finding *out) {
  bool may_go_on = !candidate->poll && !candidate->lost && run->loops.armed_count != 0;
  return (may_go_on && lg__armed_find(run, i, candidate->request, candidate->round, out)) ||
         find_by(run, i, &run->guard->detectors[i], candidate, out);
}

/* What the budgets find: the first refusal, else the first warning. */
static bool find_budget(const lg_run *run, lg_candidate *candidate, lg_finding *out) {
  const lg_guard *guard = run->guard;
  bool found = false;
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    lg_finding finding;
    if (!guard->detectors[i].record->gives_verdict || !lg__run_find_by(run, i, candidate, &finding)) continue;
    if (found && finding.action <= out->action) continue;
    *out = finding;
    found = true;
  }
  return found;
}

/* The finding of the first detector, in order, that detects a loop. An armed loop that the call continues comes before
 * what its detector finds anew. A budget that refuses comes first of all, and one that warns last. */
static bool find(const lg_run *run, lg_candidate *candidate, lg_finding *out) {
  const lg_guard *guard = run->guard;
  lg_finding budget;
  bool has_budget = guard->budget_count != 0 && find_budget(run, candidate, &budget), found = false;
  if (has_budget && budget.action > LG_WARN) {
    *out = budget;
    return true;
  }
  if (candidate->poll) found = find_by(run, guard->detector_count, NULL, candidate, out);
  /* an armed loop goes on, whatever its detector looks at */
  const uint64_t looks = run->loops.armed_count != 0 ? UINT64_MAX : guard->looks_before;
  for (uint32_t i = 0; i < guard->detector_count && !found; i++)
    found =
        (looks >> i & 1) != 0 && !guard->detectors[i].record->gives_verdict && lg__run_find_by(run, i, candidate, out);
  if (!found && has_budget) *out = budget;
  return found || has_budget;
}

/* Stores the new counts. Nothing here fails; an entry that look_up's later entries pushed out is skipped. */
static void commit(lg_run *run, const lg_candidate *candidate) {
  const lg_guard *guard = run->guard;
  if (candidate->known != NULL) lg__news_requested(&run->news, candidate->known, candidate->request->now_ms);
  lg_count *entry;
  if (lg__guard_keeps(guard, LG_TRACK_VERBATIM) &&
      (entry = lg__count_find(&run->table, &candidate->request->verbatim)) != NULL)
    entry->count = candidate->times_verbatim;
  if (lg__guard_keeps(guard, LG_TRACK_TIMES) &&
      (entry = lg__count_find(&run->table, &candidate->request->identity)) != NULL)
    entry->count = candidate->times;
  if (candidate->wrong == 0) return;
  const lg_digest any = lg__derive(&LG_ANY_NAME, LG_FOR_INVALID);
  lg__count_set(&run->table, &candidate->invalid, candidate->wrong, candidate->round);
  lg__count_set(&run->table, &any, candidate->wrong_any, candidate->round);
  run->may_be_wrong = true;
}

/* Counts the call as run, or with `ran` false as not run after all. */
static void mark(lg_run *run, const lg_ticket *slot, bool ran) {
  lg_count *entry;
  lg__budgets_count(run, slot, LG_UNIT_CALLS, ran ? 1 : -1);
  bool duplicates = lg__guard_keeps(run->guard, LG_TRACK_ERA) && (ran || !slot->ran_before);
  if (duplicates && (entry = lg__count_find(&run->table, &slot->identity)) != NULL) entry->epoch = ran ? run->era : 0;
  if (!lg__guard_keeps(run->guard, LG_TRACK_RUNS)) return;
  lg_digest key = lg__derive(&slot->name, LG_FOR_LIMIT);
  if ((entry = lg__count_find(&run->table, &key)) == NULL) return;
  uint32_t count = entry->epoch == run->turn ? entry->count : 0;
  entry->epoch = run->turn;
  bool was_counted = count != 0 && slot->round >= run->turn_round;
  entry->count = ran ? count + 1 : was_counted ? count - 1 : count;
}

/* The call runs: counts it, and ends the loops that it is not part of. A poll ends none. */
static void start(lg_run *run, const lg_ticket *slot) {
  mark(run, slot, true);
  if (!is_by_time(run, &run->guard->profiles[slot->profile], &slot->identity))
    lg__armed_break(run, &slot->identity, &slot->name, slot->round);
}

/* A refused call runs after all. */
static void allow(lg_run *run, lg_ticket *slot) {
  slot->state = LG_TICKET_OPEN;
  start(run, slot);
  lg__queries_take_in(&run->queries, lg__tickets_number(&run->tickets, slot));
}

/* Whether a call of this round is finished or refused. */
static bool any_finished(const lg_tickets *tickets, uint32_t round) {
  for (uint32_t i = 0; i < tickets->used; i++)
    if (tickets->slots[i].state > LG_TICKET_OPEN && tickets->slots[i].round == round) return true;
  return false;
}

void lg__run_resolve(lg_run *run, lg_ticket *slot, lg_action action, uint32_t granted) {
  if (slot->state == LG_TICKET_DONE) return;
  if (granted != 0 && slot->detected) lg__loops_grant(&run->loops, &slot->finding.loop, slot->strikes, granted - 1);
  bool was_refused = slot->action > LG_WARN, is_refused = action > LG_WARN;
  if (was_refused != is_refused) lg__budgets_count(run, slot, LG_UNIT_REFUSALS, is_refused ? 1 : -1);
  slot->action = (uint8_t)action;
  if (action <= LG_WARN && slot->state == LG_TICKET_REFUSED) {
    allow(run, slot);
  } else if (action > LG_WARN && slot->state == LG_TICKET_OPEN) {
    slot->state = LG_TICKET_REFUSED;
    mark(run, slot, false);
  }
  run->round_done = any_finished(&run->tickets, run->round);
}

static lg_verdict verdict_of(const lg_run *run, const lg_ticket *slot) {
  return (lg_verdict){(lg_action)slot->action, slot->detected, lg__tickets_number(&run->tickets, slot), false};
}

/* Reports what was found of the call in `slot`. A warning waits for the result, but where none will come. */
static void report(lg_run *run, const lg_ticket *slot) {
  lg__report(run, &slot->finding, slot->strikes, &slot->identity, &slot->name, lg__run_is_held(run, slot));
}

/* Where different calls succeed alike, as in bulk work, a ladder that has nothing between its warnings and the end has
 * so many times the strikes. */
#define WORK_STRIKES 5u

lg_action lg__run_action(const lg_run *run, const lg_finding *finding, const lg_profile *profile, uint32_t strikes) {
  const lg_ladder *ladder = lg__guard_ladder(run->guard, lg__run_spec(run, finding->detector), profile);
  lg_action action = lg__ladder_action(ladder, strikes);
  bool works = finding->at_work && ladder->warn != 0 && ladder->hint == 0 && ladder->ask == 0;
  bool mild = finding->mild || (works && strikes / WORK_STRIKES < ladder->abort);
  return mild && action > LG_WARN ? LG_WARN : action;
}

static lg_action decide(lg_run *run, const lg_candidate *candidate, const lg_finding *finding, uint32_t *out_strikes) {
  bool once = candidate->is_anew || !lg__finding_record(finding)->strikes_each_call;
  *out_strikes = lg__loops_strike(&run->loops, finding, candidate->round, once);
  if (lg__finding_record(finding)->gives_verdict)
    return LG_IS_GRANTED(*out_strikes) && finding->action == LG_ASK ? LG_ALLOW : finding->action;
  lg_action action = lg__run_action(run, finding, candidate->profile, *out_strikes);
  /* a poll that comes too soon is at least refused, even where the ladder only allows or warns at this strike */
  return finding->wait_ms > 0 && action < LG_HINT ? LG_HINT : action;
}

/* A call that was to run is invalid, and judged anew as if `before` had not been asked. */
static void take_back(lg_run *run, uint32_t ticket) {
  lg_ticket *slot = lg__tickets_get(&run->tickets, ticket);
  if (slot->action > LG_WARN) lg__budgets_count(run, slot, LG_UNIT_REFUSALS, -1); /* by a shadow */
  mark(run, slot, false);
  slot->state = LG_TICKET_FREE;
  run->tickets.taken = 0;
}

/* The verdict on a call whose id was judged in this round already: nothing changes. */
static lg_verdict repeat(lg_run *run, const lg_ticket *known) {
  if (run->explained != NULL) lg__explain_nothing(run);
  if (known->detected) {
    run->loops.again = known->again;
    report(run, known);
  }
  lg_verdict verdict = verdict_of(run, known);
  verdict.known = true;
  return verdict;
}

/* Writes down the call, in the round that it may begin. */
static lg_ticket *enter(lg_run *run, const lg_candidate *candidate) {
  const lg_request *request = candidate->request;
  lg_ticket *slot = lg__tickets_claim(&run->tickets);
  uint32_t number = lg__tickets_number(&run->tickets, slot);
  if (run->explained != NULL) run->explained->ticket = number;
  if (candidate->copy.text != NULL) { /* an empty one is not kept */
    drop_refused_queries(run);
    lg__queries_add(&run->queries, &run->guard->allocator, &request->name_digest, candidate->round, number,
                    &candidate->copy);
  }
  slot->state = LG_TICKET_OPEN; /* so that the end of the round before does not free it */
  if (candidate->round != run->round) lg__run_next_round(run);
  commit(run, candidate);
  lg__sketches_ask(run, slot, request->sketch);
  slot->identity = request->identity;
  slot->name = request->name_digest;
  slot->has_id = request->has_id;
  if (request->has_id) slot->id = request->id;
  slot->round = candidate->round;
  slot->round_at = run->news.round_at;
  slot->profile = request->profile;
  slot->signs = (uint8_t)request->signs;
  slot->asked_ms = request->now_ms;
  slot->wait_ms = request->wait_ms;
  slot->polled = candidate->polled;
  slot->ran_before = candidate->ran_before;
  slot->lost = candidate->lost;
  slot->invalid = candidate->is_invalid;
  return slot;
}

/* What may fail comes first: only then is anything changed. The call is written down before the verdict, since its
 * round may begin with it, and strikes count by rounds. */
lg_status lg__run_judge(lg_run *run, const lg_request *request, bool invalid, lg_verdict *out_verdict,
                        lg_ticket **out_slot) {
  lg_guard *guard = run->guard;
  lg_candidate candidate = {.request = request, .profile = &guard->profiles[request->profile], .is_invalid = invalid};
  *out_slot = NULL;
  if (candidate.profile->exempt) {
    if (run->explained != NULL) lg__explain_nothing(run);
    *out_verdict = LG_NOTHING;
    return LG_OK;
  }
  candidate.round = run->round + (lg__run_round_is_over(run) ? 1 : 0);
  candidate.poll = is_by_time(run, candidate.profile, &request->identity);
  candidate.query = lg__guard_keeps(guard, LG_TRACK_QUERIES) && candidate.profile->similar && request->query != NULL;
  lg_ticket *known = request->has_id ? lg__tickets_find(&run->tickets, &request->id, candidate.round) : NULL;
  lg_ticket *open = known; /* or of a round that a sibling has ended */
  if (open == NULL && invalid && request->has_id) open = lg__tickets_newest(&run->tickets, &request->id, true);
  candidate.is_anew = invalid && open != NULL && open->state == LG_TICKET_OPEN && !open->invalid;
  uint32_t ticket = candidate.is_anew ? lg__tickets_number(&run->tickets, open) : LG_NO_TICKET;
  if (known != NULL && !candidate.is_anew) {
    *out_verdict = repeat(run, known);
    return LG_OK;
  }
  lg_status status = make_room(run, &candidate);
  if (status == LG_OK && candidate.is_anew) take_back(run, ticket);
  if (status == LG_OK) status = look_up(run, &candidate);
  if (status != LG_OK) return status;
  lg_finding finding;
  bool found = find(run, &candidate, &finding);
  if (run->explained != NULL) lg__explain_asked(run, &candidate);
  lg_ticket *slot = enter(run, &candidate);
  slot->detected = found;
  if (found) {
    slot->finding = finding;
    slot->action = (uint8_t)decide(run, &candidate, &finding, &slot->strikes);
    slot->again = run->loops.again;
    report(run, slot);
  }
  lg__budgets_judged(run, found ? &finding : NULL, request->now_ms, true);
  if (slot->action > LG_WARN) lg__budgets_count(run, slot, LG_UNIT_REFUSALS, 1);
  if (!candidate.poll && !candidate.lost) lg__armed_advance(run, request, candidate.round);
  if (slot->action <= LG_WARN || guard->options.shadow) {
    start(run, slot);
  } else {
    slot->state = LG_TICKET_REFUSED;
    run->round_done = true; /* a refused call is finished: its message is what the model reads */
    if (candidate.copy.text != NULL) lg__queries_set_aside(&run->queries, lg__tickets_number(&run->tickets, slot));
  }
  *out_verdict = verdict_of(run, slot);
  *out_slot = slot;
  return LG_OK;
}

lg_status lg__run_reject(lg_run *run, const lg_request *request, const lg_reply *reply, lg_verdict *out_verdict) {
  lg_ticket *slot;
  lg_verdict after;
  lg_status status = lg__run_judge(run, request, true, out_verdict, &slot);
  if (status != LG_OK || slot == NULL || slot->state != LG_TICKET_OPEN) return status;
  lg__run_complete(run, slot, reply, out_verdict->detected, &after);
  if (!out_verdict->detected) *out_verdict = after;
  return LG_OK;
}
