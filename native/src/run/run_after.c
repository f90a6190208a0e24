#include "run/run.h"

/* ---- loops that are armed ---------------------------------------------------------------------------------------- */

/* Whether the call is the step `later` places after the block of a cycle, modulo its length: after a-b-c it is a for 0,
 * b for 1, a again for 3. */
static bool is_step(const lg_run *run, const lg_armed *armed, uint32_t later, const lg_digest *identity,
                    const lg_digest *name) {
  uint32_t length = armed->finding.cycle_length;
  const lg_observation *expected = lg__history_at(&run->history, armed->finding.behind + length - 1 - later % length);
  return expected != NULL && lg__finding_record(&armed->finding)->is_step(expected, identity, name);
}

static bool is_cycle(const lg_armed *armed) { return lg__finding_record(&armed->finding)->is_step != NULL; }

/* `sketch` NULL: the call's arguments do not matter, or nothing is known of them. */
static bool continues(const lg_run *run, const lg_armed *armed, const lg_digest *identity, const lg_digest *name,
                      const lg_sketch *sketch) {
  if (is_cycle(armed)) {
    if (is_step(run, armed, armed->cursor, identity, name)) return true;
    /* the step that was just refused, tried again */
    return armed->cursor > armed->done && is_step(run, armed, armed->cursor - 1, identity, name);
  }
  const lg_detector_record *record = lg__finding_record(&armed->finding);
  const lg_digest *subject = &armed->finding.subject;
  if (!lg__digest_equal(subject, identity) && !lg__digest_equal(subject, name)) return false;
  return record->resembles == NULL || (sketch != NULL && record->resembles(run, &armed->finding, sketch));
}

static bool is_continued(const lg_run *run, const lg_armed *armed, const lg_request *request) {
  return continues(run, armed, &request->identity, &request->name_digest, request->sketch);
}

bool lg__armed_find(const lg_run *run, uint32_t detector, const lg_request *request, uint32_t round, lg_finding *out) {
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    const lg_armed *armed = &run->loops.armed[i];
    if (armed->finding.detector != detector || !is_continued(run, armed, request)) continue;
    *out = armed->finding;
    out->span = 0; /* it was true of the call that armed the loop */
    /* Else `repeats` counts whole laps or equal results, and this call has not run yet. */
    bool of_calls = lg__finding_record(out)->counts_calls;
    /* siblings of one round take one step together */
    if (of_calls) out->repeats += armed->seen + (armed->round != round ? 1 : 0);
    return true;
  }
  return false;
}

void lg__armed_advance(lg_run *run, const lg_request *request, uint32_t round) {
  const lg_digest *identity = &request->identity, *name = &request->name_digest;
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    lg_armed *armed = &run->loops.armed[i];
    if (!is_continued(run, armed, request)) continue;
    if (armed->round != round) armed->seen++;
    armed->round = round;
    if (is_cycle(armed) && is_step(run, armed, armed->cursor, identity, name)) armed->cursor++;
  }
}

/* To be called before `seen` goes to the history: keeps the positions of armed cycles in it right. */
static void armed_observe(lg_run *run, const lg_observation *seen) {
  for (uint32_t i = 0; i < run->loops.armed_count; i++) {
    lg_armed *armed = &run->loops.armed[i];
    if (!is_cycle(armed)) continue;
    bool own = armed->done < armed->cursor && is_step(run, armed, armed->done, &seen->identity, &seen->name);
    if (own && armed->finding.behind == 0) {
      armed->cursor--; /* the block now ends in this observation */
    } else {
      armed->finding.behind++;
      armed->done += own ? 1 : 0;
    }
  }
}

void lg__armed_break(lg_run *run, const lg_digest *identity, const lg_digest *name, uint32_t round) {
  for (uint32_t i = run->loops.armed_count; i-- > 0;) {
    const lg_armed *armed = &run->loops.armed[i];
    if (!lg__finding_record(&armed->finding)->is_broken || continues(run, armed, identity, name, NULL)) continue;
    if (armed->round == round)
      continue; /* a sibling completed or continued the pattern: order within a round is chance */
    lg__loops_disarm(&run->loops, i);
  }
}

