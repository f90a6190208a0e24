/* Helpers of the detectors that look at completed calls. */
#ifndef LG_PATTERNS_H
#define LG_PATTERNS_H

#include "run/run.h"

/* The newest observation; there always is one in find_after. */
static inline const lg_observation *lg__newest(const lg_run *run) { return lg__history_at(&run->history, 0); }

/* Rounds from that of the observation `back` places before the newest to that of the newest, both included. */
static inline uint32_t lg__span(const lg_run *run, uint32_t back) {
  uint32_t first = lg__history_at(&run->history, back)->round, last = lg__newest(run)->round;
  return last >= first ? last - first + 1 : 0; /* a late result may be of an earlier round */
}

/* A pattern is found, whose calls go back to the one `first` places before the newest: a loop of `subject`, a call or a
 * tool, with this result. For `return`. */
static inline bool lg__found(const lg_run *run, lg_finding *out, uint32_t first, const lg_digest *subject,
                             const lg_digest *result) {
  out->span = lg__span(run, first);
  out->subject = *subject;
  out->loop = lg__pair(run, subject, result);
  return true;
}

/* For explanations: how many places before the newest the nearest observation is, from `back` on, of this call, or of
 * this tool. LG_NOWHERE: there is none. */
uint32_t lg__nearest_call(const lg_run *run, uint32_t back, const lg_digest *identity);
uint32_t lg__nearest_of_tool(const lg_run *run, uint32_t back, const lg_digest *name);
/* Why the newest observation, which is not comparable, is not. */
lg_why lg__why_incomparable(const lg_run *run);

/* Why a call that gave a result before is judged by time instead of by count; LG_WHY_COUNTED: it is not. Only where
 * something shows that it waits, never since a model is slow: a loop of one call a minute is a loop. `*out_idle_ms`:
 * for how long the agent paused, if that is why; else 0. */
lg_why lg__why_by_time(const lg_run *run, const lg_profile *profile, const lg_request *request,
                       const lg_news_call *known, double *out_idle_ms);
/* Makes the key of a no_news loop that of its warnings before a poll's time is up, and the other way round: they are a
 * loop of their own. */
static inline void lg__loop_mild(lg_digest *loop) { loop->bytes[12] ^= 1; }

/* `continues` for loops of one call, whose subject is its identity. */
bool lg__continues_call(const lg_finding *finding, const lg_digest *identity, const lg_digest *name);
/* `continues` for loops of one tool, whose subject is its name. */
bool lg__continues_tool(const lg_finding *finding, const lg_digest *identity, const lg_digest *name);

/* `explain` for what hosts find: it is not asked of a call. */
void lg__explain_by_host(const lg_look *look, lg_explained *out);

/* For loops whose key is H(subject, result): whether the result of `newest` is not that of the loop. */
bool lg__is_other_result(const lg_run *run, const lg_finding *finding, const lg_digest *subject,
                         const lg_observation *newest);
/* Whether both have results, and different ones. `b` may be NULL: false. */
bool lg__results_differ(const lg_observation *a, const lg_observation *b);

/* The loop key of the cycle whose `length` steps are the newest ones; a-b-c, b-c-a and c-a-b have the same key. Steps
 * are the signatures in `window`, or with NULL the names in the history, which must hold that many. */
lg_digest lg__rotation_key(const lg_run *run, const lg_window *window, uint32_t length);

#endif
