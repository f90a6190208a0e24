/* Checks of canonical text in one line each. Inputs are copied to blocks of their exact size. */
#ifndef CANON_CHECK_H
#define CANON_CHECK_H

#include "lg_test.h"
#include "loopguard.h"

static inline lg_workspace *new_workspace(void) {
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) abort();
  return workspace;
}

static inline char *exact_copy(const char *text, size_t len) {
  char *copy = malloc(len != 0 ? len : 1);
  if (copy == NULL) abort();
  if (len != 0) memcpy(copy, text, len);
  return copy;
}

/* Checks the canonical form of `text`, and that this form is canonical itself. */
static inline void check_form_bytes(lg_identity_mode mode, const char *text, size_t len, const char *want,
                                    size_t want_len, const char *file, int line) {
  lg_workspace *workspace = new_workspace();
  char *copy = exact_copy(text, len);
  const char *out = NULL;
  size_t out_len = 0;
  lg_test_eq_int(lg_canonicalize(workspace, mode, LG_ARGS_RAW, copy, len, &out, &out_len), LG_OK, file, line,
                 "canonicalize");
  lg_test_eq_str(out, out_len, want, want_len, file, line, "canonical text");
  free(copy);
  copy = exact_copy(want, want_len);
  lg_test_eq_int(lg_canonicalize(workspace, mode, LG_ARGS_RAW, copy, want_len, &out, &out_len), LG_OK, file, line,
                 "again");
  lg_test_eq_str(out, out_len, want, want_len, file, line, "canonical text of the canonical text");
  free(copy);
  lg_workspace_free(workspace);
}

static inline void check_not_json(const char *text, size_t len, const char *file, int line) {
  lg_workspace *workspace = new_workspace();
  char *copy = exact_copy(text, len);
  const char *out = NULL;
  size_t out_len = 0;
  lg_status status = lg_canonicalize(workspace, LG_CANONICAL, LG_ARGS_RAW, copy, len, &out, &out_len);
  lg_test_eq_int(status, LG_EJSON, file, line, "status");
  if (status != LG_EJSON) lg_test_print_bytes("text", text, len);
  lg_test_check(out == NULL && out_len == 0, file, line, "the out-parameters are untouched");
  free(copy);
  lg_workspace_free(workspace);
}

/* For literals, which may hold NULs. */
#define CHECK_CANONICAL(text, want)                                                                                    \
  check_form_bytes(LG_CANONICAL, text, sizeof(text) - 1, want, sizeof(want) - 1, __FILE__, __LINE__)
#define CHECK_VERBATIM(text, want)                                                                                     \
  check_form_bytes(LG_VERBATIM, text, sizeof(text) - 1, want, sizeof(want) - 1, __FILE__, __LINE__)
#define CHECK_BOTH(text, want)                                                                                         \
  do {                                                                                                                 \
    CHECK_CANONICAL(text, want);                                                                                       \
    CHECK_VERBATIM(text, want);                                                                                        \
  } while (0)
#define CHECK_NOT_JSON(text) check_not_json(text, sizeof(text) - 1, __FILE__, __LINE__)

#endif
