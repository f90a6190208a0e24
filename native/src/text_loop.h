/*
 * Loops in text, found while it streams.
 *
 *   bytes --> symbols --> chunks ----> periods     "the tail repeats a block"              text_loop_periods.c
 *                    |          \--> sketches    "a message repeats earlier ones"        text_loop_messages.c
 *                    \--> lines                  "the same sentences come in any order"  text_loop_lines.c
 *
 * Symbols are bytes, except that a run of white space is one space and a number is one 0: "1. Retry" and "2.  Retry"
 * are the same symbols. Characters are UTF-16 units; one beyond U+FFFF is two surrogates of three bytes each, so that
 * it does not matter whether a host splits the pair.
 *
 * Chunks end where the text itself says so: at a symbol whose rolling hash (of the last 16 symbols) is the least of the
 * last 32 places. Text that repeats with a period is therefore cut at the same places in each period, wherever the loop
 * began, and only digests of chunks have to be kept and compared:
 *
 *   I will retry. I will retry. I will retry.
 *      |        |    |        |    |        |      chunks A B A B A B: a period of 2 chunks
 *
 * A chunk has 33 symbols on average, and a period of up to 32 at least one chunk.
 */
#ifndef LG_TEXT_LOOP_H
#define LG_TEXT_LOOP_H

#include "bytes.h"

/* The end of a chunk has the least hash of so many places; a power of two. */
#define LG_TEXT_WINDOW 32u
/* Periods of up to so many chunks are found. */
#define LG_TEXT_LENGTHS 96u
/* For so many chunks it is known what was in them. */
#define LG_TEXT_COUNTS (2 * LG_TEXT_LENGTHS)
/* The newest lines are remembered. */
#define LG_TEXT_LINES_HELD 128u
/* The newest messages, and the digests that stand for each. */
#define LG_TEXT_MESSAGES ((uint32_t)LG_TEXT_MESSAGES_MAX)
#define LG_TEXT_SKETCH 32u

/* The base of hashes; so many of its powers are at hand. */
#define LG_TEXT_STEP 0x9e3779b97f4a7c15u
#define LG_TEXT_POWERS 64u

/* The options: default, least and most. */
#define LG_TEXT_REPEATS LG_TEXT_REPEATS_DEFAULT, LG_TEXT_REPEATS_MIN, LG_TEXT_REPEATS_MAX
#define LG_TEXT_MIN_LENGTH LG_TEXT_LENGTH_DEFAULT, LG_TEXT_LENGTH_MIN, LG_TEXT_LENGTH_MAX
#define LG_TEXT_MAX_PERIOD LG_TEXT_PERIOD_DEFAULT, LG_TEXT_PERIOD_MIN, LG_TEXT_PERIOD_MAX
#define LG_TEXT_ALIKE LG_TEXT_MESSAGES_DEFAULT, LG_TEXT_MESSAGES_MIN, LG_TEXT_MESSAGES_MAX

/* What the text had so far; all modulo 2^32, since only differences are read. */
typedef struct lg_text_counts {
  uint64_t letters_and_words; /* characters that are letters, and 2^32 times the runs of white space */
  uint32_t wide;              /* letters of scripts that may do without spaces between words */
  uint32_t more_blank;        /* characters of white space but the first of each run */
  uint32_t numbers;           /* runs of digits */
  uint32_t digits;            /* a sum over the digits themselves, which symbols do not have */
} lg_text_counts;

/* Digits before the first letter of a line, its numbering, are only in the bits of `digits` from this one on; the bits
 * below have those of all other numbers: in "2. Item 17 of 20" they have 17 and 20. */
#define LG_TEXT_NUMBERING 16u

/* What a difference of two such sums tells of the numbers but the numbering. */
static inline uint32_t lg__text_numbers_within(uint32_t digits) { return digits & ((1u << LG_TEXT_NUMBERING) - 1); }

static inline uint32_t lg__text_letters(const lg_text_counts *counts) { return (uint32_t)counts->letters_and_words; }
static inline uint32_t lg__text_words(const lg_text_counts *counts) {
  return (uint32_t)(counts->letters_and_words >> 32);
}

/* How a piece of text reads. */
typedef enum lg_text_look {
  LG_TEXT_DENSE, /* no words: base64, a rule of dashes, numbers */
  LG_TEXT_PLAIN, /* words and much else: code, a table */
  LG_TEXT_PROSE  /* words and little else */
} lg_text_look;

/* That of the text between two counts, which has this many characters. */
lg_text_look lg__text_look(const lg_text_counts *from, const lg_text_counts *to, uint32_t length);

/* A place between two symbols. */
typedef struct lg_text_place {
  uint64_t all;
  uint32_t index;
} lg_text_place;

/* What changes with every byte. */
typedef struct lg_text_cursor {
  uint64_t at;              /* characters so far */
  uint64_t rolling;         /* hash of the last 16 symbols */
  uint64_t all;             /* hash of all symbols: the sum of symbol[i] * LG_TEXT_STEP^(index - i) */
  uint32_t index;           /* symbols so far, modulo 2^32 */
  uint32_t least;           /* the least hash of the last places, and ... */
  uint32_t places;          /* ... how many are after it, at most LG_TEXT_WINDOW */
  uint32_t last;            /* class of the last byte */
  uint32_t run;             /* length of the run of white space or digits that the last byte is in */
  uint32_t beyond;          /* the bytes of the last character beyond ASCII */
  uint32_t astral, awaited; /* bits of a character of four bytes, and how many of its bytes are to come */
  lg_text_counts counts;
} lg_text_cursor;

