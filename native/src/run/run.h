/*
 * The state of one agent run, and the steps that its public functions are made of.
 *
 *   before:  text --> request (identity) --> table (counts), loops (armed) --> verdict, ticket
 *   after:   ticket, text --> reply (result) --> observation --> history, windows --> finding --> strike, armed
 *            --> verdict
 *
 * Everything after the first arrow works on requests and replies alone, so that a record, which has no texts, gives the
 * same verdict as the direct call (run_record.c).
 */
#ifndef LG_RUN_H
#define LG_RUN_H

#include "memory/snapshot_bytes.h"
#include "policy/guard.h"
#include "state/history.h"
#include "state/near.h"
#include "state/news.h"
#include "state/table.h"
#include "state/window.h"
#include "text/meaning.h"

/* The most that is counted of any unit: up to here a double holds every integer. */
#define LG_USED_MAX 9007199254740992.0

/* What a budget has used of every unit in its period, whichever of them it limits. */
typedef struct lg_budget {
  double used[LG_UNITS]; /* by lg_unit; that of LG_UNIT_SECONDS stays 0: the clock tells it */
  double since_ms;       /* when the first event of the period came; NaN: none had a time */
  uint32_t warned_calls; /* bits by lg_unit: a call was warned in this period ... */
  uint32_t warned_usage; /* ... and so was lg_run_usage */
} lg_budget;

/* A new period begins. */
void lg__budget_clear(lg_budget *budget);
/* How much of the unit is used at this time. */
double lg__budget_used(const lg_budget *budget, lg_unit unit, double now_ms);
/* Such an amount rounded up, as far as reports can say it. */
uint32_t lg__budget_whole(double amount);
/* The most severe verdict that a unit of the budget at place `detector` has reached; of several units, the first. A
 * call (`of_call`) is refused for what was used before it, and warned of what is used with it; a warning is given once.
 * Usage is judged by tokens, cost and time, and asks nobody. False: none. */
bool lg__budget_judge(const lg_budget *budget, const lg_detector_spec *spec, uint32_t detector, double now_ms,
                      bool of_call, lg_finding *out);

/* How often the agent was sent back when it wanted to end its turn (detectors/stop_loop.c). */
typedef struct lg_stops {
  uint32_t at;          /* lg_news.clock when it last wanted to */
  uint16_t count, same; /* times sent back since the last news, and since its last message was another */
  uint8_t words[8];     /* of the digest of its last message */
  bool has_words;
} lg_stops;

/* The call that was completed last: see lg_run_newest. */
typedef struct lg_completed {
  lg_digest identity, result;
  bool comparable, mutated, thought;
  bool polled; /* no_news judged it by time */
} lg_completed;

struct lg_run {
  lg_guard *guard;
  lg_table table; /* by identity: requests, era of the last run; by name: runs in this turn, rounds of invalid calls */
  lg_history history; /* completed calls */
  lg_window *windows; /* one for each cycle detector */
  lg_budget *budgets; /* one for each budget */
  lg_tickets tickets;
  lg_table names; /* of tools: see lg_name */
  lg_loops loops;
  lg_polls polls;
  lg_queries queries;
  lg_news news;         /* only with LG_TRACK_NEWS */
  lg_sketches sketches; /* only with LG_TRACK_SKETCHES */
  lg_stops stops;       /* with LG_TRACK_NEWS */
  uint32_t round;       /* from 1 */
  uint32_t turn;        /* from 1 */
  uint32_t turn_round;  /* the turn's first round */
  uint32_t era; /* from 1; a turn or a successful mutation starts the next: a call of an older era may run again */
  bool explicit_rounds; /* LG_BEGIN_ROUND was called: rounds do not start by themselves */
  bool turn_ended;      /* LG_END_TURN was called in this turn */
  bool round_done;      /* a call of this round finished or was refused: the next call may start a round */
  bool may_be_wrong;    /* calls were invalid since a call ran, or that is not known: see LG_ANY_NAME */
  bool has_report;
  lg_digest last_struck;             /* the loop that the last completed call was a strike of before it ran */
  uint32_t last_round, last_profile; /* of that call */
  lg_report report;
  lg_digest report_names[LG_PATTERN_MAX]; /* of the steps of `report` */
  lg_completed newest;                    /* not in snapshots: it is asked for right after the call */
  lg_explanation *explained;              /* lg_run_explain; NULL: nobody asks */
};

