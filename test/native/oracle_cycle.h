/* The cycle scan by its definition: searches the whole tail after every push. Slow and obvious. */
#ifndef ORACLE_CYCLE_H
#define ORACLE_CYCLE_H

#include <string.h>

#include "loopguard.h"

static inline bool oracle_accepts(const lg_detector_options *o) {
  if (o->window_size < 1 || o->window_size > 65536) return false;
  if (o->min_cycle_len < 1 || o->min_cycle_len > o->max_cycle_len || o->max_cycle_len > 4096) return false;
  return o->repeats >= 2 && (uint64_t)o->min_cycle_len * o->repeats <= o->window_size;
}

/* The cycle after pushing the last of `count` signatures, which are numbers here, oldest first. */
static inline lg_cycle oracle_cycle(const lg_detector_options *o, const uint32_t *signatures, size_t count) {
  size_t held = count < o->window_size ? count : o->window_size;
  const uint32_t *end = signatures + count;
  for (uint32_t length = o->min_cycle_len; length <= o->max_cycle_len && length <= held; length++) {
    uint32_t repeats = 1;
    while ((size_t)(repeats + 1) * length <= held &&
           memcmp(end - length, end - (size_t)(repeats + 1) * length, length * sizeof *end) == 0) {
      repeats++;
    }
    if (repeats >= o->repeats) return (lg_cycle){length, repeats};
  }
  return (lg_cycle){0, 0};
}

#endif
