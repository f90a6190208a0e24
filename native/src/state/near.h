/*
 * Sketches: what near_repeat keeps of a call's arguments, to tell how much the arguments of two calls differ. Digests
 * only, of a fixed size, however large the arguments are.
 *
 *   {"q": "Red shoes", "filter": {"page": 2}, "tags": ["a", "b"]}
 *
 *   leaves     q, filter.page, tags        for each: digests of path and value, and the sum of its words' digests.
 *                                          The items of an array belong to the array's leaf
 *   features   q, q red, q shoes,          paths, and words with their path; every number is the word #
 *              filter.page, filter.page #,
 *              tags, tags a, tags b
 *
 * Two calls are nearly the same when at most LG_NEAR_LEAVES leaves differ and three fifths of the features of both are
 * common: of {"q": "red shoes", "page": 2} and {"q": "red boots", "page": 3}, two leaves and 4 of 6 features.
 *
 *   +------+-------+------+-----+------+-----+--------+      A call with many leaves keeps those with the smallest path
 *   | leaf | .. 7  | rest |     | feature .. 32, sorted |     digests; all others are one, `rest`. A call with many
 *   +------+-------+------+     +------+-----+--------+      features keeps the smallest, which are a fair sample.
 *
 * Nothing depends on the order of members, so a text and a value with the same identity have the same sketch.
 */
#ifndef LG_NEAR_H
#define LG_NEAR_H

#include "memory/bytes.h"

#define LG_SKETCH_LEAVES 7u
#define LG_SKETCH_FEATURES 32u
/* The most leaves that may differ. */
#define LG_NEAR_LEAVES 2u
/* Words are read from so many bytes at the start of each text of the arguments, and from results of up to so many. */
#define LG_WORDS_ARGS 4096u
#define LG_WORDS_RESULT 2048u

typedef struct lg_leaf {
  uint32_t path;
  uint32_t value; /* the sum over its items, so that an array's order does not count */
  uint64_t words;
} lg_leaf;

/* Bits of lg_sketch.flags. */
enum {
  LG_SKETCH_MADE = 1,   /* else nothing is known of the arguments */
  LG_SKETCH_REST = 2,   /* `rest` is in use */
  LG_SKETCH_SAMPLE = 4, /* there were more features */
  LG_SKETCH_SILENT = 8, /* completed: the result was a bare acknowledgement */
  LG_SKETCH_NEWS = 16   /* completed: the history had no such call, or its last one gave another result */
};

typedef struct lg_sketch {
  uint64_t said; /* completed: the sum of the digests of the result's words; 0: not known */
  lg_leaf leaves[LG_SKETCH_LEAVES], rest;
  uint32_t features[LG_SKETCH_FEATURES];
  uint8_t leaf_count, feature_count, flags;
} lg_sketch;

/* The sketches of a run; only with LG_TRACK_SKETCHES. */
typedef struct lg_sketches {
  lg_sketch *seen;    /* of the observations, by their places in the history's ring */
  lg_sketch *asked;   /* of the call that is being read: one more place behind `seen` */
  lg_sketch *pending; /* of tickets, by slot */
  uint32_t capacity;  /* of `pending` */
} lg_sketches;

/* ---- words of a result ---- */

/* The words of a text: runs of letters or of digits, in lower case if they are ASCII. From U+3000 on (Chinese, Korean,
 * emoji) each character is a word. */
typedef struct lg_words {
  const uint8_t *key; /* of the digests */
  const uint8_t *at, *end;
} lg_words;

/* The digest of the next word; `*out_number`: it is made of digits. False: there are no more. */
bool lg__words_next(lg_words *words, uint64_t *out_word, bool *out_number);
/* The sum of their digests; 0 for a text of more than LG_WORDS_RESULT bytes. O(len), bounded. */
uint64_t lg__words_sum(const uint8_t *key, const char *text, size_t len);

/* ---- near.c ---- */

/*
 * The sketch of packed arguments: malformed bytes give some sketch. Containers more than 8 levels deep are compared as
 * a whole. O(len).
 */
void lg__sketch_value(const uint8_t *key, lg_value args, lg_sketch *out);
/* Of arguments that are a text, not JSON. */
void lg__sketch_text(const uint8_t *key, const char *text, size_t len, lg_sketch *out);

/* What differs between two sketches. */
typedef struct lg_difference {
  uint32_t leaves;
  uint64_t words[LG_NEAR_LEAVES]; /* by leaf: the sum of the words of one, minus that of the other */
} lg_difference;

/* Whether the arguments are nearly the same. O(1). */
bool lg__sketch_near(const lg_sketch *a, const lg_sketch *b, lg_difference *out_difference);
/*
 * Whether two results whose sums of words differ by `said` differ only in what they echo of the leaves that differ,
 * each up to three times: "P1006 not found", "P1007 not found". O(1).
 */
bool lg__difference_is_echoed(const lg_difference *difference, uint64_t said);

void lg__sketch_write(lg_writer *writer, const lg_sketch *sketch);
void lg__sketch_read(lg_reader *reader, lg_sketch *out);

#endif
