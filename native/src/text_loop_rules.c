/* What is a match, and which matches make a loop. */
#include "text_loop.h"

static double letters_in(lg_text_ink ink, uint64_t symbols) { return (double)(uint32_t)ink / (4. * (double)symbols); }
static double signs_in(lg_text_ink ink, uint64_t symbols) { return (double)(ink >> 32) / (2. * (double)symbols); }

/* ---- rules ---- */

/*
 * What makes a period a loop, by its share of letters: the fewer, the longer it must be, since tables and code repeat
 * themselves. Where only numbers differ it must be longer, too: it may be a list. In hundredths of the options.
 */
typedef struct rule {
  double letters, signs;    /* for this share of letters and more, and of signs and less */
  uint32_t length, repeats; /* it is a loop */
  uint32_t sure;            /* it is a loop that nobody asked for: length */
} rule;

static const rule EXACT[] = {{.65, .27, 96, 125, 400},
                             {.55, .40, 200, 175, 1200},
                             {.30, 1, 300, 200, 2400},
                             {.12, 1, 500, 250, 6000},
                             {0, 1, 900, 275, 12000}};
static const rule NUMBERED[] = {{.63, .27, 92, 178, 4000}, {.55, .31, 92, 205, 6000},
                                {.44, .42, 92, 320, 6000}, {.10, 1, 800, 335, 10000},
                                {.02, 1, 900, 400, 12000}, {0, 1, UINT32_MAX, UINT32_MAX, 0}};
/* So many repeats over such a length are always enough. */
#define REPEATS_ENOUGH 200u
#define LENGTH_ENOUGH 600u
/* A word of so many symbols is none: base64, minified data. A loop in it must be so long. */
#define WORD_LONG 96u
#define WORD_LENGTH 1400u

/* A mosaic's score must be so much, and so many mean distances; so much is prose; what it loses by things. */
#define MOSAIC_SCORE 160
#define MOSAIC_SURE 2000u
#define MOSAIC_AGAIN 50u
#define BLOCK_AGAIN 75u /* where it is one match */
#define MOSAIC_LETTERS .70
#define MOSAIC_SIGNS .04
#define FRESH 4 /* a new symbol */
#define SEAM 12 /* two matches side by side */

/* A loop is over with so many new symbols in a row, or a fourth of all. */
#define QUIET 64u
/* A match is judged again after so many symbols. */
#define STEP 4u

/* Reports a loop; `sure`: it is with so many hundredths of minLength, and twice what it has. */
static void tell(lg_text_loop *text, lg_text_match found, uint64_t sure, lg_text_match *out) {
  lg_text_state *state = &text->state;
  const uint64_t length = state->now.at - found.start, least = text->options.min_length * sure / 100;
  state->told = found.kind;
  state->told_start = found.start;
  state->told_period = found.period;
  state->sure = found.start + (least > 2 * length ? least : 2 * length);
  state->since = state->now.symbol;
  state->fresh = 0;
  if (out->kind == LG_TEXT_NONE) *out = found;
}

/* The loop that was reported goes on. */
static void go_on(lg_text_loop *text, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (state->now.at < state->sure) return;
  state->sure = UINT64_MAX;
  const uint32_t period = (uint32_t)state->told_period;
  const uint32_t repeats = (uint32_t)((state->now.at - state->told_start) / period);
  if (!out->sure) /* it says more than that a loop was seen in the same chunk */
    *out = (lg_text_match){(lg_text_kind)state->told, period, repeats, state->told_start, true};
}

static bool is_in_long_word(const lg_text_loop *text, uint64_t index) {
  for (uint32_t back = 1; back <= WORD_LONG; back++) {
    if (back > index) return false;
    const uint8_t symbol = lg__text_symbol(text, index - back);
    if (symbol == LG_TEXT_SPACE || symbol == LG_TEXT_STOP || symbol >= LG_TEXT_BEYOND) return false;
  }
  return true;
}

static bool is_length(const lg_text_loop *text, uint64_t characters, uint32_t hundredths) {
  return characters * 100 >= (uint64_t)text->options.min_length * hundredths;
}

/* Whether the match from `from` on, with the block before it, is a loop. */
static bool is_period(lg_text_loop *text, lg_text_place from, const rule *rules, lg_text_match *out) {
  const lg_text_state *state = &text->state;
  const uint64_t distance = state->distance, symbols = state->now.symbol - from.symbol, least = text->options.repeats;
  const uint64_t period = symbols == 0 ? 0 : (state->now.at - from.at) * distance / symbols;
  const uint64_t length = state->now.at - from.at + period, repeats = (symbols + distance) * 100 / distance;
  if (repeats < least * 100 || !is_length(text, length, rules->length)) return false;
  const uint64_t all = state->now.symbol - state->begin.symbol;
  while (letters_in(state->ink, all) < rules->letters || signs_in(state->ink, all) > rules->signs) rules++;
  if (!is_length(text, length, rules->length) || period == 0 || period > text->options.max_period) return false;
  const bool is_much = repeats >= least * REPEATS_ENOUGH && is_length(text, length, LENGTH_ENOUGH);
  if (repeats < least * rules->repeats && !is_much) return false;
  if (!is_length(text, length, WORD_LENGTH) && is_in_long_word(text, from.symbol)) return false;
  const uint64_t start = state->now.at > length ? state->now.at - length : 0;
  const lg_text_match found = {LG_TEXT_PERIOD, (uint32_t)period, (uint32_t)(repeats / 100), start, false};
  tell(text, found, rules->sure, out);
  return true;
}

