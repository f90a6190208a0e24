#include "run.h"

/* A request on its way through `before`. */
typedef struct lg_asked {
  const lg_request *request;
  const lg_profile *profile;
  lg_digest limited, invalid; /* keys of the table */
  uint32_t round;
  uint32_t times, times_verbatim; /* how often each identity has been asked for, this time included */
  uint32_t ran;                   /* runs of the tool in this turn */
  uint32_t wrong;                 /* rounds in which the name came to nothing, this one included */
  uint32_t similar;               /* queries of earlier rounds that are like this one */
  lg_news_call *known;            /* what no_news goes by; NULL where it is not asked */
  lg_query copy;                  /* of its query, which the run will own */
  bool is_invalid, ran_before, polled;
  bool poll; /* its tool's policy has it judged by time, and its last answer was not final */
} lg_asked;

static bool is_query(const lg_run *run, const lg_asked *asked) {
  return lg__guard_has(run->guard, LG_SIMILAR_QUERY) && asked->profile->similar && asked->request->query != NULL;
}

/*
 * All that may fail: memory for what the call will leave behind. Entries of full tables make room for each other only
 * when nothing can fail any more, so a failed call pushes nothing out.
 */
static lg_status make_room(lg_run *run, lg_asked *asked) {
  lg_guard *guard = run->guard;
  const lg_request *request = asked->request;
  size_t keys = guard->verbatim ? 1u : 0u;
  if (guard->counts_canonical || lg__guard_has(guard, LG_DUPLICATE)) keys++;
  if (lg__guard_has(guard, LG_LIMIT)) keys++;
  if (lg__guard_has(guard, LG_UNKNOWN_TOOL) && asked->is_invalid) keys++;
  lg_status status = keys == 0 ? LG_OK : lg__table_reserve(&run->table, keys);
  if (status == LG_OK && lg__guard_has(guard, LG_NO_NEWS)) status = lg__news_reserve(&run->news);
  if (status == LG_OK) status = lg__tickets_reserve(&run->tickets, &guard->allocator);
  bool query = is_query(run, asked);
  if (status == LG_OK && query) status = lg__queries_reserve(&run->queries, guard->workspace, request->query_len);
  if (status == LG_OK && query)
    status = lg__queries_copy(&run->queries, &guard->allocator, request->query, request->query_len, &asked->copy);
  if (status != LG_OK) return status;
  status = lg__names_add(&run->names, &request->name_digest, request->name, request->name_len);
  if (status != LG_OK) lg__query_free(&asked->copy, &guard->allocator);
  return status;
}

static lg_status table_value(lg_run *run, const lg_digest *key, uint32_t *out_count, uint32_t *out_epoch) {
  lg_count *entry;
  lg_status status = lg__count_touch(&run->table, key, &entry);
  if (status != LG_OK) return status;
  *out_count = entry->count;
  *out_epoch = entry->epoch;
  return LG_OK;
}

/* A poll, as its tool's policy says; once its answer is final it is a call like any other. */
static bool is_by_time(const lg_run *run, const lg_profile *profile, const lg_digest *identity) {
  return profile->poll && !lg__polls_are_over(&run->polls, identity);
}

/* What the run knows of the call. There is room for it, so nothing here fails. */
static lg_status look_up(lg_run *run, lg_asked *asked) {
  lg_guard *guard = run->guard;
  const lg_request *request = asked->request;
  lg_status status;
  uint32_t count = 0, epoch = 0;
  if (guard->verbatim) {
    status = table_value(run, &request->verbatim, &count, &epoch);
    if (status != LG_OK) return status;
    asked->times_verbatim = count == UINT32_MAX ? count : count + 1;
  }
  if (guard->counts_canonical) {
    status = table_value(run, &request->identity, &count, &epoch);
    if (status != LG_OK) return status;
    asked->times = count == UINT32_MAX ? count : count + 1;
  }
  if (lg__guard_has(guard, LG_DUPLICATE)) {
    status = table_value(run, &request->identity, &count, &epoch);
    if (status != LG_OK) return status;
    asked->ran_before = epoch == run->era;
  }
  if (lg__guard_has(guard, LG_LIMIT)) {
    asked->limited = lg__derive(&request->name_digest, LG_FOR_LIMIT);
    status = table_value(run, &asked->limited, &count, &epoch);
    if (status != LG_OK) return status;
    asked->ran = epoch == run->turn ? count : 0;
  }
  if (lg__guard_has(guard, LG_UNKNOWN_TOOL) && asked->is_invalid) {
    asked->invalid = lg__derive(&request->name_digest, LG_FOR_INVALID);
    status = table_value(run, &asked->invalid, &count, &epoch);
    if (status != LG_OK) return status;
    asked->wrong = (epoch < run->turn_round ? 0 : count) + (epoch == asked->round ? 0 : 1);
  }
  if (lg__guard_has(guard, LG_NO_NEWS)) {
    status = lg__news_touch(&run->news, &request->identity, &asked->known);
    if (status != LG_OK) return status;
    asked->polled = !asked->profile->poll && lg__news_is_poll(run, request, asked->known);
  }
  return LG_OK;
}

