/* Shared by the core's own files. */
#ifndef LG_INTERNAL_H
#define LG_INTERNAL_H

#include <string.h>

#include "loopguard.h"

/* Sums and products of sizes that must not wrap. False when they would; `*out` is then untouched. */
static inline bool lg__size_add(size_t a, size_t b, size_t *out) {
  if (a > SIZE_MAX - b) return false;
  *out = a + b;
  return true;
}

static inline bool lg__size_mul(size_t a, size_t b, size_t *out) {
  if (b != 0 && a > SIZE_MAX / b) return false;
  *out = a * b;
  return true;
}

static inline bool lg__digest_equal(const lg_digest *a, const lg_digest *b) {
  return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* The first 64 bits: digests are uniform, so this serves as a hash and as a quick comparison. */
static inline uint64_t lg__digest_low(const lg_digest *d) {
  uint64_t low;
  memcpy(&low, d->bytes, sizeof low);
  return low;
}

#endif
