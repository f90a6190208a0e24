/* A random generator whose state is one number, so that a failure can be repeated from its seed (SplitMix64). */
#ifndef RANDOM64_H
#define RANDOM64_H

#include <stdint.h>

static inline uint64_t random64(uint64_t *state) {
  *state += 0x9e3779b97f4a7c15u;
  uint64_t z = *state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* 0 to `end` - 1, close enough to evenly for tests. */
static inline uint32_t random_below(uint64_t *state, uint32_t end) { return (uint32_t)(random64(state) % end); }

#endif
