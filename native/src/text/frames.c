/* The lines that hosts put above and below the output of a command; docs/identity.md says which host writes which. */
#include "text/envelope.h"

/* What follows the words of a line. */
typedef enum rest {
  NOTHING,
  TOKEN,   /* hexadecimal digits */
  NUMBER,  /* numbers, commas, perhaps " seconds"; the line goes */
  ZERO,    /* with 0 the line goes, another exit code stays */
  CLOCK,   /* anything with a digit; the line goes */
  COUNTED, /* a number, which goes, and anything else, which stays */
  LEFT,    /* a number and one of LEFT_OF, perhaps what for; the line goes, if others stand above it */
  STAYS    /* anything */
} rest;

typedef struct frame {
  const char *begin;
  uint8_t len;
  uint8_t rest;
  bool sure; /* the line alone is a frame; the others only beside such a line, or above "Output:" */
} frame;

/* A line of a frame is short; and how far into the first string of JSON a frame is looked for. */
enum { LINE_MAX_LEN = 256, OPENING_MAX = 64 };

/* Blocks of lines at the end, with what closes them. */
typedef struct block {
  const char *open, *close;
} block;

#include "text/frames.gen.h"

static size_t skip_set(const lg_scan *text, size_t at, size_t end, const char *set) {
  while (at < end && text->s[at] != '\0' && strchr(set, text->s[at]) != NULL) at++;
  return at;
}

static bool is_left(const lg_scan *text, size_t at, size_t end) {
  for (size_t k = 0; k < COUNT_OF(LEFT_OF); k++) {
    size_t len = strlen(LEFT_OF[k]), i = at + len;
    if (i > end || memcmp(text->s + at, LEFT_OF[k], len) != 0) continue;
    return i == end || (i + 1 == end && text->s[i] == '.') || lg__at_word(text, i, " to complete ", 13);
  }
  return false;
}

/* Whether what follows the words of a line, [at, end), is as the frame has it; and which part of the line goes. */
static bool fits(const lg_scan *text, const frame *kind, size_t at, size_t end, lg_frame_line *line) {
  size_t i;
  line->cut = (lg_span){line->start, line->start};
  switch ((rest)kind->rest) {
  case NOTHING:
    if (at != end) return false;
    break;
  case TOKEN:
    if (end - at < 4 || end - at > 16 || skip_set(text, at, end, "0123456789abcdef") != end) return false;
    break;
  case NUMBER:
    i = skip_set(text, at, end, "0123456789,. ");
    if (!lg__any_digit(text->s + at, i - at)) return false;
    if (i != end && !(end - i == 7 && lg__at_word(text, i, "seconds", 7))) return false;
    break;
  case ZERO:
    i = skip_set(text, at, end, "-0123456789");
    if (i == at || i != end) return false;
    if (end - at != 1 || text->s[at] != '0') return true;
    break;
  case CLOCK:
    if (!lg__any_digit(text->s + at, end - at)) return false;
    break;
  case COUNTED:
    i = skip_set(text, at, end, "0123456789");
    line->cut = (lg_span){at, i};
    return true;
  case LEFT:
    i = skip_set(text, at, end, "0123456789");
    if (line->start == 0 || i == at || !is_left(text, i + 1, end)) return false;
    break;
  case STAYS: return true;
  }
  line->cut = (lg_span){line->start, line->end};
  return true;
}

static const frame *frame_of(const lg_scan *text, const frame *frames, size_t count, size_t end, lg_frame_line *line) {
  char first = (char)lg__peek(text, line->start);
  for (size_t k = 0; k < count; k++) {
    size_t len = frames[k].len;
    if (frames[k].begin[0] != first || end - line->start < len ||
        memcmp(text->s + line->start, frames[k].begin, len) != 0)
      continue;
    if (fits(text, &frames[k], line->start + len, end, line)) return &frames[k];
  }
  return NULL;
}

/* The end of the line at `at`, before its line break, which in a string of JSON is \n; `*next`: behind that. */
static size_t line_end(const lg_scan *text, size_t at, size_t *next) {
  size_t i = at, most = text->len - at < LINE_MAX_LEN ? text->len : at + LINE_MAX_LEN;
  while (i < most && text->s[i] != '\n' && text->s[i] != '\r' && text->s[i] != '\\' && text->s[i] != '"') i++;
  uint8_t byte = lg__peek(text, i), then = lg__peek(text, i + 1);
  *next = i;
  if (byte == '\n') *next = i + 1;
  if ((byte == '\r' && then == '\n') || (byte == '\\' && then == 'n')) *next = i + 2;
  return i;
}

/* Where a head can begin: with the text, or with the first string in it. */
static size_t opening(const lg_scan *text, size_t at) {
  uint8_t first = lg__peek(text, at);
  if (first != '{' && first != '[') return at;
  const uint8_t *from = text->s + at, *end = from + (text->len - at < OPENING_MAX ? text->len - at : OPENING_MAX);
  for (const uint8_t *i = from; (i = memchr(i, '"', (size_t)(end - i))) != NULL; i++) {
    uint8_t next = lg__peek(text, (size_t)(i - text->s) + 1);
    if (next == 'C' || next == 'W' || next == 'E') return (size_t)(i - text->s) + 1;
  }
  return at;
}

