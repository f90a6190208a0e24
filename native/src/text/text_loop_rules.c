/* What is a match, what a run of them, and which make a loop. */
#include "text/text_loop.h"

/* The fewer words a text has, the longer it must repeat itself, since tables and code do. Where numbers differ it must
 * be longer, too: it may be a list. All but shares are hundredths of the options: of an exact loop, of a numbered. */
static const struct rule {
  double letters, signs; /* for this share of letters and more, and of signs and less */
  uint32_t length[2], repeats[2];
  uint32_t sure[2]; /* nobody asked for it: a length, and twice what it has when it is seen */
} RULES[] = {
    {.65, .27, {96, 92}, {200, 178}, {400, 3200}},    {.55, .40, {200, 92}, {200, 175}, {1600, 8000}},
    {.44, 1, {300, 92}, {200, 320}, {2400, 8000}},    {.11, 1, {400, 800}, {250, 335}, {6000, 10000}},
    {.02, 1, {900, 900}, {275, 400}, {12000, 12000}}, {0, 1, {900, 1u << 28}, {275, 400}, {12000, 12000}},
};
#define OFTEN 825u          /* with so many repeats the length of the first rule is enough for the second */
#define LIST 6u             /* a list, in which more than one number differs, must be so many times as long */
#define LENGTH_ENOUGH 333u  /* over such a length ... */
#define REPEATS_ENOUGH 125u /* ... so many repeats are enough */

/* A run is a loop with such a score, which is so many of its mean distances, and with such words. */
#define MOSAIC_SCORE 160u
#define MOSAIC_AGAIN 50u
#define MOSAIC_LETTERS .72
#define MOSAIC_SIGNS .04
#define MOSAIC_SURE 4000u

static bool is_length(const lg_text_loop *text, uint64_t characters, uint64_t hundredths) {
  return characters * 100 >= text->options.min_length * hundredths;
}

/* The shares of them in the run. */
static double letters_in(const lg_text_state *state) { return (double)state->letters / (4. * (double)state->length); }
static double signs_in(const lg_text_state *state) { return (double)state->signs / (2. * (double)state->length); }

/* Whether the match under way, with the block before it, is a loop, as it is or but for its numbers: the length with
 * which it is sure, else 0. */
static uint32_t period(const lg_text_loop *text, bool numbered, lg_text_match *loop) {
  const lg_text_state *state = &text->state;
  const lg_text_place from = numbered ? state->begin : state->same;
  const uint64_t distance = state->distance, symbols = state->now.symbol - from.symbol;
  if (symbols < distance) return 0;
  const uint64_t period = (state->now.at - from.at) * distance / symbols, length = state->now.at - from.at + period;
  const uint64_t repeats = (symbols + distance) * 100 / distance;
  const struct rule *rule = RULES;
  while (letters_in(state) < rule->letters || signs_in(state) > rule->signs) rule++;
  const bool is_often = rule == RULES + 1 && repeats >= text->options.repeats * OFTEN;
  const uint64_t enough = (is_often ? RULES : rule)->length[numbered];
  const uint64_t often = is_length(text, length, LENGTH_ENOUGH) ? REPEATS_ENOUGH : rule->repeats[numbered];
  const uint64_t list = numbered && 2 * state->differing * distance > 3 * symbols ? LIST : 1;
  const uint64_t start = state->now.at > length ? state->now.at - length : 0;
  *loop = (lg_text_match){LG_TEXT_PERIOD, (uint32_t)period, (uint32_t)(repeats / 100), start, false};
  const bool is_loop = is_length(text, length, list * enough) && period > 0 &&
                       repeats >= text->options.repeats * often && period <= text->options.max_period;
  return is_loop ? rule->sure[numbered] : 0;
}

/* Whether the run is a loop, if it has several matches, and the one under way is no period. */
static uint32_t mosaic(const lg_text_loop *text, lg_text_match *loop) {
  const lg_text_state *state = &text->state;
  const uint64_t mean = state->weighed / state->length, start = state->start > mean ? state->start - mean : 0;
  *loop = (lg_text_match){LG_TEXT_MOSAIC, (uint32_t)mean, (uint32_t)(state->length / mean) + 1, start, false};
  const bool is_loop = state->start != state->begin.at && state->now.symbol - state->begin.symbol <= state->distance &&
                       is_length(text, state->score, MOSAIC_SCORE) && signs_in(state) <= MOSAIC_SIGNS &&
                       state->score * 100 >= text->options.repeats * MOSAIC_AGAIN * mean &&
                       letters_in(state) >= MOSAIC_LETTERS;
  return is_loop ? MOSAIC_SURE : 0;
}

