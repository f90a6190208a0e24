/*
 * Symbols, where they came before, and what users call. What would make two repetitions differ is folded into one
 * symbol. A run of white space is one space. A number, also a date or a time, equals any other: "1. Retry", "12.
 * Retry"; but the digits of a word ("utf8", "0x1f") are themselves. Of a UTF-16 unit beyond ASCII the low bits count.
 */
#include "text/text_loop.h"

/* Symbols are ASCII's, and ... */
#define SIGNS 1u   /* up to 15: signs beyond ASCII */
#define NUMBER 16u /* up to 31: numbers, which equal each other; their low bits say which it is */
#define SPACE 32u
#define BEYOND 128u /* up to 255: letters beyond ASCII */

static inline uint8_t symbol_at(const lg_text_loop *text, uint64_t index) { return text->ring[index % LG_TEXT_RING]; }

/* The score loses so much by a new symbol, and by a seam between two matches; with so many new ones the run is over. */
#define FRESH 4u
#define SEAM 12u
#define QUIET 64u
#define LOOK_BACK 1024u /* so many symbols of matches are compared, to find the longest */

static lg_text_place place_of(const lg_text_state *state, uint64_t symbol) {
  return symbol == state->now.symbol ? state->now : (lg_text_place){symbol, state->starts[symbol % LG_TEXT_GRAM]};
}

/* Distinct symbols have distinct parts of a hash, but for numbers. */
static bool is_alike(const lg_text_loop *text, uint64_t index, uint64_t distance) {
  const uint8_t symbol = symbol_at(text, index), other = symbol_at(text, index - distance);
  return symbol == other || text->random[symbol] == text->random[other];
}

/* The symbol of the match under way is in the run, if no earlier match had it. */
static inline void count(lg_text_loop *text, uint64_t index, uint8_t symbol) {
  lg_text_state *state = &text->state;
  if (index < state->end) return;
  state->end = index + 1;
  state->length++;
  state->score++;
  state->weighed += state->distance;
  state->letters += text->letter[symbol];
  state->signs += text->sign[symbol];
}

/* The symbol is in the match. */
static void take(lg_text_loop *text, uint64_t index) {
  lg_text_state *state = &text->state;
  const uint8_t symbol = symbol_at(text, index);
  if (symbol != symbol_at(text, index - state->distance)) {
    state->same = place_of(state, index + 1);
    state->differing++;
  }
  count(text, index, symbol);
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

/* Whether the newest symbol is in a match: in the one under way, else in one that begins. `nearest`: how far back the
 * last 16 symbols may be again (0: they are not). */
static void match(lg_text_loop *text, uint64_t nearest) {
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
    state->reported = LG_TEXT_NONE;
    state->start = state->begin.at;
    state->end = begin;
  }
  for (uint64_t i = begin; i < n; i++) take(text, i);
}

#define SPACES 64u         /* so many white spaces are one, so that endless ones are a loop like any other */
#define DIGEST 0x9e3779b1u /* times a hash: the digest of a piece of a message */

/* Notes at a hash's place that those 16 symbols end at this index. Gives what was there. */
static inline uint32_t note(lg_text_loop *text, uint32_t hash, uint64_t index) {
  uint32_t *const place = &text->place[hash >> 20], before = *place;
  *place = (hash << 12 & 0xffff0000u) | (uint32_t)(index & 0xffff);
  return before;
}

/* Adds bytes, up to one that is not plain, or symbols, if `plain` is NULL; each stands for so many characters. Gives
 * the first that is left. All that changes with each symbol is at hand. */
