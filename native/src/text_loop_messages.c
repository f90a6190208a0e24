/* A message that repeats earlier ones of the run: their chunks are the same, or most of them. */
#include "text_loop.h"

/* Shorter messages ("Done.") may come again. */
#define LENGTH_MIN 60u
/* The share (percent) of chunks that two messages must have in common. */
#define COMMON 70u

void lg__text_message_add(lg_text_sketch *message, uint32_t digest) {
  uint32_t at = message->held;
  if (at == LG_TEXT_SKETCH && digest >= message->digest[at - 1]) return;
  while (at > 0 && message->digest[at - 1] > digest) at--;
  if (at > 0 && message->digest[at - 1] == digest) return;
  if (message->held < LG_TEXT_SKETCH) message->held++;
  memmove(message->digest + at + 1, message->digest + at, (message->held - at - 1) * sizeof digest);
  message->digest[at] = digest;
}

/* Jaccard's similarity of the chunks, estimated from the least digests of both together. */
static bool is_similar(const lg_text_sketch *a, const lg_text_sketch *b) {
  uint32_t i = 0, j = 0, all = 0, common = 0;
  while (all < LG_TEXT_SKETCH && (i < a->held || j < b->held)) {
    bool from_a = j == b->held || (i < a->held && a->digest[i] <= b->digest[j]);
    bool from_b = i == a->held || (j < b->held && b->digest[j] <= a->digest[i]);
    i += from_a;
    j += from_b;
    all++;
    common += from_a && from_b;
  }
  return common * 100 >= all * COMMON;
}

void lg__text_message_end(lg_text_loop *text, lg_text_match *match) {
  const lg_text_cursor *cursor = &text->cursor;
  lg_text_sketch *message = &text->message;
  message->length = (uint32_t)(cursor->at - message->begin);
  uint32_t similar = 0;
  uint64_t first = message->begin;
  bool told = false;
  if (message->length >= LENGTH_MIN) {
    for (uint32_t i = 0; i < LG_TEXT_MESSAGES; i++) {
      const lg_text_sketch *other = &text->messages[i];
      if (other->length < LENGTH_MIN || !is_similar(message, other)) continue;
      similar++;
      told |= other->told != 0;
      if (other->begin < first) first = other->begin;
    }
    if (similar + 1 >= text->options.messages) {
      message->told = 1;
      uint32_t period = (uint32_t)((message->begin - first) / similar);
      lg_text_match found = {LG_TEXT_MESSAGE, period, similar + 1, first};
      lg__text_report(text, told ? 0 : message->begin, found, match);
    }
    text->messages[text->next_message] = *message;
    text->next_message = (text->next_message + 1) % LG_TEXT_MESSAGES;
  }
  memset(message, 0, sizeof *message);
  message->begin = cursor->at;
}