/* Queries of calls that were refused, and that cannot run after all any more. */
static void drop_refused_queries(lg_run *run) {
  const lg_query *newest;
  while ((newest = lg__queries_at(&run->queries, 0)) != NULL && newest->refused != LG_NO_TICKET &&
         lg__tickets_get(&run->tickets, newest->refused) == NULL)
    lg__queries_drop_newest(&run->queries, &run->guard->allocator);
}

/* The poll rule: too soon after the last, or for too long without news. */
static bool find_poll(const lg_run *run, const lg_asked *asked, lg_finding *out) {
  const lg_profile *profile = asked->profile;
  const lg_poll_state *poll = lg__polls_find(&run->polls, &asked->request->identity);
  if (poll == NULL) return false;
  double since = asked->request->now_ms - poll->last_ms, waited = asked->request->now_ms - poll->first_ms;
  /* a clock that is behind the last poll's says nothing of how long ago that was */
  bool soon = profile->poll_min_interval_ms > 0 && since >= 0 && since < profile->poll_min_interval_ms;
  bool over = profile->poll_max_wait_ms > 0 && waited >= profile->poll_max_wait_ms;
  if (!soon && !over) return false;
  *out = (lg_finding){.detector = run->guard->detector_count, .type = LG_POLL, .cycle_length = 1, .strong = true};
  out->repeats = poll->repeats + 1;
  out->subject = out->loop = asked->request->identity;
  if (over)
    out->waited_ms = waited;
  else
    out->wait_ms = profile->poll_min_interval_ms - since;
  return true;
}

/* The model chose this call without knowing what a sibling gave that was let through, and may have come back. */
static bool has_sibling(const lg_run *run, const lg_asked *asked) {
  return lg__tickets_let_through(&run->tickets, &asked->request->identity, asked->round);
}

/* Whether detector `i`, one that acts before a call, fires. */
static lg_status find_before(const lg_run *run, uint32_t i, lg_asked *asked, lg_finding *out, bool *out_found) {
  const lg_detector_spec *spec = &run->guard->detectors[i].spec;
  const lg_profile *profile = asked->profile;
  *out_found = false;
  *out = (lg_finding){.detector = i, .type = spec->type, .cycle_length = 1, .threshold = spec->threshold};
  out->subject = out->loop = asked->request->name_digest;
  switch (spec->type) {
  case LG_COUNT:
    if (profile->max_repeats != 0) out->threshold = profile->max_repeats;
    out->repeats = spec->canonical ? asked->times : asked->times_verbatim;
    out->subject = out->loop = spec->canonical ? asked->request->identity : asked->request->verbatim;
    *out_found = !asked->poll && out->repeats > out->threshold;
    break;
  case LG_DUPLICATE:
    out->threshold = 1;
    out->repeats = 2;
    out->subject = out->loop = asked->request->identity;
    *out_found = !asked->poll && asked->ran_before;
    break;
  case LG_LIMIT:
    if (profile->limit == LG_NO_LIMIT) break;
    if (profile->limit != 0) out->threshold = profile->limit;
    out->repeats = asked->ran + 1;
    *out_found = (!asked->poll || profile->limit != 0) && asked->ran >= out->threshold;
    break;
  case LG_UNKNOWN_TOOL:
    out->repeats = asked->wrong;
    *out_found = asked->wrong >= spec->threshold;
    break;
  case LG_NO_NEWS:
    if (profile->max_repeats != 0) out->threshold = profile->max_repeats;
    *out_found = !asked->poll && lg__news_find_loop(run, spec, asked->request, asked->known, asked->polled, out) &&
                 !has_sibling(run, asked);
    break;
  case LG_SIMILAR_QUERY:
    if (!is_query(run, asked)) break;
    lg_status status =
        lg__queries_similar(&run->queries, run->guard->workspace, &asked->request->name_digest, asked->round,
                            spec->similarity, asked->request->query, asked->request->query_len, &asked->similar);
    if (status != LG_OK) return status;
    out->threshold = 1;
    out->repeats = asked->similar + 1;
    *out_found = asked->similar != 0;
    break;
  default:
    break;
  }
  return LG_OK;
}

