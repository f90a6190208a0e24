/*
 * One pass over a text: skip to the next byte that may belong to a span, try the recognisers of spans.h there, and copy
 * the text between spans to the output.
 *
 *   in   "ok   in 1.25s\n"        out   "ok in \x02"
 *              ^ taken: everything before it is written or dropped
 *                 ^ at: the text from `taken` to here will be written in one piece
 *
 * Nothing is written before the first replacement: if there is none, the result is a part of the text itself.
 */
#include "volatile.h"

#include "envelope_names.h"

/* The placeholder of each class. Terminal sequences are dropped, white space becomes one space. */
enum { FOR_TIMESTAMP = 1, FOR_DURATION, FOR_UUID, FOR_HEX_ID, FOR_COUNTER, FOR_PID, FOR_TEMP_PATH, FOR_DIGITS, FOR_MEMBER = 0x0e };
/* Written before a byte of the text that is a placeholder or an ESCAPE, so that no text can imitate a span. */
#define ESCAPE 0x10
/* A text of fewer letters says too little to leave times and ids out: they may be what it says. */
#define ENOUGH_LETTERS 40
/* Spare room after the output, so that short pieces can be copied by a fixed size. */
#define SLACK 64

/* Classes whose spans contain a digit, by which they are found. */
#define BY_DIGIT                                                                                                       \
  (LG_VOLATILE_TIMESTAMPS | LG_VOLATILE_DURATIONS | LG_VOLATILE_UUIDS | LG_VOLATILE_HEX_IDS | LG_VOLATILE_COUNTERS |   \
   LG_VOLATILE_PIDS | LG_VOLATILE_DIGITS)

/* Classes whose spans are parts of words. */
#define SPANS_OF_WORDS ((BY_DIGIT & ~(uint32_t)LG_VOLATILE_DIGITS) | LG_VOLATILE_TEMP_PATHS | LG_VOLATILE_ANSI)

typedef struct writer {
  lg_scan text;
  lg_buf *out;
  uint32_t classes;
  uint16_t wanted; /* LG_BYTE_ bits: the kinds of bytes to stop at */
  bool changed;
  bool blank;    /* a space is due before the next byte, should one come */
  bool spans;    /* a span was replaced that can be all that the text says */
  bool members;  /* so was a value of the envelope, or a measured duration */
  bool again;         /* this is the second look */
  bool only_measured; /* of durations only those that were measured are replaced */
  size_t unsaid; /* letters of labels and frames, which say nothing */
  lg_envelope envelope;
} writer;

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void write_blank(writer *w) {
  if (w->blank && w->out->len != 0) w->out->data[w->out->len++] = ' ';
  w->blank = false;
}

/* Writes the text from `taken` to `end` unchanged. With LG_VOLATILE_SPACE a space at either end is held back, since
 * more white space may follow it. */
static void write_text(writer *w, size_t end) {
  size_t start = w->text.taken;
  bool fold = (w->classes & LG_VOLATILE_SPACE) != 0;
  if (fold && start < end && w->text.s[start] == ' ') {
    w->blank = true;
    start++;
  }
  if (start == end) return;
  write_blank(w);
  char *out = w->out->data + w->out->len;
  if (end - start <= SLACK && start + SLACK <= w->text.len)
    memcpy(out, w->text.s + start, SLACK);
  else
    memcpy(out, w->text.s + start, end - start);
  w->out->len += end - start;
  if (fold && w->out->data[w->out->len - 1] == ' ') {
    w->out->len--;
    w->blank = true;
  }
}

/* Puts `len` bytes in the place of [start, end). */
static lg_status replace(writer *w, size_t start, size_t end, const char *with, size_t len) {
  /* for the rest of the text, the replacement, and a space before it */
  size_t room = w->text.len - w->text.taken + len + 1 + SLACK;
  if (room > w->out->capacity - w->out->len) {
    lg_status status = lg__buf_reserve(w->out, room);
    if (status != LG_OK) return status;
  }
  w->changed = true;
  write_text(w, start);
  if (len != 0) write_blank(w);
  for (size_t i = 0; i < len; i++) w->out->data[w->out->len++] = with[i];
  w->text.taken = end;
  return LG_OK;
}