/* A call without the text of its arguments. Name and query are borrowed from the caller's call or record. */
typedef struct lg_request {
  const char *name; /* for reports and records */
  size_t name_len;
  const char *query; /* NULL: none */
  size_t query_len;
  lg_digest name_digest, id;
  lg_digest identity; /* canonical; the verbatim one where no detector needs canonical identities */
  lg_digest verbatim; /* `identity` again where no detector needs verbatim ones */
  double now_ms;
  uint32_t profile;
  uint32_t signs;          /* of meaning.h; only with LG_TRACK_NEWS */
  double wait_ms;          /* lg__call_wait_ms; likewise */
  const lg_sketch *sketch; /* of the arguments; NULL: none was made */
  bool has_id, has_verbatim;
} lg_request;

/* An outcome without its texts. */
typedef struct lg_reply {
  lg_digest result;
  double now_ms;
  lg_ack ack;
  uint64_t words;   /* lg__words_sum of the result; only with LG_TRACK_SKETCHES */
  uint32_t family;  /* of lg__failure_family, if it failed or is declared; or of what a search in vain says */
  uint32_t numbers; /* lg_observation.numbers; only with LG_TRACK_FRESH */
  bool comparable, failed, transient, refused;
  bool declared;      /* lg__says_failed, of a success; only with LG_TRACK_FAMILY */
  bool pending;       /* it says "not yet"; only with LG_TRACK_NEWS */
  lg_silence silence; /* of a success; only with LG_TRACK_SILENCE */
} lg_reply;

/* The call that `before` is judging, and what the run knows about it. Counts that no detector needs are 0. */
typedef struct lg_candidate {
  const lg_request *request;
  const lg_profile *profile;
  lg_digest invalid; /* key of the table, see lg_purpose */
  uint32_t round;
  uint32_t times, times_verbatim; /* how often each identity was requested, this request included */
  uint32_t ran;                   /* runs of the tool in this turn */
  uint32_t wrong;                 /* rounds in which calls of this name were invalid, this one included */
  uint32_t wrong_any;             /* rounds in a row in which calls of any name were, and no call ran */
  lg_news_call *known;            /* LG_TRACK_NEWS: what the call returned so far */
  lg_query copy;                  /* of its query, which the run will own */
  bool is_invalid;
  bool is_anew;    /* it is invalid, and `before` has let it run: what that counted is not counted twice */
  bool ran_before; /* in this era */
  bool lost;       /* the model lost its last result when the context was compacted, so it is no repetition */
  bool polled;     /* no_news judges it by time: something shows that it waits */
  bool poll;       /* its profile says `poll`, and its last answer was not final */
  bool query;      /* its query is to be compared */
} lg_candidate;

/* The table also counts by name: the key is then the name's digest with one of these mixed in. */
typedef enum lg_purpose { LG_FOR_LIMIT = 0x4C, LG_FOR_INVALID = 0x55 } lg_purpose;

static inline lg_digest lg__derive(const lg_digest *digest, uint8_t purpose) {
  lg_digest derived = *digest;
  derived.bytes[15] ^= purpose;
  return derived;
}

/* In place of a name's digest: invalid calls of any name, since a call ran. */
static const lg_digest LG_ANY_NAME = {{0}};

static inline const lg_detector_spec *lg__run_spec(const lg_run *run, uint32_t detector) {
  return detector < run->guard->detector_count ? &run->guard->detectors[detector].spec : NULL;
}

/* Mixes the detector into a loop's key, so that two detectors that see the same calls count their strikes apart. */
static inline void lg__loop_tag(lg_digest *loop, uint32_t detector) { loop->bytes[14] ^= (uint8_t)(detector + 1); }

/* H(a, b). */
lg_digest lg__pair(const lg_run *run, const lg_digest *a, const lg_digest *b);
/* The step of a cycle: the call's identity, and for a failure its error too. */
lg_digest lg__run_signature(const lg_run *run, const lg_observation *seen);

/* Whether there is such a detector, and the host reports its detections with lg_run_detect. */
static inline bool lg__run_is_custom(const lg_run *run, uint32_t detector) {
  return detector < run->guard->detector_count && run->guard->detectors[detector].record->by_host;
}