static bool is_over(const lg_run *run, const lg_finding *finding, const lg_observation *newest) {
  const lg_detector_record *record = lg__finding_record(finding);
  if (record->is_over == NULL) return false; /* so it is none of the rules, which have no place among the detectors */
  const lg_look look = {.run = run, .slot = &run->guard->detectors[finding->detector], .newest = newest};
  return record->is_over(&look, finding);
}

/* A call was completed: disarms the loops that its result ends (`is_over`). Their strikes stay, so a loop that comes
 * back goes on where it was on the ladder. */
static void armed_end(lg_run *run, const lg_observation *newest) {
  for (uint32_t i = run->loops.armed_count; i-- > 0;)
    if (is_over(run, &run->loops.armed[i].finding, newest)) lg__loops_disarm(&run->loops, i);
}

/* ---- after a call ------------------------------------------------------------------------------------------------ */

/* A call that reached its tool has run: what came to nothing before it is no row any more. */
static void end_row(lg_run *run) {
  if (!run->may_be_wrong) return;
  const lg_digest any = lg__derive(&LG_ANY_NAME, LG_FOR_INVALID);
  lg__count_set(&run->table, &any, 0, 0);
  run->may_be_wrong = false;
}

/* A call succeeded: its tool exists, and after a mutation other calls may return something new. */
static void succeeded(lg_run *run, const lg_ticket *slot, bool mutates) {
  if (lg__guard_keeps(run->guard, LG_TRACK_INVALID)) {
    lg_digest key = lg__derive(&slot->name, LG_FOR_INVALID);
    lg__count_set(&run->table, &key, 0, 0);
  }
  if (!mutates) return;
  run->era++;
  lg_count *own = lg__guard_keeps(run->guard, LG_TRACK_ERA) ? lg__count_find(&run->table, &slot->identity) : NULL;
  if (own != NULL) own->epoch = run->era; /* but the same mutation again is still a duplicate */
}

/* How many warnings of weak evidence pass between two that are given: the first strike is, then the third, and each
 * time that they have doubled since. */
#define STRIKES_AGAIN 3u
/* So many strikes later than others, results are worth reporting that say that nothing was found: with the recommended
 * preset, which strikes at the 6th, at the 31st in a row. */
#define VAIN_STRIKES 25u

/* What the call in `slot` came back with, and whether that was given before. */
typedef struct lg_return {
  lg_run *run;
  const lg_ticket *slot;
  const lg_profile *profile;
  const lg_reply *reply;
  bool held; /* a warning waits for this result */
  bool old;  /* with `held`: the result is no news */
} lg_return;

/* Whether the model is to read a warning, if its result is no news. It counts either way. */
static bool is_worth_reporting(const lg_return *back, const lg_finding *finding, uint32_t strikes, bool again) {
  const lg_run *run = back->run;
  const lg_detector_record *record = lg__finding_record(finding);
  if (finding->strong) return true;
  lg_silence silence = record->needs_words ? back->reply->silence : LG_SILENCE_NONE;
  if (again || silence == LG_SILENCE_DONE) return false;
  const lg_ladder *ladder = lg__guard_ladder(run->guard, lg__run_spec(run, finding->detector), back->profile);
  uint32_t more = silence == LG_SILENCE_VAIN ? VAIN_STRIKES : 0, first = (ladder->warn == 0 ? 1 : ladder->warn) + more;
  if (more != 0 && strikes < first) return false;
  uint32_t warned = strikes - first + 1;
  return warned <= 1 || lg__is_doubling(warned, STRIKES_AGAIN);
}

/* Says what was found, and with LG_WARN also to the model. */
static void say(const lg_return *back, const lg_finding *finding, uint32_t strikes, lg_action action, bool held,
                lg_verdict *verdict) {
  verdict->action = action;
  verdict->detected = true;
  lg__report(back->run, finding, strikes, &back->slot->identity, &back->slot->name, held);
}

/* Whether a warning of `before` that waited for this result is given. `finding`: as it is now. */
static lg_action held_action(const lg_return *back, const lg_finding *finding) {
  const lg_detector_record *record = lg__finding_record(finding);
  bool old = back->old || (record->find_after != NULL && (finding->failed || record->echoes));
  bool reported = old && is_worth_reporting(back, finding, back->slot->strikes, back->slot->again);
  return reported ? LG_WARN : LG_ALLOW;
}

static void say_held(const lg_return *back, const lg_finding *finding, lg_verdict *verdict) {
  back->run->loops.again = back->slot->again;
  say(back, finding, back->slot->strikes, held_action(back, finding), true, verdict);
}