/* ---- stopping ---------------------------------------------------------------------------------------------------- */

static bool is_space(const lg_scan *text, size_t i) { return (lg__kind(lg__peek(text, i)) & LG_BYTE_SPACE) != 0; }

/* Whether to stop at `i`, a brace or a quote: it may begin the value of a member, or end its name. */
static bool is_member_stop(const writer *w, size_t i) {
  const lg_scan *text = &w->text;
  if (text->s[i] == '{') {
    uint8_t before = lg__behind(text, i, 1);
    return before == ':' || (before == ' ' && lg__behind(text, i, 2) == ':');
  }
  uint8_t next = lg__peek(text, i + 1);
  return next == ':' || (next == ' ' && lg__peek(text, i + 2) == ':');
}

/* Whether to stop at `i`. Not where the next byte rules out a span, as at a single space between two words. */
static bool is_stop(const writer *w, size_t i) {
  uint8_t byte = w->text.s[i];
  unsigned kind = lg__kind(byte) & w->wanted;
  if (!(kind & (LG_BYTE_SPACE | LG_BYTE_ROOT | LG_BYTE_ESCAPE | LG_BYTE_BRACE | LG_BYTE_QUOTE))) return kind != 0;
  if (kind & (LG_BYTE_BRACE | LG_BYTE_QUOTE)) return is_member_stop(w, i);
  uint8_t next = lg__peek(&w->text, i + 1);
  if (byte == ' ') return (lg__kind(next) & LG_BYTE_SPACE) != 0;
  if (byte == '/') return next == 't' || next == 'v' || next == 'p';
  if (byte == ':') return next == '\\' || next == '/';
  return byte != '\\' || next == 'u';
}

/*
 * stops_in sets one bit for every byte to stop at, and for some others; first_of gives the index of the lowest bit's
 * byte, and is_marked_stop says whether to stop there. Reads BLOCK + 1 bytes. The vector code also checks the
 * neighbouring byte, as is_stop does, since that is nearly free; what is left to check then is the byte itself.
 */
#if defined(__SSE2__) && defined(__GNUC__)

#define BLOCK 16
typedef uint8_t bytes16 __attribute__((vector_size(BLOCK)));
typedef char chars16 __attribute__((vector_size(BLOCK)));

static uint64_t stops_in(const uint8_t *s, uint16_t wanted) {
  bytes16 here, next;
  memcpy(&here, s, sizeof here);
  memcpy(&next, s + 1, sizeof next);
  bytes16 stops = (bytes16)(here < 0x20);
  if (wanted & LG_BYTE_DIGIT) stops |= (bytes16)(here - (uint8_t)'0' < 10);
  if (wanted & LG_BYTE_ROOT) {
    stops |= (bytes16)((here == '/') & ((next == 't') | (next == 'v') | (next == 'p')));
    stops |= (bytes16)((here == ':') & ((next == '\\') | (next == '/')));
  }
  if (wanted & LG_BYTE_ESCAPE) stops |= (bytes16)((here == '\\') & (next == 'u'));
  if (wanted & LG_BYTE_SPACE) stops |= (bytes16)((here == ' ') & (next == ' '));
  if (wanted & LG_BYTE_BRACE) stops |= (bytes16)(here == '{');
  if (wanted & LG_BYTE_QUOTE) stops |= (bytes16)((here == '"') | (here == '\''));
  return (uint64_t)__builtin_ia32_pmovmskb128((chars16)stops);
}

static size_t first_of(uint64_t stops) { return (size_t)__builtin_ctzll(stops); }

