#include "text_loop.h"

/* ---- symbols ---- */

/* A symbol stands for so many characters at most, so that endless spaces or digits are a loop like any other. */
#define SPACES_MAX 64u
#define DIGITS_MAX 32u

/* The marks of tables of numbers say nothing of words, other signs little. */
static lg_text_ink ink_of(uint32_t symbol) {
  const bool is_mark = symbol == 0 || lg__text_is_digit(symbol) || lg__text_is_number(symbol) ||
                       strchr(" ,.:;()[]{}|", (int)symbol) != NULL;
  const bool is_plain = symbol == LG_TEXT_STOP || (symbol != 0 && strchr(" .,'!?;:-", (int)symbol) != NULL);
  const uint32_t signs = symbol - 'A' < 26 ? 1 : lg__text_is_letter(symbol) || is_plain ? 0 : 2;
  return (lg__text_is_letter(symbol) ? 4 : !is_mark) | (lg_text_ink)signs << 32;
}

/* ---- messages ---- */

/* Shorter messages ("Done.") may come again. */
#define MESSAGE_MIN 60u
/* The share (percent) of pieces that two messages must have in common. */
#define COMMON 45u

static void sketch_add(lg_text_sketch *message, uint64_t digest) {
  uint64_t at = message->held;
  while (at > 0 && message->digest[at - 1] > digest) at--;
  if (at == LG_TEXT_SKETCH || (at > 0 && message->digest[at - 1] == digest)) return;
  if (message->held < LG_TEXT_SKETCH) message->held++;
  memmove(message->digest + at + 1, message->digest + at, (size_t)(message->held - at - 1) * sizeof digest);
  message->digest[at] = digest;
}

/* Digests from here on are of no use. */
static uint64_t sketch_limit(const lg_text_sketch *message) {
  return message->held < LG_TEXT_SKETCH ? UINT64_MAX : message->digest[LG_TEXT_SKETCH - 1];
}

/* Jaccard's similarity of the pieces, estimated from the least digests of both together. */
static bool is_similar(const lg_text_sketch *a, const lg_text_sketch *b) {
  uint32_t i = 0, j = 0, all = 0, common = 0;
  while (all < LG_TEXT_SKETCH && (i < a->held || j < b->held)) {
    const bool from_a = j == b->held || (i < a->held && a->digest[i] <= b->digest[j]);
    const bool from_b = i == a->held || (j < b->held && b->digest[j] <= a->digest[i]);
    i += from_a;
    j += from_b;
    all++;
    common += from_a && from_b;
  }
  return common > 0 && common * 100 >= all * COMMON;
}

static void end_sketch(lg_text_loop *text, lg_text_match *out) {
  lg_text_state *state = &text->state;
  lg_text_sketch *message = &text->message;
  message->length = state->now.at - message->begin;
  if (message->length >= MESSAGE_MIN) {
    uint32_t similar = 0;
    uint64_t told = 0, first = message->begin;
    for (uint32_t i = 0; i < LG_TEXT_MESSAGES; i++) {
      const lg_text_sketch *other = &text->messages[i];
      if (other->length < MESSAGE_MIN || !is_similar(message, other)) continue;
      similar++;
      told |= other->told;
      if (other->begin < first) first = other->begin;
    }
    message->told = similar + 1 >= text->options.messages;
    const lg_text_match found = {LG_TEXT_MESSAGE, (uint32_t)((message->begin - first) / (similar == 0 ? 1 : similar)),
                                 similar + 1, first, false};
    if (message->told && !told && out->kind == LG_TEXT_NONE) *out = found;
    text->messages[state->next_message] = *message;
    state->next_message = (state->next_message + 1) % LG_TEXT_MESSAGES;
  }
  *message = (lg_text_sketch){.begin = state->now.at, .first = state->now.symbol + LG_TEXT_GRAM - 1};
}

/* ---- adding ---- */

static void put(lg_text_loop *text, uint64_t index, uint8_t symbol, uint8_t width) {
  text->ring[index & LG_TEXT_MASK] = symbol;
  text->width[index & LG_TEXT_MASK] = width;
}