/* Strikes, arms and reports a finding, unless `before` has already struck for the same loop. */
static void strike(const lg_return *back, const lg_finding *finding, bool quiet, lg_verdict *verdict) {
  lg_run *run = back->run;
  const lg_ticket *slot = back->slot;
  /* failures that are only declared are at most warned of: no other loop has to wait for their end */
  if (!finding->failed || back->reply->failed) lg__loops_arm(&run->loops, finding, slot->round);
  bool struck = slot->detected && lg__digest_equal(&slot->finding.loop, &finding->loop);
  if (struck && back->held) say_held(back, finding, verdict);
  if (struck && !run->guard->options.shadow) return; /* shadow mode reports every pattern that a call completes */
  uint32_t strikes = lg__loops_strike(&run->loops, finding, slot->round, true);
  if (quiet) return;
  lg_action action = lg__run_action(run, finding, back->profile, strikes);
  bool unreported =
      action == LG_WARN && !run->guard->options.shadow && !is_worth_reporting(back, finding, strikes, run->loops.again);
  say(back, finding, strikes, unreported ? LG_ALLOW : action, slot->invalid, verdict);
}

/* What a reply says of the call, of which nothing is known here. */
static lg_observation seen_in(const lg_reply *reply) {
  return (lg_observation){.result = reply->result,
                          .family = reply->family,
                          .numbers = reply->numbers,
                          .comparable = reply->comparable,
                          .failed = reply->failed,
                          .declared = reply->declared,
                          .transient = reply->transient};
}

/* Whether the result, which is not in the history yet, is no news: the call gave it before, or, as one that is made for
 * the first time, its tool did. */
static bool is_old(const lg_run *run, const lg_ticket *slot, const lg_reply *reply) {
  lg_observation seen = seen_in(reply), *o;
  bool is_first = true, of_tool = false;
  if (reply->refused || !reply->comparable) return reply->refused;
  if (lg__guard_keeps(run->guard, LG_TRACK_NEWS) && lg__news_is_same(&run->news, &slot->identity, &reply->result))
    return true;
  for (uint32_t back = 0; (o = lg__history_at(&run->history, back)) != NULL; back++) {
    bool same = lg__found_same(o, &seen);
    if (lg__digest_equal(&o->identity, &slot->identity)) {
      if (same) return true;
      is_first = false;
    } else if (same && lg__digest_equal(&o->name, &slot->name)) {
      of_tool = true;
    }
  }
  return is_first && of_tool;
}

/* The loop of this call ended: the next one starts at its first strike. */
static void forgive(lg_run *run, const lg_digest *identity) {
  for (uint32_t i = 0; i < run->guard->detector_count; i++) {
    if (run->guard->detectors[i].spec.type != LG_NO_NEWS) continue;
    lg_digest loop = *identity;
    lg__loop_tag(&loop, i);
    lg__loops_forgive(&run->loops, &loop);
    lg__loop_mild(&loop);
    lg__loops_forgive(&run->loops, &loop);
  }
}

/* Takes the reply to the call in `slot`. */
static lg_news_kind take_news(lg_run *run, const lg_ticket *slot, const lg_reply *reply, bool mutated) {
  lg_news_result result = {.result = reply->result,
                           .comparable = reply->comparable,
                           .mutated = mutated,
                           .refused = reply->refused,
                           .polled = slot->polled,
                           .awaited = slot->polled || run->guard->profiles[slot->profile].poll,
                           .wait_ms = slot->wait_ms,
                           .asked_ms = slot->asked_ms,
                           .returned_ms = reply->now_ms,
                           .thought = (slot->signs & LG_SIGN_THINK) != 0,
                           .late = slot->round != run->round,
                           .round_at = slot->round_at};
  /* Empty output of a shell command is an answer, not an acknowledgement: `grep` found nothing, `ls` listed nothing. */
  bool answers = reply->ack == LG_ACK_EMPTY && (slot->signs & LG_SIGN_SHELL) != 0;
  if (reply->transient)
    result.flags = LG_NEWS_TRANSIENT;
  else if (reply->ack != LG_ACK_NONE && !answers)
    result.flags = LG_NEWS_ACK;
  if (reply->pending) result.flags |= LG_NEWS_PENDING;
  lg_news_kind kind = lg__news_completed(&run->news, run->guard->options.key, &slot->identity, &result);
  if (kind == LG_NEWS_OVER && run->loops.known_count != 0) forgive(run, &slot->identity);
  /* requested in an earlier turn: in this turn the call has not been made yet, so its next request is no repetition */
  if (slot->round < run->turn_round) lg__news_happened(&run->news);
  return kind;
}

