#include "tickets.h"

/*
 * A ticket number is below 2^27, and a packed verdict, 16 times as much, below 2^31: V8 keeps such small integers
 * without allocating.
 */
#define INDEX_BITS 8u
#define USE_MASK                                                                                                       \
  0x7FFFFu /* 19 bits; the use count is taken modulo this, so it is never all ones (LG_TICKET_OF_NOTHING) */

_Static_assert(LG_TICKETS_MAX == 1u << INDEX_BITS, "the index of a slot fills its bits");

void lg__tickets_free(lg_tickets *tickets, const lg_allocator *allocator) {
  lg__alloc_free(allocator, tickets->slots, tickets->capacity, sizeof *tickets->slots);
  *tickets = (lg_tickets){0};
}

void lg__tickets_clear(lg_tickets *tickets) {
  for (uint32_t i = 0; i < tickets->used; i++) tickets->slots[i].state = LG_TICKET_FREE;
  tickets->used = tickets->settled = tickets->next_out = 0;
}

void lg__tickets_end_round(lg_tickets *tickets) {
  uint32_t used = 0;
  for (uint32_t i = 0; i < tickets->used; i++) {
    if (lg__ticket_waits(&tickets->slots[i]))
      used = i + 1;
    else
      tickets->slots[i].state = LG_TICKET_FREE;
  }
  tickets->used = used;
  tickets->settled = 0;
}

bool lg__tickets_any_finished(const lg_tickets *tickets, uint32_t round) {
  for (uint32_t i = 0; i < tickets->used; i++)
    if (tickets->slots[i].state > LG_TICKET_OPEN && tickets->slots[i].round == round) return true;
  return false;
}

bool lg__tickets_any_allowed(const lg_tickets *tickets, const lg_digest *identity, uint32_t round) {
  for (uint32_t i = 0; i < tickets->used; i++) {
    const lg_ticket *slot = &tickets->slots[i];
    bool ran = slot->state == LG_TICKET_OPEN || slot->state == LG_TICKET_DONE;
    if (ran && slot->round == round && lg__digest_equal(&slot->identity, identity)) return true;
  }
  return false;
}

static lg_ticket *claim(lg_ticket *slot) {
  uint32_t use = (slot->use + 1) % USE_MASK;
  *slot = (lg_ticket){.use = use};
  return slot;
}

static lg_status grow(lg_tickets *tickets, const lg_allocator *allocator, uint32_t capacity) {
  lg_ticket *grown = lg__alloc_resize(allocator, tickets->slots, tickets->capacity, capacity, sizeof *grown);
  if (grown == NULL) return LG_ENOMEM;
  memset(grown + tickets->capacity, 0, (capacity - tickets->capacity) * sizeof *grown);
  tickets->slots = grown;
  tickets->capacity = capacity;
  return LG_OK;
}

lg_status lg__tickets_resize(lg_tickets *tickets, const lg_allocator *allocator, uint32_t used) {
  if (used > tickets->capacity) {
    lg_status status = grow(tickets, allocator, used);
    if (status != LG_OK) return status;
  }
  lg__tickets_clear(tickets);
  tickets->used = used;
  return LG_OK;
}

lg_status lg__tickets_reserve(lg_tickets *tickets, const lg_allocator *allocator) {
  if (tickets->used < tickets->capacity || tickets->used == LG_TICKETS_MAX) return LG_OK;
  return grow(tickets, allocator, tickets->capacity == 0 ? 4 : tickets->capacity * 2);
}

lg_ticket *lg__tickets_claim(lg_tickets *tickets) {
  while (tickets->settled < tickets->used && tickets->slots[tickets->settled].state != LG_TICKET_FREE)
    tickets->settled++;
  if (tickets->settled < tickets->used) return claim(&tickets->slots[tickets->settled]);
  if (tickets->used < LG_TICKETS_MAX) return claim(&tickets->slots[tickets->used++]);
  lg_ticket *oldest = &tickets->slots[tickets->next_out];
  tickets->next_out = (tickets->next_out + 1) % LG_TICKETS_MAX;
  return claim(oldest);
}

uint32_t lg__tickets_number(const lg_tickets *tickets, const lg_ticket *ticket) {
  return ticket->use << INDEX_BITS | (uint32_t)(ticket - tickets->slots);
}

lg_ticket *lg__tickets_get(const lg_tickets *tickets, uint32_t number) {
  uint32_t index = number & (LG_TICKETS_MAX - 1);
  if (index >= tickets->used) return NULL;
  lg_ticket *slot = &tickets->slots[index];
  return slot->state != LG_TICKET_FREE && slot->use == number >> INDEX_BITS ? slot : NULL;
}

lg_status lg__tickets_follow(lg_tickets *tickets, const lg_allocator *allocator, const lg_tickets *before) {
  if (tickets->capacity < before->capacity) {
    lg_status status = grow(tickets, allocator, before->capacity);
    if (status != LG_OK) return status;
  }
  for (uint32_t i = 0; i < before->capacity; i++) tickets->slots[i].use = (before->slots[i].use + 1) % USE_MASK;
  return LG_OK;
}

static bool has_id(const lg_ticket *slot, const lg_digest *id) {
  return slot->state != LG_TICKET_FREE && slot->has_id && lg__digest_equal(&slot->id, id);
}

lg_ticket *lg__tickets_find(const lg_tickets *tickets, const lg_digest *id, uint32_t round) {
  for (uint32_t i = tickets->used; i-- > 0;)
    if (tickets->slots[i].round == round && has_id(&tickets->slots[i], id)) return &tickets->slots[i];
  return NULL;
}

lg_ticket *lg__tickets_newest(const lg_tickets *tickets, const lg_digest *id, bool waiting) {
  lg_ticket *newest = NULL;
  for (uint32_t i = tickets->used; i-- > 0;) {
    lg_ticket *slot = &tickets->slots[i];
    if (!has_id(slot, id) || (waiting && !lg__ticket_waits(slot))) continue;
    if (newest == NULL || slot->round > newest->round) newest = slot;
  }
  return newest;
}
