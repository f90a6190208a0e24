/*
 * Loops in text, found while it streams, by one question: where did the last 16 symbols come before? From there on the
 * text is compared with itself, symbol by symbol. A stretch that equals what stood `distance` symbols before is a
 * match.
 *
 *   I will retry now. I will retry now. I will retry now.
 *                     |---- match, distance 18 ---->
 *
 *   period    one match is so long that it holds its block often enough
 *   mosaic    match upon match, and hardly anything new between them: sentences in any order, a word that changes
 *   message   a message has many of its 16-symbol pieces in common with earlier ones
 *
 * Symbols are bytes, and what would make two repetitions differ is folded into one. A run of white space is one space.
 * A number equals any other number, and only its low bits say which it is: "1. Retry", "12. Retry". But the digits of a
 * word ("utf8", "0x1f") and of a table of numbers are themselves. A UTF-16 unit beyond ASCII is one symbol.
 *
 *   ring    ... | symbol | symbol | ...      the last 8,192, and ...
 *   width   ... | chars  | chars  | ...      ... how many characters each of them stands for
 *   place   hash of 16 symbols --> where they ended last
 */
#ifndef LG_TEXT_LOOP_H
#define LG_TEXT_LOOP_H

#include "bytes.h"

#define LG_TEXT_RING 8192u /* a power of two: the longest distance, and a block before it */
#define LG_TEXT_GRAM 16u   /* symbols that a match begins with: as many as a hash of 32 bits holds, with 2 bits each */
#define LG_TEXT_PLACES 4096u
/* The newest messages, and the pieces that stand for each. */
#define LG_TEXT_MESSAGES ((uint32_t)LG_TEXT_MESSAGES_MAX)
#define LG_TEXT_SKETCH 64u

/* The options: default, least and most. */
#define LG_TEXT_REPEATS LG_TEXT_REPEATS_DEFAULT, LG_TEXT_REPEATS_MIN, LG_TEXT_REPEATS_MAX
#define LG_TEXT_MIN_LENGTH LG_TEXT_LENGTH_DEFAULT, LG_TEXT_LENGTH_MIN, LG_TEXT_LENGTH_MAX
#define LG_TEXT_MAX_PERIOD LG_TEXT_PERIOD_DEFAULT, LG_TEXT_PERIOD_MIN, LG_TEXT_PERIOD_MAX
#define LG_TEXT_ALIKE LG_TEXT_MESSAGES_DEFAULT, LG_TEXT_MESSAGES_MIN, LG_TEXT_MESSAGES_MAX

/* So many symbols and characters are before a place in the text. */
typedef struct lg_text_place {
  uint64_t symbol, at;
} lg_text_place;

/* What symbols say of words: quarters of a letter, and 2^32 times halves of a sign that prose seldom has. */
typedef uint64_t lg_text_ink;

/* What the text so far has left, but for its last symbols: nothing but uint64_t, so that a snapshot is one loop. */
typedef struct lg_text_state {
  lg_text_place now;
  uint64_t check;   /* with so many symbols the match under way is judged */
  uint64_t hash;    /* of the last 16 symbols, in 32 bits */
  uint64_t number;  /* a digest, in 32 bits, of the number that is the newest symbol and may go on; 0: there is none */
  uint64_t code;    /* of the character under way, and ... */
  uint64_t awaited; /* ... how many of its bytes are to come */
  uint64_t held;    /* so many digits of a word, and a mark behind them, may turn out to be a numbering: ... */
  uint64_t hold;    /* ... their bytes, the last one lowest */

  /* The match under way. */
  uint64_t distance;       /* 0: there is none */
  lg_text_place begin;     /* of all of it */
  lg_text_place same;      /* behind the last number that is not the one `distance` before */
  uint64_t from;           /* symbol: the part from here on is in no earlier match */
  lg_text_ink ink, common; /* of all of it, and of the part before `from` */

  /* The matches before it, as long as there is hardly anything between them: the mosaic. */
  uint64_t end;       /* symbol: behind the last of them */
  uint64_t start;     /* character: before the first of them */
  uint64_t length;    /* symbols in them */
  uint64_t weighed;   /* the same, each times its distance */
  lg_text_ink tinted; /* their ink */
  uint64_t score;     /* symbols in them, less what new ones and seams between matches cost; at least 0 */

  /* The loop that was reported last, while it goes on. */
  uint64_t told;         /* lg_text_kind; LG_TEXT_NONE: none goes on */
  uint64_t told_start;   /* character */
  uint64_t told_period;  /* characters */
  uint64_t sure;         /* with so many characters it is sure; UINT64_MAX: that was said */
  uint64_t since, fresh; /* symbol at which it was reported; new symbols since then */

  uint64_t next_message; /* in `messages` */
} lg_text_state;

