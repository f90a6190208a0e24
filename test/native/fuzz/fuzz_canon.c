/*
 * Any bytes as JSON text. What must hold of a text that is accepted:
 *
 *   canonical(canonical(x)) = canonical(x)      verbatim(verbatim(x)) = verbatim(x)
 *   canonical(verbatim(x)) = canonical(x)       canonical({A,B}) = canonical({B,A})
 *
 * and no text is accepted in one mode only. The first two bytes choose a projection, which must only not crash.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "loopguard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
  if (!condition) abort();
}

/* The form of a text, in a block of its own; NULL when it is not JSON. */
static char *form(lg_workspace *workspace, lg_identity_mode mode, const char *text, size_t len, size_t *out_len) {
  const char *out = NULL;
  lg_status status = lg_canonicalize(workspace, mode, LG_ARGS_RAW, text, len, &out, out_len);
  if (status == LG_EJSON) return NULL;
  must(status == LG_OK);
  char *copy = malloc(*out_len);
  must(copy != NULL);
  memcpy(copy, out, *out_len);
  return copy;
}

static void must_have_form(lg_workspace *workspace, lg_identity_mode mode, const char *text, size_t len,
                           const char *want, size_t want_len) {
  size_t got_len;
  char *got = form(workspace, mode, text, len, &got_len);
  must(got != NULL && got_len == want_len && memcmp(got, want, want_len) == 0);
  free(got);
}

/* One more member, put before the others and behind them, makes the same object. */
static void must_not_depend_on_order(lg_workspace *workspace, const char *text, size_t len) {
  static const char key[] = "\"\\udfff\\udfff order\":0";
  char *front = malloc(len + sizeof key + 2), *back = malloc(len + sizeof key + 2);
  must(front != NULL && back != NULL);
  size_t total = 0;
  front[total] = '{', total += 1;
  memcpy(front + total, key, sizeof key - 1), total += sizeof key - 1;
  front[total] = ',', total += 1;
  memcpy(front + total, text + 1, len - 1), total += len - 1;
  memcpy(back, text, len - 1);
  back[len - 1] = ',';
  memcpy(back + len, key, sizeof key - 1);
  back[len + sizeof key - 1] = '}';
  size_t want_len;
  char *want = form(workspace, LG_CANONICAL, front, total, &want_len);
  if (want != NULL) must_have_form(workspace, LG_CANONICAL, back, total, want, want_len);
  free(want);
  free(front);
  free(back);
}

static void project(lg_workspace *workspace, const uint8_t *data, size_t size) {
  static const uint8_t key[LG_KEY_SIZE] = {0};
  size_t len = data[0] % 16 < size - 2 ? data[0] % 16 : size - 2;
  const char *pointer = (const char *)data + 2;
  const lg_projection projection = {&pointer, &len, data[1] & 1, &pointer, &len, data[1] >> 1 & 1};
  lg_digest digest;
  for (int mode = LG_VERBATIM; mode <= LG_CANONICAL; mode++) {
    lg_status status = lg_identify(workspace, key, (lg_identity_mode)mode, pointer, len, LG_ARGS_RAW, pointer + len,
                                   size - 2 - len, &projection, &digest);
    must(status == LG_OK);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  lg_workspace *workspace;
  must(lg_workspace_new(NULL, &workspace) == LG_OK);
  const char *text = (const char *)data;
  size_t canonical_len, verbatim_len;
  char *canonical = form(workspace, LG_CANONICAL, text, size, &canonical_len);
  char *verbatim = form(workspace, LG_VERBATIM, text, size, &verbatim_len);
  must((canonical == NULL) == (verbatim == NULL));
  if (canonical != NULL && verbatim != NULL) {
    must_have_form(workspace, LG_CANONICAL, canonical, canonical_len, canonical, canonical_len);
    must_have_form(workspace, LG_VERBATIM, verbatim, verbatim_len, verbatim, verbatim_len);
    must_have_form(workspace, LG_CANONICAL, verbatim, verbatim_len, canonical, canonical_len);
    if (canonical[0] == '{' && canonical_len > 2) must_not_depend_on_order(workspace, canonical, canonical_len);
  }
  if (size > 2) project(workspace, data, size);
  free(canonical);
  free(verbatim);
  lg_workspace_free(workspace);
  return 0;
}