static const uint8_t *add(lg_text_loop *text, const uint8_t *plain, const uint8_t *at, const uint8_t *end,
                          uint64_t width) {
  lg_text_state *state = &text->state;
  uint64_t n = state->now.symbol, more = state->now.at - n; /* characters than symbols */
  uint64_t distance = state->distance, least = state->message.digest[LG_TEXT_SKETCH - 1];
  uint32_t hash = (uint32_t)state->hash;
  uint8_t last = symbol_at(text, n - 1);
  for (; at < end; at++) {
    const uint8_t symbol = plain == NULL ? *at : plain[*at];
    if ((symbol | last) == SPACE || symbol == 0) {
      if (symbol == 0) break;
      if (n > 0 && n + more - state->starts[(n - 1) % LG_TEXT_GRAM] < SPACES) {
        more++;
        continue;
      }
    }
    hash = (hash << 2) + text->random[symbol]; /* shifts out what is 16 symbols back */
    const uint32_t before = note(text, hash, n), digest = hash * DIGEST;
    const bool came = (before ^ hash << 12) >> 16 == 0;
    text->ring[n % LG_TEXT_RING] = last = symbol;
    state->starts[n % LG_TEXT_GRAM] = n + more;
    more += width - 1;
    if (digest < least && n >= state->message.first) least = lg__text_sketch(&state->message, digest);
    if (distance > 0 && symbol == symbol_at(text, n - distance)) {
      count(text, n, symbol);
    } else if (came || distance > 0) {
      state->now = (lg_text_place){n + 1, n + 1 + more};
      match(text, came ? (n - before) & 0xffff : 0);
      distance = state->distance;
    }
    n++;
    if (distance == 0 || (n - state->begin.symbol) % 4 > 0) continue; /* each fourth time is often enough */
    state->now = (lg_text_place){n, n + more};
    lg__text_judge(text);
  }
  state->hash = hash;
  state->now = (lg_text_place){n, n + more};
  return at;
}

static void add_symbol(lg_text_loop *text, uint64_t symbol, uint64_t width) {
  const uint8_t one = (uint8_t)symbol;
  (void)add(text, NULL, &one, &one + 1, width);
}

static bool is_letter(uint32_t symbol) { return symbol >= BEYOND || (symbol | 32) - 'a' < 26; }
static bool is_digit(uint32_t byte) { return byte - '0' < 10; }
static bool is_one_of(const char *marks, uint32_t byte) { return byte != 0 && strchr(marks, (int)byte) != NULL; }

/* Whether the newest symbols are of a word with a letter. */
static bool is_in_word(const lg_text_loop *text) {
  for (uint64_t n = text->state.now.symbol, back = 1; back <= LG_TEXT_GRAM && back <= n; back++) {
    const uint8_t symbol = symbol_at(text, n - back);
    if (symbol == SPACE || symbol >= BEYOND) return false;
    if (is_letter(symbol)) return true;
  }
  return false;
}

/* Adds what is held, before this byte: a number, and a mark behind it, or digits of a word, unless they number it. */
static void release(lg_text_loop *text, uint8_t before) {
  lg_text_state *state = &text->state;
  if (state->held == 0) return;
  const uint64_t hold = state->hold, marks = !is_digit((uint8_t)hold), digits = state->held - marks;
  state->held = state->hold = 0;
  if (((uint8_t)hold == '.' && before <= SPACE) || !is_in_word(text))
    add_symbol(text, NUMBER | (hold >> 8 * marks) * 0x9e3779b97f4a7c15u >> 60, digits);
  else
    for (uint64_t i = digits; i > 0; i--) add_symbol(text, hold >> 8 * (i - 1 + marks), 1);
  if (marks == 1) add_symbol(text, hold, 1);
}

/* Adds a character beyond ASCII: a UTF-16 unit, or two. */
static void add_character(lg_text_loop *text, uint32_t code) {
  if (code >= 0x10000) {
    add_character(text, 0xd800 | ((code - 0x10000) >> 10 & 0x3ff));
    code = 0xdc00 | (code & 0x3ff);
  }
  const bool is_sign = code - 0xa0 < 0x20 || code - 0x2000 < 0x600 || code - 0x3000 < 0x40 || code - 0xff00 < 0x20;
  add_symbol(text, is_sign ? SIGNS + code % 15 : BEYOND | ((code ^ code >> 7) & 127), 1);
}

/* A byte of such a character. What is no UTF-8 gives some symbols, wherever the text is cut. */
static void read_beyond(lg_text_loop *text, uint8_t byte) {
  lg_text_state *state = &text->state;
  const bool begins = byte >= 0xc0;
  if (begins) state->awaited = 1u + (byte >= 0xe0) + (byte >= 0xf0);
  if (!begins && state->awaited > 0) state->awaited--;
  const uint32_t code = begins ? byte & (0x3fu >> state->awaited) : (uint32_t)state->code << 6 | (byte & 0x3fu);
  state->code = state->awaited > 0 ? code : 0;
  if (state->awaited == 0) add_character(text, code);
}

