/* The tail of the text repeats a block: chunks are compared with those 1, 2, 3, ... LG_TEXT_LENGTHS chunks before. */
#include "text_loop.h"

/* So many symbols have to come again, on average, until a whole chunk does. */
#define FIRST_CHUNK (16u + LG_TEXT_WINDOW)
/* What is no prose has to repeat so much more often, over so much more text, since tables and code do. */
#define PLAIN_TIMES 4u
/* What has no words: blocks of so many characters or more, such as an address, are seldom found in tables of bytes. */
#define LONG_DENSE 24u
#define LONG_DENSE_TIMES 6u
#define DENSE_TIMES 20u
/* Blocks that are the same only but for their digits: prose with ... */
/* ... so many words for each number, else it is a table, a log or a progress bar. Where more than the numbering of
 * lines differs ("case 4 fails"), it is a list of different things for as long as code would be. */
#define COUNTING_WORDS 3u

static void add_end(lg_text_periods *periods, const lg_text_cursor *cursor, uint32_t digest) {
  const uint32_t at = periods->next;
  periods->digest[at] = periods->digest[at + LG_TEXT_LENGTHS] = digest;
  periods->at[at] = periods->at[at + LG_TEXT_LENGTHS] = (uint32_t)cursor->at;
  periods->tag[at] = lg__text_tag(digest);
  periods->next = at == 0 ? LG_TEXT_LENGTHS - 1 : at - 1;
  periods->newest_counts = periods->newest_counts + 1 < LG_TEXT_COUNTS ? periods->newest_counts + 1 : 0;
  periods->counts[periods->newest_counts] = cursor->counts;
}

/* The counts `back` ends before the newest. */
static const lg_text_counts *counts_at(const lg_text_periods *periods, uint32_t back) {
  return &periods->counts[(periods->newest_counts + LG_TEXT_COUNTS - back) % LG_TEXT_COUNTS];
}

/* In which digits blocks differ. */
typedef enum which_digits { NO_DIGITS, THE_NUMBERING, NUMBERS_WITHIN } which_digits;

/*
 * In which digits the chunks since the run began differ from those `length` chunks before: where in any, the loop is
 * one only because digits do not count. It looks as far back as there are counts. The chunk that ends at the cursor is
 * not yet among the ends.
 */
static which_digits digits_that_differ(const lg_text_periods *periods, const lg_text_cursor *cursor, uint32_t length) {
  const uint32_t *ends = periods->at + periods->next + 1, now = (uint32_t)cursor->at,
                 run = now - periods->since[length - 1];
  const lg_text_counts *to = &cursor->counts;
  which_digits differ = NO_DIGITS;
  for (uint32_t back = 0; back + length < LG_TEXT_COUNTS && back < LG_TEXT_LENGTHS && now - ends[back] <= run; back++) {
    const lg_text_counts *from = counts_at(periods, back);
    const uint32_t before = counts_at(periods, back + length - 1)->digits - counts_at(periods, back + length)->digits,
                   difference = to->digits - from->digits - before;
    if (lg__text_numbers_within(difference) != 0) return NUMBERS_WITHIN;
    if (difference != 0) differ = THE_NUMBERING;
    to = from;
  }
  return differ;
}

/* How much more a block must repeat than one of prose does. */
static uint32_t times_of(lg_text_look look, uint32_t letters, uint32_t period) {
  if (look == LG_TEXT_PROSE) return 1;
  /* "ingingingi" is nothing but letters, and so is "AAAA", which base64 has. */
  if (look == LG_TEXT_PLAIN || (letters == period && period > 1)) return PLAIN_TIMES;
  return period >= LONG_DENSE ? LONG_DENSE_TIMES : DENSE_TIMES;
}

static bool is_enough(const lg_text_loop_options *options, uint32_t repeats, uint32_t length, uint64_t times) {
  return repeats >= options->repeats * times && length >= options->min_length * times;
}

