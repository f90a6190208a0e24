/* One pass over a text: skip to the next byte that may belong to a span, try the recognisers of spans.h there, and copy
 * the text between spans to the output.
 *
 *   in   "ok   in 1.25s\n"        out   "ok in \x02"
 *              ^ taken: everything before it is written or dropped
 *                 ^ at: the text from `taken` to here will be written in one piece
 *
 * Nothing is written before the first replacement: if there is none, the result is a part of the text itself.
 */

#include "text/envelope.h"
#include "text/meaning.h"

/* The placeholder of each class. Terminal sequences are dropped, white space becomes one space. */
enum {
  FOR_TIMESTAMP = 1,
  FOR_DURATION,
  FOR_UUID,
  FOR_HEX_ID,
  FOR_COUNTER,
  FOR_PID,
  FOR_TEMP_PATH,
  FOR_DIGITS,
  FOR_MEMBER = 0x0e
};
/* Written before a byte of the text that is a placeholder or an ESCAPE, so that no text can imitate a span. */
#define ESCAPE 0x10
/* A text of fewer letters says too little to leave times and ids out: they may be what it says. The second is of one
 * that says that something went wrong or that there is none. */
enum { ENOUGH_LETTERS = 40, ENOUGH_IN_VAIN = 8, ENOUGH_BESIDE_A_TOKEN = 6 };
/* Spare room after the output, so that short pieces can be copied by a fixed size. */
#define SLACK 64

/* Classes whose spans contain a digit, by which they are found. */
#define BY_DIGIT                                                                                                       \
  (LG_VOLATILE_TIMESTAMPS | LG_VOLATILE_DURATIONS | LG_VOLATILE_UUIDS | LG_VOLATILE_HEX_IDS | LG_VOLATILE_COUNTERS |   \
   LG_VOLATILE_PIDS | LG_VOLATILE_DIGITS)

/* Classes with spans that are never what a text says. */
#define WITH_ASIDES (LG_VOLATILE_DURATIONS | LG_VOLATILE_TIMESTAMPS | LG_VOLATILE_PIDS | LG_VOLATILE_HEX_IDS)

/* Classes whose spans are parts of words. */
#define SPANS_OF_WORDS ((BY_DIGIT & ~(uint32_t)LG_VOLATILE_DIGITS) | LG_VOLATILE_TEMP_PATHS | LG_VOLATILE_ANSI)

typedef struct writer {
  lg_scan text; /* while a frame is looked at, its `len` is where that begins */
  size_t whole; /* the length of all of it */
  lg_buf *out;
  char *to; /* the end of what is written there, once something was changed */
  uint32_t classes;
  uint16_t wanted; /* LG_BYTE_ bits: the kinds of bytes to stop at */
  bool changed;
  bool spans;    /* a span was replaced that can be all that the text says */
  bool members;  /* so was a value of the envelope, or a measured duration */
  bool sparing;  /* only spans that are never what a text says are replaced */
  bool plain;    /* numbers that nothing beside them tells are left as they are, unseen */
  bool failed;   /* the text is an object that says so of itself: ids without digits are looked for, too */
  bool in_vain;  /* ids and readings of clocks are, too: the text says that something was in vain */
  size_t unsaid; /* letters of labels and frames, which say nothing */
  lg_envelope envelope;
} writer;

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* What is written is not longer than what it stands for, but for write_literal, so that room is made once. */
static lg_status make_room(writer *w) {
  w->out->len = w->changed ? (size_t)(w->to - w->out->data) : 0;
  lg_status status = lg__buf_reserve(w->out, w->whole - w->text.taken + 1 + SLACK);
  if (status == LG_OK) w->to = w->out->data + w->out->len, w->changed = true;
  return status;
}

/* Whether another space would be one too many, with LG_VOLATILE_SPACE. */
static bool follows_blank(const writer *w) { return w->to == w->out->data || w->to[-1] == ' '; }

/* Writes the text from `taken` to `end` unchanged, but for a space too many: between spans there are no two. */
static inline void write_text(writer *w, size_t end) {
  size_t start = w->text.taken;
  if (start < end && w->text.s[start] == ' ' && (w->wanted & LG_BYTE_SPACE) && follows_blank(w)) start++;
  if (end - start <= SLACK && start + SLACK <= w->text.len)
    memcpy(w->to, w->text.s + start, SLACK);
  else
    memcpy(w->to, w->text.s + start, end - start);
  w->to += end - start;
}

