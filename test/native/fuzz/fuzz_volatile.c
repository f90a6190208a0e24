/* Any text under any classes: the oracle's answer. The first two bytes are the classes. */
#include <stdlib.h>
#include <string.h>

#include "../oracle_volatile.h"
#include "../volatile_pieces.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every other time puts pieces of spans somewhere into the text, which flipped bytes would hardly ever make. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
  uint64_t random = seed;
  char pieces[VOLATILE_PIECES_MAX];
  if (size < 2 || random_below(&random, 2) == 0) return LLVMFuzzerMutate(data, size, max_size);
  size_t at = 2 + random_below(&random, (uint32_t)(size - 1)), len = random_pieces(&random, pieces);
  if (len > max_size - size) return LLVMFuzzerMutate(data, size, max_size);
  memmove(data + at + len, data + at, size - at);
  memcpy(data + at, pieces, len);
  return size + len;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2 || size > 400) return 0;
  uint32_t classes = ((uint32_t)data[0] | (uint32_t)data[1] << 8) & 0x3ff;
  const char *text = (const char *)data + 2, *got;
  size_t len = size - 2, got_len;
  char *want = malloc(2 * len + 1);
  lg_workspace *workspace;
  if (want == NULL || lg_workspace_new(NULL, &workspace) != LG_OK) abort();
  size_t want_len = oracle_normalize(classes, text, len, want);
  if (lg_normalize_volatile(workspace, classes, text, len, &got, &got_len) != LG_OK) abort();
  if (got_len != want_len || (want_len != 0 && memcmp(got, want, want_len) != 0)) abort();
  /* the envelope, frames and short texts have no oracle here: within bounds, and at most twice as long */
  if (lg_normalize_volatile(workspace, classes | (LG_VOLATILE_ALL & ~0x3ffu), text, len, &got, &got_len) != LG_OK)
    abort();
  if (got_len > 2 * len) abort();
  lg_workspace_free(workspace);
  free(want);
  return 0;
}