/* The least digests of a message's pieces: a sample that is the same for the same text, in any order. All uint64_t. */
typedef struct lg_text_sketch {
  uint64_t begin;  /* character */
  uint64_t first;  /* symbol: its first whole piece ends there */
  uint64_t length; /* characters */
  uint64_t told;   /* 1: it belongs to a loop that was reported */
  uint64_t held;
  uint64_t digest[LG_TEXT_SKETCH]; /* ascending */
} lg_text_sketch;

struct lg_text_loop {
  lg_allocator allocator;
  uint8_t key[LG_KEY_SIZE];
  lg_text_loop_options options;
  uint32_t salt;        /* of the digests in sketches, from the key; odd */
  lg_text_ink ink[256]; /* of each symbol, and ... */
  uint32_t random[256]; /* ... its part of a hash */
  lg_text_state state;
  lg_text_sketch message, messages[LG_TEXT_MESSAGES]; /* the one under way; a ring */
  uint8_t ring[LG_TEXT_RING], width[LG_TEXT_RING];
  uint32_t place[LG_TEXT_PLACES]; /* the symbol's index modulo 2^16, below 16 more bits of the hash */
  lg_buf snapshot;
};

/* The place for a hash, and its part that tells other hashes with the same place. */
static inline uint32_t lg__text_slot(uint32_t hash) { return hash >> 20; }
static inline uint32_t lg__text_tag(uint32_t hash) { return hash << 12 & 0xffff0000u; }
/* The next hash: shifts out what is 16 symbols back. */
static inline uint32_t lg__text_hash(const lg_text_loop *text, uint64_t hash, uint8_t symbol) {
  return (uint32_t)(hash << 2) + text->random[symbol];
}

/* Symbols that are no ASCII. */
#define LG_TEXT_SIGNS 1u   /* and up to 14: signs beyond ASCII */
#define LG_TEXT_STOP 15u   /* a full stop that needs no space behind it: Chinese, Japanese, Hindi */
#define LG_TEXT_NUMBER 16u /* and up to 31 */
#define LG_TEXT_SPACE 32u
#define LG_TEXT_BEYOND 128u /* and up to 255: letters beyond ASCII */

#define LG_TEXT_MASK (LG_TEXT_RING - 1)

static inline bool lg__text_is_letter(uint32_t symbol) { return symbol >= LG_TEXT_BEYOND || (symbol | 32) - 'a' < 26; }
static inline bool lg__text_is_digit(uint32_t symbol) { return symbol - '0' < 10; }
static inline bool lg__text_is_number(uint32_t symbol) { return symbol - LG_TEXT_NUMBER < 16; }
/* Numbers equal each other. */
static inline bool lg__text_is_alike(uint8_t a, uint8_t b) {
  return a == b || (lg__text_is_number(a) && lg__text_is_number(b));
}

static inline uint8_t lg__text_symbol(const lg_text_loop *text, uint64_t index) {
  return text->ring[index & LG_TEXT_MASK];
}

/* Looks whether a match of this distance ends with the newest symbol, which is in the ring, but not counted yet. */
void lg__text_look(lg_text_loop *text, uint32_t distance);
/* The newest symbol differs from the one `distance` before. */
void lg__text_end_match(lg_text_state *state);
/* Whether the match under way makes a loop, or the loop that was reported goes on: then it goes into `out`. */
void lg__text_judge(lg_text_loop *text, lg_text_match *out);

#endif