/* Leaves [start, end) out; the text before is written. */
static inline lg_status leave_out(writer *w, size_t start, size_t end) {
  if (!w->changed) {
    lg_status status = make_room(w);
    if (status != LG_OK) return status;
  }
  write_text(w, start);
  w->text.taken = end;
  return LG_OK;
}

static inline lg_status replace(writer *w, size_t start, size_t end, char placeholder) {
  lg_status status = leave_out(w, start, end);
  if (status == LG_OK) *w->to++ = placeholder;
  if (placeholder == FOR_DURATION) w->text.took = end;
  return status;
}

/* ---- deciding ---------------------------------------------------------------------------------------------------- */

/* Whether the span is never what a text says, however short that is. */
static bool is_aside(const lg_scan *text, char placeholder, const lg_span *span) {
  if (placeholder == FOR_DURATION) return lg__is_measured(text, span);
  if (placeholder == FOR_TIMESTAMP) return lg__is_log_time(text, span);
  return (placeholder == FOR_PID || placeholder == FOR_HEX_ID) && lg__is_aside_id(text, span);
}

/* Whether the span is not what a short text says that says that something was in vain: a folder of many may be. */
static bool is_beside(const lg_scan *text, char placeholder, const lg_span *span) {
  bool follows_word = lg__behind(text, span->start, 1) == ' ' && lg__is_letter(lg__behind(text, span->start, 2)) &&
                      lg__peek(text, span->end) != ')'; /* (request 7F3A at 2026-03-14T09:26:53Z) */
  if (placeholder == FOR_TIMESTAMP) return !follows_word && lg__is_clock_time(text, span);
  if (placeholder == FOR_PID && lg__behind(text, span->start, 1) != '[') return span->end - span->start == 5; /* port */
  return placeholder != FOR_DURATION && lg__peek(text, span->end) != '/' && !lg__is_named_id(text, span->start);
}

static inline lg_status replace_span(writer *w, char placeholder, const lg_span *span) {
  /* once a span that can be all that the text says is left out, there is no need to know whether others are none */
  bool asks = w->sparing || (placeholder == FOR_DURATION && !w->spans && (w->classes & LG_VOLATILE_UNLESS_ALL));
  bool aside = asks && is_aside(&w->text, placeholder, span);
  if (w->sparing && !aside && !(w->in_vain && is_beside(&w->text, placeholder, span))) return LG_OK;
  w->members = w->members || aside;
  if (aside && placeholder == FOR_DURATION) w->unsaid += lg__label_letters(&w->text, span);
  w->spans = w->spans || (!aside && !w->sparing);
  if (placeholder == FOR_TIMESTAMP) w->text.clock = span->end;
  return replace(w, span->start, span->end, aside && placeholder != FOR_DURATION ? FOR_MEMBER : placeholder);
}

/* The placeholder of the span that the run belongs to, or 0. The order matters: a UUID may begin like a hexadecimal id,
 * and a duration in milliseconds like an epoch. */
static char recognise(writer *w, const lg_digits *run, lg_span *out) {
  lg_scan *text = &w->text;
  uint32_t ask = w->classes & lg__candidates(text, run);
  if (run->end - run->at >= 10 && (w->classes & LG_VOLATILE_HEX_IDS) && lg__span_timed_id(text, run, out))
    return FOR_HEX_ID;
  if ((ask & LG_VOLATILE_UUIDS) && lg__span_uuid(text, run, out)) return FOR_UUID;
  if ((ask & LG_VOLATILE_TIMESTAMPS) && lg__span_timestamp(text, run, out) &&
      !((w->classes & LG_VOLATILE_UNLESS_ALL) && lg__is_planned(text, out)))
    return FOR_TIMESTAMP;
  if ((ask & LG_VOLATILE_DURATIONS) && lg__span_duration(text, run, out)) return FOR_DURATION;
  if ((ask & LG_VOLATILE_TIMESTAMPS) && lg__span_epoch(text, run, out)) return FOR_TIMESTAMP;
  if ((ask & LG_VOLATILE_HEX_IDS) && lg__span_hex_id(text, run, out)) return FOR_HEX_ID;
  bool in_word = lg__is_letter(run->before) || lg__is_letter(run->after);
  if (in_word && (w->classes & LG_VOLATILE_HEX_IDS) && lg__span_random_id(text, run, out)) return FOR_HEX_ID;
  if (ask & (LG_VOLATILE_COUNTERS | LG_VOLATILE_PIDS)) {
    uint32_t class = lg__span_numbered(text, run, ask, out);
    if (class != 0) return class == LG_VOLATILE_COUNTERS ? FOR_COUNTER : FOR_PID;
  }
  bool joined = run->after == '-' || run->after == ':' || run->before == ':';
  if (joined && text->tokens && (w->classes & LG_VOLATILE_HEX_IDS) && lg__span_of_failure(text, run, out))
    return FOR_HEX_ID;
  *out = (lg_span){run->at, run->end};
  return w->classes & LG_VOLATILE_DIGITS ? FOR_DIGITS : 0;
}