/* Adds a symbol that stands for so many characters. */
static void add(lg_text_loop *text, uint8_t symbol, uint8_t width, lg_text_match *out) {
  lg_text_state *state = &text->state;
  lg_text_sketch *message = &text->message;
  const uint64_t n = state->now.symbol;
  const uint32_t hash = lg__text_hash(text, state->hash, symbol), digest = hash * text->salt;
  uint32_t *const place = &text->place[lg__text_slot(hash)], tag = lg__text_tag(hash);
  put(text, n, symbol, width);
  state->now.at += width;
  state->hash = hash;
  if (state->distance > 0 && !lg__text_is_alike(symbol, lg__text_symbol(text, n - state->distance)))
    lg__text_end_match(state);
  else
    state->ink += text->ink[symbol];
  if (state->distance == 0 && (*place ^ tag) >> 16 == 0) lg__text_look(text, (uint32_t)(n - *place) & 0xffff);
  *place = tag | (uint32_t)(n & 0xffff);
  state->now.symbol = n + 1;
  /* What came before in this message is in its sketch. */
  const bool is_new = state->distance == 0 || n < message->first + state->distance;
  if (n >= message->first && is_new && digest < sketch_limit(message)) sketch_add(message, digest);
  if (n + 1 >= state->check) lg__text_judge(text, out);
}

/*
 * Adds the bytes from `at` on as far as each is a symbol, no match is under way and none begins: what add_byte would
 * do, in a loop that keeps its variables in registers. Returns where it ends.
 */
static const uint8_t *add_new(lg_text_loop *text, const uint8_t *at, const uint8_t *end) {
  lg_text_state *state = &text->state;
  uint64_t n = state->now.symbol;
  if (state->distance > 0 || state->held > 0 || state->number > 0 || n < LG_TEXT_GRAM + text->message.first) return at;
  const uint64_t limit = sketch_limit(&text->message);
  const uint32_t salt = text->salt;
  const uint8_t *const begin = at;
  uint8_t last = lg__text_symbol(text, n - 1);
  uint32_t hash = (uint32_t)state->hash;
  for (; at < end; at++) {
    const uint8_t byte = *at;
    if (byte < LG_TEXT_SPACE || byte >= 0x80 || lg__text_is_digit(byte) ||
        (byte == LG_TEXT_SPACE && last == LG_TEXT_SPACE))
      break;
    const uint32_t next = lg__text_hash(text, hash, byte), tag = lg__text_tag(next);
    uint32_t *const place = &text->place[lg__text_slot(next)];
    if ((*place ^ tag) >> 16 == 0 || next * salt < limit) break;
    *place = tag | (uint32_t)(n & 0xffff);
    put(text, n++, byte, 1);
    hash = next;
    last = byte;
  }
  state->hash = hash;
  state->now.symbol = n;
  state->now.at += (uint64_t)(at - begin);
  return at;
}

/* The number that is the newest symbol is over. */
static void end_number(lg_text_loop *text) {
  lg_text_state *state = &text->state;
  if (state->number == 0) return;
  state->number = 0;
  const uint64_t last = state->now.symbol - 1;
  if (state->distance > 0 && lg__text_symbol(text, last) != lg__text_symbol(text, last - state->distance))
    state->same = state->now;
}

/* Makes the newest symbol stand for one more character, unless it stands for `most` already. */
static bool widen(lg_text_loop *text, uint8_t most) {
  uint8_t *const width = &text->width[(text->state.now.symbol - 1) & LG_TEXT_MASK];
  if (*width >= most) return false;
  *width += 1;
  text->state.now.at++;
  return true;
}

static void add_number(lg_text_loop *text, uint8_t digit, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (state->number == 0 || !widen(text, DIGITS_MAX)) {
    end_number(text);
    add(text, LG_TEXT_NUMBER, 1, out);
  }
  state->number = (uint32_t)(state->number + digit) * 0x9e3779b1u | 1;
  text->ring[(state->now.symbol - 1) & LG_TEXT_MASK] = (uint8_t)(LG_TEXT_NUMBER | state->number >> 28);
}

