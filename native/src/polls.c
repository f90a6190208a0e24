#include "polls.h"

void lg__polls_clear(lg_polls *polls) { polls->count = 0; }

const lg_poll_state *lg__polls_find(const lg_polls *polls, const lg_digest *identity) {
  for (uint32_t i = polls->count; i-- > 0;)
    if (lg__digest_equal(&polls->polls[i].identity, identity)) return &polls->polls[i];
  return NULL;
}

bool lg__polls_are_over(const lg_polls *polls, const lg_digest *identity) {
  const lg_poll_state *poll = lg__polls_find(polls, identity);
  return poll != NULL && lg__is_final(poll->last_ms);
}

static void drop(lg_polls *polls, uint32_t index) {
  polls->count--;
  memmove(&polls->polls[index], &polls->polls[index + 1], (polls->count - index) * sizeof polls->polls[0]);
}

bool lg__polls_result(lg_polls *polls, const lg_digest *identity, const lg_digest *result, double now_ms) {
  const lg_poll_state *known = lg__polls_find(polls, identity);
  lg_poll_state next = {.identity = *identity, .first_ms = now_ms, .last_ms = now_ms, .repeats = 1};
  bool news = known == NULL || result == NULL || !lg__digest_equal(&known->result, result);
  if (!news) {
    if (!lg__is_final(known->last_ms)) next.first_ms = known->first_ms;
    next.repeats = known->repeats == UINT32_MAX ? known->repeats : known->repeats + 1;
  }
  if (known != NULL) drop(polls, (uint32_t)(known - polls->polls));
  if (result == NULL) return true;
  next.result = *result;
  if (polls->count == LG_POLLS_MAX) drop(polls, 0);
  polls->polls[polls->count++] = next;
  return news;
}