/* Here and below, `*next` is where to continue; before, it is behind `at`. */
static lg_status replace_member(writer *w, char placeholder, const lg_member_span *member, size_t *next) {
  w->members = true;
  w->unsaid += member->letters;
  *next = member->value.end;
  return replace(w, member->value.start, member->value.end, placeholder);
}

static lg_status at_digits(writer *w, size_t at, size_t *next) {
  lg_digits run = lg__digits_at(&w->text, at);
  if (w->plain && (*next = lg__plain_end(&w->text, &run)) != 0) return LG_OK;
  *next = run.end;
  if (w->plain && run.after == ' ' && run.before == ' ' && lg__is_planned_time(&w->text, &run)) return LG_OK;
  lg_span span;
  char placeholder = recognise(w, &run, &span);
  uint8_t after = lg__peek(&w->text, span.end);
  if (placeholder == FOR_TIMESTAMP && (after == '-' || after == '_')) span.end = lg__id_end(&w->text, &run, &span);
  lg_member_span member = {.letters = 0};
  bool whole = placeholder != 0 && placeholder != FOR_DIGITS;
  /* a string that is a time, but no number: only in a short text the name decides */
  bool named = w->sparing || placeholder != FOR_TIMESTAMP || span.end == run.end;
  if (w->envelope.listed && lg__may_be_member(&w->text, whole ? span.start : at, whole && placeholder != FOR_HEX_ID) &&
      (named || lg__behind(&w->text, span.start, 1) != '"' || lg__peek(&w->text, span.end) != '"') &&
      lg__span_member(&w->text, at, whole, &w->envelope, &member)) {
    if (placeholder == FOR_DURATION && span.end > member.value.end) member.value.end = span.end; /* took: 1m 23s */
    return replace_member(w, FOR_MEMBER, &member, next);
  }
  if (!whole && run.begins && w->envelope.listed && lg__span_measured(&w->text, &run, &member.value))
    return replace_member(w, FOR_DURATION, &member, next);
  *next = span.end;
  return placeholder != 0 ? replace_span(w, placeholder, &span) : LG_OK;
}

static lg_status at_space(writer *w, size_t at, size_t *next) {
  size_t end = lg__skip(&w->text, at, LG_SPACES);
  /* "Jun  3 11:05:30": replace the date here, since "Jun" could not be taken back once it is written */
  if (lg__is_digit(lg__peek(&w->text, end)) && lg__is_letter(lg__behind(&w->text, at, 1)) &&
      (w->classes & LG_VOLATILE_TIMESTAMPS)) {
    lg_digits day = lg__digits_at(&w->text, end);
    lg_span date;
    if (lg__span_named_date(&w->text, &day, &date) && date.start < at) {
      *next = date.end;
      return replace_span(w, FOR_TIMESTAMP, &date);
    }
  }
  lg_status status = leave_out(w, at, *next = end);
  if (status == LG_OK && !follows_blank(w)) *w->to++ = ' ';
  return status;
}

/* A byte of the text that is also a placeholder or ESCAPE. */
static lg_status write_literal(writer *w, size_t at) {
  lg_status status = make_room(w);
  if (status == LG_OK) status = replace(w, at, at + 1, ESCAPE);
  if (status == LG_OK) *w->to++ = (char)w->text.s[at];
  return status;
}

/* Even when sequences are not dropped, a word begins after one: the m of a colour sequence is no letter of it. */
static lg_status at_terminal(writer *w, size_t at, size_t *next) {
  lg_span span;
  if (!lg__span_terminal(&w->text, at, &span)) return LG_OK;
  *next = w->text.seam = span.end;
  if (w->classes & LG_VOLATILE_ANSI) return leave_out(w, at, span.end);
  lg_status status = LG_OK;
  for (size_t i = at; i < span.end && status == LG_OK; i++)
    if (lg__kind(w->text.s[i]) & LG_BYTE_PLACEHOLDER) status = write_literal(w, i);
  return status;
}