/* The first detector in order that has something against this call. */
static lg_status find(const lg_run *run, lg_asked *asked, lg_finding *out, bool *out_found) {
  const lg_digest *identity = &asked->request->identity, *name = &asked->request->name_digest;
  *out_found = asked->poll && find_poll(run, asked, out);
  for (uint32_t i = 0; i < run->guard->detector_count && !*out_found; i++) {
    const lg_armed *armed = asked->poll ? NULL : lg__armed_continued(run, i, identity, name);
    if (armed != NULL) {
      *out = lg__armed_step(armed, asked->round);
      *out_found = true;
      return LG_OK;
    }
    lg_status status = find_before(run, i, asked, out, out_found);
    if (status != LG_OK) return status;
  }
  if (*out_found) lg__loop_tag(&out->loop, out->detector);
  return LG_OK;
}

/* Writes the counts down. Nothing here fails; an entry that made room for a newer one is passed over. */
static void commit(lg_run *run, const lg_asked *asked) {
  const lg_guard *guard = run->guard;
  if (asked->known != NULL) lg__news_asked(&run->news, asked->known, asked->request->now_ms);
  lg_count *entry;
  if (guard->verbatim && (entry = lg__count_find(&run->table, &asked->request->verbatim)) != NULL)
    entry->count = asked->times_verbatim;
  if (guard->counts_canonical && (entry = lg__count_find(&run->table, &asked->request->identity)) != NULL)
    entry->count = asked->times;
  if (asked->wrong != 0 && (entry = lg__count_find(&run->table, &asked->invalid)) != NULL) {
    entry->count = asked->wrong;
    entry->epoch = asked->round;
  }
}

static void mark(lg_run *run, const lg_ticket *slot, bool ran) {
  lg_count *entry;
  bool duplicates = lg__guard_has(run->guard, LG_DUPLICATE) && (ran || !slot->ran_before);
  if (duplicates && (entry = lg__count_find(&run->table, &slot->identity)) != NULL) entry->epoch = ran ? run->era : 0;
  if (!lg__guard_has(run->guard, LG_LIMIT)) return;
  lg_digest key = lg__derive(&slot->name, LG_FOR_LIMIT);
  if ((entry = lg__count_find(&run->table, &key)) == NULL) return;
  uint32_t count = entry->epoch == run->turn ? entry->count : 0;
  entry->epoch = run->turn;
  entry->count = ran ? count + 1 : count == 0 ? 0 : count - 1;
}

/* What a call that runs changes: for duplicate, limit, and the patterns that it breaks. */
static void start(lg_run *run, const lg_ticket *slot) {
  mark(run, slot, true);
  if (!is_by_time(run, &run->guard->profiles[slot->profile], &slot->identity))
    lg__armed_break(run, &slot->identity, &slot->name, slot->round);
}

void lg__run_let_pass(lg_run *run, lg_ticket *slot) {
  slot->state = LG_TICKET_OPEN;
  start(run, slot);
  lg__queries_take_in(&run->queries, lg__tickets_number(&run->tickets, slot));
}

void lg__run_take_back(lg_run *run, lg_ticket *slot) {
  slot->state = LG_TICKET_REFUSED;
  mark(run, slot, false);
}

static lg_verdict verdict_of(const lg_run *run, const lg_ticket *slot) {
  return (lg_verdict){(lg_action)slot->action, slot->detected, lg__tickets_number(&run->tickets, slot), false};
}

