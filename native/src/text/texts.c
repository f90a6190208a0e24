#include "text/texts.h"

bool lg__is_glob(const char *text, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (text[i] == '*' || text[i] == '?') return true;
  return false;
}

/* A place between two code units. A character of four bytes is two units, and `low` is the place between them. */
typedef struct place {
  size_t at;
  bool low;
} place;

/* The bytes of the character at `s`; 1 for an invalid byte. */
static size_t char_size(const uint8_t *s, size_t left) {
  size_t size = s[0] >= 0xF0 && s[0] < 0xF8 ? 4 : s[0] >= 0xE0 && s[0] < 0xF0 ? 3 : s[0] >= 0xC0 && s[0] < 0xE0 ? 2 : 1;
  if (size > left) return 1;
  for (size_t i = 1; i < size; i++)
    if ((s[i] & 0xC0) != 0x80) return 1;
  return size;
}

/* The place behind the unit at `from`, which is not the end. */
static place next(const char *text, size_t len, place from) {
  size_t size = char_size((const uint8_t *)text + from.at, len - from.at);
  if (size == 4 && !from.low) return (place){from.at, true};
  return (place){from.at + size, false};
}

/* Whether the units at two places are equal. Surrogates are compared by the bits of the four bytes they come from. */
static bool same_unit(const char *a, size_t a_len, place at, const char *b, size_t b_len, place bt) {
  const uint8_t *x = (const uint8_t *)a + at.at, *y = (const uint8_t *)b + bt.at;
  size_t size = char_size(x, a_len - at.at);
  if (size != char_size(y, b_len - bt.at) || at.low != bt.low) return false;
  if (size < 4) return memcmp(x, y, size) == 0;
  /* The low surrogate holds the lowest ten bits of the character, the high one the rest. */
  if (!at.low) return x[0] == y[0] && x[1] == y[1] && (x[2] & 0xF0) == (y[2] & 0xF0);
  return (x[2] & 0x0F) == (y[2] & 0x0F) && x[3] == y[3];
}

/* Whether the units from `p` to `end` are those of `name` at `n`; `*out_n` is the place behind them. */
static bool segment_at(const char *pattern, place p, size_t end, const char *name, size_t len, place n, place *out_n) {
  while (p.at < end) {
    if (n.at >= len) return false;
    if (pattern[p.at] != '?' && !same_unit(pattern, end, p, name, len, n)) return false;
    p = next(pattern, end, p);
    n = next(name, len, n);
  }
  *out_n = n;
  return true;
}

/* The first place from `n` on where the segment stands, and `*out_n` behind it. A segment that begins with a byte of
 * its own is searched by it, many bytes at a time. */
static bool find_segment(const char *pattern, size_t begin, size_t end, const char *name, size_t len, place n,
                         place *out_n) {
  uint8_t first = begin < end ? (uint8_t)pattern[begin] : 0;
  bool searched = first != 0 && first != '?' && (first < 0x80 || (first >= 0xC0 && first < 0xF0));
  for (;;) {
    if (searched && n.at < len) {
      const char *found = memchr(name + n.at, first, len - n.at);
      if (found == NULL) return false;
      if ((size_t)(found - name) != n.at) n = (place){(size_t)(found - name), false};
    }
    if (segment_at(pattern, (place){begin, false}, end, name, len, n, out_n)) return true;
    if (n.at >= len) return false;
    n = next(name, len, n);
  }
}

static size_t units_from(const char *text, size_t len, place from) {
  size_t units = 0;
  for (; from.at < len; units++) from = next(text, len, from);
  return units;
}

size_t lg__units(const char *text, size_t len) { return units_from(text, len, (place){0, false}); }

/* Whether the name ends, at `n` or behind it, with the segment. */
static bool ends_with(const char *pattern, size_t begin, size_t end, const char *name, size_t len, place n) {
  size_t wanted = units_from(pattern, end, (place){begin, false}), left = units_from(name, len, n);
  for (; left > wanted; left--) n = next(name, len, n);
  return left == wanted && segment_at(pattern, (place){begin, false}, end, name, len, n, &n);
}

/* Where the segment of a pattern that begins at `at` ends: at a star, or at the end. */
static size_t segment_end(const char *pattern, size_t len, size_t at) {
  const char *star = at < len ? memchr(pattern + at, '*', len - at) : NULL;
  return star != NULL ? (size_t)(star - pattern) : len;
}

bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len) {
  size_t end = segment_end(pattern, pattern_len, 0);
  place n;
  if (!segment_at(pattern, (place){0, false}, end, name, len, (place){0, false}, &n)) return false;
  while (end < pattern_len) {
    size_t begin = end + 1;
    end = segment_end(pattern, pattern_len, begin);
    if (end == pattern_len) return ends_with(pattern, begin, end, name, len, n);
    if (!find_segment(pattern, begin, end, name, len, n, &n)) return false;
  }
  return n.at == len;
}

/* ---- lists of texts ---------------------------------------------------------------------------------------------- */

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
