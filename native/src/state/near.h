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

#include "memory/snapshot_bytes.h"

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
  uint64_t result_words; /* completed: the sum of the digests of the result's words; 0: not known */
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

/* The words of a text: runs of letters or of digits, in lower case if they are ASCII. From U+3000 on (Chinese, Korean,
 * emoji) each character is a word. */
typedef struct lg_words {
  const uint8_t *key; /* of the digests */
  const uint8_t *at, *end;
} lg_words;

/* The sum of their digests; 0 for a text of more than LG_WORDS_RESULT bytes. O(len), bounded. */
uint64_t lg__words_sum(const uint8_t *key, const char *text, size_t len);

/* ---- near.c ---- */

/* The sketch of packed arguments: malformed bytes give some sketch. Containers more than 8 levels deep are compared as
 * a whole. O(len). */
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
/* Whether two results whose sums of words differ by `words` differ only in what they echo of the leaves that differ,
 * each up to three times: "P1006 not found", "P1007 not found". O(1). */
bool lg__difference_is_echoed(const lg_difference *difference, uint64_t words);

void lg__sketch_io(lg_io io, lg_sketch *sketch);

/* The normalised queries that similar_query compares with: the only text that a run keeps besides tool names, since a
 * ratio needs both texts. Only with that detector, only of this turn; at most LG_QUERIES_MAX, the oldest go first. */

#define LG_QUERIES_MAX 256u
/* The most bytes of a query that are kept: LG_SIMILARITY_MAX code points of four bytes, and the destructive words. */
#define LG_QUERY_KEEP (LG_SIMILARITY_MAX * 4u + 1024u)

typedef struct lg_query {
  lg_digest name;
  uint32_t round;
  uint32_t words_len; /* of the destructive words before the line feed */
  uint32_t len;       /* of the whole text */
  uint32_t points;    /* code points after the line feed */
  uint32_t ticket;    /* of the call; LG_NO_TICKET in a restored run */
  uint32_t refused;   /* the ticket of the refused call: its query is not compared. LG_NO_TICKET: the call ran */
  char *text;
} lg_query;

/* In a snapshot, instead of the slot of a refused call: the call ran; the refused call's ticket is gone. */
#define LG_QUERY_RAN UINT32_MAX
#define LG_QUERY_DEAD (UINT32_MAX - 1)

typedef struct lg_queries {
  lg_query *queries; /* LG_QUERIES_MAX of them, a ring, made at first use */
  uint32_t held, head;
} lg_queries;

void lg__queries_clear(lg_queries *queries, const lg_allocator *allocator);
/* Copies a query, for lg__queries_add or lg__query_free. An empty one has no text. LG_ENOMEM. */
LG_NODISCARD lg_status lg__queries_copy(lg_queries *queries, const lg_allocator *allocator, const char *text,
                                        size_t len, lg_query *out_query);
void lg__query_free(lg_query *query, const lg_allocator *allocator);
/* Adds a copy made by lg__queries_copy and owns it from then on. An empty one is ignored. */
void lg__queries_add(lg_queries *queries, const lg_allocator *allocator, const lg_digest *name, uint32_t round,
                     uint32_t ticket, const lg_query *query);
/* The call of the newest query was refused. The query stays, since the host may run the call after all. */
void lg__queries_set_aside(lg_queries *queries, uint32_t ticket);
void lg__queries_drop_newest(lg_queries *queries, const lg_allocator *allocator);
/* The refused call with this ticket ran after all. */
void lg__queries_take_in(lg_queries *queries, uint32_t ticket);
/* Counts the queries of this tool, from rounds before `round`, that are similar to `text`. `*out_newest`: the ticket of
 * the newest of them; LG_NO_TICKET: there is none, or it is not known. LG_ENOMEM. O(queries * length^2) at worst, but
 * the lengths alone rule out most pairs. */
LG_NODISCARD lg_status lg__queries_similar(const lg_queries *queries, lg_workspace *workspace, const lg_digest *name,
                                           uint32_t round, double threshold, const char *text, size_t len,
                                           uint32_t *out_similar, uint32_t *out_newest);
/* Makes room in the workspace for comparing a query of `len` bytes with all others: then lg__queries_similar cannot
 * fail. LG_ENOMEM. */
LG_NODISCARD lg_status lg__queries_reserve(const lg_queries *queries, lg_workspace *workspace, size_t len);
/* The query `back` places before the newest, or NULL. */
const lg_query *lg__queries_at(const lg_queries *queries, uint32_t back);

#endif
