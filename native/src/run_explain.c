/* Why each detector fired or kept silent: asked of every detector, in the words of its own file. */
#include "run.h"

lg_status lg_run_explain(lg_run *run, bool on) {
  if (run == NULL) return LG_EINVAL;
  const lg_allocator *memory = &run->guard->allocator;
  if (on && run->explained == NULL) {
    run->explained = lg__alloc_zeroed(memory, 1, sizeof *run->explained);
    if (run->explained == NULL) return LG_ENOMEM;
    lg__explain_nothing(run);
  } else if (!on) {
    lg__alloc_free(memory, run->explained, 1, sizeof *run->explained);
    run->explained = NULL;
  }
  return LG_OK;
}

lg_status lg_run_explanation(const lg_run *run, const lg_explanation **out_explanation) {
  if (run == NULL || out_explanation == NULL || run->explained == NULL) return LG_EINVAL;
  *out_explanation = &run->explained->said;
  return LG_OK;
}

static lg_explained unsaid(lg_why why) {
  return (lg_explained){.why = why, .cycle_length = 1, .like = LG_NOWHERE, .at = LG_NOWHERE};
}

/* A call is the one that is spoken of from now on. */
static lg_explanation *speak_of(lg_run *run, const lg_digest *identity, const lg_digest *verbatim, lg_seen seen) {
  lg_explanation *said = &run->explained->said;
  *said = (lg_explanation){
      .seen = seen, .ticket = LG_NO_TICKET, .sibling = LG_NOWHERE, .count = run->guard->detector_count};
  for (uint32_t i = 0; i < said->count; i++) said->detectors[i] = unsaid(LG_WHY_UNASKED);
  if (identity != NULL) said->identity = *identity;
  if (verbatim != NULL) said->verbatim = *verbatim;
  return said;
}

void lg__explain_nothing(lg_run *run) { (void)speak_of(run, NULL, NULL, LG_SEEN_NOT); }

/* What was found overwrites what the detector's explanation says of it. */
static void take_finding(lg_explained *out, const lg_finding *finding) {
  out->count = finding->repeats;
  out->cycle_length = finding->cycle_length;
  out->strong = finding->strong;
  out->waited_ms = finding->waited_ms;
}

void lg__explain_asked(lg_run *run, lg_candidate *candidate) {
  const lg_guard *guard = run->guard;
  const lg_request *request = candidate->request;
  lg_explanation *said = speak_of(run, &request->identity, &request->verbatim, LG_SEEN_ASKED);
  said->poll = candidate->poll;
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    lg_explained *out = &said->detectors[i];
    bool looks = slot->record->find_before != NULL;
    *out = unsaid(candidate->poll ? LG_WHY_POLL : LG_WHY_NOT_ARMED);
    out->threshold = slot->spec.threshold;
    lg_finding finding;
    if (lg__run_find_by(run, i, candidate, &finding, &out->fires) != LG_OK) out->fires = false;
    if (looks) slot->record->explain(run, slot, candidate, candidate->profile, out);
    if (!out->fires) continue;
    take_finding(out, &finding);
    if (looks) continue;
    out->why = LG_WHY_GOES_ON;
    out->threshold = finding.threshold;
  }
}

void lg__explain_back(lg_run *run, const lg_ticket *slot, const lg_profile *profile) {
  lg_explainer *explained = run->explained;
  uint32_t ticket = lg__tickets_number(&run->tickets, slot);
  if (explained->said.ticket != ticket) (void)speak_of(run, &slot->identity, NULL, LG_SEEN_ASKED);
  explained->said.ticket = ticket;
  explained->polled = slot->polled;
  explained->said.seen = profile->poll ? LG_SEEN_POLL : LG_SEEN_COMPLETED;
  explained->last_news = run->news.last_news;
}

void lg__explain_news(lg_run *run, const lg_ticket *slot, const lg_reply *reply, bool mutated) {
  lg_explainer *explained = run->explained;
  lg_explanation *said = &explained->said;
  said->waits = slot->wait_ms != 0;
  if (run->news.last_news == explained->last_news)
    said->news = LG_NEWS_WHY_NOT;
  else if (slot->round < run->turn_round)
    said->news = LG_NEWS_WHY_TURN;
  else if (lg__news_find(&run->news, &slot->identity) == NULL)
    said->news = LG_NEWS_WHY_FORGOTTEN;
  else if (!reply->comparable)
    said->news = LG_NEWS_WHY_NO_RESULT;
  else
    said->news = mutated ? LG_NEWS_WHY_CHANGE : LG_NEWS_WHY_RESULT;
}

void lg__explain_sibling(lg_run *run, const lg_observation *sibling, bool agrees) {
  lg_explanation *said = &run->explained->said;
  said->seen = agrees ? LG_SEEN_SIBLING : LG_SEEN_SIBLING_DIFFERS;
  said->sibling = 0;
  while (lg__history_at(&run->history, said->sibling) != sibling) said->sibling++;
}

void lg__explain_completed(lg_run *run, const lg_profile *profile, const lg_cycle *cycles) {
  const lg_guard *guard = run->guard;
  lg_explanation *said = &run->explained->said;
  said->seen = LG_SEEN_COMPLETED;
  for (uint32_t i = 0; i < guard->detector_count; i++) {
    const lg_detector_slot *slot = &guard->detectors[i];
    if (slot->record->find_before != NULL) continue;
    lg_explained *out = &said->detectors[i];
    *out = unsaid(LG_WHY_UNASKED);
    lg_finding finding = {.cycle_length = 1};
    out->fires = slot->record->find_after != NULL && slot->record->find_after(run, slot, profile, cycles, &finding);
    slot->record->explain(run, slot, NULL, profile, out);
    if (out->fires) take_finding(out, &finding);
  }
}
