/*
 * The state of one agent run, and the steps that its public functions are made of.
 *
 *   before:  text --> request (identity) --> table (counts), loops (armed) --> verdict, ticket
 *   after:   ticket, text --> reply (result) --> observation --> history, windows --> finding --> strike, armed
 *            --> verdict
 *
 * What comes after the texts works on requests and replies alone, and so does the same for a record (run_record.c).
 */
#ifndef LG_RUN_H
#define LG_RUN_H

#include "guard.h"
#include "history.h"
#include "names.h"
#include "news.h"
#include "polls.h"
#include "queries.h"
#include "signs.h"
#include "table.h"
#include "tickets.h"
#include "window.h"

/* What a run that is to explain itself keeps. */
typedef struct lg_explainer {
  lg_explanation said;
  uint32_t last_news, last_wait; /* of lg_news, before that came back */
  bool polled;                   /* that came back, and no_news judges it by time */
} lg_explainer;

struct lg_run {
  lg_guard *guard;
  lg_table table;     /* by identity: how often asked, when last run; by name: runs of this turn, calls gone wrong */
  lg_history history; /* completed calls */
  lg_window *windows; /* one for each cycle detector */
  lg_tickets tickets;
  lg_names names;
  lg_loops loops;
  lg_polls polls;
  lg_queries queries;
  lg_news news;         /* only where some detector asks for it */
  uint32_t round;       /* from 1 */
  uint32_t turn;        /* from 1 */
  uint32_t turn_round;  /* the turn's first round */
  uint32_t era;         /* from 1; a turn or a successful mutation starts one: what ran before it may run again */
  bool explicit_rounds; /* lg_run_begin_round was called: rounds do not start by themselves */
  bool completed;       /* a call of this round is through: finished or refused */
  bool has_report;
  lg_digest last_struck;             /* the loop that the call just completed was struck for, before or after it ran */
  uint32_t last_round, last_profile; /* of that call */
  lg_report report;
  lg_explainer *explained; /* lg_run_explain; NULL: nobody asks */
};

/* A call without its texts. What it borrows, a run that wants to keep it copies. */
typedef struct lg_request {
  const char *name; /* cut at LG_NAME_KEEP: for reports */
  size_t name_len;
  const char *query; /* NULL: none */
  size_t query_len;
  lg_digest name_digest, id;
  lg_digest identity; /* canonical, or the only one that the guard goes by */
  lg_digest verbatim; /* the same where the guard does not go by it */
  double now_ms;
  uint32_t profile;
  uint32_t signs; /* of signs.h; only where no_news asks for them */
  bool has_id, has_verbatim;
} lg_request;

/* What came back, without its texts. */
typedef struct lg_reply {
  lg_digest result;
  double now_ms;
  lg_ack ack;
  bool comparable, failed, transient;
} lg_reply;

/* A request on its way through `before`, and what the run knows of it. What no detector goes by is 0. */
typedef struct lg_asked {
  const lg_request *request;
  const lg_profile *profile;
  lg_digest limited, invalid; /* keys of the table */
  uint32_t round;
  uint32_t times, times_verbatim; /* how often each identity has been asked for, this time included */
  uint32_t ran;                   /* runs of the tool in this turn */
  uint32_t wrong;                 /* rounds in which the name came to nothing, this one included */
  lg_news_call *known;            /* LG_FACT_NEWS: what the call gave so far */
  lg_query copy;                  /* of its query, which the run will own */
  bool is_invalid;
  bool ran_before; /* in this era */
  bool polled;     /* no_news judges it by time */
  bool poll;       /* its tool's policy has it judged by time, and its last answer was not final */
  bool query;      /* it has one to be compared */
} lg_asked;

/* Entries of the table that are not identities: a digest and a purpose. */
typedef enum lg_purpose { LG_FOR_LIMIT = 0x4C, LG_FOR_INVALID = 0x55 } lg_purpose;

static inline lg_digest lg__derive(const lg_digest *digest, uint8_t purpose) {
  lg_digest derived = *digest;
  derived.bytes[15] ^= purpose;
  return derived;
}

static inline const lg_detector_spec *lg__run_spec(const lg_run *run, uint32_t detector) {
  return detector < run->guard->detector_count ? &run->guard->detectors[detector].spec : NULL;
}

/* A loop belongs to one detector: two that see the same calls keep their strikes apart. */
static inline void lg__loop_tag(lg_digest *loop, uint32_t detector) { loop->bytes[14] ^= (uint8_t)(detector + 1); }

/* H(a, b): what stands for a pair. */
lg_digest lg__pair(const lg_run *run, const lg_digest *a, const lg_digest *b);
/* What cycles are made of: the call, and for a failure its error too. */
lg_digest lg__run_signature(const lg_run *run, const lg_observation *seen);

/* Whether what it finds is told with lg_run_detect. */
static inline bool lg__run_is_custom(const lg_run *run, uint32_t detector) {
  return detector < run->guard->detector_count && run->guard->detectors[detector].record->by_host;
}