static lg_status at_root(writer *w, size_t at, size_t *next) {
  lg_span span;
  if (!lg__span_temp_path(&w->text, at, &span)) return LG_OK;
  *next = span.end;
  return replace_span(w, FOR_TEMP_PATH, &span);
}

/* A brace may begin the value of a member, a quote may end its name; with one blank between it and the colon. */
static lg_status at_brace_or_quote(writer *w, size_t at, size_t *next) {
  lg_scan *text = &w->text;
  lg_member_span member = {.letters = 0};
  bool brace = text->s[at] == '{', blank = brace ? lg__behind(text, at, 1) == ' ' : lg__peek(text, at + 1) == ' ';
  if ((brace ? lg__behind(text, at, 1 + blank) : lg__peek(text, at + 1 + blank)) != ':') return LG_OK;
  bool found = brace ? lg__span_box(text, at, &w->envelope, &member.value)
                     : lg__span_named(text, at, &w->envelope, &member.value);
  return found ? replace_member(w, FOR_MEMBER, &member, next) : LG_OK;
}

static lg_status decide(writer *w, size_t at, size_t *next) {
  unsigned kind = lg__kind(w->text.s[at]) & w->wanted;
  *next = at + 1;
  if (kind & LG_BYTE_DIGIT) return at_digits(w, at, next);
  if (kind & LG_BYTE_SPACE) return at_space(w, at, next);
  if (kind & LG_BYTE_ESCAPE) return at_terminal(w, at, next);
  if (kind & LG_BYTE_ROOT) return at_root(w, at, next);
  if (kind & (LG_BYTE_BRACE | LG_BYTE_QUOTE)) return at_brace_or_quote(w, at, next);
  return kind != 0 ? write_literal(w, at) : LG_OK;
}

static uint16_t kinds_of(const writer *w) {
  uint16_t kinds = LG_BYTE_PLACEHOLDER;
  if (w->classes & BY_DIGIT) kinds |= LG_BYTE_DIGIT;
  if (w->classes & LG_VOLATILE_TEMP_PATHS) kinds |= LG_BYTE_ROOT;
  if (w->classes & LG_VOLATILE_SPACE) kinds |= LG_BYTE_SPACE;
  if (w->envelope.listed) kinds |= LG_BYTE_DIGIT | LG_BYTE_BRACE;
  if (w->envelope.own != NULL || w->failed) kinds |= LG_BYTE_QUOTE;
  /* all other classes need terminal sequences, to know where a word begins */
  if (w->classes & SPANS_OF_WORDS) kinds |= LG_BYTE_ESCAPE;
  return kinds;
}

/* ---- the whole text ---------------------------------------------------------------------------------------------- */

/* Normalises up to `end`. */
static lg_status scan_to(writer *w, size_t from, size_t end) {
  w->text.len = end;
  for (size_t base = from, next = from; end > base; base = next > base + LG_BLOCK ? next : base + LG_BLOCK) {
    for (uint64_t stops = lg__stops(&w->text, base, w->wanted); stops != 0;) {
      size_t at = base + lg__first_bit(stops);
      stops &= stops - 1;       /* by `next`, which is known late, only far behind: else the processor waits for it */
      lg_status status = LG_OK; /* again where the value that a digit led to ends before it: request_id: nil, 12 ms */
      while (next <= at && status == LG_OK) status = decide(w, at, &next);
      if (status != LG_OK) return status;
      if (next - base >= LG_BLOCK) break;
      if (next - at > 8) stops &= ~UINT64_C(0) << (next - base);
    }
  }
  return LG_OK;
}

