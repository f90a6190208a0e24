/*
 * Calls between `before` and `after`, and the finished and refused calls of the current round: an id that comes again
 * within its round finds its verdict here. A ticket's number is a slot's index and how often the slot was used.
 */
#ifndef LG_TICKETS_H
#define LG_TICKETS_H

#include "alloc.h"
#include "loops.h"

/* Calls at one time; beyond it the oldest ones are forgotten. */
#define LG_TICKETS_MAX 256u

typedef enum lg_ticket_state { LG_TICKET_FREE = 0, LG_TICKET_OPEN, LG_TICKET_REFUSED, LG_TICKET_DONE } lg_ticket_state;

typedef struct lg_ticket {
  lg_digest identity, name, id;
  lg_finding finding; /* of `before`, when detected */
  uint32_t round, profile, use, strikes;
  uint32_t round_at;        /* lg_news.round_at when the call was requested */
  double asked_ms, wait_ms; /* lg_request.now_ms and .wait_ms */
  uint8_t state;            /* lg_ticket_state */
  uint8_t signs;            /* of signs.h */
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
  uint32_t settled;  /* slots below it are known to be taken, so that a host that never calls `after` costs no search */
  uint32_t next_out; /* the slot to reuse when all are taken: they were filled in turn, so it is the oldest */
} lg_tickets;

void lg__tickets_free(lg_tickets *tickets, const lg_allocator *allocator);
void lg__tickets_clear(lg_tickets *tickets);
/* Makes all numbers that `before` has given out stale for these tickets. LG_ENOMEM. */
LG_NODISCARD lg_status lg__tickets_follow(lg_tickets *tickets, const lg_allocator *allocator, const lg_tickets *before);
/* Whether an outcome may still come: the call was allowed, or a human is asked. */
static inline bool lg__ticket_waits(const lg_ticket *ticket) {
  return ticket->state == LG_TICKET_OPEN || (ticket->state == LG_TICKET_REFUSED && ticket->action == LG_ASK);
}
/* A round ended: frees the slots of calls that expect no outcome. */
void lg__tickets_end_round(lg_tickets *tickets);
/* Whether a call of this round is finished or refused. */
bool lg__tickets_any_finished(const lg_tickets *tickets, uint32_t round);
/* Whether a call with this identity was allowed in this round, finished or not. */
bool lg__tickets_any_allowed(const lg_tickets *tickets, const lg_digest *identity, uint32_t round);
/* Makes `used` slots, all free, to restore tickets into. LG_ENOMEM. */
LG_NODISCARD lg_status lg__tickets_resize(lg_tickets *tickets, const lg_allocator *allocator, uint32_t used);
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

#endif
