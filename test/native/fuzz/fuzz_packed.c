/*
 * Any bytes as a packed value. What must hold of those that are one:
 *
 *   packed(text(x)) = y  ->  packed(text(y)) = y        canonical(canonical(x)) = canonical(x)
 *
 * The rest is refused with LG_EINVAL. The cursor reads whatever it is given.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "loopguard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition) {
  if (!condition) abort();
}

static char *copy_of(const void *bytes, size_t len) {
  char *copy = malloc(len + 1);
  must(copy != NULL);
  memcpy(copy, bytes, len);
  return copy;
}

static void visit(lg_value value, int depth) {
  const char *text;
  size_t len;
  (void)lg_value_text(value, &text, &len);
  lg_values inside = lg_value_begin(value);
  while (depth < 100 && lg_value_next(&inside)) {
    must(lg_value_kind(inside.value) != LG_VALUE_NONE);
    visit(inside.value, depth + 1);
  }
}

/* Text, read and printed again, stays as it is. */
static void must_be_stable(lg_workspace *workspace, lg_identity_mode mode, const char *packed, size_t size) {
  const char *out;
  const uint8_t *read;
  size_t len, read_len;
  lg_status status = lg_canonicalize(workspace, mode, LG_ARGS_PACKED, packed, size, &out, &len);
  must(status == LG_OK || status == LG_EINVAL);
  if (status != LG_OK) return;
  char *text = copy_of(out, len);
  size_t text_len = len;
  status = lg_json_read(workspace, text, text_len, &read, &read_len);
  must(status == LG_OK || status == LG_EJSON); /* strings need not be WTF-8 */
  if (status == LG_OK) {
    char *again = copy_of(read, read_len);
    must(lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_PACKED, again, read_len, &out, &len) == LG_OK);
    char *printed = copy_of(out, len);
    const uint8_t *second;
    size_t second_len;
    must(lg_json_read(workspace, printed, len, &second, &second_len) == LG_OK);
    must(second_len == read_len && memcmp(second, again, read_len) == 0);
    free(printed);
    free(again);
  }
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t key[LG_KEY_SIZE] = {0};
  static const char *const pointers[] = {"a", "/b/0", "/b"};
  static const size_t lens[] = {1, 4, 2};
  const lg_projection projections[] = {
      {0}, {pointers, lens, 2, pointers + 1, lens + 1, 1}, {0, 0, 0, pointers, lens, 3}};
  lg_workspace *workspace;
  must(lg_workspace_new(NULL, &workspace) == LG_OK);
  char *packed = malloc(size != 0 ? size : 1);
  must(packed != NULL);
  if (size != 0) memcpy(packed, data, size);
  for (int mode = LG_VERBATIM; mode <= LG_CANONICAL; mode++) {
    for (size_t i = 0; i < sizeof projections / sizeof *projections; i++) {
      lg_digest digest;
      lg_status status = lg_identify(workspace, key, (lg_identity_mode)mode, "t", 1, LG_ARGS_PACKED, packed, size,
                                     &projections[i], &digest);
      must(status == LG_OK || status == LG_EINVAL);
    }
    must_be_stable(workspace, (lg_identity_mode)mode, packed, size);
  }
  visit(lg_value_at((const uint8_t *)packed, size), 0);
  free(packed);
  lg_workspace_free(workspace);
  return 0;
}
