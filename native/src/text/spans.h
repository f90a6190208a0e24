/*
 * Recognisers of volatile spans: volatile.c calls them at each byte that may belong to one.
 *
 * A recogniser looks at the text around one place and returns the span there, if any. None of them reads further than a
 * small constant beyond its span, or than the next line feed or escape, or, once, the end of a word, so that the whole
 * pass is linear.
 *
 *   ... took 1.25 s, attempt 3 of 5 ...
 *            ^ called here    ^ and here; the word is found by looking back
 */
#ifndef LG_SPANS_H
#define LG_SPANS_H

#include "text/byte_kinds.gen.h"
#include "text/chars.h"

typedef enum lg_guess { LG_UNKNOWN, LG_NO, LG_YES } lg_guess;

typedef struct lg_scan {
  const uint8_t *s;
  size_t len;
  size_t taken;     /* everything before is written out: no span begins before this */
  size_t seam;      /* end of the last terminal sequence: a word begins here, and no span or word reaches across it */
  size_t clock;     /* end of the last time that was left out; 0: none */
  size_t took;      /* the same for a duration */
  size_t word;      /* end of the last letters and digits behind a digit that were looked at */
  size_t token;     /* end of the last token that was looked at as a whole */
  bool tokens;      /* ids that only an envelope has are looked for: lg__span_random_id */
  lg_guess failure; /* of one, what looks like an id is one: lg__is_of_failure */
  lg_known_word *words; /* of the workspace */
} lg_scan;

typedef struct lg_span {
  size_t start, end;
} lg_span;

/* The kinds of each byte, as bits. */
extern const uint16_t lg__byte_kinds[256];

static inline unsigned lg__kind(uint8_t byte) { return lg__byte_kinds[byte]; }

/* The byte at `i`; 0, which belongs to no span, past the end. */
static inline uint8_t lg__peek(const lg_scan *text, size_t i) { return i < text->len ? text->s[i] : 0; }

static inline bool lg__is_space(const lg_scan *text, size_t i) {
  return (lg__kind(lg__peek(text, i)) & LG_BYTE_SPACE) != 0;
}

/* The byte `n` places before `i`, or 0. */
static inline uint8_t lg__behind(const lg_scan *text, size_t i, size_t n) { return i >= n ? text->s[i - n] : 0; }

/* Whether a span may begin `n` places before `i`. */
static inline bool lg__reaches(const lg_scan *text, size_t i, size_t n) {
  return i >= n && i - n >= text->taken && i - n >= text->seam;
}

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LG_SIMD 1
typedef uint8_t lg_bytes16 __attribute__((vector_size(16)));
typedef char lg_chars16 __attribute__((vector_size(16)));

/* The top bits. */
static inline uint32_t lg__bits_of(lg_bytes16 bytes) {
#if defined(__SSE2__)
  return (uint32_t)__builtin_ia32_pmovmskb128((lg_chars16)bytes);
#elif defined(__wasm_simd128__)
  return (uint32_t)__builtin_wasm_bitmask_i8x16((lg_chars16)bytes);
#else
  uint64_t half[2];
  memcpy(half, &bytes, sizeof half);
  for (int i = 0; i < 2; i++) half[i] = (half[i] >> 7 & ~UINT64_C(0) / 255) * UINT64_C(0x0102040810204080) >> 56;
  return (uint32_t)(half[0] | half[1] << 8);
#endif
}
#endif

/* What runs consist of: digits, white space, or letters, which have no LG_BYTE_ bit. */
typedef enum lg_run_of { LG_DIGITS, LG_SPACES, LG_LETTERS } lg_run_of;

static inline bool lg__is_one_of(lg_run_of of, uint8_t byte) {
  return of == LG_DIGITS   ? lg__is_digit(byte)
         : of == LG_SPACES ? (lg__kind(byte) & LG_BYTE_SPACE)
                           : lg__is_letter(byte);
}

#ifdef LG_SIMD
/* The bits of those among the sixteen bytes. */
static inline uint32_t lg__ones_of(lg_run_of of, const uint8_t *s) {
  lg_bytes16 bytes;
  memcpy(&bytes, s, sizeof bytes);
  if (of == LG_DIGITS) return lg__bits_of((lg_bytes16)(bytes - (uint8_t)'0' < 10));
  if (of == LG_LETTERS) return lg__bits_of((lg_bytes16)((bytes | 0x20) - (uint8_t)'a' < 26));
  return lg__bits_of((lg_bytes16)((bytes - (uint8_t)'\t' < 5) | (bytes == ' ')));
}
#endif