/* Leaves out what a line of a frame says that differs each time; `*at`: how far the text has been read. */
static lg_status at_frame(writer *w, const lg_frame_line *line, size_t *at) {
  w->unsaid +=
      lg__letters_in(&w->text, line->start, line->cut.start) + lg__letters_in(&w->text, line->cut.end, line->end);
  if (line->cut.start == line->cut.end) return LG_OK;
  lg_status status = scan_to(w, *at, line->cut.start);
  *at = line->cut.end;
  return status == LG_OK ? leave_out(w, line->cut.start, line->cut.end) : status;
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

/* Whether there is another look: with `w->classes` changed to what may be left out of a text that says so little. */
static bool says_too_little(writer *w) {
  bool sparing = (w->classes & LG_VOLATILE_UNLESS_ALL) != 0;
  if (!(sparing && w->spans) && !w->members) return false;
  size_t least = w->envelope.token ? ENOUGH_BESIDE_A_TOKEN : 1;
  lg_content left =
      lg__content_of(w->out->data, w->out->len, w->unsaid + (sparing && w->spans ? ENOUGH_LETTERS : least));
  if (sparing && lg__is_signed_url(w->out->data, w->out->len)) left = (lg_content){0, false};
  bool nothing = left.letters < w->unsaid + least && (!left.anything || w->envelope.token);
  bool little = sparing && left.letters < w->unsaid + ENOUGH_LETTERS;
  bool in_vain = little && left.letters >= w->unsaid + ENOUGH_IN_VAIN;
  w->in_vain = in_vain && lg__says_in_vain(w->out->data, w->out->len);
  if (!(little && w->spans) && !(nothing && w->members)) return false;
  if (nothing) w->envelope = (lg_envelope){.own = w->envelope.own};
  w->sparing = little;
  if (little)
    w->classes &= LG_VOLATILE_ANSI | LG_VOLATILE_SPACE | LG_VOLATILE_FRAMES | LG_VOLATILE_UNLESS_ALL |
                  (left.letters <= w->unsaid ? 0 : WITH_ASIDES) | (w->in_vain ? LG_VOLATILE_UUIDS : 0);
  return true;
}

/* Begins the text anew. */
static void begin(writer *w, size_t start, size_t len) {
  w->whole = len;
  w->text = (lg_scan){.s = w->text.s, .len = len, .taken = start, .words = w->text.words, .tokens = w->envelope.listed};
  if (w->in_vain || w->failed || (w->classes & LG_VOLATILE_DIGITS) != 0) w->text.failure = LG_YES;
  w->out->len = w->unsaid = 0;
  w->changed = w->spans = w->members = false;
  w->envelope = (lg_envelope){.own = w->envelope.own, .listed = w->envelope.listed};
  w->plain = w->envelope.listed && w->envelope.own == NULL && !(w->classes & LG_VOLATILE_DIGITS);
  w->wanted = kinds_of(w);
}

/* Writes what is left, without white space at the end. */
static void finish(writer *w, size_t len) {
  write_text(w, len);
  if ((w->wanted & LG_BYTE_SPACE) && w->to > w->out->data && w->to[-1] == ' ') w->to--;
  w->out->len = (size_t)(w->to - w->out->data);
}

lg_status lg__normalize(lg_workspace *workspace, uint32_t classes, const lg_own_names *own, const char *text,
                        size_t len, const char **out_text, size_t *out_len) {
  lg__buf_trim(&workspace->result, LG_WORKSPACE_KEEP);
  writer w = {.text = {.s = (const uint8_t *)text, .len = len, .words = workspace->words},
              .out = &workspace->result,
              .classes = classes};
  w.envelope = (lg_envelope){.own = own, .listed = (classes & LG_VOLATILE_ENVELOPE) != 0};
  size_t start = 0;
  if (classes & LG_VOLATILE_SPACE) {
    while (len > 0 && lg__is_space(&w.text, len - 1)) len--;
    w.text.len = len;
    while (lg__is_space(&w.text, start)) start++;
  }
  if ((classes & LG_VOLATILE_PIDS) && (classes & LG_VOLATILE_UNLESS_ALL) && lg__is_of_moment(&w.text, start))
    w.classes = (classes & ~(uint32_t)LG_VOLATILE_UNLESS_ALL) | LG_VOLATILE_DIGITS;
  w.failed = w.envelope.listed && lg__declares_failure(&w.text, start, (classes & LG_VOLATILE_DIGITS) != 0);
  size_t looks = 0;
  do {
    begin(&w, start, len);
    lg_status status = scan(&w, len);
    if (status != LG_OK) return status;
    if (w.changed) finish(&w, len);
  } while (w.changed && ++looks < 3 && says_too_little(&w));
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
  lg_status status = lg__normalize(workspace, classes, NULL, text, len, out_text, out_len);
  if (status == LG_OK && *out_text == workspace->result.data) lg__buf_swap(&workspace->result, &workspace->given);
  lg__buf_trim(&workspace->result, LG_WORKSPACE_KEEP);
  return status;
}
