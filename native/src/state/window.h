/*
 * A ring of digests and its incremental cycle scan.
 *
 * For every length L the window can repeat often enough, run[L] counts how many newest positions equal the one L before
 * them. The newest run[L] + L positions are then L-periodic, so "the tail repeats a block of L at least r times" is
 * min(run[L] + L, held) >= L * r. A push compares the newcomer with the L-before of each L: O(max), whatever the size.
 *
 *   ring   [ 4 | 3 | 2 | 1 | - | - ]         filled downwards, so what came before lies to the right of `head`;
 *            ^ head: the newest              `word` holds the first 4 bytes of each digest, twice over: the L-before of
 *   word   [ 4 | 3 | 2 | 1 | - | - | 4 | 3 | 2 | 1 | - | - ]     all L are one run of memory that never wraps
 */
#ifndef LG_WINDOW_H
#define LG_WINDOW_H

#include "memory/memory.h"

#define LG_WINDOW_MAX 65536u
#define LG_CYCLE_LEN_MAX 4096u

typedef struct lg_window {
  lg_digest *ring;
  uint32_t *word; /* 2 * size; what the scan reads; where words agree the digests are compared */
  uint32_t *run;  /* run[L - min_cycle_len], at most `size` */
  uint32_t size, held, head;
  uint32_t min_cycle_len, max_cycle_len, repeats;
  uint32_t lengths; /* how many L from min_cycle_len up are no longer than max_cycle_len and size / repeats */
} lg_window;

/* Whether the options are within the ranges of lg_detector_options. */
bool lg__window_options_valid(const lg_detector_options *options);
/* Allocates all memory that the window will ever need. LG_EINVAL: an option is out of range. LG_ENOMEM. After an error
 * `*window` is unchanged. */
LG_NODISCARD lg_status lg__window_init(lg_window *window, const lg_allocator *allocator,
                                       const lg_detector_options *options);
/* `allocator` as for lg__window_init. A zeroed window may be freed. */
void lg__window_free(lg_window *window, const lg_allocator *allocator);
/* Adds a digest, which may be one in the window, and returns the shortest cycle that it ends in, or cycle_length 0.
 * O(max_cycle_len). */
lg_cycle lg__window_push(lg_window *window, const lg_digest *digest);
/* The digest `back` places before the newest; NULL: the window does not reach back so far. */
const lg_digest *lg__window_at(const lg_window *window, uint32_t back);
void lg__window_clear(lg_window *window);

#endif