/* The end of the run at `i`: with vectors no branch depends on its length, which cannot be foreseen. */
static inline size_t lg__skip(const lg_scan *text, size_t i, lg_run_of of) {
#ifdef LG_SIMD
  if (i + 16 <= text->len) {
    uint32_t others = lg__ones_of(of, text->s + i) ^ 0xffff;
    if (others != 0) return i + (size_t)__builtin_ctz(others);
    i += 16;
  }
#endif
  while (i < text->len && lg__is_one_of(of, text->s[i])) i++;
  return i;
}

/* The same for few blanks. */
static inline size_t lg__behind_blanks(const lg_scan *text, size_t i) {
  while (lg__is_space(text, i)) i++;
  return i;
}

static inline size_t lg__skip_digits(const lg_scan *text, size_t i) { return lg__skip(text, i, LG_DIGITS); }

/* How many letters end before `end`, up to `most`, which is at most 16. */
static inline size_t lg__letters_before(const lg_scan *text, size_t end, size_t most) {
  size_t count = 0;
#ifdef LG_SIMD
  if (end >= 16) {
    count = (size_t)__builtin_clz(~(lg__ones_of(LG_LETTERS, text->s + end - 16) << 16));
    return count < most ? count : most;
  }
#endif
  while (count < most && count < end && lg__is_letter(text->s[end - 1 - count])) count++;
  return count;
}

static inline bool lg__is_hex(uint8_t byte) { return (lg__kind(byte) & (LG_BYTE_DIGIT | LG_BYTE_HEX)) != 0; }

/* Whether `i` is the letter of a JSON escape such as `\n`, and so no letter of a word. */
static inline bool lg__is_escape_letter(const lg_scan *text, size_t i) {
  uint8_t byte = text->s[i];
  return lg__behind(text, i, 1) == '\\' && lg__behind(text, i, 2) != '\\' && i != text->seam &&
         (byte == 'n' || byte == 't' || byte == 'r' || byte == 'b' || byte == 'f');
}

/* Whether a word can begin at `i`: the byte before does not belong to a word. */
static inline bool lg__may_begin(const lg_scan *text, size_t i) {
  if (i == 0 || i == text->seam) return true;
  uint8_t byte = text->s[i - 1];
  if (byte < 0x80) return !(lg__kind(byte) & LG_BYTE_WORD) || lg__is_escape_letter(text, i - 1);
  return byte >= 0xC0 || !(lg__kind(lg__behind(text, i, 2)) & LG_BYTE_WORD) || lg__behind(text, i, 2) < 0x80;
}

/* Whether a word can end before `i`: the byte at `i` does not belong to a word. */
static inline bool lg__may_end(const lg_scan *text, size_t i) { return !(lg__kind(lg__peek(text, i)) & LG_BYTE_WORD); }

/* Whether the bytes are one of the words in `list` (chars.h). */
static inline bool lg__is_in(const char *list, const uint8_t *word, size_t len) {
  return lg__is_listed(list, (const char *)word, len);
}

bool lg__same_word(const lg_scan *text, size_t i, const char *word, size_t len);

/* Whether the text at `i` is `word`, in any case; `word` is in lower case. */
static inline bool lg__at_word(const lg_scan *text, size_t i, const char *word, size_t len) {
  uint8_t first = lg__peek(text, i);
  return (lg__is_letter(first) ? first | 0x20 : first) == (uint8_t)word[0] && lg__same_word(text, i, word, len);
}

/* Where a word counts: quoted, as the name of a member; bare, as a label of a text or an element of XML; before a
 * number that counts something; as the name of a tool; as the name of a plain number (lg__plain_end). */
enum { LG_AS_MEMBER = 1, LG_AS_LABEL = 2, LG_AS_BOTH = 3, LG_AS_COUNTED = 4, LG_AS_TOOL = 8, LG_AS_PLAIN = 16 };