/* What was said when there is nothing to say, and nothing is to come. */
static const lg_verdict LG_NOTHING = {LG_ALLOW, false, LG_NO_TICKET, false};

/* ---- run_read.c ---- */

/* Reads a call; of an exempt one its profile only. LG_EINVAL, LG_ENOMEM, LG_ETOOBIG. */
LG_NODISCARD lg_status lg__run_read_call(lg_run *run, const lg_call *call, lg_request *out_request);
/* Reads what came back for a call of this profile. LG_EINVAL, LG_ENOMEM, LG_ETOOBIG. */
LG_NODISCARD lg_status lg__run_read_outcome(lg_run *run, uint32_t profile, const lg_outcome *outcome,
                                            lg_reply *out_reply);

/* ---- run_armed.c ---- */

/* The armed finding of `detector` that this call would continue, or NULL. */
const lg_armed *lg__armed_continued(const lg_run *run, uint32_t detector, const lg_digest *identity,
                                    const lg_digest *name);
/* The finding of one more step. Changes nothing. */
lg_finding lg__armed_step(const lg_armed *armed, uint32_t round);
/* The call was asked for: it is a step of every pattern that it continues, whoever has something against it. */
void lg__armed_advance(lg_run *run, const lg_digest *identity, const lg_digest *name, uint32_t round);
/* The observation is about to go to the history: cycles stay where they are, or move on with it. */
void lg__armed_observe(lg_run *run, const lg_observation *seen);
/* The call that is about to run is not part of an armed pattern: the patterns that it breaks are disarmed. */
void lg__armed_break(lg_run *run, const lg_digest *identity, const lg_digest *name, uint32_t round);
/* A call came back: the loops that its result ended are disarmed. Their strikes stay: a loop that comes again goes on.
 */
void lg__armed_settle(lg_run *run, const lg_observation *newest);

/* ---- detectors/no_news.c ---- */

/* Whether the call comes so long after it was last asked for, or behind a wait, that it is judged by time. */
bool lg__news_is_poll(const lg_run *run, const lg_request *request, const lg_news_call *known);
/* What came back for the call in `slot`, and what that made of the call. */
lg_news_kind lg__news_take(lg_run *run, const lg_ticket *slot, const lg_reply *reply, bool mutated);

/* ---- run_report.c ---- */

/* Makes `finding` the run's report. */
void lg__report(lg_run *run, const lg_finding *finding, uint32_t strikes, const lg_digest *fingerprint,
                const lg_digest *name);

/* ---- run_explain.c: only where run->explained is not NULL ---- */

/* There is no newest call, or it is not looked at. */
void lg__explain_nothing(lg_run *run);
/* The call is being judged, and nothing of it is written down yet. */
void lg__explain_asked(lg_run *run, lg_asked *asked);
/* The call in `slot` came back; what that was to no_news comes next. */
void lg__explain_back(lg_run *run, const lg_ticket *slot, const lg_profile *profile);
/* no_news has taken it, if there is one. */
void lg__explain_news(lg_run *run, const lg_ticket *slot, const lg_reply *reply, bool mutated);
/* It is one observation with the sibling that it found in the history. */
void lg__explain_sibling(lg_run *run, const lg_observation *sibling, bool agrees);
/* It is the newest observation. */
void lg__explain_completed(lg_run *run, const lg_profile *profile, const lg_cycle *cycles);

/* ---- run_before.c, run_after.c ---- */

/* Whether detector `i` has something against a call: one that goes on with its armed loop, or what it finds. LG_ENOMEM.
 */
LG_NODISCARD lg_status lg__run_find_by(const lg_run *run, uint32_t i, lg_asked *asked, lg_finding *out_finding,
                                       bool *out_found);
/* `before`, and the first half of `invalid`. `*out_slot` NULL: nothing is to follow. LG_ENOMEM. */
LG_NODISCARD lg_status lg__run_judge(lg_run *run, const lg_request *request, bool invalid, lg_verdict *out_verdict,
                                     lg_ticket **out_slot);
/* `invalid`. LG_ENOMEM. */
LG_NODISCARD lg_status lg__run_reject(lg_run *run, const lg_request *request, const lg_reply *reply,
                                      lg_verdict *out_verdict);
/* `after`; with `quiet`, a pattern is armed but gives no verdict of its own. Never fails. */
void lg__run_complete(lg_run *run, lg_ticket *slot, const lg_reply *reply, bool quiet, lg_verdict *out_verdict);
/* `resolve`, of any ticket. */
void lg__run_decided(lg_run *run, lg_ticket *slot, lg_action action);
/* `detect`, once the name is known; `key` is what makes two detections the same loop. */
void lg__run_detected(lg_run *run, uint32_t detector, uint32_t profile, const lg_digest *name, const lg_digest *key,
                      uint32_t repeats, lg_verdict *out_verdict);
/* A call that was refused runs after all. */
void lg__run_let_pass(lg_run *run, lg_ticket *slot);
/* A call that might run is refused after all. */
void lg__run_take_back(lg_run *run, lg_ticket *slot);

#endif
