#include "texts.h"

#include "glob.h"

#define SLOTS_MIN 16

void lg__texts_init(lg_texts *texts, const lg_allocator *allocator) {
  lg__buf_init(&texts->bytes, allocator);
  lg__buf_init(&texts->ends, allocator);
  lg__buf_init(&texts->globs, allocator);
  lg__buf_init(&texts->slots, allocator);
}

void lg__texts_free(lg_texts *texts) {
  lg__buf_free(&texts->bytes);
  lg__buf_free(&texts->ends);
  lg__buf_free(&texts->globs);
  lg__buf_free(&texts->slots);
}

static uint32_t number_at(const lg_buf *numbers, size_t index) {
  uint32_t number;
  memcpy(&number, numbers->data + index * sizeof number, sizeof number);
  return number;
}

static void set_number(lg_buf *numbers, size_t index, uint32_t number) {
  memcpy(numbers->data + index * sizeof number, &number, sizeof number);
}

const char *lg__texts_at(const lg_texts *texts, size_t index, size_t *out_len) {
  size_t begin = 0, end;
  if (index > 0) memcpy(&begin, texts->ends.data + (index - 1) * sizeof begin, sizeof begin);
  memcpy(&end, texts->ends.data + index * sizeof end, sizeof end);
  *out_len = end - begin;
  return texts->bytes.data + begin;
}

/* The slot of the text that equals `text`, else the empty one where it belongs. There is an empty one. */
static size_t slot_of(const lg_texts *texts, const char *text, size_t len) {
  size_t mask = texts->slots.len / sizeof(uint32_t) - 1, size, slot;
  lg_digest digest = lg_digest_bytes(NULL, text, len);
  memcpy(&slot, digest.bytes, sizeof slot);
  for (slot &= mask;; slot = (slot + 1) & mask) {
    uint32_t held = number_at(&texts->slots, slot);
    if (held == 0) return slot;
    const char *other = lg__texts_at(texts, held - 1, &size);
    if (size == len && (len == 0 || memcmp(other, text, len) == 0)) return slot;
  }
}

static void put_in_slot(lg_texts *texts, size_t index) {
  size_t len;
  const char *text = lg__texts_at(texts, index, &len);
  size_t slot = slot_of(texts, text, len);
  if (number_at(&texts->slots, slot) == 0) set_number(&texts->slots, slot, (uint32_t)index + 1);
}

/* Makes room for one more text: at most half of the slots are taken. */
static lg_status grow_slots(lg_texts *texts) {
  size_t count = lg__texts_count(texts), slots = texts->slots.len / sizeof(uint32_t);
  if (2 * (count + 1) <= slots) return LG_OK;
  size_t more = slots == 0 ? SLOTS_MIN : slots;
  lg_status status = lg__buf_reserve(&texts->slots, more * sizeof(uint32_t));
  if (status != LG_OK) return status;
  texts->slots.len += more * sizeof(uint32_t);
  memset(texts->slots.data, 0, texts->slots.len);
  for (size_t i = 0; i < count; i++) put_in_slot(texts, i);
  return LG_OK;
}

lg_status lg__texts_add(lg_texts *texts, const char *text, size_t len) {
  size_t index = lg__texts_count(texts);
  if (index >= UINT32_MAX) return LG_ETOOBIG;
  lg_status status = lg__buf_reserve(&texts->ends, sizeof(size_t));
  if (status == LG_OK) status = lg__buf_reserve(&texts->bytes, len + 1); /* a block even for an empty text */
  if (status == LG_OK) status = lg__buf_reserve(&texts->globs, sizeof(uint32_t));
  if (status == LG_OK) status = grow_slots(texts);
  if (status != LG_OK) return status;
  if (len != 0) memcpy(texts->bytes.data + texts->bytes.len, text, len);
  texts->bytes.len += len;
  memcpy(texts->ends.data + texts->ends.len, &texts->bytes.len, sizeof(size_t));
  texts->ends.len += sizeof(size_t);
  put_in_slot(texts, index);
  if (!lg__is_glob(text, len)) return LG_OK;
  texts->globs.len += sizeof(uint32_t);
  set_number(&texts->globs, lg__texts_globs(texts) - 1, (uint32_t)index);
  return LG_OK;
}

bool lg__texts_find(const lg_texts *texts, const char *name, size_t len, size_t *out_index) {
  if (texts->slots.len == 0) return false;
  uint32_t held = number_at(&texts->slots, slot_of(texts, name, len));
  *out_index = held - 1;
  return held != 0;
}

bool lg__texts_glob(const lg_texts *texts, size_t glob, const char *name, size_t len, size_t *out_index) {
  *out_index = number_at(&texts->globs, glob);
  size_t size;
  const char *text = lg__texts_at(texts, *out_index, &size);
  return lg__glob_matches(text, size, name, len);
}

bool lg__texts_match(const lg_texts *texts, const char *name, size_t len, size_t *out_index) {
  if (lg__texts_find(texts, name, len, out_index)) return true;
  for (size_t i = 0; i < lg__texts_globs(texts); i++)
    if (lg__texts_glob(texts, i, name, len, out_index)) return true;
  return false;
}
