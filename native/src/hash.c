/*
 * The keyed hash behind every digest: SipHash-1-3 with 128 bits of output.
 *
 * That is enough for fingerprints: without the key nobody can choose texts that collide. The variant 1-3 takes half the
 * time of 2-4, and the hash tables of several languages use it.
 */
#include "internal.h"

/* This static prototype gives the vendored function internal linkage without a change to its source. */
static int siphash(const uint8_t *in, const size_t inlen, const uint8_t *k, uint8_t *out, const size_t outlen);

#define cROUNDS 1
#define dROUNDS 3
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#endif
#include "../vendor/siphash/siphash.c"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

lg_digest lg_digest_bytes(const uint8_t key[LG_KEY_SIZE], const void *bytes, size_t len) {
  static const uint8_t nothing[1] = {0}; /* not NULL: the vendored function does arithmetic on its pointer */
  static const uint8_t no_key[LG_KEY_SIZE] = {0};
  lg_digest digest;
  if (bytes == NULL) len = 0;
  siphash(len != 0 ? bytes : nothing, len, key != NULL ? key : no_key, digest.bytes, sizeof digest.bytes);
  return digest;
}
