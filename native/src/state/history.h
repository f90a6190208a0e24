/* What a run remembers of its calls: those that ended and those in progress, the loops found, polls, and names. */
#ifndef LG_HISTORY_H
#define LG_HISTORY_H

#include "memory/snapshot_bytes.h"
#include "state/table.h"

/* The newest completed calls of a run, one observation each; but identical siblings of a round are one observation,
 * since none of them saw another's result. A ring of fixed size: no allocation after it is made. */
typedef struct lg_observation {
  lg_digest identity; /* canonical */
  lg_digest result;   /* without volatile spans; for a failure, of its error */
  lg_digest name;
  uint32_t family;  /* of a failure, also a declared one, or a search in vain: what its kind has in common; 0: none */
  uint32_t numbers; /* of a failure: its error with its numbers, which `result` is without */
  uint32_t round;
  bool comparable; /* there is a result, identical siblings returned the same, and the call was not a poll */
  bool failed;
  bool declared; /* it succeeded, and its result says that it failed; only with LG_TRACK_FAMILY */
  bool transient;
  bool mutated; /* a tool that changes things succeeded */
  bool fresh;   /* the history had no call with this identity when it was added */
  bool changed; /* it had one, and the newest gave another result */
} lg_observation;

typedef struct lg_history {
  lg_observation *ring;
  uint32_t size, held, head;
} lg_history;

/* The observation `back` places before the newest, or NULL. */
lg_observation *lg__history_at(const lg_history *history, uint32_t back);
void lg__history_push(lg_history *history, const lg_observation *observation);

static inline bool lg__same_result(const lg_observation *a, const lg_observation *b) {
  return a->comparable && b->comparable && a->failed == b->failed && lg__digest_equal(&a->result, &b->result);
}

/* What it has in common with those of its kind, if that is known, or else its result. */
static inline lg_digest lg__kind_of(const lg_observation *seen) {
  lg_digest kind = {{0}};
  lg__store_u64(kind.bytes, seen->family);
  return seen->family != 0 ? kind : seen->result;
}

static inline bool lg__same_kind(const lg_observation *a, const lg_observation *b) {
  bool known = a->comparable && b->comparable && a->failed == b->failed && a->family != 0;
  return lg__same_result(a, b) || (known && a->family == b->family);
}

/* What it found: searches in vain found the same whatever they were for. */
static inline lg_digest lg__found_by(const lg_observation *seen) {
  return seen->failed || seen->declared ? seen->result : lg__kind_of(seen);
}

static inline bool lg__found_same(const lg_observation *a, const lg_observation *b) {
  return a->failed || a->declared ? lg__same_result(a, b) : lg__same_kind(a, b);
}

/*
 * The loops of a run: how many strikes each has, and which are armed.
 *
 *   a detector finds a pattern --> finding --> strike (1, 2, 3 ...) --> the ladder's step
 *                                     |
 *                                     +--> armed: the next call that continues the pattern is the next strike
 */
typedef struct lg_finding {
  lg_digest loop;    /* the same for the same loop, rotations included */
  lg_digest subject; /* what continues it: an identity, or a name */
  uint32_t detector; /* index; the number of detectors for the poll rule */
  lg_detector_type type;
  uint32_t repeats, threshold, cycle_length;
  uint32_t behind; /* cycle, ping_pong: observations since the last one of the block, i.e. of the lap with the steps */
  uint32_t differing; /* near_repeat: the most leaves in which two of the calls differ; error_streak: other texts */
  bool strong;
  bool failed;    /* the newest result is a failure; of repeat: all are */
  bool transient; /* the newest result is a failure that passes by itself */
  bool mild;      /* at most a warning, whatever the ladder says */
  bool at_work;   /* weak evidence: different calls succeeded, and were not in vain */
  uint32_t span;  /* found after a call: rounds since the first one that was counted, both included; 0: not known */
  double wait_ms, waited_ms;
  lg_action action; /* budget: the verdict; LG_ALLOW: the ladder decides by strikes */
  lg_unit unit;     /* budget: what is limited, and how much of it is used */
  double used;
} lg_finding;

/* The most loops with strikes; the least recently struck go first. */
#define LG_LOOPS_MAX 64u
/* The most armed loops; the oldest go first. */
#define LG_ARMED_MAX 8u

typedef struct lg_loop {
  lg_digest key;
  uint32_t detector;
  /* strikes: below 0 (LG_IS_GRANTED) a human allows so many more, less one; round: of the last strike; used:
   * lg_loops.clock at it */
  uint32_t strikes, round, used;
} lg_loop;

typedef struct lg_armed {
  lg_finding finding;
  uint32_t seen;  /* rounds since the finding in which calls continued the loop */
  uint32_t round; /* the newest of them, or that of the finding */
  /* cycle, ping_pong: the block is one lap of observations in the history, which says what the steps are */
  uint32_t cursor; /* steps requested after the block */
  uint32_t done;   /* how many of these were completed */
} lg_armed;

typedef struct lg_loops {
  lg_loop known[LG_LOOPS_MAX];
  uint32_t known_count, clock;
  bool again;                   /* the last strike was of a sibling's step, and did not count */
  lg_armed armed[LG_ARMED_MAX]; /* oldest first */
  uint32_t armed_count;
} lg_loops;

/* Adds a strike to the finding's loop and returns how many it has. With `once`, at most one strike a round counts, so
 * that siblings are one step. */
