/* What is a match, what a run of them, and which make a loop. */
#include "text/text_loop.h"

/* The fewer words a text has, the longer it must repeat itself, since tables and code do. Where numbers differ it must
 * be longer, too: it may be a list. Lengths and repeats are hundredths of the options. */
typedef struct lengths {
  uint32_t length, repeats, sure; /* sure: nobody asked for it; a length, and twice what it has when it is seen */
} lengths;

static const struct rule {
  double letters, signs; /* for this share of letters and more, and of signs and less */
  lengths exact, numbered;
} RULES[] = {
    {.65, .27, {96, 200, 400}, {92, 178, 3200}},    {.55, .40, {200, 200, 1600}, {92, 175, 8000}},
    {.44, 1, {300, 200, 2400}, {92, 320, 8000}},    {.11, 1, {400, 250, 6000}, {800, 335, 10000}},
    {.02, 1, {900, 275, 12000}, {900, 400, 12000}}, {0, 1, {900, 275, 12000}, {1u << 28, 400, 12000}},
};
#define LIST 6u             /* a list, in which more than one number differs, must be so many times as long */
#define LENGTH_ENOUGH 333u  /* over such a length ... */
#define REPEATS_ENOUGH 125u /* ... so many repeats are enough */

/* A run is a loop with such a score, which is so many of its mean distances, and with such words. */
#define MOSAIC_SCORE 160u
#define MOSAIC_AGAIN 50u
#define MOSAIC_LETTERS .72
#define MOSAIC_SIGNS .04
#define MOSAIC_SURE 4000u
/* The score loses so much by a new symbol, and by a seam between two matches; with so many new ones the run is over. */
#define FRESH 4u
#define SEAM 12u
#define QUIET 64u
#define LOOK_BACK 1024u /* so many symbols of matches are compared, to find the longest */

static bool is_length(const lg_text_loop *text, uint64_t characters, uint64_t hundredths) {
  return characters * 100 >= text->options.min_length * hundredths;
}

/* The shares of them in the run. */
static double letters_in(const lg_text_state *state) { return (double)state->letters / (4. * (double)state->length); }
static double signs_in(const lg_text_state *state) { return (double)state->signs / (2. * (double)state->length); }

/* Reports a loop that ends here. `out` NULL: it was reported as another kind, and may only be sure sooner. */
static bool tell(lg_text_loop *text, uint64_t kind, uint64_t period, uint64_t repeats, uint64_t start, uint64_t sure,
                 lg_text_match *out) {
  lg_text_state *state = &text->state;
  const uint64_t twice = 2 * (state->now.at - start), least = text->options.min_length * sure / 100;
  const uint64_t end = start + (least > twice ? least : twice);
  if (out != NULL || end < state->sure) state->sure = end;
  if (out == NULL) return true;
  state->told = kind;
  state->told_start = start;
  state->told_period = period;
  if (out->kind == LG_TEXT_NONE) *out = lg__text_found(kind, period, repeats, start);
  return true;
}

/* Whether the match from `from` on, with the block before it, is a loop. */
static bool is_period_from(lg_text_loop *text, lg_text_place from, bool numbered, lg_text_match *out) {
  const lg_text_state *state = &text->state;
  const uint64_t distance = state->distance, symbols = state->now.symbol - from.symbol;
  if (symbols < distance) return false;
  const uint64_t period = (state->now.at - from.at) * distance / symbols, length = state->now.at - from.at + period;
  const uint64_t repeats = (symbols + distance) * 100 / distance;
  const struct rule *rule = RULES;
  while (letters_in(state) < rule->letters || signs_in(state) > rule->signs) rule++;
  const lengths *need = numbered ? &rule->numbered : &rule->exact;
  const uint64_t often = is_length(text, length, LENGTH_ENOUGH) ? REPEATS_ENOUGH : need->repeats;
  const uint64_t list = numbered && 2 * state->differing * distance > 3 * symbols ? LIST : 1;
  return is_length(text, length, list * need->length) && repeats >= text->options.repeats * often && period > 0 &&
         period <= text->options.max_period &&
         tell(text, LG_TEXT_PERIOD, period, repeats / 100, state->now.at > length ? state->now.at - length : 0,
              need->sure, out);
}

/* As it is, or but for its numbers. */
static bool is_period(lg_text_loop *text, lg_text_match *out) {
  return is_period_from(text, text->state.same, false, out) ||
         (text->state.differing > 0 && is_period_from(text, text->state.begin, true, out));
}