/* Saves a search through the history: true only when the call cannot be in it. That is so when `news` has never seen
 * the call (`kind`), unless `news` may lack it: it was restored incompletely, or its table is full and has dropped the
 * call. A full table that is much larger than the history is fine: it drops a call long after the history does. */
static bool is_unheard(const lg_run *run, lg_news_kind kind) {
  const lg_table *calls = &run->news.calls;
  bool remembers = calls->count < calls->max_entries || calls->max_entries >= 4 * (size_t)run->history.size + 4096;
  return kind == LG_NEWS_FIRST && remembers && !run->news.partial;
}

/* Adds the observation to the history and the windows. False: it was merged into that of an identical sibling.
 * `unheard`: the history has no call with this identity. */
static bool observe(lg_run *run, lg_observation *seen, bool unheard, const lg_digest *signature, lg_cycle *cycles) {
  lg_observation *sibling = unheard ? NULL : lg__sibling_of(&run->history, seen);
  if (sibling != NULL) {
    bool agrees = lg__same_result(sibling, seen);
    if (run->explained != NULL) lg__explain_sibling(run, sibling, agrees);
    if (!agrees) sibling->comparable = false;
    if (seen->mutated) sibling->mutated = true;
    if (!agrees || seen->mutated) {
      lg_observation news = *sibling;
      news.mutated = seen->mutated;
      armed_end(run, &news);
    }
    return false;
  }
  if (lg__guard_keeps(run->guard, LG_TRACK_FRESH)) {
    uint32_t at = unheard ? LG_NOWHERE : lg__nearest_call(run, 0, &seen->identity);
    const lg_observation *last = lg__history_at(&run->history, at);
    seen->fresh = at == LG_NOWHERE;
    seen->changed = !seen->fresh && seen->comparable && last->comparable && !lg__same_result(last, seen);
  }
  armed_observe(run, seen);
  lg__history_push(&run->history, seen);
  for (uint32_t i = 0; i < run->guard->window_count; i++) cycles[i] = lg__window_push(&run->windows[i], signature);
  return true;
}

/* Whether the newest observation completes the pattern of detector `i`, which has a find_after. */
static bool find_of(const lg_return *back, uint32_t i, const lg_cycle *cycles, lg_finding *out) {
  const lg_detector_slot *slot = &back->run->guard->detectors[i];
  const lg_look look = {back->run, slot, back->profile, NULL, lg__history_at(&back->run->history, 0), cycles};
  *out = (lg_finding){.cycle_length = 1, .detector = i, .type = slot->spec.type, .threshold = lg__own_threshold(&look)};
  if (!slot->record->find_after(&look, out)) return false;
  out->at_work =
      slot->record->needs_words && !out->strong && !look.newest->failed && back->reply->silence != LG_SILENCE_VAIN;
  out->transient = look.newest->transient;
  lg__loop_tag(&out->loop, i);
  return true;
}

/* The finding of the first detector, in order, whose pattern the newest observation completes; one of failures that are
 * only declared comes last. False: none. */
static bool find_pattern(const lg_return *back, const lg_cycle *cycles, lg_finding *out) {
  const lg_guard *guard = back->run->guard;
  uint32_t weakest = guard->detector_count;
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    if ((guard->looks_after >> i & 1) == 0 || !find_of(back, i, cycles, out)) continue;
    if (!out->failed || back->reply->failed) return true;
    weakest = i;
  }
  return weakest < guard->detector_count && find_of(back, weakest, cycles, out);
}

/* The result completes no pattern, or one that `before` has not warned of: says what is still held. `cycles` NULL: it
 * is not the newest observation, so it completes nothing. `found` NULL: nothing was. */
