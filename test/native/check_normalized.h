/* What both tests of lg_normalize_volatile do with one text. */
#ifndef CHECK_NORMALIZED_H
#define CHECK_NORMALIZED_H

#include "lg_test.h"
#include "loopguard.h"

static inline lg_workspace *new_workspace(void) {
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) abort();
  return workspace;
}

/* `text` in a block of exactly its size, so that a read past its end shows. */
static inline char *exact_copy(const char *text, size_t len) {
  char *copy = malloc(len == 0 ? 1 : len);
  if (copy == NULL) abort();
  memcpy(copy, text, len);
  return copy;
}

static inline void check_normalized(uint32_t classes, const char *text, size_t len, const char *want, size_t want_len) {
  lg_workspace *workspace = new_workspace();
  char *copy = exact_copy(text, len);
  const char *got;
  size_t got_len;
  CHECK_EQ_INT(lg_normalize_volatile(workspace, classes, copy, len, &got, &got_len), LG_OK);
  CHECK_EQ_STR(got, got_len, want, want_len);
  free(copy);
  lg_workspace_free(workspace);
}

#endif
