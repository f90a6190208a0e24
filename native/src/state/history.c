#include "state/history.h"

lg_observation *lg__history_at(const lg_history *history, uint32_t back) {
  if (back >= history->held) return NULL;
  uint32_t at = history->head + history->size - 1 - back;
  return &history->ring[at >= history->size ? at - history->size : at];
}

void lg__history_push(lg_history *history, const lg_observation *observation) {
  history->ring[history->head] = *observation;
  history->head = history->head + 1 == history->size ? 0 : history->head + 1;
  if (history->held < history->size) history->held++;
}

/* ---- calls in progress ------------------------------------------------------------------------------------------- */

/* A ticket number is below 2^27, and a packed verdict, 16 times as much, below 2^31: V8 keeps such small integers
 * without allocating. */
#define INDEX_BITS 8u
#define USE_MASK                                                                                                       \
  0x7FFFFu /* 19 bits; the use count is taken modulo this, so it is never all ones (LG_TICKET_OF_NOTHING) */

_Static_assert(LG_TICKETS_MAX == 1u << INDEX_BITS, "the index of a slot fills its bits");

void lg__tickets_clear(lg_tickets *tickets) {
  for (uint32_t i = 0; i < tickets->used; i++) tickets->slots[i].state = LG_TICKET_FREE;
  tickets->used = tickets->taken = tickets->next_out = 0;
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

lg_status lg__tickets_reserve(lg_tickets *tickets, const lg_allocator *allocator) {
  if (tickets->used < tickets->capacity || tickets->used == LG_TICKETS_MAX) return LG_OK;
  return grow(tickets, allocator, tickets->capacity == 0 ? 4 : tickets->capacity * 2);
}

lg_ticket *lg__tickets_claim(lg_tickets *tickets) {
  while (tickets->taken < tickets->used && tickets->slots[tickets->taken].state != LG_TICKET_FREE) tickets->taken++;
  if (tickets->taken < tickets->used) return claim(&tickets->slots[tickets->taken]);
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

lg_status lg__tickets_follow(lg_tickets *tickets, const lg_allocator *allocator, const lg_tickets *before,
                             uint32_t used) {
  uint32_t capacity = used > before->capacity ? used : before->capacity;
  lg_status status = capacity == 0 ? LG_OK : grow(tickets, allocator, capacity);
  if (status != LG_OK) return status;
  for (uint32_t i = 0; i < before->capacity; i++) tickets->slots[i].use = (before->slots[i].use + 1) % USE_MASK;
  tickets->used = used;
  return LG_OK;
}

/* The digest first: of the calls in progress, nearly all have another. */
static bool has_id(const lg_ticket *slot, const lg_digest *id) {
  return lg__digest_equal(&slot->id, id) && slot->has_id && slot->state != LG_TICKET_FREE;
}

lg_ticket *lg__tickets_find(const lg_tickets *tickets, const lg_digest *id, uint32_t round) {
  for (uint32_t i = tickets->used; i-- > 0;)
    if (has_id(&tickets->slots[i], id) && tickets->slots[i].round == round) return &tickets->slots[i];
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

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static lg_loop *find_loop(lg_loops *loops, const lg_digest *key) {
  for (uint32_t i = 0; i < loops->known_count; i++)
    if (lg__digest_equal(&loops->known[i].key, key)) return &loops->known[i];
  return NULL;
}

static lg_loop *room(lg_loops *loops) {
  if (loops->known_count < LG_LOOPS_MAX) return &loops->known[loops->known_count++];
  lg_loop *oldest = &loops->known[0];
  for (uint32_t i = 1; i < LG_LOOPS_MAX; i++)
    if (loops->known[i].used < oldest->used) oldest = &loops->known[i];
  return oldest;
}

uint32_t lg__loops_strike(lg_loops *loops, const lg_finding *finding, uint32_t round, bool once) {
  lg_loop *loop = find_loop(loops, &finding->loop);
  if (loop == NULL) {
    loop = room(loops);
    *loop = (lg_loop){.key = finding->loop};
  }
  loop->detector = finding->detector;
  loop->used = ++loops->clock;
  loops->again = once && loop->strikes != 0 && loop->round == round;
  if (loops->again) return loop->strikes;
  loop->round = round;
  if (loop->strikes == UINT32_MAX) loop->strikes = 0; /* the last one that was granted is used up */
  if (loop->strikes != INT32_MAX) loop->strikes++;
  return loop->strikes;
}

void lg__loops_grant(lg_loops *loops, const lg_digest *key, uint32_t strikes, uint32_t more) {
  lg_loop *loop = find_loop(loops, key);
  if (loop == NULL) return;
  if (more != 0)
    loop->strikes = ~more;
  else if (loop->strikes >= strikes)
    loop->strikes = strikes - 1;
}

void lg__loops_forgive(lg_loops *loops, const lg_digest *key) {
  lg_loop *loop = find_loop(loops, key);
  if (loop != NULL) *loop = loops->known[--loops->known_count];
}

void lg__loops_arm(lg_loops *loops, const lg_finding *finding, uint32_t round) {
  uint32_t i = 0;
  while (i < loops->armed_count && (loops->armed[i].finding.detector != finding->detector ||
                                    !lg__digest_equal(&loops->armed[i].finding.loop, &finding->loop)))
    i++;
  if (i == LG_ARMED_MAX) lg__loops_disarm(loops, 0);
  if (i >= loops->armed_count) i = loops->armed_count++;
  loops->armed[i] = (lg_armed){.finding = *finding, .round = round};
}

void lg__loops_disarm(lg_loops *loops, uint32_t index) {
  loops->armed_count--;
  memmove(&loops->armed[index], &loops->armed[index + 1], (loops->armed_count - index) * sizeof loops->armed[0]);
}

/* ---- polls ------------------------------------------------------------------------------------------------------- */

const lg_poll_state *lg__polls_find(const lg_polls *polls, const lg_digest *identity) {
  for (uint32_t i = polls->count; i-- > 0;)
    if (lg__digest_equal(&polls->polls[i].identity, identity)) return &polls->polls[i];
  return NULL;
}

static void drop(lg_polls *polls, uint32_t index) {
  polls->count--;
  memmove(&polls->polls[index], &polls->polls[index + 1], (polls->count - index) * sizeof polls->polls[0]);
}

bool lg__polls_result(lg_polls *polls, const lg_digest *identity, const lg_digest *result, double now_ms) {
  const lg_poll_state *known = lg__polls_find(polls, identity);
  lg_poll_state next = {.identity = *identity, .first_ms = now_ms, .last_ms = now_ms, .repeats = 1};
  bool news = known == NULL || result == NULL || !lg__digest_equal(&known->result, result);
  if (!news && !lg__is_final(known->last_ms)) { /* after a final result another wait begins */
    next.first_ms = known->first_ms;
    next.repeats = known->repeats == UINT32_MAX ? known->repeats : known->repeats + 1;
  }
  if (known != NULL) drop(polls, (uint32_t)(known - polls->polls));
  if (result == NULL) return true;
  next.result = *result;
  if (polls->count == LG_POLLS_MAX) drop(polls, 0);
  polls->polls[polls->count++] = next;
  return news;
}