/* Ends of chunks, the newest first in a ring that is stored twice, so that the newest LG_TEXT_LENGTHS lie in a row. */
typedef struct lg_text_periods {
  uint32_t next;                        /* place of the next end in the ring: one before the newest */
  uint32_t digest[2 * LG_TEXT_LENGTHS]; /* of the chunk; 0: there is none yet */
  uint32_t at[2 * LG_TEXT_LENGTHS];     /* where it ends */
  uint16_t tag[LG_TEXT_LENGTHS];        /* of the digests, in any order */
  uint32_t since[LG_TEXT_LENGTHS];      /* [n - 1]: where the newest chunk ends that differs from the one n before */
  uint32_t new_at;        /* where the newest chunk ends that differs from all; not after any of `since` */
  bool all_new;           /* it is the newest of all; `since`, which is new_at throughout, is not yet written */
  uint32_t newest_counts; /* index into `counts` */
  lg_text_counts counts[LG_TEXT_COUNTS]; /* at each end; a ring */
} lg_text_periods;

typedef struct lg_text_lines {
  uint32_t next, digest[LG_TEXT_LINES_HELD], at[LG_TEXT_LINES_HELD]; /* a ring; digest 0: none */
  uint16_t tag[LG_TEXT_LINES_HELD];                                  /* of the digests */
  uint64_t begin;                                                    /* where the line under way begins */
  lg_text_counts counts;                                             /* there */
  uint64_t rise;                                                     /* where `again` was 0 last */
  uint32_t again;     /* characters of lines that came before, less those that are new; not below 0 */
  uint32_t distances; /* how far back these came last: the mean, times a constant */
} lg_text_lines;

/* The least digests of a message's chunks: a sample that is the same for the same text. */
typedef struct lg_text_sketch {
  uint64_t begin;
  uint32_t length; /* characters */
  uint32_t told;   /* 1: it belongs to a loop that was reported */
  uint32_t held;
  uint32_t digest[LG_TEXT_SKETCH]; /* ascending */
} lg_text_sketch;

struct lg_text_loop {
  lg_allocator allocator;
  uint8_t key[LG_KEY_SIZE];
  lg_text_loop_options options;
  uint64_t symbol[256];           /* a random number for each symbol, from the key */
  uint64_t power[LG_TEXT_POWERS]; /* LG_TEXT_STEP^n */
  lg_text_place chunk, line;      /* where those under way begin */
  lg_text_cursor cursor;
  uint8_t recent[2 * LG_TEXT_WINDOW]; /* hashes of the places after the least one, oldest first */
  lg_text_periods periods;
  lg_text_lines lines;
  lg_text_sketch message, messages[LG_TEXT_MESSAGES]; /* the one under way; a ring */
  uint32_t next_message;
  uint64_t told; /* up to here the text belongs to a loop that was reported */
  lg_buf snapshot;
};

/* The hash of the symbols between a place and the cursor, whatever stands before them. O(1) for a chunk or a line as
 * they usually are; O(log n). */
static inline uint64_t lg__text_hash(const lg_text_loop *text, const lg_text_place *from, uint64_t all,
                                     uint32_t index) {
  uint32_t n = index - from->index;
  uint64_t power = text->power[n % LG_TEXT_POWERS], square = text->power[LG_TEXT_POWERS - 1] * LG_TEXT_STEP;
  for (n /= LG_TEXT_POWERS; n > 0; n >>= 1, square *= square) power *= n & 1 ? square : 1;
  return all - from->all * power;
}

/* Spreads a hash over 32 bits; never 0. */
static inline uint32_t lg__text_digest(uint64_t hash) {
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93u;
  uint32_t digest = (uint32_t)(hash >> 32);
  return digest == 0 ? 1 : digest;
}

/* The part of a digest that is looked for first: the compiler compares twice as many at once. */
static inline uint16_t lg__text_tag(uint32_t digest) { return (uint16_t)digest; }

/* Whether a tag is among so many. */
static inline bool lg__text_is_among(const uint16_t *tags, uint32_t count, uint16_t tag) {
  uint16_t same = 0;
  for (uint32_t i = 0; i < count; i++) same |= tags[i] == tag ? UINT16_MAX : 0;
  return same != 0;
}

/*
 * A chunk, a line or sentence, or the message ended at the cursor. What is found goes into `match`, which keeps what it
 * has already.
 */
void lg__text_chunk_end(lg_text_loop *text, lg_text_match *match);
/* Writes `since` where that was put off. */
void lg__text_spread_new(lg_text_periods *periods);
void lg__text_line_end(lg_text_loop *text, uint64_t hash, lg_text_match *match);
void lg__text_message_end(lg_text_loop *text, lg_text_match *match);
/* A chunk with this digest is part of the message under way. */
void lg__text_message_add(lg_text_sketch *message, uint32_t digest);
/* Reports a loop whose text repeats since `since`, unless it is one that was reported and has gone on until now. */
void lg__text_report(lg_text_loop *text, uint64_t since, lg_text_match found, lg_text_match *match);
/* Whether this is what cursor.last may be. */
bool lg__text_is_class(uint32_t last);

#endif
