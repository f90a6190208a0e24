/* From bytes to symbols, and what users call. */
#include "text/text_loop.h"

/*
 * What would make two repetitions differ is folded into one symbol. A run of white space is one space. A number, also a
 * date or a time, equals any other: "1. Retry", "12. Retry"; but the digits of a word ("utf8", "0x1f") are themselves.
 * Of a UTF-16 unit beyond ASCII the low bits count.
 */

/* So many white spaces are one, so that endless ones are a loop like any other. */
#define SPACES_MAX 64u

static bool is_digit(uint32_t byte) { return byte - '0' < 10; }
static bool is_one_of(const char *marks, uint32_t byte) { return byte != 0 && strchr(marks, (int)byte) != NULL; }

/* Quarters of a letter. The marks of tables of numbers say nothing of words, other signs little. */
static uint8_t letter_of(uint32_t symbol) {
  if (lg__text_is_letter(symbol)) return 4;
  return !lg__text_is_number(symbol) && !is_digit(symbol) && !is_one_of(" ,.:;[]|", symbol);
}

/* Halves of a sign that prose seldom has. */
static uint8_t sign_of(uint32_t symbol) {
  if (lg__text_is_letter(symbol)) return symbol - 'A' < 26;
  return symbol < LG_TEXT_SPACE || is_one_of(" .,'!?;:-", symbol) ? 0 : 2;
}

/* Adds a symbol that stands for so many characters. */
static inline void add(lg_text_loop *text, uint8_t symbol, uint64_t width, lg_text_match *out) {
  lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol;
  const uint32_t hash = lg__text_hash(text, state->hash, symbol), digest = hash * 0x9e3779b1u;
  uint32_t *const place = &text->place[lg__text_slot(hash)], tag = lg__text_tag(hash);
  text->ring[n % LG_TEXT_RING] = symbol;
  state->starts[n % LG_TEXT_GRAM] = state->now.at;
  state->now = (lg_text_place){n + 1, state->now.at + width};
  state->hash = hash;
  const bool came = (*place ^ tag) >> 16 == 0;
  if (came || state->distance > 0) lg__text_match(text, came ? (n - *place) & 0xffff : 0);
  *place = tag | (uint32_t)(n & 0xffff);
  if (n >= state->message.first && digest < state->message.digest[LG_TEXT_SKETCH - 1])
    lg__text_sketch(&state->message, digest);
  if (state->distance > 0) lg__text_judge(text, out);
}

/* Whether the newest symbols are of a word with a letter. */
static bool is_in_word(const lg_text_loop *text) {
  for (uint64_t n = text->state.now.symbol, back = 1; back <= LG_TEXT_GRAM && back <= n; back++) {
    const uint8_t symbol = lg__text_symbol(text, n - back);
    if (symbol == LG_TEXT_SPACE || symbol >= LG_TEXT_BEYOND) return false;
    if (lg__text_is_letter(symbol)) return true;
  }
  return false;
}

/* Adds what is held, before this byte: a number, and a mark behind it, or digits of a word, unless they number it. */
static void release(lg_text_loop *text, uint8_t before, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (state->held == 0) return;
  const uint64_t hold = state->hold, marks = !is_digit((uint8_t)hold), digits = state->held - marks;
  const bool numbering = (uint8_t)hold == '.' && before <= LG_TEXT_SPACE;
  state->held = state->hold = 0;
  if (numbering || !is_in_word(text))
    add(text, (uint8_t)(LG_TEXT_NUMBER | (hold >> 8 * marks) * 0x9e3779b97f4a7c15u >> 60), digits, out);
  else
    for (uint64_t i = digits; i > 0; i--) add(text, (uint8_t)(hold >> 8 * (i - 1 + marks)), 1, out);
  if (marks == 1) add(text, (uint8_t)hold, 1, out);
}

/* Digits, and what joins them, are held until it is known what they are. Whether this byte is. */
static bool hold(lg_text_loop *text, uint8_t byte, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (state->held == sizeof state->hold) release(text, byte, out);
  if (!is_digit(byte) && !(is_digit((uint8_t)state->hold) && is_one_of(":.-/T", byte))) {
    release(text, byte, out);
    return false;
  }
  state->hold = state->hold << 8 | byte;
  state->held++;
  return true;
}

/* Adds a UTF-16 unit beyond ASCII. */
static void add_unit(lg_text_loop *text, uint32_t unit, lg_text_match *out) {
  const bool is_sign = unit - 0xa0 < 0x20 || unit - 0x2000 < 0x600 || unit - 0x3000 < 0x40 || unit - 0xff00 < 0x20;
  add(text, (uint8_t)(is_sign ? LG_TEXT_SIGNS + unit % 15 : LG_TEXT_BEYOND | ((unit ^ unit >> 7) & 127)), 1, out);
}