/* What was held is a numbering, or was part of its word. */
static void release(lg_text_loop *text, bool numbering, lg_text_match *out) {
  lg_text_state *state = &text->state;
  for (; state->held > 0; state->held--) {
    const uint8_t byte = (uint8_t)(state->hold >> 8 * (state->held - 1));
    if (numbering && state->held > 1) {
      add_number(text, byte, out);
    } else {
      end_number(text);
      add(text, byte, 1, out);
    }
  }
}

/*
 * Whether the byte is held, behind those that are: a joint within a number, or digits, then a mark, which with white
 * space make a numbering.
 */
static bool hold(lg_text_loop *text, uint8_t byte, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (state->number != 0) {
    if (lg__text_is_digit(byte) && widen(text, DIGITS_MAX)) {
      state->held = 0;
      add_number(text, byte, out);
      return true;
    }
    release(text, false, out);
    return false;
  }
  const bool marked = !lg__text_is_digit((uint8_t)state->hold);
  if (!marked && state->held < sizeof state->hold && (lg__text_is_digit(byte) || byte == '.')) {
    state->hold = state->hold << 8 | byte;
    state->held++;
    return true;
  }
  release(text, marked && byte <= LG_TEXT_SPACE, out);
  return false;
}

static void add_digit(lg_text_loop *text, uint8_t digit, lg_text_match *out) {
  lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol;
  bool word = true, table = n >= LG_TEXT_GRAM;
  for (uint64_t back = 1; state->number == 0 && back <= LG_TEXT_GRAM && back <= n && (word || table); back++) {
    const uint8_t symbol = lg__text_symbol(text, n - back);
    word = word && symbol != LG_TEXT_SPACE && symbol < LG_TEXT_BEYOND;
    if (word && lg__text_is_letter(symbol) &&
        !(back == 1 && symbol == 'T' && lg__text_is_number(lg__text_symbol(text, n - 2)))) { /* the digits of a word */
      state->hold = digit;
      state->held = 1;
      return;
    }
    table = table && (uint32_t)text->ink[symbol] == 0;
  }
  if (state->number == 0 && table)
    add(text, digit, 1, out);
  else
    add_number(text, digit, out);
}

static void add_unit(lg_text_loop *text, uint32_t unit, lg_text_match *out) {
  uint32_t symbol = LG_TEXT_BEYOND | ((unit ^ unit >> 7) & 127);
  if (unit == 0x3002 || unit == 0xff01 || unit == 0xff1f || unit == 0x964)
    symbol = LG_TEXT_STOP;
  else if (unit - 0xa0 < 0x20 || unit - 0x2000 < 0x600 || unit - 0x3000 < 0x40)
    symbol = LG_TEXT_SIGNS + unit % (LG_TEXT_STOP - LG_TEXT_SIGNS);
  add(text, (uint8_t)symbol, 1, out);
}

