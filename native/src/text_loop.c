#include "text_loop.h"
#include "text_loop_classes.h"

/* The first so many characters of a run of white space or digits are one symbol; those after them are symbols of their
 * own, so that an endless run of line feeds or of 3s is a loop like any other. */
#define SPACES_FOLDED 64u
#define DIGITS_FOLDED 16u

/* LG_TEXT_STEP * STEP_BACK is 1. */
#define STEP_BACK 0xf1de83e19937733du

/* ---- symbols ---- */

/* The hash of a place, from the rolling hash of its 16 symbols. */
static uint8_t place_hash(uint64_t rolling) { return (uint8_t)(rolling >> 56); }

/* The least hash is too far back: takes the least of those after it, the newest of several. */
static void look_again(lg_text_loop *text) {
  uint8_t *const recent = text->recent, kept[LG_TEXT_WINDOW];
  static const uint8_t index[LG_TEXT_WINDOW] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                                16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  uint8_t least = UINT8_MAX, at = 0;
  /* Without branches, since these would be guessed wrong, and bytes, of which the compiler takes several at once. */
  for (uint32_t i = 0; i < LG_TEXT_WINDOW; i++) least = recent[i] < least ? recent[i] : least;
  for (uint32_t i = 0; i < LG_TEXT_WINDOW; i++) {
    const uint8_t here = (uint8_t)(index[i] & (recent[i] == least ? UINT8_MAX : 0));
    at = here > at ? here : at;
  }
  text->cursor.least = least;
  text->cursor.places = LG_TEXT_WINDOW - 1 - (uint32_t)at;
  memcpy(kept, recent + at + 1, sizeof kept); /* more than that are left: a length that is known costs less */
  memcpy(recent, kept, sizeof kept);
}

/* A chunk ends with the newest symbol. */
static void end_chunk(lg_text_loop *text, uint8_t hash, lg_text_match *match) {
  text->cursor.least = hash;
  text->cursor.places = 0;
  lg__text_chunk_end(text, match);
}

/* Adds a symbol, which may end a chunk. */
static void add(lg_text_loop *text, uint8_t symbol, lg_text_match *match) {
  lg_text_cursor *cursor = &text->cursor;
  if (cursor->places == LG_TEXT_WINDOW) look_again(text);
  const uint64_t random = text->symbol[symbol];
  cursor->rolling = (cursor->rolling << 4) + random; /* shifts out what is 16 symbols back */
  cursor->all = (cursor->all + random) * LG_TEXT_STEP;
  cursor->index++;
  const uint8_t hash = place_hash(cursor->rolling);
  text->recent[cursor->places++] = hash;
  if (hash <= cursor->least) end_chunk(text, hash, match);
}

/*
 * Adds the bytes from `at` up to the first that is of no class that may follow without more ado: what add_byte would do
 * with each, in a loop whose variables are few enough for registers. Returns where that byte is, or `end`.
 */
static const uint8_t *add_plain(lg_text_loop *text, const uint8_t *at, const uint8_t *end, lg_text_match *match) {
  lg_text_cursor *cursor = &text->cursor;
  while (at < end && of_byte.class[*at] & cursor -> last / NEXT) {
    if (cursor->places == LG_TEXT_WINDOW) look_again(text);
    /* Until `stop` there are places behind the least hash. */
    const uint32_t room = LG_TEXT_WINDOW - cursor->places;
    const uint8_t *const begin = at, *const stop = (size_t)(end - at) > room ? at + room : end;
    const uint64_t *const symbols = text->symbol;
    const uint32_t least = cursor->least;
    uint64_t rolling = cursor->rolling, all = cursor->all, counts = cursor->counts.letters_and_words;
    uint8_t *place = text->recent + cursor->places, hash;
    uint32_t next = cursor->last / NEXT;
    do {
      const uint32_t class = of_byte.class[*at];
      if ((class & next) == 0) break;
      next = class / NEXT;
      counts += of_byte.letters_and_words[*at];
      rolling = (rolling << 4) + symbols[*at];
      all = (all + symbols[*at]) * LG_TEXT_STEP;
      hash = place_hash(rolling);
      *place++ = hash;
      at++;
    } while (hash > least && at < stop);
    cursor->at += (size_t)(at - begin);
    cursor->rolling = rolling;
    cursor->all = all;
    cursor->last = of_byte.class[at[-1]];
    cursor->index += (uint32_t)(at - begin);
    cursor->places += (uint32_t)(at - begin);
    cursor->run = 1;
    cursor->counts.letters_and_words = counts;
    if (place[-1] <= least) end_chunk(text, place[-1], match);
  }
  return at;
}