/* `lookup` of a word, which answers 16 bits, always the same; `as`: which list, and how. */
static inline unsigned lg__known_word(const lg_scan *text, size_t start, size_t len, unsigned as,
                                      unsigned (*lookup)(const uint8_t *, size_t, unsigned)) {
  const uint8_t *s = text->s + start;
  if (len - 1 >= sizeof text->words->text) return lookup(s, len, as);
  uint32_t hash = (uint32_t)((s[0] | s[len - 1] << 7 | s[len / 2] << 14) + (int)(len * 37 + as)) * 2654435761u;
  lg_known_word *word = &text->words[hash / (UINT32_MAX / LG_KNOWN_WORDS + 1)]; /* by its upper bits */
  if (word->len == len && word->as == as && memcmp(word->text, s, len) == 0) return word->answer;
  word->len = (uint8_t)len;
  word->as = (uint8_t)as;
  memcpy(word->text, s, len);
  return word->answer = (uint16_t)lookup(s, len, as);
}

/* A whole run of decimal digits and the bytes next to it. */
typedef struct lg_digits {
  size_t at, end;
  uint8_t before, after; /* 0 at the ends of the text */
  bool begins;           /* it is the beginning of a word */
} lg_digits;

/* `at` is a digit, and the byte before it is not. */
static inline lg_digits lg__digits_at(const lg_scan *text, size_t at) {
  size_t end = lg__skip_digits(text, at);
  return (lg_digits){at, end, lg__behind(text, at, 1), lg__peek(text, end), lg__may_begin(text, at)};
}

/* The classes that a run of digits can belong to, judging by the bytes next to it; for most runs there is none. */
static inline uint32_t lg__candidates(const lg_scan *text, const lg_digits *run) {
  unsigned before = lg__kind(run->before), after = lg__kind(run->after);
  uint32_t classes = (before | after) & LG_BYTE_ID ? LG_VOLATILE_UUIDS | LG_VOLATILE_HEX_IDS : 0;
  if (!run->begins) return run->before == 'x' && run->after == ' ' ? classes | LG_VOLATILE_PIDS : classes;
  size_t count = run->end - run->at;
  unsigned second = lg__kind(lg__peek(text, run->end + 1));
  bool gap = run->after == ' ', point = run->after == '.';
  if ((after & LG_BYTE_DATE) || count >= 8 || (gap && count <= 3 && (second & LG_BYTE_DAY)) || (point && count == 4))
    classes |= LG_VOLATILE_TIMESTAMPS;
  if (((gap ? second : after) & LG_BYTE_UNIT) || ((point || run->after == ',') && (second & LG_BYTE_DIGIT)))
    classes |= LG_VOLATILE_DURATIONS;
  if (before & LG_BYTE_GAP) return classes | LG_VOLATILE_COUNTERS | LG_VOLATILE_PIDS;
  if (run->before == '-' || run->before == '*' || (run->before == '.' && lg__behind(text, run->at, 3) == '<'))
    classes |= LG_VOLATILE_PIDS;
  return classes;
}

/*
 * The recognisers. False: there is no span, and `*out` is unchanged. lg_volatile in loopguard.h describes the spans.
 * Those of spans_time.c and lg__span_numbered need a run that begins a word.
 */