static void report_held(const lg_return *back, const lg_cycle *cycles, const lg_finding *found, lg_verdict *verdict) {
  lg_finding held = back->slot->finding;
  if (lg__finding_record(&held)->find_after != NULL) {
    bool goes_on = cycles != NULL && find_of(back, held.detector, cycles, &held) &&
                   lg__digest_equal(&held.loop, &back->slot->finding.loop);
    if (!goes_on) return; /* the result has ended the loop */
  }
  bool says = verdict->detected && verdict->action != LG_ALLOW;
  /* one result carries one message: of what was found now, or of the stronger evidence */
  if (!says || (verdict->action == LG_WARN && held_action(back, &held) == LG_WARN && held.strong && !found->strong))
    say_held(back, &held, verdict);
}

void lg__run_complete(lg_run *run, lg_ticket *slot, const lg_reply *reply, bool quiet, lg_verdict *out_verdict) {
  *out_verdict = (lg_verdict){LG_ALLOW, false, lg__tickets_number(&run->tickets, slot), false};
  if (slot->state == LG_TICKET_REFUSED && reply->refused) return; /* our own refusal: no human let it run */
  lg_guard *guard = run->guard;
  const lg_profile *profile = &guard->profiles[slot->profile];
  lg_observation seen = seen_in(reply);
  seen.identity = slot->identity;
  seen.name = slot->name;
  seen.round = slot->round;
  seen.comparable &= !slot->polled; /* it was judged by time, and is no repetition */
  seen.mutated = profile->mutates && !reply->failed;
  if (slot->state == LG_TICKET_REFUSED) /* the verdict was LG_ASK, and a human agreed; a failure may be a no */
    lg__run_resolve(run, slot, LG_ALLOW, seen.failed || guard->options.shadow ? 0 : 1);
  slot->state = LG_TICKET_DONE;
  run->newest = (lg_completed){
      slot->identity, reply->result, reply->comparable, seen.mutated, (slot->signs & LG_SIGN_THINK) != 0, slot->polled};
  if (slot->round == run->round) run->round_done = true;
  run->last_struck = slot->detected ? slot->finding.loop : (lg_digest){0};
  run->last_round = slot->round;
  run->last_profile = slot->profile;
  if (!slot->invalid) end_row(run);
  if (!seen.failed) succeeded(run, slot, seen.mutated);
  lg_return back = {run, slot, profile, reply, lg__run_is_held(run, slot) && !quiet, false};
  if (back.held) back.old = is_old(run, slot, reply);
  bool read_again = slot->lost && reply->comparable && lg__news_is_same(&run->news, &slot->identity, &reply->result);
  uint32_t last_news = run->news.last_news;
  bool unheard = lg__guard_keeps(guard, LG_TRACK_NEWS) && is_unheard(run, take_news(run, slot, reply, seen.mutated));
  if (run->explained != NULL) lg__explain_back(run, slot, reply, last_news);
  if (profile->poll) {
    lg_digest loop = slot->identity;
    lg__loop_tag(&loop, guard->detector_count);
    bool changed =
        lg__polls_result(&run->polls, &slot->identity, reply->comparable ? &seen.result : NULL, reply->now_ms);
    if (changed) lg__loops_forgive(&run->loops, &loop);
    if (back.held) back.old = !changed;
  }
  /* a poll is judged by time; what was read again is only what the model lost, so for patterns the call was not made */
  bool counts = (!profile->poll || lg__is_final(reply->now_ms)) && !read_again;
  lg_digest signature = lg__run_signature(run, &seen);
  lg_cycle cycles[LG_DETECTORS_MAX];
  bool observed = counts && observe(run, &seen, unheard, &signature, cycles), found = false;
  lg_finding finding = {.cycle_length = 1};
  if (observed) {
    lg__sketches_keep(run, slot, reply);
    armed_end(run, &seen);
    if (run->explained != NULL) lg__explain_completed(run, profile, cycles);
    found = find_pattern(&back, cycles, &finding);
    if (found) strike(&back, &finding, quiet, out_verdict);
  }
  bool reported = found && lg__digest_equal(&slot->finding.loop, &finding.loop);
  if (back.held && !reported) report_held(&back, observed ? cycles : NULL, found ? &finding : NULL, out_verdict);
  if (!slot->invalid || quiet || !out_verdict->detected) return;
  slot->detected = true; /* all that is said of it, and so what is said where its id comes again */
  slot->finding = finding;
  slot->strikes = run->report.strikes;
  slot->again = run->report.again;
  slot->action = (uint8_t)out_verdict->action;
}
