#include "run.h"

/* A call succeeded: its tool exists, and after a mutation other calls may return something new. */
static void succeeded(lg_run *run, const lg_ticket *slot, bool mutates) {
  if (lg__guard_keeps(run->guard, LG_TRACK_INVALID)) {
    lg_digest key = lg__derive(&slot->name, LG_FOR_INVALID);
    lg_count *entry = lg__count_find(&run->table, &key);
    if (entry != NULL) entry->count = entry->epoch = 0;
  }
  if (!mutates) return;
  run->era++;
  lg_count *own = lg__guard_keeps(run->guard, LG_TRACK_ERA) ? lg__count_find(&run->table, &slot->identity) : NULL;
  if (own != NULL) own->epoch = run->era; /* but the same mutation again is still a duplicate */
}

/* Strikes, arms and reports a finding of the call in `slot`, unless `before` has already struck for the same loop. */
static void strike(lg_run *run, const lg_ticket *slot, const lg_profile *profile, const lg_finding *finding, bool quiet,
                   lg_verdict *verdict) {
  lg__loops_arm(&run->loops, finding, slot->round);
  run->last_struck = finding->loop;
  bool struck = slot->detected && lg__digest_equal(&slot->finding.loop, &finding->loop);
  if (struck && !run->guard->options.shadow) return; /* shadow mode reports every pattern that a call completes */
  uint32_t strikes = lg__loops_strike(&run->loops, finding, slot->round, true);
  if (quiet) return;
  verdict->action = lg__run_action(run, finding, profile, strikes);
  verdict->detected = true;
  lg__report(run, finding, strikes, &slot->identity, &slot->name);
}

/*
 * Saves a search through the history: true only when the call cannot be in it. That is so when `news` has never seen
 * the call (`kind`), unless `news` may lack it: it was restored incompletely, or its table is full and has dropped the
 * call. A full table that is much larger than the history is fine: it drops a call long after the history does.
 */
static bool is_unheard(const lg_run *run, lg_news_kind kind) {
  const lg_table *calls = &run->news.calls;
  bool remembers = calls->count < calls->max_entries || calls->max_entries >= 4 * (size_t)run->history.size + 4096;
  return kind == LG_NEWS_FIRST && remembers && !run->news.partial;
}

/*
 * Adds the observation to the history and the windows. False: it was merged into that of an identical sibling.
 * `unheard`: the history has no call with this identity.
 */
static bool observe(lg_run *run, lg_observation *seen, bool unheard, const lg_digest *signature, lg_cycle *cycles) {
  lg_observation *sibling = unheard ? NULL : lg__history_sibling(&run->history, seen);
  if (sibling != NULL) {
    bool agrees = lg__same_result(sibling, seen);
    if (run->explained != NULL) lg__explain_sibling(run, sibling, agrees);
    if (!agrees) sibling->comparable = false;
    if (seen->mutated) sibling->mutated = true;
    if (!agrees || seen->mutated) {
      lg_observation news = *sibling;
      news.mutated = seen->mutated;
      lg__armed_settle(run, &news);
    }
    return false;
  }
  seen->fresh =
      lg__guard_keeps(run->guard, LG_TRACK_FRESH) && (unheard || !lg__history_has(&run->history, &seen->identity));
  lg__armed_observe(run, seen);
  lg__history_push(&run->history, seen);
  for (uint32_t i = 0; i < run->guard->window_count; i++) cycles[i] = lg__window_push(&run->windows[i], signature);
  return true;
}

/* The finding of the first detector, in order, whose pattern the newest observation completes. False: none. */
static bool find_pattern(const lg_run *run, const lg_profile *profile, const lg_cycle *cycles, lg_finding *out) {
  const lg_guard *guard = run->guard;
  *out = (lg_finding){.cycle_length = 1};
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    if (slot->record->find_after == NULL) continue;
    out->detector = i;
    out->type = slot->spec.type;
    if (!slot->record->find_after(run, slot, profile, cycles, out)) continue;
    out->transient = lg__history_at(&run->history, 0)->transient;
    lg__loop_tag(&out->loop, i);
    return true;
  }
  return false;
}

void lg__run_complete(lg_run *run, lg_ticket *slot, const lg_reply *reply, bool quiet, lg_verdict *out_verdict) {
  lg_guard *guard = run->guard;
  const lg_profile *profile = &guard->profiles[slot->profile];
  lg_observation seen = {.identity = slot->identity,
                         .result = reply->result,
                         .name = slot->name,
                         .round = slot->round,
                         /* a poll is judged by time: for the detectors that count results it is no repetition */
                         .comparable = reply->comparable && !slot->polled,
                         .failed = reply->failed,
                         .transient = reply->transient,
                         .mutated = profile->mutates && !reply->failed};
  if (slot->state == LG_TICKET_REFUSED) lg__run_allow(run, slot); /* the verdict was LG_ASK, and a human agreed */
  *out_verdict = (lg_verdict){LG_ALLOW, false, lg__tickets_number(&run->tickets, slot), false};
  slot->state = LG_TICKET_DONE;
  run->newest = (lg_completed){slot->identity, reply->result, reply->comparable, seen.mutated,
                               (slot->signs & LG_SIGN_THINK) != 0};
  if (slot->round == run->round) run->round_done = true;
  memset(&run->last_struck, 0, sizeof run->last_struck);
  if (slot->detected) run->last_struck = slot->finding.loop;
  run->last_round = slot->round;
  run->last_profile = slot->profile;
  if (!seen.failed) succeeded(run, slot, seen.mutated);
  if (run->explained != NULL) lg__explain_back(run, slot, profile);
  bool read_again = slot->lost && reply->comparable && lg__news_is_same(&run->news, &slot->identity, &reply->result);
  bool unheard =
      lg__guard_keeps(guard, LG_TRACK_NEWS) && is_unheard(run, lg__news_take(run, slot, reply, seen.mutated));
  if (run->explained != NULL) lg__explain_news(run, slot, reply, seen.mutated);
  if (profile->poll) {
    lg_digest loop = slot->identity;
    lg__loop_tag(&loop, guard->detector_count);
    if (lg__polls_result(&run->polls, &slot->identity, reply->comparable ? &seen.result : NULL, reply->now_ms))
      lg__loops_forgive(&run->loops, &loop);
    if (!lg__is_final(reply->now_ms)) return;
  }
  if (read_again) return; /* the model only has again what it lost: for patterns, the call was not made */
  lg_digest signature = lg__run_signature(run, &seen);
  lg_cycle cycles[LG_DETECTORS_MAX];
  if (!observe(run, &seen, unheard, &signature, cycles)) return;
  lg__sketches_keep(run, slot, reply);
  lg__armed_settle(run, &seen);
  lg_finding finding;
  if (run->explained != NULL) lg__explain_completed(run, profile, cycles);
  if (find_pattern(run, profile, cycles, &finding)) strike(run, slot, profile, &finding, quiet, out_verdict);
}