/* The headers between the first line of HTTP and a body, unless one of them points to what the answer is about. */
static size_t http_head(const lg_scan *text, size_t at, lg_frame_line *line) {
  line->start = 0;
  for (const uint8_t *feed; (feed = memchr(text->s + at, '\n', text->len - at)) != NULL;) {
    size_t name = at, end = at;
    at = (size_t)(feed - text->s) + 1;
    while (lg__kind(text->s[end]) & LG_BYTE_NAME) end++;
    if (line->start == 0) {
      line->start = at;
    } else if (lg__is_space(text, name)) {
      line->cut = (lg_span){line->start, line->end = name};
      lg_frame_line tail[LG_FRAME_LINES]; /* what a host adds is no body of an answer that has none */
      size_t tails = lg__frame_tail(text, 0, tail);
      end = tails != 0 ? tail[tails - 1].start : text->len;
      at = skip_set(text, at, end, "[( \r\n");
      return name > line->start && at < end && !lg__at_word(text, at, "exit", 4);
    } else if (text->s[end] != ':' || lg__is_of_content(text->s + name, end - name)) {
      return 0;
    }
  }
  return 0;
}

size_t lg__frame_head(const lg_scan *text, size_t at, lg_frame_line lines[LG_FRAME_LINES]) {
  size_t count = 0, next;
  bool sure = false;
  at = opening(text, at);
  uint8_t first = lg__peek(text, at);
  if (first == 'H' && lg__at_word(text, at, "http/", 5)) return http_head(text, at, lines);
  bool cell = first == 'O' && lg__peek(text, at + 3) == '['; /* not "Output:", which stands below other lines */
  if (first != 'C' && first != 'W' && first != 'E' && !cell) return 0;
  while (count < LG_FRAME_LINES) {
    size_t end = line_end(text, at, &next);
    lines[count] = (lg_frame_line){.start = at, .end = next};
    const frame *kind = frame_of(text, HEADS, COUNT_OF(HEADS), end, &lines[count]);
    if (kind == NULL) break;
    count++;
    sure = sure || kind->sure || kind->rest == NOTHING;
    at = next;
    if (kind->rest == NOTHING || next == end) break;
  }
  return sure ? count : 0;
}

/* The end of what stands in [from, end) before blanks; `from`: nothing. */
static size_t without_blanks(const lg_scan *text, size_t from, size_t end) {
  while (end > from && (lg__kind(text->s[end - 1]) & LG_BYTE_SPACE)) end--;
  return end;
}

/* The block that ends at `end`, as a line of a frame; it does not reach before `from`. One that stands alone is the
 * answer. */
static bool block_at(const lg_scan *text, size_t from, size_t end, lg_frame_line *line) {
  size_t stop = without_blanks(text, from, end);
  if (stop == from || (text->s[stop - 1] != '>' && text->s[stop - 1] != '#')) return false;
  for (size_t k = 0; k < COUNT_OF(BLOCKS); k++) {
    size_t close = strlen(BLOCKS[k].close), open = strlen(BLOCKS[k].open);
    if (stop - from < close + open || memcmp(text->s + stop - close, BLOCKS[k].close, close) != 0) continue;
    for (size_t at = stop - close - open + 1; at > from; at--) {
      if (text->s[at - 1] != BLOCKS[k].open[0] || memcmp(text->s + at - 1, BLOCKS[k].open, open) != 0) continue;
      *line = (lg_frame_line){at - 1, end, {at - 1, end}};
      if (open == 4 && !lg__any_digit(text->s + at, end - at)) return false; /* a comment has a number */
      return without_blanks(text, from, at - 1) != from;
    }
  }
  return false;
}

size_t lg__frame_tail(const lg_scan *text, size_t from, lg_frame_line lines[LG_FRAME_LINES]) {
  size_t count = 0, end = text->len, sure = 0;
  while (count < LG_FRAME_LINES && block_at(text, from, end, &lines[count])) end = lines[count++].start;
  sure = count;
  while (count < LG_FRAME_LINES && end > from) {
    size_t stop = end;
    while (stop > from && (text->s[stop - 1] == '\n' || text->s[stop - 1] == '\r')) stop--;
    if (stop == from || memchr(TAIL_LASTS, text->s[stop - 1], sizeof TAIL_LASTS - 1) == NULL) break;
    size_t start = stop;
    while (start > from && stop - start <= LINE_MAX_LEN && text->s[start - 1] != '\n') start--;
    lines[count] = (lg_frame_line){.start = start, .end = end};
    if (memchr(TAIL_FIRSTS, text->s[start], sizeof TAIL_FIRSTS - 1) == NULL) break;
    const frame *kind = frame_of(text, TAILS, COUNT_OF(TAILS), stop, &lines[count]);
    if (kind == NULL) break;
    count++;
    if (kind->sure) sure = count;
    end = start;
  }
  /* "Exit Code: 1" above the last sure line belongs to the frame too */
  return sure == 0 ? 0 : count;
}