static lg_action decide(lg_run *run, const lg_asked *asked, const lg_finding *finding, uint32_t *out_strikes) {
  bool each_call = finding->type == LG_COUNT || finding->type == LG_DUPLICATE || finding->type == LG_LIMIT;
  *out_strikes = lg__loops_strike(&run->loops, finding, asked->round, !each_call);
  const lg_ladder *ladder = lg__guard_ladder(run->guard, lg__run_spec(run, finding->detector), asked->profile);
  lg_action action = lg__ladder_action(ladder, *out_strikes);
  if (finding->mild && action > LG_WARN) return LG_WARN;
  /* a poll that comes too soon is never worth running: it waits, whatever the ladder's first rung */
  return finding->wait_ms > 0 && action < LG_HINT ? LG_HINT : action;
}

lg_status lg__run_judge(lg_run *run, const lg_request *request, bool invalid, lg_verdict *out_verdict,
                        lg_ticket **out_slot) {
  lg_guard *guard = run->guard;
  lg_asked asked = {.request = request, .profile = &guard->profiles[request->profile], .is_invalid = invalid};
  const lg_digest *identity = &request->identity, *name = &request->name_digest;
  *out_slot = NULL;
  if (asked.profile->exempt) {
    *out_verdict = LG_NOTHING;
    return LG_OK;
  }
  bool fresh_round = !run->explicit_rounds && run->completed;
  asked.round = run->round + (fresh_round ? 1 : 0);
  asked.poll = is_by_time(run, asked.profile, identity);
  lg_ticket *known = request->has_id ? lg__tickets_find(&run->tickets, &request->id, asked.round) : NULL;
  if (known != NULL) {
    if (known->detected) {
      run->loops.again = known->again;
      lg__report(run, &known->finding, known->strikes, &known->identity, &known->name);
    }
    *out_verdict = verdict_of(run, known);
    out_verdict->known = true;
    return LG_OK;
  }
  lg_finding finding;
  bool found = false;
  lg_status status = make_room(run, &asked);
  if (status == LG_OK) status = look_up(run, &asked); /* from here on nothing fails */
  if (status == LG_OK) status = find(run, &asked, &finding, &found);
  if (status != LG_OK) return status;
  lg_ticket *slot = lg__tickets_claim(&run->tickets);
  bool keeps_query = asked.copy.text != NULL; /* an empty one is not kept */
  if (keeps_query) {
    drop_refused_queries(run);
    lg__queries_add(&run->queries, &guard->allocator, name, asked.round, &asked.copy);
  }
  if (fresh_round) {
    slot->state = LG_TICKET_OPEN; /* keeps its place while the others of the old round go */
    lg__tickets_end_round(&run->tickets);
    lg__news_round(&run->news);
    run->round = asked.round;
    run->completed = false;
  }
  commit(run, &asked);
  slot->signs = (uint8_t)request->signs;
  slot->polled = asked.polled;
  slot->ran_before = asked.ran_before;
  slot->round_at = run->news.round_at;
  slot->identity = *identity;
  slot->name = *name;
  slot->has_id = request->has_id;
  if (request->has_id) slot->id = request->id;
  slot->round = asked.round;
  slot->profile = request->profile;
  slot->detected = found;
  slot->action = LG_ALLOW;
  if (found) {
    slot->finding = finding;
    slot->action = (uint8_t)decide(run, &asked, &finding, &slot->strikes);
    slot->again = run->loops.again;
    lg__report(run, &finding, slot->strikes, identity, name);
  }
  if (!asked.poll) lg__armed_advance(run, identity, name, asked.round);
  bool runs = slot->action <= LG_WARN || guard->options.shadow;
  slot->state = runs ? LG_TICKET_OPEN : LG_TICKET_REFUSED;
  if (runs) {
    start(run, slot);
  } else {
    run->completed = true; /* the refusal is its result */
    if (keeps_query) lg__queries_set_aside(&run->queries, lg__tickets_number(&run->tickets, slot));
  }
  *out_verdict = verdict_of(run, slot);
  *out_slot = slot;
  return LG_OK;
}

lg_status lg__run_reject(lg_run *run, const lg_request *request, const lg_reply *reply, lg_verdict *out_verdict) {
  lg_ticket *slot;
  lg_verdict asked, completed;
  lg_status status = lg__run_judge(run, request, true, &asked, &slot);
  if (status != LG_OK) return status;
  *out_verdict = asked;
  if (slot == NULL || slot->state != LG_TICKET_OPEN) return LG_OK;
  lg__run_complete(run, slot, reply, asked.detected, &completed);
  if (!asked.detected) *out_verdict = completed;
  return LG_OK;
}