static bool is_marked_stop(const writer *w, size_t i) {
  unsigned kind = lg__kind(w->text.s[i]) & w->wanted;
  return kind & (LG_BYTE_BRACE | LG_BYTE_QUOTE) ? is_member_stop(w, i) : kind != 0;
}

#else

#define BLOCK 8
#define EACH (~UINT64_C(0) / 255)
#define TOPS (EACH * 0x80)

/* Eight bytes, the first one lowest on every machine; compilers make one load of it. */
static uint64_t load(const uint8_t *s) {
  return (uint64_t)s[0] | (uint64_t)s[1] << 8 | (uint64_t)s[2] << 16 | (uint64_t)s[3] << 24 | (uint64_t)s[4] << 32 |
         (uint64_t)s[5] << 40 | (uint64_t)s[6] << 48 | (uint64_t)s[7] << 56;
}

/* Sets the top bit of each byte below `n` (at most 128), and possibly of bytes above the lowest of these. */
static uint64_t less(uint64_t word, unsigned n) { return (word - EACH * n) & ~word & TOPS; }

/* Sets the top bit of each byte from `low` to `high` (both below 128). */
static uint64_t between(uint64_t word, unsigned low, unsigned high) {
  uint64_t seven = word & ~TOPS;
  return (seven + EACH * (128 - low)) & ~(seven + EACH * (127 - high)) & ~word & TOPS;
}

static size_t first_of(uint64_t tops) {
  uint64_t below = ((tops & (~tops + 1)) - 1) & EACH;
  return (size_t)((below * EACH) >> 56) - 1;
}

static uint64_t stops_in(const uint8_t *s, uint16_t wanted) {
  uint64_t word = load(s);
  uint64_t found = less(word, 0x20);
  if (wanted & LG_BYTE_ROOT)
    found |= between(word, '/', ':'); /* the digits lie between them */
  else if (wanted & LG_BYTE_DIGIT)
    found |= less(word ^ EACH * '0', 10);
  if (wanted & LG_BYTE_ESCAPE) found |= less(word ^ EACH * '\\', 1);
  if (wanted & LG_BYTE_SPACE) found |= less(word ^ EACH * ' ', 1) & less(load(s + 1) ^ EACH * ' ', 1);
  if (wanted & LG_BYTE_BRACE) found |= less(word ^ EACH * '{', 1);
  if (wanted & LG_BYTE_QUOTE) found |= less(word ^ EACH * '"', 1) | less(word ^ EACH * '\'', 1);
  return found;
}

static bool is_marked_stop(const writer *w, size_t i) { return is_stop(w, i); }

#endif

/* The first byte from `i` on that may belong to a span, or the end. */
static size_t next_stop(const writer *w, size_t i) {
  const lg_scan *text = &w->text;
  for (; text->len - i > BLOCK; i += BLOCK) {
    for (uint64_t found = stops_in(text->s + i, w->wanted); found != 0; found &= found - 1) {
      size_t at = i + first_of(found);
      if (is_marked_stop(w, at)) return at;
    }
  }
  while (i < text->len && !is_stop(w, i)) i++;
  return i;
}

/* ---- deciding ---------------------------------------------------------------------------------------------------- */

static lg_status replace_span(writer *w, char placeholder, const lg_span *span) {
  w->spans = true;
  return replace(w, span->start, span->end, &placeholder, 1);
}

/* Whether a duration was measured, as those in milliseconds and with a fraction are; "in 12 min" may be the answer. */
static bool is_measured(const lg_scan *text, const lg_span *span) {
  size_t i = span->start;
  while (lg__is_digit(lg__peek(text, i))) i++;
  if (lg__peek(text, i) == '.' || lg__peek(text, i) == ',') return true;
  if (lg__peek(text, i) == ' ') i++;
  uint8_t unit = lg__peek(text, i) | 0x20, then = lg__peek(text, i + 1) | 0x20;
  return unit >= 0x80 || unit == 'u' || unit == 'n' || (unit == 'm' && then == 's');
}