/* Whether the tail, which has repeated a block of this many chunks and characters so often so far, is a loop. */
static bool is_loop(const lg_text_loop_options *options, const lg_text_periods *periods, const lg_text_cursor *cursor,
                    uint32_t chunks, uint32_t period, uint32_t length, uint32_t repeats) {
  const lg_text_counts *from = counts_at(periods, chunks - 1), *to = &cursor->counts;
  const lg_text_look look = lg__text_look(from, to, period);
  const uint64_t times = times_of(look, lg__text_letters(to) - lg__text_letters(from), period);
  if (!is_enough(options, repeats, length, times)) return false;
  const uint32_t numbers = to->numbers - from->numbers,
                 words = lg__text_words(to) - lg__text_words(from) + (to->wide - from->wide);
  const which_digits differ = numbers == 0 ? NO_DIGITS : digits_that_differ(periods, cursor, chunks);
  if (differ == NO_DIGITS) return true;
  if (look != LG_TEXT_PROSE || words < numbers * COUNTING_WORDS) return false;
  return differ == THE_NUMBERING || is_enough(options, repeats, length, PLAIN_TIMES);
}

/* Looks at the shortest period that the tail has repeated often enough. */
static void find_period(lg_text_loop *text, lg_text_match *match) {
  const lg_text_periods *periods = &text->periods;
  const lg_text_cursor *cursor = &text->cursor;
  const lg_text_loop_options *options = &text->options;
  const uint32_t now = (uint32_t)cursor->at, *ends = periods->at + periods->next + 1;
  for (uint32_t i = 0; i < LG_TEXT_LENGTHS; i++) {
    const uint32_t period = now - ends[i], run = now - periods->since[i];
    if (period > options->max_period) return;
    const uint32_t repeats = period == 0 ? 0 : (run + period + period / 2) / period;
    if (repeats < options->repeats) continue;
    /* `run` begins with the first chunk that came again as a whole: with all 16 symbols before it, and all places among
       which its end is the least. So the length is an estimate, and repeats are rounded. */
    const uint32_t length = run + period + (run < FIRST_CHUNK ? run : FIRST_CHUNK);
    if (length < options->min_length) return;
    if (!is_loop(options, periods, cursor, i + 1, period, length, repeats)) return;
    const lg_text_match found = {LG_TEXT_PERIOD, period, repeats, cursor->at - run - period};
    lg__text_report(text, cursor->at - run, found, match);
    return;
  }
}

/* Whether one of the runs is so long. */
static bool has_run(const uint32_t *since, uint32_t now, uint32_t enough) {
  const uint32_t late = enough - now - 1;
  uint32_t signs = 0;
  for (uint32_t i = 0; i < LG_TEXT_LENGTHS; i++) signs |= since[i] + late; /* negative: now - since >= enough */
  return signs >> 31 != 0;
}

void lg__text_chunk_end(lg_text_loop *text, lg_text_match *match) {
  lg_text_periods *periods = &text->periods;
  const uint32_t digest = lg__text_digest(lg__text_hash(text, &text->chunk, text->cursor.all, text->cursor.index) +
                                          text->cursor.rolling),
                 now = (uint32_t)text->cursor.at, *digests = periods->digest + periods->next + 1;
  if (!lg__text_is_among(periods->tag, LG_TEXT_LENGTHS, lg__text_tag(digest))) {
    periods->all_new = true;
    periods->new_at = now;
  } else {
    lg__text_spread_new(periods);
    uint32_t *const since = periods->since;
    for (uint32_t i = 0; i < LG_TEXT_LENGTHS; i++) /* without branches: the compiler does several at once */
      since[i] = digests[i] == digest ? since[i] : now;
    /* A loop has gone on for so long after its first period: without that, no period needs a look. */
    const uint32_t enough = text->options.min_length / 3;
    if (now - periods->new_at >= enough && has_run(since, now, enough)) find_period(text, match);
  }
  add_end(periods, &text->cursor, digest);
  lg__text_message_add(&text->message, digest);
  text->chunk = (lg_text_place){text->cursor.all, text->cursor.index};
}

void lg__text_spread_new(lg_text_periods *periods) {
  if (!periods->all_new) return;
  for (uint32_t i = 0; i < LG_TEXT_LENGTHS; i++) periods->since[i] = periods->new_at;
  periods->all_new = false;
}