static void judge_mosaic(lg_text_loop *text, lg_text_match *out) {
  const lg_text_state *state = &text->state;
  const uint64_t part = state->now.symbol - state->from, length = state->length + part, score = state->score + part;
  if (!is_length(text, score, MOSAIC_SCORE) || length == 0) return;
  const uint64_t mean = (state->weighed + part * state->distance) / length;
  const uint64_t again = state->length == 0 ? BLOCK_AGAIN : MOSAIC_AGAIN;
  if (mean == 0 || score * 100 < text->options.repeats * again * mean) return;
  const lg_text_ink ink = state->tinted + state->ink - state->common;
  if (letters_in(ink, length) < MOSAIC_LETTERS || signs_in(ink, length) > MOSAIC_SIGNS) return;
  if (is_in_long_word(text, state->now.symbol)) return;
  const uint64_t start = state->start > mean ? state->start - mean : 0;
  /* One match alone is a block: of prose, which comes again seldom. */
  const lg_text_kind kind = state->length == 0 ? LG_TEXT_PERIOD : LG_TEXT_MOSAIC;
  const lg_text_match found = {kind, (uint32_t)mean, (uint32_t)(length / mean + 1), start, false};
  const bool differs = state->same.symbol > state->begin.symbol;
  tell(text, found, differs ? NUMBERED->sure : state->length == 0 ? EXACT->sure : MOSAIC_SURE, out);
}

void lg__text_judge(lg_text_loop *text, lg_text_match *out) {
  lg_text_state *state = &text->state;
  state->check = state->now.symbol + STEP;
  const bool differs = state->same.symbol > state->begin.symbol;
  if (state->told != LG_TEXT_NONE)
    go_on(text, out);
  else if (!is_period(text, state->same, EXACT, out) && !(differs && is_period(text, state->begin, NUMBERED, out)))
    judge_mosaic(text, out);
}

/* ---- matches ---- */

/* What follows differs. */
void lg__text_end_match(lg_text_state *state) {
  const uint64_t part = state->now.symbol - state->from;
  state->end = state->now.symbol;
  state->score += part;
  state->length += part;
  state->weighed += part * state->distance;
  state->tinted += state->ink - state->common;
  state->distance = 0;
  state->check = UINT64_MAX;
}

/* How a match goes on from the last one. */
static void join(lg_text_state *state) {
  const uint64_t fresh = state->from - state->end, cost = fresh * FRESH + SEAM;
  state->fresh += fresh;
  if (fresh >= QUIET || state->fresh > QUIET + (state->from - state->since) / 4) state->told = LG_TEXT_NONE;
  if (fresh < QUIET && state->score > cost) {
    state->score -= cost;
    return;
  }
  state->score = state->length = state->weighed = state->tinted = 0;
  state->start = state->begin.at;
}

/* The newest symbol is in the ring, but not counted yet: looks whether a match of this distance ends with it. */
void lg__text_look(lg_text_loop *text, uint32_t distance) {
  lg_text_state *state = &text->state;
  const lg_text_place now = state->now;
  if (distance == 0 || distance > text->options.max_period || distance + LG_TEXT_GRAM > now.symbol + 1) return;
  const uint64_t before = now.symbol + 1 - distance, room = LG_TEXT_RING - distance;
  uint64_t count = 0, chars = 0;
  lg_text_place same = {0, 0};
  lg_text_ink ink = 0, common = 0;
  bool differs = false;
  for (; count < (before < room ? before : room); count++) {
    const uint64_t at = now.symbol - count;
    const uint8_t symbol = lg__text_symbol(text, at), other = lg__text_symbol(text, at - distance);
    if (!lg__text_is_alike(symbol, other)) break;
    const bool other_number = symbol != other && count > 0; /* the newest symbol may go on */
    if (other_number && !differs) same = (lg_text_place){at + 1, now.at - chars};
    differs = differs || other_number;
    chars += text->width[at & LG_TEXT_MASK];
    ink += text->ink[symbol];
    if (at < state->end) common += text->ink[symbol];
  }
  if (count < LG_TEXT_GRAM) return;
  state->distance = distance;
  state->begin = (lg_text_place){now.symbol + 1 - count, now.at - chars};
  state->same = differs ? same : state->begin;
  state->from = state->begin.symbol > state->end ? state->begin.symbol : state->end;
  state->ink = ink;
  state->common = common;
  state->check = now.symbol + 1;
  join(state);
}
