/* From bytes to symbols, and what users call. */
#include "text/text_loop.h"

/* What would make two repetitions differ is folded into one symbol. A run of white space is one space. A number, also a
 * date or a time, equals any other: "1. Retry", "12. Retry"; but the digits of a word ("utf8", "0x1f") are themselves.
 * Of a UTF-16 unit beyond ASCII the low bits count. */

/* So many white spaces are one, so that endless ones are a loop like any other. */
#define SPACES_MAX 64u
#define DIGEST 0x9e3779b1u /* times a hash: the digest of a piece of a message */

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
  const uint32_t hash = lg__text_hash(text, state->hash, symbol), digest = hash * DIGEST;
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
  if (state->distance > 0 && lg__text_is_time(state, state->now.symbol)) lg__text_judge(text, out);
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
  const uint8_t symbol = text->plain[byte];
  if (byte >= LG_TEXT_BEYOND)
    add_beyond(text, byte, out);
  else if (symbol == LG_TEXT_SPACE && lg__text_symbol(text, n) == LG_TEXT_SPACE &&
           state->now.at - state->starts[n % LG_TEXT_GRAM] < SPACES_MAX)
    state->now.at++;
  else
    add(text, symbol, 1, out);
}

/* Adds plain bytes as add_byte does, with all that changes at hand, as long as no match begins or, `matching`, as the
 * one under way goes on; gives the first byte that is left. */
static inline const uint8_t *add_plain(lg_text_loop *text, bool matching, const uint8_t *at, const uint8_t *end,
                                       lg_text_match *out) {
  lg_text_state *state = &text->state;
  const uint64_t least = state->message.digest[LG_TEXT_SKETCH - 1], distance = state->distance;
  uint64_t n = state->now.symbol, begin = state->now.at - n; /* characters before the first symbol, had each one */
  uint32_t hash = (uint32_t)state->hash;
  uint8_t last = lg__text_symbol(text, n - 1);
  for (; at < end; at++) {
    const uint8_t symbol = text->plain[*at];
    if ((symbol | last) == LG_TEXT_SPACE || symbol == 0) {
      if (symbol == 0 || n + begin - state->starts[(n - 1) % LG_TEXT_GRAM] >= SPACES_MAX) break;
      begin++;
      continue;
    }
    const uint32_t next = lg__text_hash(text, hash, symbol), tag = lg__text_tag(next);
    uint32_t *const place = &text->place[lg__text_slot(next)];
    const bool leaves = matching ? symbol != lg__text_symbol(text, n - distance) : (*place ^ tag) <= 0xffff;
    if (leaves || next * DIGEST < least) break;
    *place = tag | (uint32_t)(n & 0xffff);
    text->ring[n % LG_TEXT_RING] = last = symbol;
    state->starts[n % LG_TEXT_GRAM] = n + begin;
    hash = next;
    if (matching) lg__text_count(text, n, symbol);
    n++;
    if (!matching || !lg__text_is_time(state, n)) continue;
    state->now = (lg_text_place){n, n + begin};
    lg__text_judge(text, out);
  }
  state->hash = hash;
  state->now = (lg_text_place){n, n + begin};
  return at;
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
    if (symbol < LG_TEXT_BEYOND && !is_digit(symbol))
      text->plain[symbol] = symbol < LG_TEXT_SPACE ? LG_TEXT_SPACE : (uint8_t)symbol;
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
  const lg_text_state *state = &text->state;
  while (at < end) {
    /* Two calls, so that each is compiled for its case alone. */
    if (state->held == 0 && state->now.symbol >= state->message.first)
      at =
          state->distance == 0 ? add_plain(text, false, at, end, out_match) : add_plain(text, true, at, end, out_match);
    if (at < end) add_byte(text, *at++, out_match);
  }
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

/* ---- the state as bytes ------------------------------------------------------------------------------------------ */

/* The places are left out: the ring gives all of them that a match can still begin from. */

#define OPTIONS (sizeof(lg_text_loop_options) / sizeof(uint32_t))
#define NUMBERS (sizeof(lg_text_state) / sizeof(uint64_t))

lg_status lg_text_loop_snapshot(lg_text_loop *text, const uint8_t **out_bytes, size_t *out_len) {
  if (text == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_writer writer = lg__frame_begin(&text->snapshot, LG_FRAME_TEXT, text->key, 0);
  for (size_t i = 0; i < OPTIONS; i++) lg__write_u32(&writer, ((const uint32_t *)&text->options)[i]);
  for (size_t i = 0; i < NUMBERS; i++) lg__write_u64(&writer, ((const uint64_t *)&text->state)[i]);
  lg__write_bytes(&writer, text->ring, LG_TEXT_RING);
  const lg_status status = lg__frame_finish(&writer);
  if (status != LG_OK) return status;
  *out_bytes = (const uint8_t *)text->snapshot.data;
  *out_len = text->snapshot.len;
  return LG_OK;
}

/* Whether text can go on from here: a forged state may be wrong, but must do no harm. What is not named may be any. */
static bool is_sound(const lg_text_loop *text) {
  const lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol, at = state->now.at, most = (uint64_t)1 << 40;
  const bool place = n < most && at < most && state->held <= sizeof state->hold && state->awaited < 4;
  const bool match = state->distance <= text->options.max_period && state->distance <= n && state->end <= n &&
                     (state->distance == 0 || state->length > 0);
  const bool run = state->length <= n && state->weighed >= state->length && state->weighed < most && state->start <= at;
  const bool told = state->told < LG_TEXT_MESSAGE && state->told_start <= at &&
                    (state->told == LG_TEXT_NONE || state->told_period - 1 < most);
  return place && match && run && told && state->next_message < LG_TEXT_MESSAGES;
}

lg_status lg_text_loop_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                               lg_text_loop **out_text) {
  if (out_text == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_TEXT, &frame);
  if (status != LG_OK) return status;
  lg_reader *reader = &frame.body;
  lg_text_loop_options options;
  bool zero = false; /* it would be the default: a snapshot has none */
  for (size_t i = 0; i < OPTIONS; i++) zero |= (((uint32_t *)&options)[i] = lg__read_u32(reader)) == 0;
  if (frame.options_hash != 0 || reader->failed || zero) return LG_ESNAPSHOT;

  /* Checked first, so that LG_EINVAL below can only mean that the snapshot's options are out of range. */
  lg_allocator checked;
  status = lg__allocator_init(&checked, allocator);
  if (status != LG_OK) return status;
  lg_text_loop *text;
  status = lg_text_loop_new(&checked, frame.key, &options, &text);
  if (status != LG_OK) return status == LG_EINVAL ? LG_ESNAPSHOT : status;
  for (size_t i = 0; i < NUMBERS; i++) ((uint64_t *)&text->state)[i] = lg__read_u64(reader);
  const uint8_t *ring = lg__read_bytes(reader, LG_TEXT_RING);
  if (ring == NULL || !lg__read_all(reader) || !is_sound(text)) {
    lg_text_loop_free(text);
    return LG_ESNAPSHOT;
  }
  memcpy(text->ring, ring, LG_TEXT_RING);
  const uint64_t n = text->state.now.symbol;
  uint32_t hash = 0;
  for (uint64_t i = n < LG_TEXT_RING ? 0 : n - LG_TEXT_RING; i < n; i++) {
    hash = lg__text_hash(text, hash, lg__text_symbol(text, i));
    text->place[lg__text_slot(hash)] = lg__text_tag(hash) | (uint32_t)(i & 0xffff);
  }
  *out_text = text;
  return LG_OK;
}