bool lg__span_timestamp(const lg_scan *text, const lg_digits *run, lg_span *out);  /* spans_time.c; all but epochs */
bool lg__span_named_date(const lg_scan *text, const lg_digits *run, lg_span *out); /* with the name of a month */
/* Seconds, milliseconds or microseconds since 1970, from 2001 to 2033: 10, 13 or 16 digits from 1. */
bool lg__is_epoch(const lg_scan *text, const lg_digits *run);
/* Such a number, and a fraction. */
bool lg__span_epoch(const lg_scan *text, const lg_digits *run, lg_span *out);
/* The end of the id that begins with the time, found at the run: _00042_wa2b9 (Trino); or of the time. */
size_t lg__id_end(const lg_scan *text, const lg_digits *run, const lg_span *time);
bool lg__span_duration(const lg_scan *text, const lg_digits *run, lg_span *out);
bool lg__span_uuid(const lg_scan *text, const lg_digits *run, lg_span *out); /* spans_id.c */
bool lg__span_hex_id(const lg_scan *text, const lg_digits *run, lg_span *out);
bool lg__span_timed_id(const lg_scan *text, const lg_digits *run, lg_span *out); /* around an epoch */
bool lg__span_random_id(lg_scan *text, const lg_digits *run, lg_span *out);      /* false: `*out` says nothing */
/* In a text that says that something failed: which request it was. */
bool lg__span_of_failure(lg_scan *text, const lg_digits *run, lg_span *out);
/* LG_VOLATILE_COUNTERS or LG_VOLATILE_PIDS, of `classes`; 0: neither. */
uint32_t lg__span_numbered(lg_scan *text, const lg_digits *run, uint32_t classes, lg_span *out);
/* Whether the bytes, at least 20, are mixed as in base64: an opaque cursor, a signature. */
bool lg__is_token(const uint8_t *s, size_t len);
/* Whether the text says, where it begins, that something went wrong. */
bool lg__is_of_failure(lg_scan *text);
/* The class of a number behind this word, and perhaps bits that are none; 0: it is a word like others. */
unsigned lg__counted_class(const uint8_t *word, size_t len, unsigned as);
uint32_t lg__counted_before(const lg_scan *text, size_t end); /* of the whole word that ends before `end` */
/* Whether the span of one of the three above is never what a text says: the id of a request, of a process. */
bool lg__is_aside_id(const lg_scan *text, const lg_span *span);
bool lg__span_temp_path(const lg_scan *text, size_t at, lg_span *out); /* `at`: a slash or a colon */
bool lg__span_terminal(const lg_scan *text, size_t at, lg_span *out);  /* `at`: ESC or a backslash */

/* Whether a duration was measured, as those in milliseconds and with a fraction are, and stands where one says how long
 * the answer took: "in 0.12 s", "(12 ms)"; "back in 12 min" and "lap time: 62.1 s" may be the answer. */
bool lg__is_measured(const lg_scan *text, const lg_span *duration); /* spans_log.c, like the three below */
/* The letters of the label of a duration that is all else that its line says: real 0m1.3s */
size_t lg__label_letters(const lg_scan *text, const lg_span *duration);
/*
 * Whether the time is one that a logger put before its message: it has seconds, stands in brackets or begins its line,
 * and words follow on the line. "Next departure: 2026-11-28 12:11:00" has none.
 */
bool lg__is_log_time(const lg_scan *text, const lg_span *time);
/* Whether the time has seconds other than 00: it was read from a clock. What is planned is planned for full minutes. */
bool lg__is_clock_time(const lg_scan *text, const lg_span *time);
/* Whether the time may be what is said: a day or full minutes that no logger put before its message; or, but in a
 * failure, one without colons, fraction and zone: IMG_20260314_092653.jpg names one item of many. */
bool lg__is_planned(lg_scan *text, const lg_span *time);
/*
 * Whether the numbers of the text that begins at `start` are of the moment: those of processes and of the load of a
 * machine, as `ps`, `ps -ef` and `uptime` print them. It shows in the first line: a column PID, or "load average". Not
 * with figures of memory, by which one finds a leak, nor with files, by which one finds a port: `top`, `ps aux`,
 * `lsof`.
 */
bool lg__is_of_moment(const lg_scan *text, size_t start);
/* Whether the number, with a blank behind it, is between two of a list (beside_numbers.gen.h): "task: 7 executed". */
bool lg__is_between(const lg_scan *text, const lg_digits *run);
/* Whether what stands around the number says that it is a process, a thread or a connection. */
bool lg__is_process(const lg_scan *text, const lg_digits *run);

enum { LG_BLOCK = 64 };

/* The bytes of the block at `from` that may belong to a span, by bit, and some that do not; `from` is before the end.
 * `wanted`: LG_BYTE_ bits; without LG_BYTE_QUOTE none of quotes. */
uint64_t lg__stops(const lg_scan *text, size_t from, uint16_t wanted);

/* The lowest bit of some. */
static inline unsigned lg__first_bit(uint64_t bits) {
#ifdef __GNUC__
  return (unsigned)__builtin_ctzll(bits);
#else
  unsigned i = 0;
  while ((bits >> i & 1) == 0) i++;
  return i;
#endif
}

/* The end of the rate's unit at `at`: MB/s, KiB/s, rows/s, tokens/sec; 0: it is none. Not m/s or km/h, which are
 * content. */
size_t lg__rate_end(const lg_scan *text, size_t at);

#endif
