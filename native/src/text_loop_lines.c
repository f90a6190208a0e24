/*
 * The same lines or sentences again and again, in any order. Each line that came often enough of late adds its length
 * to a score, each new one takes away several times its length, and so does, once, one of code or a table that came
 * before: the score of text with a refrain stays low, and that of comments between lines of code.
 */
#include "text_loop.h"

/* Lines that lie further back are another matter: a licence text that comes with each of many packages. */
#define RECENT 1500u
/* A line with fewer letters says nothing, neither way. */
#define LETTERS_MIN 3u
/* One line counts for so many characters at most. */
#define LINE_MAX 200u
/* A new line weighs so much more than one that came before. */
#define NEWS 5u
/* The score of a loop, in lengths of a loop of periods. */
#define SCORE_TIMES 2u

/* How often the line came of late; without branches, so that the compiler takes several at once. */
static uint32_t times_seen(const lg_text_lines *lines, uint32_t digest, uint32_t now) {
  uint32_t seen = 0;
  for (uint32_t i = 0; i < LG_TEXT_LINES_HELD; i++)
    seen += (uint32_t)(lines->digest[i] == digest) & (uint32_t)((int32_t)(now - lines->at[i]) <= (int32_t)RECENT);
  return seen;
}

/* How far back it ended first of late. */
static uint32_t farthest_of(const lg_text_lines *lines, uint32_t digest, uint32_t now) {
  uint32_t farthest = 0;
  for (uint32_t i = 0; i < LG_TEXT_LINES_HELD; i++) {
    const uint32_t distance = now - lines->at[i];
    if (lines->digest[i] == digest && distance <= RECENT && distance > farthest) farthest = distance;
  }
  return farthest;
}

void lg__text_line_end(lg_text_loop *text, uint64_t hash, lg_text_match *match) {
  const lg_text_cursor *cursor = &text->cursor;
  lg_text_lines *lines = &text->lines;
  const uint64_t begin = lines->begin;
  const lg_text_counts before = lines->counts;
  const uint32_t letters = lg__text_letters(&cursor->counts) - lg__text_letters(&before), now = (uint32_t)cursor->at,
                 length = (uint32_t)(cursor->at - begin);
  lines->begin = cursor->at;
  lines->counts = cursor->counts;
  if (letters < LETTERS_MIN) return;
  const uint32_t digest = lg__text_digest(hash);
  const uint32_t seen =
      lg__text_is_among(lines->tag, LG_TEXT_LINES_HELD, lg__text_tag(digest)) ? times_seen(lines, digest, now) : 0;
  const uint32_t weight = length < LINE_MAX ? length : LINE_MAX;
  const bool prose = lg__text_look(&before, &cursor->counts, length) == LG_TEXT_PROSE;
  const uint32_t less = seen == 0 ? weight * NEWS : prose ? 0 : weight;
  lines->score = lines->score > less ? lines->score - less : 0;
  if (prose && seen > 0 && seen + 2 >= text->options.repeats) lines->score += weight;
  if (lines->score == 0) lines->rise = cursor->at;
  const bool is_loop = seen > 0 && lines->score >= text->options.min_length * SCORE_TIMES;
  const uint32_t farthest = is_loop ? farthest_of(lines, digest, now) : 0;
  lines->digest[lines->next] = digest;
  lines->tag[lines->next] = lg__text_tag(digest);
  lines->at[lines->next] = now;
  lines->next = (lines->next + 1) % LG_TEXT_LINES_HELD;
  if (!is_loop) return;
  lines->score = text->options.min_length * SCORE_TIMES; /* the loop is over soon after its last line */
  lg_text_match found = {LG_TEXT_LINES, farthest / seen, seen + 1, cursor->at - farthest - length};
  lg__text_report(text, lines->rise, found, match);
}