/* A byte beyond ASCII, of a UTF-16 unit or of two. What is no UTF-8 gives some symbols, wherever the text is cut. */
static void add_beyond(lg_text_loop *text, uint8_t byte, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (byte >= 0xc0) {
    state->awaited = 1u + (byte >= 0xe0) + (byte >= 0xf0);
    state->code = byte & (0x3fu >> state->awaited);
    return;
  }
  const uint32_t code = (uint32_t)state->code << 6 | (byte & 0x3fu);
  if (state->awaited > 0) state->awaited--;
  state->code = state->awaited > 0 ? code : 0;
  if (state->awaited > 0) return;
  if (code >= 0x10000) add_unit(text, 0xd800 | ((code - 0x10000) >> 10 & 0x3ff), out);
  add_unit(text, code >= 0x10000 ? 0xdc00 | (code & 0x3ff) : code, out);
}

static void add_byte(lg_text_loop *text, uint8_t byte, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if ((state->held > 0 || is_digit(byte)) && hold(text, byte, out)) return;
  const uint64_t n = state->now.symbol - 1;
  if (byte >= LG_TEXT_BEYOND)
    add_beyond(text, byte, out);
  else if (byte > LG_TEXT_SPACE)
    add(text, byte, 1, out);
  else if (lg__text_symbol(text, n) == LG_TEXT_SPACE && state->now.at - state->starts[n % LG_TEXT_GRAM] < SPACES_MAX)
    state->now.at++;
  else
    add(text, LG_TEXT_SPACE, 1, out);
}

void lg__text_flush(lg_text_loop *text, lg_text_match *out) {
  lg_text_state *state = &text->state;
  release(text, LG_TEXT_SPACE, out);
  state->code = state->awaited = 0;
  if (state->now.symbol > 0 && lg__text_symbol(text, state->now.symbol - 1) != LG_TEXT_SPACE)
    add(text, LG_TEXT_SPACE, 0, out);
}

static bool fill_in(uint32_t *option, uint32_t fallback, uint32_t least, uint32_t most) {
  if (*option == 0) *option = fallback;
  return *option >= least && *option <= most;
}

lg_status lg_text_loop_new(const lg_allocator *from, const uint8_t key[LG_KEY_SIZE],
                           const lg_text_loop_options *options, lg_text_loop **out_text) {
  if (key == NULL || out_text == NULL) return LG_EINVAL;
  lg_text_loop_options full = options == NULL ? (lg_text_loop_options){0} : *options;
  if (!fill_in(&full.repeats, LG_TEXT_REPEATS) || !fill_in(&full.min_length, LG_TEXT_MIN_LENGTH) ||
      !fill_in(&full.max_period, LG_TEXT_MAX_PERIOD) || !fill_in(&full.messages, LG_TEXT_ALIKE))
    return LG_EINVAL;
  lg_allocator allocator;
  lg_status status = lg__allocator_init(&allocator, from);
  if (status != LG_OK) return status;
  lg_text_loop *text = lg__alloc_zeroed(&allocator, 1, sizeof *text);
  if (text == NULL) return LG_ENOMEM;
  text->allocator = allocator;
  memcpy(text->key, key, LG_KEY_SIZE);
  text->options = full;
  lg__buf_init(&text->snapshot, &text->allocator);
  for (uint32_t symbol = 0; symbol < 256; symbol++) {
    uint32_t random = (lg__text_is_number(symbol) ? LG_TEXT_NUMBER : symbol) * 0x9e3779b1u;
    random = (random ^ random >> 15) * 0x85ebca6bu;
    text->random[symbol] = random ^ random >> 13;
    text->letter[symbol] = letter_of(symbol);
    text->sign[symbol] = sign_of(symbol);
  }
  *out_text = text;
  return lg_text_loop_reset(text);
}

void lg_text_loop_free(lg_text_loop *text) {
  if (text == NULL) return;
  lg__buf_free(&text->snapshot);
  const lg_allocator allocator = text->allocator;
  lg__alloc_free(&allocator, text, 1, sizeof *text);
}

lg_status lg_text_loop_push(lg_text_loop *text, const char *chunk, size_t len, lg_text_match *out_match) {
  if (text == NULL || (chunk == NULL && len != 0) || out_match == NULL) return LG_EINVAL;
  const uint8_t *at = (const uint8_t *)chunk, *const end = len == 0 ? at : at + len;
  *out_match = (lg_text_match){.kind = LG_TEXT_NONE};
  while (at < end) add_byte(text, *at++, out_match);
  return LG_OK;
}

lg_status lg_text_loop_reset(lg_text_loop *text) {
  if (text == NULL) return LG_EINVAL;
  memset(&text->state, 0, sizeof text->state);
  memset(text->ring, 0, sizeof text->ring);
  memset(text->place, 0, sizeof text->place);
  lg__text_begin_message(&text->state);
  return LG_OK;
}