/* Whether the run is, if it has several matches, and the one under way is no period. */
static bool is_mosaic(lg_text_loop *text, lg_text_match *out) {
  const lg_text_state *state = &text->state;
  const uint64_t mean = state->weighed / state->length, start = state->start > mean ? state->start - mean : 0;
  return state->start != state->begin.at && state->now.symbol - state->begin.symbol <= state->distance &&
         is_length(text, state->score, MOSAIC_SCORE) && signs_in(state) <= MOSAIC_SIGNS &&
         state->score * 100 >= text->options.repeats * MOSAIC_AGAIN * mean && letters_in(state) >= MOSAIC_LETTERS &&
         tell(text, LG_TEXT_MOSAIC, mean, state->length / mean + 1, start, MOSAIC_SURE, out);
}

void lg__text_judge(lg_text_loop *text, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (state->told == LG_TEXT_NONE)
    (void)(is_period(text, out) || is_mosaic(text, out));
  else if (state->told == LG_TEXT_MOSAIC && state->sure != UINT64_MAX)
    (void)is_period(text, NULL);
  const bool is_sure = state->told != LG_TEXT_NONE && state->now.at >= state->sure;
  if (is_sure) state->sure = UINT64_MAX;
  if (!is_sure || out->sure) return;
  const uint64_t repeats = (state->now.at - state->told_start) / state->told_period;
  *out = lg__text_found(state->told, state->told_period, repeats, state->told_start);
  out->sure = true;
}

static lg_text_place place_of(const lg_text_state *state, uint64_t symbol) {
  return symbol == state->now.symbol ? state->now : (lg_text_place){symbol, state->starts[symbol % LG_TEXT_GRAM]};
}

/* Distinct symbols have distinct parts of a hash, but for numbers. */
static bool is_alike(const lg_text_loop *text, uint64_t index, uint64_t distance) {
  const uint8_t symbol = lg__text_symbol(text, index), other = lg__text_symbol(text, index - distance);
  return symbol == other || text->random[symbol] == text->random[other];
}

/* The symbol is in the match, and in the run, if no earlier match had it. */
static void take(lg_text_loop *text, uint64_t index) {
  lg_text_state *state = &text->state;
  const uint8_t symbol = lg__text_symbol(text, index);
  if (symbol != lg__text_symbol(text, index - state->distance)) {
    state->same = place_of(state, index + 1);
    state->differing++;
  }
  lg__text_count(text, index, symbol);
}

/* How far back the match is that begins: `nearest`, or that and the last distances, where a block that holds itself
 * came, too, if half of it did; the one of the longest match. 0: there is none. */
static uint64_t longest(const lg_text_loop *text, uint64_t nearest) {
  const lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol, two = nearest + state->last[0], all[] = {nearest, two, two + state->last[1]};
  uint64_t best = 0, length = LG_TEXT_GRAM - 1;
  for (size_t i = 0; i < 3 && all[i] <= text->options.max_period; i++) {
    uint64_t alike = 0;
    while (alike < LOOK_BACK && alike + all[i] < n && is_alike(text, n - 1 - alike, all[i])) alike++;
    if (alike <= length || (i > 0 && 2 * alike < all[i] && alike < LOOK_BACK)) continue;
    best = all[i];
    length = alike;
  }
  return best;
}

void lg__text_match(lg_text_loop *text, uint64_t nearest) {
  lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol, begin = n - LG_TEXT_GRAM;
  if (state->distance > 0) {
    if (is_alike(text, n - 1, state->distance)) {
      take(text, n - 1);
      return;
    }
    state->last[1] = state->last[0];
    state->last[0] = state->distance;
  }
  state->distance = nearest == 0 ? 0 : longest(text, nearest);
  if (state->distance == 0) return;
  state->begin = state->same = place_of(state, begin);
  state->differing = 0;
  const uint64_t fresh = begin > state->end ? begin - state->end : 0, cost = fresh * FRESH + SEAM;
  if (fresh < QUIET && state->score > cost) {
    state->score -= cost;
  } else { /* another run */
    state->score = state->length = state->weighed = state->letters = state->signs = 0;
    state->told = LG_TEXT_NONE;
    state->start = state->begin.at;
    state->end = begin;
  }
  for (uint64_t i = begin; i < n; i++) take(text, i);
}

/* ---- messages that say what earlier ones said, in any order ------------------------------------------------------ */

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