/* A byte that is not plain, or stands behind held ones: digits, and what joins them. Whether it is read. */
static bool read_special(lg_text_loop *text, uint8_t byte) {
  lg_text_state *state = &text->state;
  if (state->held == sizeof state->hold) release(text, byte);
  if (is_digit(byte) || (is_digit((uint8_t)state->hold) && is_one_of(":.-/T", byte))) {
    state->hold = state->hold << 8 | byte;
    state->held++;
    return true;
  }
  release(text, byte);
  if (byte >= BEYOND) read_beyond(text, byte);
  return byte >= BEYOND;
}

static void fill_tables(lg_text_loop *text) {
  for (uint32_t symbol = 0; symbol < 256; symbol++) {
    const bool is_number = symbol - NUMBER < 16;
    const uint32_t random = (is_number ? NUMBER : symbol) * DIGEST, mixed = (random ^ random >> 15) * 0x85ebca6bu;
    text->random[symbol] = mixed ^ mixed >> 13;
    if (symbol < BEYOND && !is_digit(symbol)) text->plain[symbol] = (uint8_t)(symbol < SPACE ? SPACE : symbol);
    /* The marks of tables of numbers say nothing of words, other signs little. */
    const bool is_table = is_number || is_one_of("0123456789 ,.:;[]|", symbol);
    const bool is_prose = symbol < SPACE || is_one_of(" .,'!?;:-", symbol);
    text->letter[symbol] = is_letter(symbol) ? 4 : !is_table;
    text->sign[symbol] = is_letter(symbol) ? symbol - 'A' < 26 : is_prose ? 0 : 2;
  }
}

static bool are_in_range(const lg_text_loop_options *options) {
  return options->repeats >= LG_TEXT_REPEATS_MIN && options->repeats <= LG_TEXT_REPEATS_MAX &&
         options->min_length >= LG_TEXT_LENGTH_MIN && options->min_length <= LG_TEXT_LENGTH_MAX &&
         options->max_period >= LG_TEXT_PERIOD_MIN && options->max_period <= LG_TEXT_PERIOD_MAX &&
         options->messages >= LG_TEXT_MESSAGES_MIN && options->messages <= LG_TEXT_MESSAGES_MAX;
}

lg_status lg_text_loop_new(const lg_allocator *from, const uint8_t key[LG_KEY_SIZE],
                           const lg_text_loop_options *options, lg_text_loop **out_text) {
  if (key == NULL || out_text == NULL) return LG_EINVAL;
  lg_text_loop_options full = options == NULL ? (lg_text_loop_options){0} : *options;
  if (full.repeats == 0) full.repeats = LG_TEXT_REPEATS_DEFAULT;
  if (full.min_length == 0) full.min_length = LG_TEXT_LENGTH_DEFAULT;
  if (full.max_period == 0) full.max_period = LG_TEXT_PERIOD_DEFAULT;
  if (full.messages == 0) full.messages = LG_TEXT_MESSAGES_DEFAULT;
  if (!are_in_range(&full)) return LG_EINVAL;
  lg_allocator allocator;
  lg_status status = lg_allocator_init(&allocator, from);
  if (status != LG_OK) return status;
  lg_text_loop *text = lg__alloc_zeroed(&allocator, 1, sizeof *text);
  if (text == NULL) return LG_ENOMEM;
  text->allocator = allocator;
  memcpy(text->key, key, LG_KEY_SIZE);
  text->options = full;
  lg__buf_init(&text->snapshot, &text->allocator);
  fill_tables(text);
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
  text->found = (lg_text_match){.kind = LG_TEXT_NONE};
  while (at < end) {
    if (text->state.held == 0) at = add(text, text->plain, at, end, 1);
    if (at < end && read_special(text, *at)) at++;
  }
  *out_match = text->found;
  return LG_OK;
}

static void begin_message(lg_text_state *state) {
  state->message = (lg_text_sketch){.begin = state->now.at, .first = state->now.symbol + LG_TEXT_GRAM - 1};
  memset(state->message.digest, 0xff, sizeof state->message.digest);
}

