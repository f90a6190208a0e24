#include "texts.h"

#include "glob.h"

void lg__texts_init(lg_texts *texts, const lg_allocator *allocator) {
  lg__buf_init(&texts->bytes, allocator);
  lg__buf_init(&texts->ends, allocator);
}

void lg__texts_free(lg_texts *texts) {
  lg__buf_free(&texts->bytes);
  lg__buf_free(&texts->ends);
}

lg_status lg__texts_add(lg_texts *texts, const char *text, size_t len) {
  lg_status status = lg__buf_reserve(&texts->ends, sizeof(size_t));
  if (status == LG_OK) status = lg__buf_reserve(&texts->bytes, len + 1); /* a block even for an empty text */
  if (status != LG_OK) return status;
  if (len != 0) memcpy(texts->bytes.data + texts->bytes.len, text, len);
  texts->bytes.len += len;
  memcpy(texts->ends.data + texts->ends.len, &texts->bytes.len, sizeof(size_t));
  texts->ends.len += sizeof(size_t);
  return LG_OK;
}

const char *lg__texts_at(const lg_texts *texts, size_t index, size_t *out_len) {
  size_t begin = 0, end;
  if (index > 0) memcpy(&begin, texts->ends.data + (index - 1) * sizeof begin, sizeof begin);
  memcpy(&end, texts->ends.data + index * sizeof end, sizeof end);
  *out_len = end - begin;
  return texts->bytes.data + begin;
}

bool lg__texts_match(const lg_texts *texts, const char *name, size_t len, size_t *out_index) {
  size_t count = lg__texts_count(texts), size;
  for (size_t i = 0; i < count; i++) {
    const char *text = lg__texts_at(texts, i, &size);
    if (size != len || (len != 0 && memcmp(text, name, len) != 0)) continue;
    *out_index = i;
    return true;
  }
  for (size_t i = 0; i < count; i++) {
    const char *text = lg__texts_at(texts, i, &size);
    if (!lg__is_glob(text, size) || !lg__glob_matches(text, size, name, len)) continue;
    *out_index = i;
    return true;
  }
  return false;
}