/* The classes that a run of digits can belong to, judging by the bytes next to it; for most runs there is none. */
static uint32_t candidates(const lg_scan *text, const lg_digits *run) {
  uint32_t classes = 0;
  unsigned before = lg__kind(run->before), after = lg__kind(run->after);
  if (((before | after) & LG_BYTE_HEX) || run->before == '-' || run->after == '-' || (run->after | 0x20) == 'x')
    classes |= LG_VOLATILE_UUIDS | LG_VOLATILE_HEX_IDS;
  if (!run->begins) return classes;
  size_t count = run->end - run->at;
  if (run->after == '-' || run->after == '/' || run->after == ':' || run->after == 'T' ||
      (run->after == ' ' && count <= 2) || count == 10 || count == 13)
    classes |= LG_VOLATILE_TIMESTAMPS;
  if (run->after == ' ' ? lg__kind(lg__peek(text, run->end + 1)) & LG_BYTE_UNIT
                        : (after & LG_BYTE_UNIT) || run->after == '.' || run->after == ',')
    classes |= LG_VOLATILE_DURATIONS;
  if (before & LG_BYTE_GAP) classes |= LG_VOLATILE_COUNTERS | LG_VOLATILE_PIDS;
  if (run->before == '-') classes |= LG_VOLATILE_PIDS;
  return classes;
}

/*
 * The placeholder of the span that the run belongs to, or 0. The order matters: a UUID may begin like a hexadecimal id,
 * and a duration in milliseconds like an epoch.
 */
static char recognise(const writer *w, const lg_digits *run, lg_span *out) {
  const lg_scan *text = &w->text;
  uint32_t ask = w->classes & candidates(text, run);
  if ((ask & LG_VOLATILE_UUIDS) && lg__span_uuid(text, run, out)) return FOR_UUID;
  if ((ask & LG_VOLATILE_TIMESTAMPS) && lg__span_timestamp(text, run, out)) return FOR_TIMESTAMP;
  if ((ask & LG_VOLATILE_DURATIONS) && lg__span_duration(text, run, out)) return FOR_DURATION;
  if ((ask & LG_VOLATILE_TIMESTAMPS) && lg__span_epoch(text, run, out)) return FOR_TIMESTAMP;
  if ((ask & LG_VOLATILE_HEX_IDS) && lg__span_hex_id(text, run, out)) return FOR_HEX_ID;
  if (ask & (LG_VOLATILE_COUNTERS | LG_VOLATILE_PIDS)) {
    uint32_t class = lg__span_numbered(text, run, ask, out);
    if (class != 0) return class == LG_VOLATILE_COUNTERS ? FOR_COUNTER : FOR_PID;
  }
  *out = (lg_span){run->at, run->end};
  return w->classes & LG_VOLATILE_DIGITS ? FOR_DIGITS : 0;
}

/* Here and below, `*next` is where to continue. */
static lg_status replace_member(writer *w, const lg_member_span *member, size_t *next) {
  static const char placeholder = FOR_MEMBER;
  w->members = true;
  w->unsaid += member->letters;
  *next = member->value.end;
  return replace(w, member->value.start, member->value.end, &placeholder, 1);
}

/* Whether the digits at `at` may belong to a value that began at or before them, judging by the bytes before. */
static bool may_be_value(const lg_scan *text, size_t at, bool begins) {
  uint8_t before = lg__behind(text, at, 1), second = lg__behind(text, at, 2);
  if (before == ' ') return second == ':' || second == ' ' || second == ',';
  if (before == '"' || before == ':' || before == '=' || before == '>' || before == '\'') return true;
  return !begins && (lg__kind(before) & LG_BYTE_PATH) != 0;
}

