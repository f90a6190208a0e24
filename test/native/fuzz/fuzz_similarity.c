/* Any two texts of bytes: the ratio of the textbook, to the last bit. The first byte says where the second text begins.
 */
#include <stdlib.h>
#include <string.h>

#include "../oracle_similarity.h"
#include "loopguard.h"

/* Reads as the core does, from the definition of UTF-8, with surrogates: a byte that begins no sequence, or one that is
 * longer than its point needs, is a point of its own. */
static size_t decode(const uint8_t *s, size_t len, uint32_t *points) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t count = 0;
  for (size_t i = 0; i < len;) {
    size_t size = s[i] < 0x80 ? 1 : s[i] >= 0xC2 && s[i] < 0xE0 ? 2 : s[i] >= 0xE0 && s[i] < 0xF0 ? 3 : 4;
    bool whole = i + size <= len && (s[i] < 0x80 || (s[i] >= 0xC2 && s[i] < 0xF5));
    uint32_t point = s[i] & (size == 1 ? 0x7Fu : 0xFFu >> (size + 1));
    for (size_t k = 1; whole && k < size; k++) {
      whole = (s[i + k] & 0xC0) == 0x80;
      point = point << 6 | (s[i + k] & 0x3Fu);
    }
    whole = whole && point >= least[size] && point <= 0x10FFFF;
    points[count++] = whole ? point : 0x1000000u + s[i];
    i += whole ? size : 1;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || size > ORACLE_POINTS_MAX) return 0;
  size_t rest = size - 1, a_len = rest * data[0] / 255, b_len = rest - a_len;
  const uint8_t *a = data + 1, *b = a + a_len;
  uint32_t a_points[ORACLE_POINTS_MAX], b_points[ORACLE_POINTS_MAX];
  size_t a_count = decode(a, a_len, a_points), b_count = decode(b, b_len, b_points);
  double want = oracle_ratio(a_points, a_count, b_points, b_count), got;
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) abort();
  if (lg_similarity(workspace, (const char *)a, a_len, (const char *)b, b_len, &got) != LG_OK) abort();
  if (memcmp(&got, &want, sizeof got) != 0) abort();
  lg_workspace_free(workspace);
  return 0;
}
