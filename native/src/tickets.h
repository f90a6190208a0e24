/*
 * Calls between `before` and `after`, and those of the current round that are through: an id that comes again within
 * its round finds its verdict here. A ticket is a slot's index and the number of times the slot was used.
 */
#ifndef LG_TICKETS_H
#define LG_TICKETS_H

#include "alloc.h"
#include "loops.h"

/* Calls open at one time; past it the oldest are given up. */
#define LG_TICKETS_MAX 256u

typedef enum lg_ticket_state { LG_TICKET_FREE = 0, LG_TICKET_OPEN, LG_TICKET_REFUSED, LG_TICKET_DONE } lg_ticket_state;

typedef struct lg_ticket {
  lg_digest identity, name, id;
  lg_finding finding; /* of `before`, when detected */
  uint32_t round, profile, use, strikes;
  uint32_t round_at; /* of lg_news, when it was asked for */
  uint8_t state;     /* lg_ticket_state */
  uint8_t signs;     /* of signs.h */
  uint8_t action;    /* lg_action */
  bool has_id, detected;
  bool again;      /* a sibling had been struck for what was detected: the report of this call says so */
  bool ran_before; /* in its era; taken back, it leaves the call as one that ran */
  bool polled;     /* it was judged by time: no repetition for those who count */
} lg_ticket;

typedef struct lg_tickets {
  lg_ticket *slots;
  uint32_t capacity, used; /* slots at and beyond `used` are free */
  uint32_t settled;  /* slots below it are taken: a host that never says `after` fills them all, and they stay so */
  uint32_t next_out; /* the slot that gives way when all are taken; they were filled in turn, so it is the oldest */
} lg_tickets;

void lg__tickets_free(lg_tickets *tickets, const lg_allocator *allocator);
void lg__tickets_clear(lg_tickets *tickets);
/* Numbers go on behind those of `before`, so that none which it gave out stands for a ticket of these. LG_ENOMEM. */
LG_NODISCARD lg_status lg__tickets_follow(lg_tickets *tickets, const lg_allocator *allocator, const lg_tickets *before);
/* Whether an outcome may still come: the call is under way, or a human is being asked. */
static inline bool lg__ticket_waits(const lg_ticket *ticket) {
  return ticket->state == LG_TICKET_OPEN || (ticket->state == LG_TICKET_REFUSED && ticket->action == LG_ASK);
}
/* A round ended: calls that nothing is to come for make room. */
void lg__tickets_end_round(lg_tickets *tickets);
/* Whether a call of this round is through: finished or refused. */
bool lg__tickets_through(const lg_tickets *tickets, uint32_t round);
/* Whether a call with this identity was let through in this round, whatever came of it. */
bool lg__tickets_let_through(const lg_tickets *tickets, const lg_digest *identity, uint32_t round);
/* Makes `used` slots, all of them free: for tickets that are read back. LG_ENOMEM. */
LG_NODISCARD lg_status lg__tickets_resize(lg_tickets *tickets, const lg_allocator *allocator, uint32_t used);
/* Room for one more ticket. LG_ENOMEM: nothing shows. */
LG_NODISCARD lg_status lg__tickets_reserve(lg_tickets *tickets, const lg_allocator *allocator);
/* A free slot, zeroed but for its use count and still FREE; lg__tickets_reserve made room for it. */
lg_ticket *lg__tickets_claim(lg_tickets *tickets);
/* A number that no slot has ever had, or will have. */
#define LG_TICKET_OF_NOTHING (UINT32_MAX >> 5)
uint32_t lg__tickets_number(const lg_tickets *tickets, const lg_ticket *ticket);
/* The slot that a number stands for, or NULL when it has been used again since. */
lg_ticket *lg__tickets_get(const lg_tickets *tickets, uint32_t number);
/* The slot with this id of `round`, of which there is one at most. NULL: none. */
lg_ticket *lg__tickets_find(const lg_tickets *tickets, const lg_digest *id, uint32_t round);
/* The slot with this id of the newest round, with `waiting` of those that wait for an outcome. NULL: none. */
lg_ticket *lg__tickets_newest(const lg_tickets *tickets, const lg_digest *id, bool waiting);

#endif
