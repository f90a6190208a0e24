#include "text_loop.h"

/* ---- symbols ---- */

#define SIGNS 1u   /* and up to 14: signs beyond ASCII */
#define STOP 15u   /* a full stop that needs no space behind it: Chinese, Japanese, Hindi */
#define NUMBER 16u /* and up to 31 */
#define SPACE 32u
#define BEYOND 128u /* and up to 255: letters beyond ASCII */

/* A symbol stands for so many characters at most, so that endless spaces or digits are a loop like any other. */
#define SPACES_MAX 64u
#define DIGITS_MAX 32u

#define MASK (LG_TEXT_RING - 1)

static bool is_letter(uint32_t symbol) { return symbol >= BEYOND || (symbol | 32) - 'a' < 26; }
static bool is_digit(uint32_t symbol) { return symbol - '0' < 10; }
static bool is_number(uint32_t symbol) { return symbol - NUMBER < 16; }
/* Numbers equal each other. */
static bool is_alike(uint8_t a, uint8_t b) { return a == b || (is_number(a) && is_number(b)); }

static uint8_t symbol_at(const lg_text_loop *text, uint64_t index) { return text->ring[index & MASK]; }

/* The marks of tables of numbers say nothing of words, other signs little. */
static lg_text_ink ink_of(uint32_t symbol) {
  const bool is_mark =
      symbol == 0 || is_digit(symbol) || is_number(symbol) || strchr(" ,.:;()[]{}|", (int)symbol) != NULL;
  const bool is_plain = symbol == STOP || (symbol != 0 && strchr(" .,'!?;:-", (int)symbol) != NULL);
  const uint32_t signs = symbol - 'A' < 26 ? 1 : is_letter(symbol) || is_plain ? 0 : 2;
  return (is_letter(symbol) ? 4 : !is_mark) | (lg_text_ink)signs << 32;
}

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
  if (out->kind == LG_TEXT_NONE)
    *out = (lg_text_match){(lg_text_kind)state->told, period, repeats, state->told_start, true};
}

static bool is_in_long_word(const lg_text_loop *text, uint64_t index) {
  for (uint32_t back = 1; back <= WORD_LONG; back++) {
    if (back > index) return false;
    const uint8_t symbol = symbol_at(text, index - back);
    if (symbol == SPACE || symbol == STOP || symbol >= BEYOND) return false;
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

static void judge(lg_text_loop *text, lg_text_match *out) {
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
static void end_match(lg_text_state *state) {
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
static void look(lg_text_loop *text, uint32_t distance) {
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
    const uint8_t symbol = symbol_at(text, at), other = symbol_at(text, at - distance);
    if (!is_alike(symbol, other)) break;
    const bool other_number = symbol != other && count > 0; /* the newest symbol may go on */
    if (other_number && !differs) same = (lg_text_place){at + 1, now.at - chars};
    differs = differs || other_number;
    chars += text->width[at & MASK];
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
  text->ring[index & MASK] = symbol;
  text->width[index & MASK] = width;
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
  if (state->distance > 0 && !is_alike(symbol, symbol_at(text, n - state->distance)))
    end_match(state);
  else
    state->ink += text->ink[symbol];
  if (state->distance == 0 && (*place ^ tag) >> 16 == 0) look(text, (uint32_t)(n - *place) & 0xffff);
  *place = tag | (uint32_t)(n & 0xffff);
  state->now.symbol = n + 1;
  /* What came before in this message is in its sketch. */
  const bool is_new = state->distance == 0 || n < message->first + state->distance;
  if (n >= message->first && is_new && digest < sketch_limit(message)) sketch_add(message, digest);
  if (n + 1 >= state->check) judge(text, out);
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
  uint8_t last = symbol_at(text, n - 1);
  uint32_t hash = (uint32_t)state->hash;
  for (; at < end; at++) {
    const uint8_t byte = *at;
    if (byte < SPACE || byte >= 0x80 || is_digit(byte) || (byte == SPACE && last == SPACE)) break;
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
  if (state->distance > 0 && symbol_at(text, last) != symbol_at(text, last - state->distance)) state->same = state->now;
}

/* Makes the newest symbol stand for one more character, unless it stands for `most` already. */
static bool widen(lg_text_loop *text, uint8_t most) {
  uint8_t *const width = &text->width[(text->state.now.symbol - 1) & MASK];
  if (*width >= most) return false;
  *width += 1;
  text->state.now.at++;
  return true;
}

static void add_number(lg_text_loop *text, uint8_t digit, lg_text_match *out) {
  lg_text_state *state = &text->state;
  if (state->number == 0 || !widen(text, DIGITS_MAX)) {
    end_number(text);
    add(text, NUMBER, 1, out);
  }
  state->number = (uint32_t)(state->number + digit) * 0x9e3779b1u | 1;
  text->ring[(state->now.symbol - 1) & MASK] = (uint8_t)(NUMBER | state->number >> 28);
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
    if (is_digit(byte) && widen(text, DIGITS_MAX)) {
      state->held = 0;
      add_number(text, byte, out);
      return true;
    }
    release(text, false, out);
    return false;
  }
  const bool marked = !is_digit((uint8_t)state->hold);
  if (!marked && state->held < sizeof state->hold && (is_digit(byte) || byte == '.')) {
    state->hold = state->hold << 8 | byte;
    state->held++;
    return true;
  }
  release(text, marked && byte <= SPACE, out);
  return false;
}

static void add_digit(lg_text_loop *text, uint8_t digit, lg_text_match *out) {
  lg_text_state *state = &text->state;
  const uint64_t n = state->now.symbol;
  bool word = true, table = n >= LG_TEXT_GRAM;
  for (uint64_t back = 1; state->number == 0 && back <= LG_TEXT_GRAM && back <= n && (word || table); back++) {
    const uint8_t symbol = symbol_at(text, n - back);
    word = word && symbol != SPACE && symbol < BEYOND;
    if (word && is_letter(symbol) &&
        !(back == 1 && symbol == 'T' && is_number(symbol_at(text, n - 2)))) { /* the digits of a word */
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
  uint32_t symbol = BEYOND | ((unit ^ unit >> 7) & 127);
  if (unit == 0x3002 || unit == 0xff01 || unit == 0xff1f || unit == 0x964)
    symbol = STOP;
  else if (unit - 0xa0 < 0x20 || unit - 0x2000 < 0x600 || unit - 0x3000 < 0x40)
    symbol = SIGNS + unit % (STOP - SIGNS);
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
  if (is_digit(byte)) {
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
  const bool goes_on = byte <= SPACE && state->now.symbol > 0 && symbol_at(text, state->now.symbol - 1) == SPACE;
  if (!goes_on || !widen(text, SPACES_MAX)) add(text, byte <= SPACE ? SPACE : byte, 1, out);
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
    uint32_t random = (is_number(symbol) ? NUMBER : symbol) * 0x9e3779b1u;
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
  if (state->now.symbol > 0 && symbol_at(text, state->now.symbol - 1) != SPACE) add(text, SPACE, 0, &match);
  end_sketch(text, &match);
  *out_match = match;
  return LG_OK;
}

lg_status lg_text_loop_reset(lg_text_loop *text) {
  if (text == NULL) return LG_EINVAL;
  begin(text);
  return LG_OK;
}
