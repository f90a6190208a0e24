/*
 * The same lines or sentences again and again, in any order. Each one that came before of late adds its length to what
 * was said again; each new one takes away twice its length. One of code or a table takes away all, and so does a new
 * one behind a loop that was reported: comments and messages that repeat between other code are no chant. Lines that
 * differ in a number are different ones, but for their numbering. It is a loop when all was said as often as `repeats`
 * wants: what was said again is that many times as long as it usually takes until a sentence comes again.
 *
 *   sentences         A B C A C B A B C
 *   said again              a c b a b c       the length of six sentences; each comes again after three
 */
#include "text_loop.h"

/* Lines that lie further back are another matter: a licence text that comes with each of many packages. */
#define RECENT 1500u
/* Of a sentence the stop counts, too, so one of so few letters reads as code: "Wait." */
#define LETTERS_FEW 5u
/* A new line weighs so much more than one that came before. */
#define NEWS 2u
/* Of so many newest lines the mean is taken, the newest weighing most. */
#define MEAN_OF 16u

/* How often the line came of late; without branches, so that the compiler takes several at once. */
static uint32_t times_seen(const lg_text_lines *lines, uint32_t digest, uint32_t now) {
  uint32_t seen = 0;
  for (uint32_t i = 0; i < LG_TEXT_LINES_HELD; i++)
    seen += (uint32_t)(lines->digest[i] == digest) & (uint32_t)((int32_t)(now - lines->at[i]) <= (int32_t)RECENT);
  return seen;
}

/* How far back the line ended: first of late, and last. */
typedef struct lg_text_reach {
  uint32_t farthest, nearest;
} lg_text_reach;

static lg_text_reach reach_of(const lg_text_lines *lines, uint32_t digest, uint32_t now) {
  lg_text_reach reach = {0, RECENT};
  for (uint32_t i = 0; i < LG_TEXT_LINES_HELD; i++) {
    const uint32_t distance = now - lines->at[i];
    if (lines->digest[i] != digest || distance > RECENT) continue;
    if (distance > reach.farthest) reach.farthest = distance;
    if (distance < reach.nearest) reach.nearest = distance;
  }
  return reach;
}

/* Counts a line of this length as said again; gives how much must be for a loop. */
static uint32_t count_again(lg_text_lines *lines, const lg_text_loop_options *options, uint32_t length,
                            uint32_t distance) {
  if (lines->again == 0) lines->distances = distance * MEAN_OF;
  lines->distances += distance - lines->distances / MEAN_OF;
  lines->again += length;
  const uint32_t wanted = (options->repeats > 2 ? options->repeats - 2 : 0) * (lines->distances / MEAN_OF);
  return wanted > options->min_length ? wanted : options->min_length;
}

/* Whether it says nothing, neither way: a rule, a bracket, or a word and its stop between sentences, as "Wait." */
static bool says_nothing(const lg_text_counts *from, const lg_text_counts *to, uint32_t letters, uint32_t length) {
  const uint32_t blank = lg__text_words(to) - lg__text_words(from) + (to->more_blank - from->more_blank),
                 digits = to->numbers - from->numbers;
  return letters == 0 || (letters <= LETTERS_FEW && digits == 0 && length - blank == letters + 1);
}

void lg__text_line_end(lg_text_loop *text, uint64_t hash, lg_text_match *match) {
  const lg_text_cursor *cursor = &text->cursor;
  lg_text_lines *lines = &text->lines;
  const uint64_t begin = lines->begin;
  const lg_text_counts before = lines->counts;
  const uint32_t letters = lg__text_letters(&cursor->counts) - lg__text_letters(&before), now = (uint32_t)cursor->at,
                 length = (uint32_t)(cursor->at - begin),
                 numbers = lg__text_numbers_within(cursor->counts.digits - before.digits);
  lines->begin = cursor->at;
  lines->counts = cursor->counts;
  if (says_nothing(&before, &cursor->counts, letters, length)) return;
  const uint32_t digest = lg__text_digest(hash + numbers);
  const uint32_t seen =
      lg__text_is_among(lines->tag, LG_TEXT_LINES_HELD, lg__text_tag(digest)) ? times_seen(lines, digest, now) : 0;
  const bool prose = lg__text_look(&before, &cursor->counts, length) == LG_TEXT_PROSE;
  const bool again = seen > 0 && prose, after_loop = prose && begin <= text->told;
  const lg_text_reach reach = again ? reach_of(lines, digest, now) : (lg_text_reach){0, 0};
  uint32_t wanted = UINT32_MAX;
  if (again)
    wanted = count_again(lines, &text->options, length, reach.nearest);
  else if (!prose || after_loop || lines->again <= (uint64_t)length * NEWS)
    lines->again = 0;
  else
    lines->again -= length * NEWS;
  if (lines->again == 0) lines->rise = cursor->at;
  const bool is_full = lines->again >= wanted;
  if (is_full) lines->again = wanted; /* the loop is over soon after its last line */
  lines->digest[lines->next] = digest;
  lines->tag[lines->next] = lg__text_tag(digest);
  lines->at[lines->next] = now;
  lines->next = (lines->next + 1) % LG_TEXT_LINES_HELD;
  if (!is_full || reach.nearest == length) return; /* the same line in a row is a period */
  lg_text_match found = {LG_TEXT_LINES, reach.farthest / seen, seen + 1, cursor->at - reach.farthest - length};
  lg__text_report(text, lines->rise < found.start ? lines->rise : found.start, found, match);
}