/* ---- characters ---- */

/*
 * A line ends at the cursor; the next one begins there. `spaces`: the last symbol is white space, which is not of the
 * line.
 */
static void end_line(lg_text_loop *text, bool space, lg_text_match *match) {
  const lg_text_cursor *cursor = &text->cursor;
  const uint64_t all = space ? cursor->all * STEP_BACK - text->symbol[' '] : cursor->all;
  lg__text_line_end(text, lg__text_hash(text, &text->line, all, cursor->index - space), match);
}

static void add_space(lg_text_loop *text, uint8_t byte, lg_text_match *match) {
  lg_text_cursor *cursor = &text->cursor;
  cursor->at++;
  const bool first = (cursor->last & ANY_SPACE) == 0, ends = byte == '\n' || (cursor->last & STOP) != 0;
  if (ends) end_line(text, !first, match);
  if (first) {
    cursor->counts.letters_and_words += WORD;
    cursor->run = 1;
    add(text, ' ', match);
  } else {
    cursor->counts.more_blank++;
    if (cursor->run < SPACES_FOLDED)
      cursor->run++;
    else
      add(text, byte, match);
  }
  if (ends) text->line = (lg_text_place){cursor->all, cursor->index};
}

/* What a digit, which is the n-th of its number, adds to the sum over digits. */
static uint32_t digit_value(uint8_t digit, uint32_t n) {
  const uint32_t value = (digit + 64u * n) * 0x9e3779b1u; /* 64u: different digits at different places stay different */
  return (value ^ value >> 15) * 0x85ebca6bu;
}

/* Whether the line under way has had no letter yet. */
static bool is_before_words(const lg_text_loop *text) {
  return lg__text_letters(&text->cursor.counts) == lg__text_letters(&text->lines.counts);
}

static void add_digit(lg_text_loop *text, uint8_t byte, lg_text_match *match) {
  lg_text_cursor *cursor = &text->cursor;
  cursor->at++;
  if ((cursor->last & DIGIT) == 0) {
    cursor->counts.numbers++;
    cursor->run = 1;
    add(text, '0', match);
  } else if (cursor->run < DIGITS_FOLDED) {
    cursor->run++;
  } else {
    add(text, byte, match);
  }
  cursor->counts.digits += digit_value(byte, cursor->run) << (is_before_words(text) ? LG_TEXT_NUMBERING : 0);
}

/* The second or third byte of a character. The full stops of other scripts end a sentence without a space. */
static void add_tail(lg_text_loop *text, uint8_t byte, lg_text_match *match) {
  lg_text_cursor *cursor = &text->cursor;
  add(text, byte, match);
  cursor->beyond = (cursor->beyond << 8 | byte) & 0xffffff;
  switch (cursor->beyond) {
  case 0xe38082: /* U+3002 */
  case 0xefbc81: /* U+FF01 */
  case 0xefbc9f: /* U+FF1F */
  case 0xe0a5a4: /* U+0964 */
    end_line(text, false, match);
    text->line = (lg_text_place){cursor->all, cursor->index};
  }
}

static void add_byte(lg_text_loop *text, uint8_t byte, lg_text_match *match);

/* The three bytes of a surrogate: those that a host writes that cuts the pair in two. */
static void add_surrogate(lg_text_loop *text, uint32_t low_bits, lg_text_match *match) {
  add_byte(text, 0xed, match);
  add_byte(text, (uint8_t)(0x80 | low_bits >> 6), match);
  add_byte(text, (uint8_t)(0x80 | (low_bits & 0x3f)), match);
}

