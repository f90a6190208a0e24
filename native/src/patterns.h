/* What detectors that look at completed calls have in common. */
#ifndef LG_PATTERNS_H
#define LG_PATTERNS_H

#include "run.h"

/* The newest observation; there is one whenever a detector is asked. */
static inline const lg_observation *lg__newest(const lg_run *run) { return lg__history_at(&run->history, 0); }

/* The tool's own threshold, else the detector's. */
static inline uint32_t lg__own_threshold(const lg_detector_spec *spec, const lg_profile *profile) {
  return profile->max_repeats != 0 ? profile->max_repeats : spec->threshold;
}

/* For explanations: how many places before the newest the nearest observation is, from `back` on, of this call, or of
 * this tool. LG_NOWHERE: there is none. */
uint32_t lg__nearest_call(const lg_run *run, uint32_t back, const lg_digest *identity);
uint32_t lg__nearest_of_tool(const lg_run *run, uint32_t back, const lg_digest *name);
/* Why the newest observation, which is not comparable, is not. */
lg_why lg__why_incomparable(const lg_run *run);

/* `continues` of loops of one call: what is found is the subject's, which is its identity. */
bool lg__continues_call(const lg_finding *finding, const lg_digest *identity, const lg_digest *name);
/* ... and of one tool: the subject is its name. */
bool lg__continues_tool(const lg_finding *finding, const lg_digest *identity, const lg_digest *name);

/* Whether the result of `newest` is another than the finding's loop, which is the pair of `subject` and its result. */
bool lg__is_other_result(const lg_run *run, const lg_finding *finding, const lg_digest *subject,
                         const lg_observation *newest);
/* Whether both have a result, and not the same one: for loops whose detector does not ask for results. `b` may be NULL.
 */
bool lg__results_differ(const lg_observation *a, const lg_observation *b);

/*
 * What stands for the cycle of `length` steps that ends in the newest, the same for every rotation of it: made of the
 * signatures in `window`, or with NULL of the names in the history. They hold that many.
 */
lg_digest lg__rotation_key(const lg_run *run, const lg_window *window, uint32_t length);

#endif