lg_status lg_text_loop_end_message(lg_text_loop *text, lg_text_match *out_match) {
  if (text == NULL || out_match == NULL) return LG_EINVAL;
  lg_text_state *state = &text->state;
  text->found = (lg_text_match){.kind = LG_TEXT_NONE};
  release(text, SPACE); /* what is held back is all that comes */
  state->code = state->awaited = 0;
  if (state->now.symbol > 0 && symbol_at(text, state->now.symbol - 1) != SPACE) add_symbol(text, SPACE, 0);
  lg__text_compare_message(text);
  begin_message(state);
  *out_match = text->found;
  return LG_OK;
}

lg_status lg_text_loop_reset(lg_text_loop *text) {
  if (text == NULL) return LG_EINVAL;
  memset(&text->state, 0, sizeof text->state);
  memset(text->ring, 0, sizeof text->ring);
  memset(text->place, 0, sizeof text->place);
  begin_message(&text->state);
  return LG_OK;
}

/* The state as bytes. The places are left out: the ring gives all of them that a match can still begin from. */
#define OPTIONS (sizeof(lg_text_loop_options) / sizeof(uint32_t))
#define NUMBERS (sizeof(lg_text_state) / sizeof(uint64_t))

lg_status lg_text_loop_snapshot(lg_text_loop *text, const uint8_t **out_bytes, size_t *out_len) {
  if (text == NULL || out_bytes == NULL || out_len == NULL) return LG_EINVAL;
  lg_writer writer = lg__frame_begin(&text->snapshot, LG_FRAME_TEXT, text->key, 0);
  const lg_io io = lg__io_write(&writer);
  for (size_t i = 0; i < OPTIONS; i++) LG_IO_U32(io, &((uint32_t *)&text->options)[i]);
  for (size_t i = 0; i < NUMBERS; i++) LG_IO_U64(io, &((uint64_t *)&text->state)[i]);
  lg__write_bytes(&writer, text->ring, LG_TEXT_RING);
  return lg__frame_finish(&writer, out_bytes, out_len);
}

/* Whether text can go on from here: a forged state may be wrong, but must do no harm. What is not named may be any. */
static bool is_sound(const lg_text_loop *text) {
  const lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol, at = state->now.at, length = state->length, most = (uint64_t)1 << 40;
  return n < most && at < most && state->held <= sizeof state->hold && state->awaited < 4 &&
         state->distance <= text->options.max_period && state->distance <= n && state->end <= n && length <= n &&
         (state->distance == 0 || length > 0) && state->signs <= 2 * length && state->start <= at &&
         state->weighed >= length && state->weighed <= length * LG_TEXT_PERIOD_MAX &&
         state->reported < LG_TEXT_MESSAGE && state->reported_start <= at &&
         (state->reported == LG_TEXT_NONE || state->reported_period - 1 < LG_TEXT_PERIOD_MAX) &&
         state->next_message < LG_TEXT_MESSAGES;
}

lg_status lg_text_loop_restore(const lg_allocator *allocator, const uint8_t *bytes, size_t len,
                               lg_text_loop **out_text) {
  if (out_text == NULL) return LG_EINVAL;
  lg_frame frame;
  lg_status status = lg__frame_open(bytes, len, LG_FRAME_TEXT, &frame);
  if (status != LG_OK) return status;
  lg_reader *reader = &frame.body;
  const lg_io io = lg__io_read(reader);
  lg_text_loop_options options;
  for (size_t i = 0; i < OPTIONS; i++) LG_IO_U32(io, &((uint32_t *)&options)[i]);
  if (frame.options_hash != 0 || reader->failed || !are_in_range(&options)) return LG_ESNAPSHOT;
  lg_text_loop *text;
  status = lg_text_loop_new(allocator, frame.key, &options, &text);
  if (status != LG_OK) return status;
  for (size_t i = 0; i < NUMBERS; i++) LG_IO_U64(io, &((uint64_t *)&text->state)[i]);
  const uint8_t *ring = lg__read_bytes(reader, LG_TEXT_RING);
  if (ring == NULL || !lg__read_all(reader) || !is_sound(text)) {
    lg_text_loop_free(text);
    return LG_ESNAPSHOT;
  }
  memcpy(text->ring, ring, LG_TEXT_RING);
  const uint64_t n = text->state.now.symbol;
  uint32_t hash = 0;
  for (uint64_t i = n < LG_TEXT_RING ? 0 : n - LG_TEXT_RING; i < n; i++) {
    hash = (hash << 2) + text->random[symbol_at(text, i)];
    (void)note(text, hash, i);
  }
  *out_text = text;
  return LG_OK;
}