/* The second, third or fourth byte of a character of four: with the last, its two surrogates are added. */
static void add_astral(lg_text_loop *text, uint8_t byte, lg_text_match *match) {
  lg_text_cursor *cursor = &text->cursor;
  cursor->astral = cursor->astral << 6 | (byte & 0x3fu);
  if (--cursor->awaited > 0) return;
  const uint32_t bits = cursor->astral - 0x10000;
  cursor->astral = 0;
  add_surrogate(text, 0x800 | (bits >> 10 & 0x3ff), match); /* 0xD800 and more */
  add_surrogate(text, 0xc00 | (bits & 0x3ff), match);       /* 0xDC00 and more */
}

/* A byte of any class but those of PLAIN. */
static void add_byte(lg_text_loop *text, uint8_t byte, lg_text_match *match) {
  lg_text_cursor *cursor = &text->cursor;
  const uint32_t class = of_byte.class[byte];
  if (class & TAIL && cursor->awaited > 0) {
    add_astral(text, byte, match);
    return;
  }
  cursor->awaited = 0;
  if (class & ASTRAL) {
    cursor->astral = byte & 7;
    cursor->awaited = 3;
    return;
  }
  if (class & ANY_SPACE) {
    add_space(text, byte, match);
  } else if (class & DIGIT) {
    add_digit(text, byte, match);
  } else if (class & TAIL) {
    add_tail(text, byte, match);
  } else {
    cursor->counts.letters_and_words += of_byte.letters_and_words[byte];
    cursor->counts.wide += (class & WIDE) != 0;
    cursor->beyond = byte;
    cursor->at++;
    add(text, byte, match);
  }
  cursor->last = class;
}

/* Adds the spaces at `at` that lengthen a run of white space, which are no symbols: indentation. */
static const uint8_t *add_blanks(lg_text_loop *text, const uint8_t *at, const uint8_t *end) {
  lg_text_cursor *cursor = &text->cursor;
  if ((cursor->last & ANY_SPACE) == 0 || cursor->run >= SPACES_FOLDED) return at;
  const uint32_t room = SPACES_FOLDED - cursor->run;
  const uint8_t *const begin = at, *const stop = (size_t)(end - at) > room ? at + room : end;
  while (at < stop && *at == ' ') at++;
  cursor->at += (size_t)(at - begin);
  cursor->run += (uint32_t)(at - begin);
  cursor->counts.more_blank += (uint32_t)(at - begin);
  return at;
}

bool lg__text_is_class(uint32_t last) {
  for (size_t byte = 0; byte < 256; byte++)
    if (of_byte.class[byte] == last) return true;
  return false;
}

/* ---- the functions that users call ---- */

/* Words have so many letters at most on average. */
#define WORD_MAX 24u
/* Of prose this share (percent) of what is no white space are letters. */
#define PROSE_SHARE 85u

lg_text_look lg__text_look(const lg_text_counts *from, const lg_text_counts *to, uint32_t length) {
  const uint32_t letters = lg__text_letters(to) - lg__text_letters(from), wide = to->wide - from->wide,
                 words = lg__text_words(to) - lg__text_words(from),
                 inked = length - words - (to->more_blank - from->more_blank);
  if (letters == 0 || ((uint64_t)words * WORD_MAX < letters && (uint64_t)wide * 2 < letters)) return LG_TEXT_DENSE;
  return (uint64_t)letters * 100 >= (uint64_t)inked * PROSE_SHARE ? LG_TEXT_PROSE : LG_TEXT_PLAIN;
}

void lg__text_report(lg_text_loop *text, uint64_t since, lg_text_match found, lg_text_match *match) {
  bool goes_on = since < text->told;
  text->told = text->cursor.at;
  if (!goes_on && match->kind == LG_TEXT_NONE) *match = found;
}

static bool fill_in_one(uint32_t *option, uint32_t fallback, uint32_t least, uint32_t most) {
  if (*option == 0) *option = fallback;
  return *option >= least && *option <= most;
}