static lg_status at_digits(writer *w, size_t at, size_t *next) {
  lg_digits run = lg__digits_at(&w->text, at);
  lg_span span;
  char placeholder = recognise(w, &run, &span);
  lg_member_span member;
  bool whole = placeholder != 0 && placeholder != FOR_DIGITS;
  if (w->envelope.listed && may_be_value(&w->text, whole ? span.start : at, whole) &&
      lg__span_member(&w->text, at, &w->envelope, &member))
    return replace_member(w, &member, next);
  *next = span.end;
  if (placeholder == 0) return LG_OK;
  if (placeholder != FOR_DURATION || !(w->classes & LG_VOLATILE_UNLESS_ALL)) return replace_span(w, placeholder, &span);
  bool measured = is_measured(&w->text, &span);
  if (w->only_measured && !measured) return LG_OK;
  if (!measured) return replace_span(w, placeholder, &span);
  w->members = true;
  return replace(w, span.start, span.end, &placeholder, 1);
}

static lg_status at_space(writer *w, size_t at, size_t *next) {
  size_t end = at;
  while (is_space(&w->text, end)) end++;
  /* "Jun  3 11:05:30": replace the date here, since "Jun" could not be taken back once it is written */
  if ((w->classes & LG_VOLATILE_TIMESTAMPS) && lg__is_digit(lg__peek(&w->text, end))) {
    lg_digits day = lg__digits_at(&w->text, end);
    lg_span date;
    if (lg__span_named_date(&w->text, &day, &date) && date.start < at) {
      *next = date.end;
      return replace_span(w, FOR_TIMESTAMP, &date);
    }
  }
  lg_status status = replace(w, at, end, NULL, 0);
  if (status != LG_OK) return status;
  w->blank = true;
  *next = end;
  return LG_OK;
}

/* A byte of the text that is also a placeholder or ESCAPE. */
static lg_status write_literal(writer *w, size_t at) {
  const char literal[2] = {ESCAPE, (char)w->text.s[at]};
  return replace(w, at, at + 1, literal, 2);
}