/* The verdict on a call that is not judged: allowed, and `after` need not be called. */
static const lg_verdict LG_NOTHING = {LG_ALLOW, false, LG_NO_TICKET, false};

/* ---- run_read.c ---- */

/* Digests of a call. For an exempt one only `profile` is set. LG_EINVAL, LG_ENOMEM, LG_ETOOBIG. */
LG_NODISCARD lg_status lg__run_read_call(lg_run *run, const lg_call *call, lg_request *out_request);
/* Digest of the outcome of a call with this profile. `recorded`: it will be judged in another state of the run, so
 * nothing is left out that this one does not need. LG_EINVAL, LG_ENOMEM, LG_ETOOBIG. */
LG_NODISCARD lg_status lg__run_read_outcome(lg_run *run, uint32_t profile, const lg_outcome *outcome, bool recorded,
                                            lg_reply *out_reply);

/* ---- run_after.c: armed loops ---- */

/* Whether this call of `round` would continue an armed loop of `detector`. Changes nothing. */
bool lg__armed_find(const lg_run *run, uint32_t detector, const lg_request *request, uint32_t round,
                    lg_finding *out_finding);
/* A call was requested: it is the next step of every armed loop that it continues, whichever detector judged it. */
void lg__armed_advance(lg_run *run, const lg_request *request, uint32_t round);
/* A call is about to run: disarms the loops that end with any call that is not part of them (`is_broken`). */
void lg__armed_break(lg_run *run, const lg_digest *identity, const lg_digest *name, uint32_t round);

/* Rounds that begin by themselves: a call that is asked for now is of a new one. */
static inline bool lg__run_round_is_over(const lg_run *run) { return !run->explicit_rounds && run->round_done; }

/* ---- patterns.c: without LG_TRACK_SKETCHES these do nothing ---- */

/* LG_ENOMEM. */
LG_NODISCARD lg_status lg__sketches_init(lg_run *run);
/* Makes room for as many pending calls as there are tickets. LG_ENOMEM: nothing changed. */
LG_NODISCARD lg_status lg__sketches_reserve(lg_run *run);
/* The sketch of the call in `slot`, and of the observation `back` places before the newest. NULL: there is none. */
lg_sketch *lg__sketch_of(const lg_run *run, const lg_ticket *slot);
lg_sketch *lg__sketch_at(const lg_run *run, uint32_t back);
/* The call in `slot` was requested. `sketch` NULL: nothing is known of its arguments. */
void lg__sketches_ask(lg_run *run, const lg_ticket *slot, const lg_sketch *sketch);
/* It is the newest observation. */
void lg__sketches_keep(lg_run *run, const lg_ticket *slot, const lg_reply *reply);

/* ---- run_budget.c ---- */

/* For each budget of the run, `i` being its place among the detectors. */
#define LG_EACH_BUDGET(run, i)                                                                                         \
  for (uint32_t i = (run)->guard->budget_count == 0 ? (run)->guard->detector_count : 0;                                \
       i < (run)->guard->detector_count; i++)                                                                          \
    if (((run)->guard->detectors[i].record->tracks & LG_TRACK_BUDGET) != 0)

static inline lg_budget *lg__budget_of(const lg_run *run, uint32_t detector) {
  return &run->budgets[run->guard->detectors[detector].budget];
}

void lg__budgets_begin(lg_run *run, lg_period period);
/* Adds to the budgets that count this call; a negative amount takes back. */
void lg__budgets_count(lg_run *run, const lg_ticket *slot, lg_unit unit, double amount);
/* A call, or usage, was judged. `finding` NULL: nothing was found. */
void lg__budgets_judged(lg_run *run, const lg_finding *finding, double now_ms, bool of_call);
/* Whether all amounts are finite and not negative. */
bool lg__is_usage(const lg_usage *usage);
/* `usage`, whose amounts are checked. */
void lg__run_spend(lg_run *run, const lg_usage *usage, lg_verdict *out_verdict);

/* ---- run_report.c ---- */

