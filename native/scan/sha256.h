/* SHA-256 (FIPS 180-4), for the digests in names that were shortened. */
#ifndef SCAN_SHA256_H
#define SCAN_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_BLOCK = 64 };

typedef struct sha256 {
  uint32_t state[8];
  uint64_t len;                /* bytes so far */
  uint8_t block[SHA256_BLOCK]; /* the last len % SHA256_BLOCK of them */
} sha256;

void sha256_begin(sha256 *hash);
void sha256_add(sha256 *hash, const uint8_t *bytes, size_t len);
void sha256_end(sha256 *hash, uint8_t out_digest[SHA256_SIZE]);

#endif
