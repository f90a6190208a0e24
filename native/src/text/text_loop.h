/*
 * Loops in text, found while it streams, by one question: where did the last 16 symbols come before? From there on the
 * text is compared with itself, symbol by symbol. A stretch that equals what stood `distance` symbols before is a
 * match; matches with hardly anything new between them are a run.
 */
#ifndef LG_TEXT_LOOP_H
#define LG_TEXT_LOOP_H

#include "memory/snapshot_bytes.h"

#define LG_TEXT_RING 8192u /* a power of two: the longest distance, and more than 16 symbols before it */
#define LG_TEXT_GRAM 16u   /* symbols that a match begins with: as many as a hash of 32 bits holds, with 2 bits each */
#define LG_TEXT_PLACES 4096u
#define LG_TEXT_MESSAGES ((uint32_t)LG_TEXT_MESSAGES_MAX) /* the newest ones, and ... */
#define LG_TEXT_SKETCH 64u                                /* ... the pieces that stand for each */

/* So many symbols and characters are before a place in the text. */
typedef struct lg_text_place {
  uint64_t symbol, at;
} lg_text_place;

/* The least digests of a message's pieces: a sample that is the same for the same text, in any order. */
typedef struct lg_text_sketch {
  uint64_t begin, length;          /* characters */
  uint64_t first;                  /* symbol: its first whole piece ends there */
  uint64_t reported;               /* 1: it belongs to a loop that was reported */
  uint64_t digest[LG_TEXT_SKETCH]; /* ascending; UINT64_MAX: none */
} lg_text_sketch;

/* What the text so far has left, but for its symbols: nothing but uint64_t, so that a snapshot is one loop. */
typedef struct lg_text_state {
  lg_text_place now;
  uint64_t starts[LG_TEXT_GRAM]; /* characters before each of the last 16 symbols, by its index modulo 16 */
  uint64_t hash;                 /* of the last 16 symbols, in 32 bits */
  uint64_t code, awaited;        /* the character under way, and how many of its bytes are to come */
  uint64_t held, hold;           /* so many bytes may be a number: they, the last one lowest */

  /* The match under way. */
  uint64_t distance;   /* 0: there is none */
  lg_text_place begin; /* of all of it */
  lg_text_place same;  /* behind the last number that is not the one `distance` before, and ... */
  uint64_t differing;  /* ... how many there are */
  uint64_t last[2];    /* distances of the matches before it, the newest first */

  /* The run: the match under way and those before it. */
  uint64_t end;     /* symbol: behind it */
  uint64_t start;   /* character: before it */
  uint64_t length;  /* symbols in its matches */
  uint64_t weighed; /* the same, each times its distance */
  uint64_t letters; /* in them, in quarters */
  uint64_t signs;   /* in them, in halves: those that prose seldom has */
  uint64_t score;   /* symbols in them, less what new ones and seams between matches cost; at least 0 */

  /* The loop that was reported last, while its run goes on. */
  uint64_t reported;                        /* lg_text_kind; LG_TEXT_NONE: none goes on */
  uint64_t reported_start, reported_period; /* characters */
  uint64_t sure;                            /* with so many of them it is sure; UINT64_MAX: that was said */

  uint64_t next_message; /* in `messages`, a ring */
  lg_text_sketch message, messages[LG_TEXT_MESSAGES];
} lg_text_state;

struct lg_text_loop {
  lg_allocator allocator;
  uint8_t key[LG_KEY_SIZE];
  lg_text_loop_options options;
  uint32_t random[256];           /* each symbol's part of a hash, and ... */
  uint8_t letter[256], sign[256]; /* ... what it counts as in the state's letters and signs */
  uint8_t plain[256];             /* the symbol of a byte that is always the same; 0: of no other */
  lg_text_match found;            /* within the chunk under way */
  lg_text_state state;
  uint8_t ring[LG_TEXT_RING];     /* the last symbols */
  uint32_t place[LG_TEXT_PLACES]; /* by hash of 16 symbols: the last one's index modulo 2^16, and 16 bits of the hash */
  lg_buf snapshot;
};

/* Looks whether the match under way makes a loop, and whether the loop that was reported is sure. */
void lg__text_judge(lg_text_loop *text);
/* Adds the digest of a piece to the message's. Gives the greatest of them: only a lesser one is to be added. */
uint64_t lg__text_sketch(lg_text_sketch *message, uint64_t digest);
/* Whether the message that is complete says what earlier ones said, in any order. */
void lg__text_compare_message(lg_text_loop *text);

#endif