static lg_status fill_in(const lg_text_loop_options *given, lg_text_loop_options *out_options) {
  lg_text_loop_options options = given == NULL ? (lg_text_loop_options){0} : *given;
  if (!fill_in_one(&options.repeats, LG_TEXT_REPEATS)) return LG_EINVAL;
  if (!fill_in_one(&options.min_length, LG_TEXT_MIN_LENGTH)) return LG_EINVAL;
  if (!fill_in_one(&options.max_period, LG_TEXT_MAX_PERIOD)) return LG_EINVAL;
  if (!fill_in_one(&options.messages, LG_TEXT_ALIKE)) return LG_EINVAL;
  *out_options = options;
  return LG_OK;
}

/* What a new detector has, and one that was reset: its key and its options are there already. */
static void begin(lg_text_loop *text) {
  const lg_allocator allocator = text->allocator;
  const lg_text_loop_options options = text->options;
  const lg_buf snapshot = text->snapshot;
  uint8_t key[LG_KEY_SIZE];
  memcpy(key, text->key, sizeof key);
  memset(text, 0, sizeof *text);
  text->allocator = allocator;
  text->options = options;
  text->snapshot = snapshot;
  memcpy(text->key, key, sizeof key);
  for (uint32_t symbol = 0; symbol < 256; symbol++) {
    const uint8_t byte = (uint8_t)symbol;
    const lg_digest digest = lg_digest_bytes(key, &byte, 1);
    for (int i = 0; i < 8; i++) text->symbol[symbol] = text->symbol[symbol] << 8 | digest.bytes[i];
  }
  text->power[0] = 1;
  for (uint32_t n = 1; n < LG_TEXT_POWERS; n++) text->power[n] = text->power[n - 1] * LG_TEXT_STEP;
  text->cursor.last = SIGN | WITHIN;
}

lg_status lg_text_loop_new(const lg_allocator *from, const uint8_t key[LG_KEY_SIZE],
                           const lg_text_loop_options *options, lg_text_loop **out_text) {
  if (key == NULL || out_text == NULL) return LG_EINVAL;
  lg_text_loop_options full;
  lg_status status = fill_in(options, &full);
  if (status != LG_OK) return status;
  lg_allocator allocator;
  status = lg__allocator_init(&allocator, from);
  if (status != LG_OK) return status;
  lg_text_loop *text = lg__alloc_zeroed(&allocator, 1, sizeof *text);
  if (text == NULL) return LG_ENOMEM;
  text->allocator = allocator;
  memcpy(text->key, key, LG_KEY_SIZE);
  text->options = full;
  lg__buf_init(&text->snapshot, &text->allocator);
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
  lg_text_match match = {LG_TEXT_NONE, 0, 0, 0};
  const uint8_t *at = (const uint8_t *)chunk, *const end = len == 0 ? at : at + len;
  while ((at = add_plain(text, at, end, &match)) < end) {
    if ((at = add_blanks(text, at, end)) == end) break;
    if (of_byte.class[*at] & text -> cursor.last / NEXT) continue;
    add_byte(text, *at++, &match);
  }
  *out_match = match;
  return LG_OK;
}

lg_status lg_text_loop_end_message(lg_text_loop *text, lg_text_match *out_match) {
  if (text == NULL || out_match == NULL) return LG_EINVAL;
  lg_text_match match = {LG_TEXT_NONE, 0, 0, 0};
  lg_text_cursor *cursor = &text->cursor;
  end_line(text, (cursor->last & ANY_SPACE) != 0, &match);
  cursor->rolling = 0; /* a chunk ends, and ... */
  lg__text_chunk_end(text, &match);
  lg__text_message_end(text, &match);
  /* ... the next message is cut as if it were the first, so that the same message gives the same chunks. */
  cursor->all = 0;
  text->chunk = text->line = (lg_text_place){0, 0};
  cursor->least = 0;
  cursor->places = cursor->index = cursor->run = cursor->beyond = cursor->awaited = 0;
  cursor->last = SIGN | WITHIN;
  *out_match = match;
  return LG_OK;
}

lg_status lg_text_loop_reset(lg_text_loop *text) {
  if (text == NULL) return LG_EINVAL;
  begin(text);
  return LG_OK;
}