void lg__text_judge(lg_text_loop *text) {
  lg_text_state *state = &text->state;
  const bool is_new = state->reported == LG_TEXT_NONE;
  /* A mosaic that turns out to be a period is sure as soon as that. */
  const bool may_be_period = is_new || (state->reported == LG_TEXT_MOSAIC && state->sure != UINT64_MAX);
  lg_text_match loop;
  uint32_t sure = may_be_period ? period(text, false, &loop) : 0;
  if (may_be_period && sure == 0 && state->differing > 0) sure = period(text, true, &loop);
  if (is_new && sure == 0) sure = mosaic(text, &loop);
  if (sure > 0) {
    const uint64_t twice = 2 * (state->now.at - loop.start), least = text->options.min_length * (uint64_t)sure / 100;
    const uint64_t end = loop.start + (least > twice ? least : twice);
    if (is_new || end < state->sure) state->sure = end;
    if (is_new) {
      state->reported = loop.kind;
      state->reported_start = loop.start;
      state->reported_period = loop.period;
    }
    if (is_new && text->found.kind == LG_TEXT_NONE) text->found = loop;
  }
  if (state->reported == LG_TEXT_NONE || state->now.at < state->sure) return;
  state->sure = UINT64_MAX;
  if (text->found.sure) return;
  const uint64_t start = state->reported_start, period = state->reported_period,
                 repeats = (state->now.at - start) / period;
  text->found = (lg_text_match){(lg_text_kind)state->reported, (uint32_t)period, (uint32_t)repeats, start, true};
}

#define MESSAGE_MIN 60u /* shorter ones ("Done.") may come again */
#define COMMON 45u      /* the share (percent) of pieces that two messages must have in common */

uint64_t lg__text_sketch(lg_text_sketch *message, uint64_t digest) {
  uint64_t *const all = message->digest;
  uint32_t at = LG_TEXT_SKETCH;
  while (at > 0 && all[at - 1] > digest) at--;
  if (at == 0 || all[at - 1] != digest) {
    memmove(all + at + 1, all + at, (LG_TEXT_SKETCH - at - 1) * sizeof digest);
    all[at] = digest;
  }
  return all[LG_TEXT_SKETCH - 1];
}

/* Jaccard's similarity of the pieces, estimated from the least digests of both together. */
static bool is_similar(const lg_text_sketch *a, const lg_text_sketch *b) {
  uint32_t i = 0, j = 0, all = 0, common = 0;
  for (; all < LG_TEXT_SKETCH; all++) {
    const uint64_t one = a->digest[i], other = b->digest[j];
    if (one == UINT64_MAX && other == one) break;
    i += one <= other;
    j += other <= one;
    common += one == other;
  }
  return common > 0 && common * 100 >= all * COMMON;
}

void lg__text_compare_message(lg_text_loop *text) {
  lg_text_state *state = &text->state;
  lg_text_sketch *message = &state->message;
  message->length = state->now.at - message->begin;
  if (message->length < MESSAGE_MIN) return;
  uint64_t similar = 0, reported = 0, first = message->begin;
  for (uint32_t i = 0; i < LG_TEXT_MESSAGES; i++) {
    const lg_text_sketch *other = &state->messages[i];
    if (other->length < MESSAGE_MIN || !is_similar(message, other)) continue;
    similar++;
    reported |= other->reported;
    if (other->begin < first) first = other->begin;
  }
  message->reported = similar + 1 >= text->options.messages;
  if (message->reported && !reported && text->found.kind == LG_TEXT_NONE) {
    const uint64_t apart = (message->begin - first) / similar;
    text->found = (lg_text_match){LG_TEXT_MESSAGE, (uint32_t)apart, (uint32_t)similar + 1, first, false};
  }
  state->messages[state->next_message] = *message;
  state->next_message = (state->next_message + 1) % LG_TEXT_MESSAGES;
}