/* Even when sequences are not dropped, a word begins after one: the m of a colour sequence is no letter of it. */
static lg_status at_terminal(writer *w, size_t at, size_t *next) {
  lg_span span;
  *next = at + 1;
  if (!lg__span_terminal(&w->text, at, &span)) return LG_OK;
  *next = w->text.seam = span.end;
  if (w->classes & LG_VOLATILE_ANSI) return replace(w, at, span.end, NULL, 0);
  for (size_t i = at; i < span.end; i++) {
    lg_status status = lg__kind(w->text.s[i]) & LG_BYTE_PLACEHOLDER ? write_literal(w, i) : LG_OK;
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

static lg_status at_root(writer *w, size_t at, size_t *next) {
  lg_span span;
  *next = at + 1;
  if (!lg__span_temp_path(&w->text, at, &span)) return LG_OK;
  *next = span.end;
  return replace_span(w, FOR_TEMP_PATH, &span);
}

static lg_status at_brace_or_quote(writer *w, size_t at, size_t *next) {
  lg_member_span member = {.letters = 0};
  bool found = w->text.s[at] == '{' ? lg__span_box(&w->text, at, &w->envelope, &member.value)
                                    : lg__span_named(&w->text, at, &w->envelope, &member.value);
  *next = at + 1;
  return found ? replace_member(w, &member, next) : LG_OK;
}

static lg_status decide(writer *w, size_t at, size_t *next) {
  unsigned kind = lg__kind(w->text.s[at]) & w->wanted;
  if (kind & LG_BYTE_DIGIT) return at_digits(w, at, next);
  if (kind & LG_BYTE_SPACE) return at_space(w, at, next);
  if (kind & LG_BYTE_ESCAPE) return at_terminal(w, at, next);
  if (kind & LG_BYTE_ROOT) return at_root(w, at, next);
  if (kind & (LG_BYTE_BRACE | LG_BYTE_QUOTE)) return at_brace_or_quote(w, at, next);
  *next = at + 1;
  return write_literal(w, at);
}

static uint16_t kinds_of(const writer *w) {
  uint16_t kinds = LG_BYTE_PLACEHOLDER;
  if (w->classes & BY_DIGIT) kinds |= LG_BYTE_DIGIT;
  if (w->classes & LG_VOLATILE_TEMP_PATHS) kinds |= LG_BYTE_ROOT;
  if (w->classes & LG_VOLATILE_SPACE) kinds |= LG_BYTE_SPACE;
  if (w->envelope.listed) kinds |= LG_BYTE_DIGIT | LG_BYTE_BRACE;
  if (w->envelope.own != NULL) kinds |= LG_BYTE_QUOTE;
  /* all other classes need terminal sequences, to know where a word begins */
  if (w->classes & SPANS_OF_WORDS) kinds |= LG_BYTE_ESCAPE;
  return kinds;
}

/* ---- the whole text ---------------------------------------------------------------------------------------------- */

/* Normalises up to `end`. */
static lg_status scan_to(writer *w, size_t from, size_t end) {
  w->text.len = end;
  for (size_t at = from; (at = next_stop(w, at)) < end;) {
    lg_status status = decide(w, at, &at);
    if (status != LG_OK) return status;
  }
  return LG_OK;
}

static size_t letters_in(const lg_scan *text, size_t from, size_t end) {
  size_t count = 0;
  for (size_t i = from; i < end; i++) count += lg__is_letter(text->s[i]);
  return count;
}

/* Leaves out what a line of a frame says that differs each time; `*at`: how far the text has been read. */
static lg_status at_frame(writer *w, const lg_frame_line *line, size_t *at) {
  w->unsaid += letters_in(&w->text, line->start, line->cut.start) + letters_in(&w->text, line->cut.end, line->end);
  if (line->cut.start == line->cut.end) return LG_OK;
  lg_status status = scan_to(w, *at, line->cut.start);
  *at = line->cut.end;
  return status == LG_OK ? replace(w, line->cut.start, line->cut.end, NULL, 0) : status;
}

static lg_status scan(writer *w, size_t len) {
  lg_frame_line head[LG_FRAME_LINES], tail[LG_FRAME_LINES];
  size_t heads = 0, tails = 0, at = w->text.taken;
  lg_status status = LG_OK;
  if (w->classes & LG_VOLATILE_FRAMES) {
    heads = lg__frame_head(&w->text, at, head);
    tails = lg__frame_tail(&w->text, heads != 0 ? head[heads - 1].end : at, tail);
  }
  for (size_t i = 0; i < heads && status == LG_OK; i++) status = at_frame(w, &head[i], &at);
  for (size_t i = tails; i > 0 && status == LG_OK; i--) status = at_frame(w, &tail[i - 1], &at);
  return status == LG_OK ? scan_to(w, at, len) : status;
}

/* What is left of a text: its letters beside names of members, and whether anything but such names is left. */
typedef struct said {
  size_t letters;
  bool anything;
} said;

static bool is_placeholder(uint8_t byte) { return byte >= FOR_TIMESTAMP && byte <= FOR_DIGITS && byte != FOR_DURATION; }

/* Whether a string that ends at `end`, before its quote, says nothing: that of {"type": "text"}, which MCP has. */
static bool is_type(const uint8_t *s, size_t from, size_t end) { return end - from == 4 && memcmp(s + from, "text", 4) == 0; }

/*
 * Counts letters up to `enough`. Those between a quote and `":` are a name's, at any depth of JSON in strings; letters
 * beyond ASCII count by their bytes. An empty string, array or object is something.
 */
static said what_is_said(const lg_buf *out, size_t enough) {
  const uint8_t *s = (const uint8_t *)out->data;
  said sure = {0, false}, now = sure;
  size_t from = 0; /* behind the last quote */
  for (size_t i = 0; i < out->len && sure.letters < enough; i++) {
    uint8_t byte = s[i], next = i + 1 < out->len ? s[i + 1] : 0;
    if (byte == '"' || byte == '\'') {
      size_t end = i;
      while (end > from && s[end - 1] == '\\') end--;
      bool is_name = next == ':' || (next == ' ' && i + 2 < out->len && s[i + 2] == ':');
      now.anything = now.anything || (from == end && from != 0);
      if (!is_name && !(from != 0 && is_type(s, from, end))) sure = now;
      now = sure;
      from = i + 1;
      continue;
    }
    now.letters += lg__is_letter(byte) || byte >= 0x80;
    now.anything = now.anything || lg__is_digit(byte) || is_placeholder(byte) || (byte == '[' && next == ']') ||
                   (byte == '{' && next == '}');
    if (from == 0 || i - from > LG_ENVELOPE_NAME_MAX) sure = now;
  }
  return sure.letters >= enough ? sure : now;
}

/* Whether there is a second look: with `w->classes` changed to what may be left out of a text that says so little. */
static bool says_too_little(writer *w) {
  bool sparing = (w->classes & LG_VOLATILE_UNLESS_ALL) != 0;
  if (!(sparing && w->spans) && !w->members) return false;
  said left = what_is_said(w->out, w->unsaid + (sparing ? ENOUGH_LETTERS : 1));
  bool nothing = left.letters <= w->unsaid && !left.anything;
  bool little = sparing && left.letters < w->unsaid + ENOUGH_LETTERS;
  if (!(little && w->spans) && !(nothing && w->members)) return false;
  if (nothing) w->envelope = (lg_envelope){.own = w->envelope.own};
  if (little) w->classes &= LG_VOLATILE_ANSI | LG_VOLATILE_SPACE | LG_VOLATILE_FRAMES | LG_VOLATILE_UNLESS_ALL |
                            (nothing ? 0 : LG_VOLATILE_DURATIONS);
  w->only_measured = true;
  return true;
}

/* Begins the text anew. */
static void begin(writer *w, size_t start, size_t len) {
  w->text.len = len;
  w->text.taken = start;
  w->text.seam = 0;
  w->out->len = 0;
  w->changed = w->blank = w->spans = w->members = false;
  w->unsaid = w->envelope.boxes_from = 0;
  w->wanted = kinds_of(w);
}

lg_status lg__normalize(lg_workspace *workspace, uint32_t classes, const lg_own_names *own, const char *text,
                        size_t len, const char **out_text, size_t *out_len) {
  lg__buf_trim(&workspace->result, LG_WORKSPACE_KEEP);
  writer w = {.text = {(const uint8_t *)text, len, 0, 0}, .out = &workspace->result, .classes = classes};
  w.envelope = (lg_envelope){.own = own, .listed = (classes & LG_VOLATILE_ENVELOPE) != 0};
  size_t start = 0;
  if (classes & LG_VOLATILE_SPACE) {
    while (len > 0 && is_space(&w.text, len - 1)) len--;
    w.text.len = len;
    while (is_space(&w.text, start)) start++;
  }
  do {
    begin(&w, start, len);
    lg_status status = scan(&w, len);
    if (status != LG_OK) return status;
    if (w.changed) write_text(&w, len);
  } while (w.changed && !w.again && (w.again = says_too_little(&w)));
  *out_text = w.changed ? w.out->data : text + start;
  *out_len = w.changed ? w.out->len : len - start;
  return LG_OK;
}

lg_status lg_normalize_volatile(lg_workspace *workspace, uint32_t classes, const char *text, size_t len,
                                const char **out_text, size_t *out_len) {
  if (workspace == NULL || (text == NULL && len != 0) || out_text == NULL || out_len == NULL) return LG_EINVAL;
  if ((classes & ~LG_VOLATILE_ALL) != 0) return LG_EINVAL;
  if (classes == 0 || len == 0) {
    *out_text = text;
    *out_len = len;
    return LG_OK;
  }
  return lg__normalize(workspace, classes, NULL, text, len, out_text, out_len);
}