/* A byte beyond ASCII, of a UTF-16 unit or of two. What is no UTF-8 gives some symbols, wherever the text is cut. */
static void add_beyond(lg_text_loop *text, uint8_t byte, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (byte >= 0xc0) {
    state->awaited = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
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
  const lg_text_state *state = &text->state;
  if (state->held > 0 && hold(text, byte, out)) return;
  if (lg__text_is_digit(byte)) {
    add_digit(text, byte, out);
    return;
  }
  if (state->number != 0 && strchr(":.-/", byte) != NULL && byte != 0) {
    text->state.hold = byte;
    text->state.held = 1;
    return;
  }
  end_number(text);
  if (byte >= 0x80) {
    add_beyond(text, byte, out);
    return;
  }
  const bool goes_on =
      byte <= LG_TEXT_SPACE && state->now.symbol > 0 && lg__text_symbol(text, state->now.symbol - 1) == LG_TEXT_SPACE;
  if (!goes_on || !widen(text, SPACES_MAX)) add(text, byte <= LG_TEXT_SPACE ? LG_TEXT_SPACE : byte, 1, out);
}

/* ---- the functions that users call ---- */

static bool fill_in_one(uint32_t *option, uint32_t fallback, uint32_t least, uint32_t most) {
  if (*option == 0) *option = fallback;
  return *option >= least && *option <= most;
}

static bool fill_in(lg_text_loop_options *options) {
  return fill_in_one(&options->repeats, LG_TEXT_REPEATS) && fill_in_one(&options->min_length, LG_TEXT_MIN_LENGTH) &&
         fill_in_one(&options->max_period, LG_TEXT_MAX_PERIOD) && fill_in_one(&options->messages, LG_TEXT_ALIKE);
}

/* What a new detector has, and one that was reset. */
static void begin(lg_text_loop *text) {
  const size_t from = offsetof(lg_text_loop, state), to = offsetof(lg_text_loop, snapshot);
  memset((uint8_t *)text + from, 0, to - from);
  text->state.check = UINT64_MAX;
  text->message.first = LG_TEXT_GRAM - 1;
}

lg_status lg_text_loop_new(const lg_allocator *from, const uint8_t key[LG_KEY_SIZE],
                           const lg_text_loop_options *options, lg_text_loop **out_text) {
  if (key == NULL || out_text == NULL) return LG_EINVAL;
  lg_text_loop_options full = options == NULL ? (lg_text_loop_options){0} : *options;
  if (!fill_in(&full)) return LG_EINVAL;
  lg_allocator allocator;
  lg_status status = lg__allocator_init(&allocator, from);
  if (status != LG_OK) return status;
  lg_text_loop *text = lg__alloc_zeroed(&allocator, 1, sizeof *text);
  if (text == NULL) return LG_ENOMEM;
  text->allocator = allocator;
  memcpy(text->key, key, LG_KEY_SIZE);
  text->options = full;
  lg__buf_init(&text->snapshot, &text->allocator);
  const lg_digest digest = lg_digest_bytes(key, "", 0);
  for (uint32_t i = 0; i < 4; i++) text->salt = text->salt << 8 | digest.bytes[i];
  text->salt |= 1;
  for (uint32_t symbol = 0; symbol < 256; symbol++) {
    uint32_t random = (lg__text_is_number(symbol) ? LG_TEXT_NUMBER : symbol) * 0x9e3779b1u;
    random = (random ^ random >> 15) * 0x85ebca6bu;
    text->random[symbol] = random ^ random >> 13;
    text->ink[symbol] = ink_of(symbol);
  }
  begin(text);
  *out_text = text;
  return LG_OK;
}

void lg_text_loop_free(lg_text_loop *text) {
  if (text == NULL) return;
  lg__buf_free(&text->snapshot);
  const lg_allocator allocator = text->allocator;
  lg__alloc_free(&allocator, text, 1, sizeof *text);
}

lg_status lg_text_loop_push(lg_text_loop *text, const char *chunk, size_t len, lg_text_match *out_match) {
  if (text == NULL || (chunk == NULL && len != 0) || out_match == NULL) return LG_EINVAL;
  lg_text_match match = {.kind = LG_TEXT_NONE};
  const uint8_t *at = (const uint8_t *)chunk, *const end = len == 0 ? at : at + len;
  while ((at = add_new(text, at, end)) < end) add_byte(text, *at++, &match);
  *out_match = match;
  return LG_OK;
}

lg_status lg_text_loop_end_message(lg_text_loop *text, lg_text_match *out_match) {
  if (text == NULL || out_match == NULL) return LG_EINVAL;
  lg_text_match match = {.kind = LG_TEXT_NONE};
  lg_text_state *state = &text->state;
  release(text, false, &match);
  end_number(text);
  state->code = state->awaited = 0;
  if (state->now.symbol > 0 && lg__text_symbol(text, state->now.symbol - 1) != LG_TEXT_SPACE)
    add(text, LG_TEXT_SPACE, 0, &match);
  end_sketch(text, &match);
  *out_match = match;
  return LG_OK;
}

lg_status lg_text_loop_reset(lg_text_loop *text) {
  if (text == NULL) return LG_EINVAL;
  begin(text);
  return LG_OK;
}