/* Adds a name to the run's names; those of the report stay. LG_ENOMEM: nothing changed. */
LG_NODISCARD lg_status lg__run_name(lg_run *run, const lg_digest *digest, const char *name, size_t len);
/* Makes `finding` the run's report. `held`: `before` had found it. */
void lg__report(lg_run *run, const lg_finding *finding, uint32_t strikes, const lg_digest *fingerprint,
                const lg_digest *name, bool held);

/* ---- run_report.c: only where run->explained is not NULL ---- */

/* There is no newest call, or it is not looked at. */
void lg__explain_nothing(lg_run *run);
/* The call is being judged, and nothing of it is written down yet. */
void lg__explain_asked(lg_run *run, lg_candidate *candidate);
/* The call in `slot` came back, and no_news has taken it, if there is one: before, its last news was `last_news`. */
void lg__explain_back(lg_run *run, const lg_ticket *slot, const lg_reply *reply, uint32_t last_news);
/* It is one observation with the sibling that it found in the history. */
void lg__explain_sibling(lg_run *run, const lg_observation *sibling, bool agrees);
/* It is the newest observation. */
void lg__explain_completed(lg_run *run, const lg_profile *profile, const lg_cycle *cycles);

/* ---- run_before.c, run_after.c ---- */

/* Whether it is `first` times a power of two. */
static inline bool lg__is_doubling(uint32_t count, uint32_t first) {
  uint32_t times = count / first;
  return count % first == 0 && times != 0 && (times & (times - 1)) == 0;
}

/* Whether `before` found a loop that is only to be warned of: lg__run_complete says whether the model gets the warning.
 * What only counts calls does not wait, and in shadow mode nothing does, since nothing is given. */
static inline bool lg__run_is_held(const lg_run *run, const lg_ticket *slot) {
  return slot->detected && !slot->invalid && slot->action == LG_WARN &&
         !lg__finding_record(&slot->finding)->counts_runs && !run->guard->options.shadow;
}

/* Whether detector `i` objects to a call: the call continues its armed loop, or it finds a loop. */
bool lg__run_find_by(const lg_run *run, uint32_t i, lg_candidate *candidate, lg_finding *out_finding);
/* The verdict on a call at this strike; at most a warning if the finding is mild. */
lg_action lg__run_action(const lg_run *run, const lg_finding *finding, const lg_profile *profile, uint32_t strikes);
/* `before`, and the first half of `invalid`, which alone may warn: no result will come. `*out_slot` NULL: the call is
 * exempt, or its id was judged already. LG_ENOMEM. */
LG_NODISCARD lg_status lg__run_judge(lg_run *run, const lg_request *request, bool invalid, lg_verdict *out_verdict,
                                     lg_ticket **out_slot);
/* `invalid`. LG_ENOMEM. */
LG_NODISCARD lg_status lg__run_reject(lg_run *run, const lg_request *request, const lg_reply *reply,
                                      lg_verdict *out_verdict);
/* `after`; with `quiet`, a pattern is armed but gives no verdict of its own. It also gives the warning that `before`
 * has held back for the result. Never fails. */
void lg__run_complete(lg_run *run, lg_ticket *slot, const lg_reply *reply, bool quiet, lg_verdict *out_verdict);
/* A round begins: calls of the one before that expect no outcome are over. */
void lg__run_next_round(lg_run *run);
/* `resolve`, of any ticket. */
void lg__run_resolve(lg_run *run, lg_ticket *slot, lg_action action, uint32_t granted);
/* `detect`, with the name already among the run's names; two detections with one `key` are the same loop. */
void lg__run_detect(lg_run *run, uint32_t detector, uint32_t profile, const lg_digest *name, const lg_digest *key,
                    uint32_t repeats, lg_verdict *out_verdict);

/* ---- run_budget.c: the budgets of a run as bytes, for snapshots ---- */

/* Writes them, or reads them into a new run. `places`: where each of the snapshot's `detectors` stands in the run's
 * guard; beyond its detectors: nowhere. What a budget that is nowhere has used goes to the only budget of its period,
 * tools and limited units that got nothing; if there are several of either, to none. False: damage. */
bool lg__budgets_io(lg_io io, lg_run *run, const uint32_t *places, uint32_t detectors);

/* ---- patterns.c: helpers of the detectors that look at completed calls ---- */

/* The observation of the same call in the same round, or NULL. */
lg_observation *lg__sibling_of(const lg_history *history, const lg_observation *observation);
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
