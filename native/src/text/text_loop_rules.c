/* What is a match, what a run of them, and which make a loop. */
#include "text/text_loop.h"

/*
 * The fewer words a text has, the longer it must repeat itself, since tables and code do. Where numbers differ it must
 * be longer, too: it may be a list. Lengths and repeats are hundredths of the options.
 */
typedef struct lengths {
  uint32_t length, repeats; /* it is a loop */
  uint32_t sure;            /* it is a loop that nobody asked for: length, and twice what it has */
} lengths;

static const struct rule {
  double letters, signs; /* for this share of letters and more, and of signs and less */
  lengths exact, numbered;
} RULES[] = {
    {.65, .27, {96, 200, 800}, {92, 178, 4000}},    {.55, .40, {200, 200, 1600}, {92, 175, 6000}},
    {.44, 1, {300, 200, 2400}, {92, 320, 6000}},    {.11, 1, {400, 250, 6000}, {800, 335, 10000}},
    {.02, 1, {900, 275, 12000}, {900, 400, 12000}}, {0, 1, {900, 275, 12000}, {1u << 28, 400, 12000}},
};
/* A list: more than one number differs. It must be so many times as long. */
#define LIST 6u
/* Over such a length so many repeats are enough. */
#define LENGTH_ENOUGH 333u
#define REPEATS_ENOUGH 125u

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

static bool is_length(const lg_text_loop *text, uint64_t characters, uint64_t hundredths) {
  return characters * 100 >= text->options.min_length * hundredths;
}

/* The shares of them in the run. */
static double letters_in(const lg_text_state *state) { return (double)state->letters / (4. * (double)state->length); }
static double signs_in(const lg_text_state *state) { return (double)state->signs / (2. * (double)state->length); }

/* Reports a loop that ends here. */
static bool tell(lg_text_loop *text, lg_text_match found, uint64_t sure, lg_text_match *out) {
  lg_text_state *state = &text->state;
  const uint64_t twice = 2 * (state->now.at - found.start), least = text->options.min_length * sure / 100;
  state->told = found.kind;
  state->told_start = found.start;
  state->told_period = found.period;
  state->sure = found.start + (least > twice ? least : twice);
  if (out->kind == LG_TEXT_NONE) *out = found;
  return true;
}

/* Whether the match from `from` on, with the block before it, is a loop. */
static bool is_period(lg_text_loop *text, lg_text_place from, bool numbered, lg_text_match *out) {
  const lg_text_state *state = &text->state;
  const uint64_t distance = state->distance, symbols = state->now.symbol - from.symbol;
  if (symbols < distance) return false;
  const uint64_t period = (state->now.at - from.at) * distance / symbols, length = state->now.at - from.at + period;
  const uint64_t repeats = (symbols + distance) * 100 / distance, least = text->options.repeats;
  const struct rule *rule = RULES;
  while (letters_in(state) < rule->letters || signs_in(state) > rule->signs) rule++;
  const lengths *need = numbered ? &rule->numbered : &rule->exact;
  const bool is_list = numbered && 2 * state->differing * distance > 3 * symbols;
  if (!is_length(text, length, is_list ? (uint64_t)LIST * need->length : need->length)) return false;
  if (repeats < least * (is_length(text, length, LENGTH_ENOUGH) ? REPEATS_ENOUGH : need->repeats)) return false;
  if (period == 0 || period > text->options.max_period) return false;
  const uint64_t start = state->now.at > length ? state->now.at - length : 0;
  return tell(text, lg__text_found(LG_TEXT_PERIOD, period, repeats / 100, start), need->sure, out);
}

/* Whether the run is, if it has several matches. */
static bool is_mosaic(lg_text_loop *text, lg_text_match *out) {
  const lg_text_state *state = &text->state;
  const uint64_t mean = state->weighed / state->length, start = state->start > mean ? state->start - mean : 0;
  if (state->start == state->begin.at || !is_length(text, state->score, MOSAIC_SCORE)) return false;
  if (state->score * 100 < text->options.repeats * MOSAIC_AGAIN * mean) return false;
  if (letters_in(state) < MOSAIC_LETTERS || signs_in(state) > MOSAIC_SIGNS) return false;
  return tell(text, lg__text_found(LG_TEXT_MOSAIC, mean, state->length / mean + 1, start), MOSAIC_SURE, out);
}

/* The loop that was reported goes on. */
static bool goes_on(lg_text_state *state, lg_text_match *out) {
  if (state->now.at < state->sure) return true;
  state->sure = UINT64_MAX;
  const uint64_t repeats = (state->now.at - state->told_start) / state->told_period;
  if (!out->sure) *out = lg__text_found(state->told, state->told_period, repeats, state->told_start);
  out->sure = true;
  return true;
}

void lg__text_judge(lg_text_loop *text, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if ((state->now.symbol - state->begin.symbol) % 4 != 0) return; /* often enough */
  (void)((state->told != LG_TEXT_NONE && goes_on(state, out)) || is_period(text, state->same, false, out) ||
         (state->differing > 0 && is_period(text, state->begin, true, out)) || is_mosaic(text, out));
}

static lg_text_place place_of(const lg_text_state *state, uint64_t symbol) {
  return symbol == state->now.symbol ? state->now : (lg_text_place){symbol, state->starts[symbol % LG_TEXT_GRAM]};
}

static bool is_alike(const lg_text_loop *text, uint64_t index, uint64_t distance) {
  const uint8_t symbol = lg__text_symbol(text, index), before = lg__text_symbol(text, index - distance);
  return symbol == before || (lg__text_is_number(symbol) && lg__text_is_number(before));
}

/* The symbol is in the match, and in the run, if no earlier match had it. */
static void take(lg_text_loop *text, uint64_t index) {
  lg_text_state *state = &text->state;
  const uint8_t symbol = lg__text_symbol(text, index);
  if (symbol != lg__text_symbol(text, index - state->distance)) {
    state->same = place_of(state, index + 1);
    state->differing++;
  }
  if (index < state->end) return;
  state->end = index + 1;
  state->length++;
  state->score++;
  state->weighed += state->distance;
  state->letters += text->letter[symbol];
  state->signs += text->sign[symbol];
}

void lg__text_match(lg_text_loop *text, uint64_t distance) {
  lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol, begin = n - LG_TEXT_GRAM;
  if (state->distance > 0 && is_alike(text, n - 1, state->distance)) {
    take(text, n - 1);
    return;
  }
  state->distance = 0;
  if (distance == 0 || distance > text->options.max_period || distance + LG_TEXT_GRAM > n) return;
  for (uint64_t i = begin; i < n; i++)
    if (!is_alike(text, i, distance)) return;
  state->distance = distance;
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