uint32_t lg__loops_strike(lg_loops *loops, const lg_finding *finding, uint32_t round, bool once);
/* A human let the call run that was this strike: it is none, and `more` (at most INT32_MAX) others are allowed. */
void lg__loops_grant(lg_loops *loops, const lg_digest *loop, uint32_t strikes, uint32_t more);
/* Removes the strikes of a loop that ended because there was progress. */
void lg__loops_forgive(lg_loops *loops, const lg_digest *loop);
/* Arms the finding's loop; one that is armed already gets the new finding. */
void lg__loops_arm(lg_loops *loops, const lg_finding *finding, uint32_t round);
void lg__loops_disarm(lg_loops *loops, uint32_t index);

/* Calls between `before` and `after`, and the finished and refused calls of the current round: an id that comes again
 * within its round finds its verdict here. A ticket's number is a slot's index and how often the slot was used. So many
 * calls at one time; beyond it the oldest ones are forgotten. */
#define LG_TICKETS_MAX 256u

typedef enum lg_ticket_state { LG_TICKET_FREE = 0, LG_TICKET_OPEN, LG_TICKET_REFUSED, LG_TICKET_DONE } lg_ticket_state;

typedef struct lg_ticket {
  lg_digest identity, name, id;
  lg_finding finding; /* of `before`, when detected */
  uint32_t round, profile, use, strikes;
  uint32_t round_at;        /* lg_news.round_at when the call was requested */
  double asked_ms, wait_ms; /* lg_request.now_ms and .wait_ms */
  uint8_t state;            /* lg_ticket_state */
  uint8_t signs;            /* of meaning.h */
  uint8_t action;           /* lg_action */
  bool has_id, detected;
  bool again;      /* lg_report.again of the detection */
  bool ran_before; /* an equal call had run in this era, which stays so when this one is refused after all */
  bool polled;     /* no_news judged it by time: its result is no repetition for other detectors */
  bool invalid;    /* it reaches no tool */
  bool lost;       /* lg_candidate.lost: the same result again is no repetition for any detector */
} lg_ticket;

typedef struct lg_tickets {
  lg_ticket *slots;
  uint32_t capacity, used; /* slots at and beyond `used` are free */
  uint32_t taken;    /* slots below it are known to be taken, so that a host that never calls `after` costs no search */
  uint32_t next_out; /* the slot to reuse when all are taken: they were filled in turn, so it is the oldest */
} lg_tickets;

void lg__tickets_clear(lg_tickets *tickets);
/* Whether an outcome may still come: the call was allowed, or a human is asked, of one that can run. */
static inline bool lg__ticket_waits(const lg_ticket *ticket) {
  bool asks = ticket->state == LG_TICKET_REFUSED && ticket->action == LG_ASK;
  return ticket->state == LG_TICKET_OPEN || (asks && !ticket->invalid);
}
/* Makes `used` slots of new tickets, to restore into; all numbers that `before` has given out are stale for them.
 * LG_ENOMEM. */
LG_NODISCARD lg_status lg__tickets_follow(lg_tickets *tickets, const lg_allocator *allocator, const lg_tickets *before,
                                          uint32_t used);
/* Makes room for one more ticket. LG_ENOMEM: nothing changed. */
LG_NODISCARD lg_status lg__tickets_reserve(lg_tickets *tickets, const lg_allocator *allocator);
/* A free slot, zeroed but for its use count and still FREE; lg__tickets_reserve made room for it. */
lg_ticket *lg__tickets_claim(lg_tickets *tickets);
/* A number that no slot ever has. */
#define LG_TICKET_OF_NOTHING (UINT32_MAX >> 5)
uint32_t lg__tickets_number(const lg_tickets *tickets, const lg_ticket *ticket);
/* The slot with this number. NULL: it was freed or reused. */
lg_ticket *lg__tickets_get(const lg_tickets *tickets, uint32_t number);
/* The slot of the call with this id in `round`; there is at most one. NULL: none. */
lg_ticket *lg__tickets_find(const lg_tickets *tickets, const lg_digest *id, uint32_t round);
/* The slot of the newest call with this id; with `waiting`, only of calls that expect an outcome. NULL: none. */
lg_ticket *lg__tickets_newest(const lg_tickets *tickets, const lg_digest *id, bool waiting);

/* Calls of tools whose profile says `poll` are judged by time: since when a call has returned the same result. The
 * newest LG_POLLS_MAX are kept. After a final result (LG_FINAL_MS) the call is judged like any other. */
#define LG_POLLS_MAX 32u

typedef struct lg_poll_state {
  lg_digest identity, result;
  double first_ms, last_ms; /* when the current result first and last came; `last_ms` is LG_FINAL_MS if it is final */
  uint32_t repeats;         /* how often in a row it came */
} lg_poll_state;

typedef struct lg_polls {
  lg_poll_state polls[LG_POLLS_MAX]; /* least recently seen first */
  uint32_t count;
} lg_polls;

const lg_poll_state *lg__polls_find(const lg_polls *polls, const lg_digest *identity);
static inline bool lg__is_final(double returned_ms) { return returned_ms <= LG_FINAL_MS; }
/* Adds a poll's result; true: it differs from the one before. `result` NULL: it cannot be compared, so it differs. */
bool lg__polls_result(lg_polls *polls, const lg_digest *identity, const lg_digest *result, double now_ms);

/* The tool names of a run by their digests, kept for reports only: all else works on the digests. At most LG_NAMES_MAX
 * names, each cut at LG_NAME_KEEP bytes; the least recently added go first. */
#define LG_NAMES_MAX 176u
#define LG_NAME_KEEP 256u

typedef struct lg_name {
  lg_table_entry entry;
  uint16_t len;
  char text[LG_NAME_KEEP];
} lg_name;

#endif
