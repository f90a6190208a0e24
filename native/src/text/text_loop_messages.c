/* Messages that say what earlier ones said, in any order. */
#include "text/text_loop.h"

/* Shorter messages ("Done.") may come again. */
#define MESSAGE_MIN 60u
/* The share (percent) of pieces that two messages must have in common. */
#define COMMON 45u

void lg__text_sketch(lg_text_sketch *message, uint64_t digest) {
  uint64_t at = LG_TEXT_SKETCH;
  while (at > 0 && message->digest[at - 1] > digest) at--;
  if (at == LG_TEXT_SKETCH || (at > 0 && message->digest[at - 1] == digest)) return;
  memmove(message->digest + at + 1, message->digest + at, (size_t)(LG_TEXT_SKETCH - at - 1) * sizeof digest);
  message->digest[at] = digest;
}

/* Jaccard's similarity of the pieces, estimated from the least digests of both together. */
static bool is_similar(const lg_text_sketch *a, const lg_text_sketch *b) {
  uint32_t i = 0, j = 0, all = 0, common = 0;
  for (; all < LG_TEXT_SKETCH; all++) {
    const uint64_t one = a->digest[i], other = b->digest[j];
    if (one == UINT64_MAX && other == UINT64_MAX) break;
    i += one <= other;
    j += other <= one;
    common += one == other;
  }
  return common > 0 && common * 100 >= all * COMMON;
}

void lg__text_begin_message(lg_text_state *state) {
  state->message = (lg_text_sketch){.begin = state->now.at, .first = state->now.symbol + LG_TEXT_GRAM - 1};
  memset(state->message.digest, 0xff, sizeof state->message.digest);
}

lg_status lg_text_loop_end_message(lg_text_loop *text, lg_text_match *out_match) {
  if (text == NULL || out_match == NULL) return LG_EINVAL;
  lg_text_state *state = &text->state;
  lg_text_sketch *message = &state->message;
  *out_match = (lg_text_match){.kind = LG_TEXT_NONE};
  lg__text_flush(text, out_match);
  message->length = state->now.at - message->begin;
  if (message->length >= MESSAGE_MIN) {
    uint64_t similar = 0, told = 0, first = message->begin;
    for (uint32_t i = 0; i < LG_TEXT_MESSAGES; i++) {
      const lg_text_sketch *other = &state->messages[i];
      if (other->length < MESSAGE_MIN || !is_similar(message, other)) continue;
      similar++;
      told |= other->told;
      if (other->begin < first) first = other->begin;
    }
    message->told = similar + 1 >= text->options.messages;
    if (message->told && !told && out_match->kind == LG_TEXT_NONE)
      *out_match = lg__text_found(LG_TEXT_MESSAGE, (message->begin - first) / similar, similar + 1, first);
    state->messages[state->next_message] = *message;
    state->next_message = (state->next_message + 1) % LG_TEXT_MESSAGES;
  }
  lg__text_begin_message(state);
  return LG_OK;
}
