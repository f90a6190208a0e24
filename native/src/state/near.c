#include "state/near.h"

#include "json/json.h"
#include "state/word_bytes.gen.h"

/* ---- words of a result ------------------------------------------------------------------------------------------- */

/* A longer run is several words. */
#define WORD_MAX 64u

typedef enum kind { SEPARATOR, LETTER, DIGIT, ALONE } kind;

static kind kind_at(const uint8_t *at) { return (kind)KINDS[*at]; }

/* A keyed digest of a word, which takes a few multiplications instead of SipHash's rounds: there is one for each word
 * of the arguments, and a collision only makes weak evidence weaker. Reads up to 7 bytes behind the word, which are
 * 0. */
static uint64_t digest_of(const uint8_t *key, const uint8_t *word, size_t len) {
  uint64_t digest = lg__load_u64(key) + len, other = lg__load_u64(key + 8);
  for (size_t at = 0; at < len; at += 8) {
    digest = (digest ^ lg__load_u64(word + at)) * 0x9E3779B97F4A7C15u;
    digest = (digest ^ digest >> 32) + other;
  }
  digest = (digest ^ digest >> 30) * 0xBF58476D1CE4E5B9u;
  digest = (digest ^ digest >> 27) * 0x94D049BB133111EBu;
  return digest ^ digest >> 31;
}

/* The bytes of a character that is no letter; of a letter only the first one. */
static size_t size_at(const lg_words *words) {
  size_t size = *words->at < 0xE2 ? 1 : *words->at < 0xF0 ? 3 : 4, left = (size_t)(words->end - words->at);
  return size < left ? size : left;
}

/* The digest of the next word; `*out_number`: it is made of digits. False: there are no more. */
static bool next_word(lg_words *words, uint64_t *out_word, bool *out_number) {
  while (words->at < words->end && kind_at(words->at) == SEPARATOR) words->at += size_at(words);
  if (words->at >= words->end) return false;
  uint8_t word[WORD_MAX + 8];
  size_t len = 0;
  kind what = kind_at(words->at);
  if (what == ALONE) {
    len = size_at(words);
    memcpy(word, words->at, len);
    words->at += len;
  }
  while (what != ALONE && words->at < words->end && len < WORD_MAX && kind_at(words->at) == what) {
    uint8_t c = *words->at++;
    word[len++] = c >= 'A' && c <= 'Z' ? c | 0x20 : c;
  }
  memset(word + len, 0, 8);
  *out_word = digest_of(words->key, word, len);
  *out_number = what == DIGIT;
  return true;
}

uint64_t lg__words_sum(const uint8_t *key, const char *text, size_t len) {
  if (len > LG_WORDS_RESULT) return 0;
  lg_words words = {key, (const uint8_t *)text, (const uint8_t *)text + len};
  uint64_t sum = 0, word;
  bool number;
  while (next_word(&words, &word, &number)) sum += word;
  return sum;
}

/* Containers this deep are looked into. */
#define DEPTH_MAX 8u
/* How often a result may echo a leaf. */
#define ECHOES_MAX 3u
/* Odd, with bits all over: multiplied by it, the upper half depends on every bit. */
#define SPREAD 0x9E3779B97F4A7C15u

static uint64_t digest64(const uint8_t *key, const void *bytes, size_t len) {
  lg_digest digest = lg_digest_bytes(key, bytes, len);
  return lg__load_u64(digest.bytes);
}

static uint32_t mixed(uint64_t digest, uint32_t path) { return (uint32_t)((digest ^ path * SPREAD) * SPREAD >> 32); }

/* ---- making ------------------------------------------------------------------------------------------------------ */

static void add_to_rest(lg_sketch *sketch, const lg_leaf *leaf) {
  sketch->flags |= LG_SKETCH_REST;
  sketch->rest.value += leaf->value * (leaf->path | 1); /* linear: it does not matter when a leaf comes here */
  sketch->rest.words += leaf->words;
}

/* Adds it to the leaf with its path; of too many, the one with the largest path goes to the rest. */
static void add_leaf(lg_sketch *sketch, const lg_leaf *leaf) {
  lg_leaf *leaves = sketch->leaves;
  uint32_t at = sketch->leaf_count;
  while (at > 0 && leaves[at - 1].path > leaf->path) at--;
  if (at > 0 && leaves[at - 1].path == leaf->path) {
    leaves[at - 1].value += leaf->value;
    leaves[at - 1].words += leaf->words;
    return;
  }
  if (at == LG_SKETCH_LEAVES) {
    add_to_rest(sketch, leaf);
    return;
  }
  if (sketch->leaf_count == LG_SKETCH_LEAVES) add_to_rest(sketch, &leaves[--sketch->leaf_count]);
  memmove(&leaves[at + 1], &leaves[at], (sketch->leaf_count - at) * sizeof *leaves);
  leaves[at] = *leaf;
  sketch->leaf_count++;
}

static void add_feature(lg_sketch *sketch, uint32_t feature) {
  uint32_t *features = sketch->features, count = sketch->feature_count;
  if (count == LG_SKETCH_FEATURES && feature > features[count - 1]) { /* most words of a long text */
    sketch->flags |= LG_SKETCH_SAMPLE;
    return;
  }
  uint32_t at = 0, end = count;
  while (at < end) {
    uint32_t middle = (at + end) / 2;
    if (features[middle] < feature)
      at = middle + 1;
    else
      end = middle;
  }
  if (at < count && features[at] == feature) return;
  if (count == LG_SKETCH_FEATURES) {
    sketch->flags |= LG_SKETCH_SAMPLE;
    count--;
  }
  memmove(&features[at + 1], &features[at], (count - at) * sizeof *features);
  features[at] = feature;
  sketch->feature_count = (uint8_t)(count + 1);
}

static void add_words(const uint8_t *key, lg_sketch *sketch, lg_leaf *leaf, const char *text, size_t len) {
  const uint8_t *at = (const uint8_t *)text;
  lg_words words = {key, at, at + (len < LG_WORDS_ARGS ? len : LG_WORDS_ARGS)};
  uint64_t word;
  bool number;
  while (next_word(&words, &word, &number)) {
    leaf->words += word;
    add_feature(sketch, mixed(number ? 1 : word, leaf->path));
  }
}

/* A scalar, or a container that is not looked into. */
static void add_value(const uint8_t *key, lg_sketch *sketch, uint32_t path, lg_value value) {
  lg_leaf leaf = {.path = path, .value = (uint32_t)digest64(key, value.bytes, value.len)};
  char digits[LG_NUMBER_MAX];
  const char *text;
  size_t len;
  double number;
  add_feature(sketch, mixed(0, path));
  if (lg_value_text(value, &text, &len))
    add_words(key, sketch, &leaf, text, len);
  else if (lg_value_number(value, &number))
    add_words(key, sketch, &leaf, digits, lg__number_print(digits, number));
  add_leaf(sketch, &leaf);
}

static bool has_items(lg_value value) {
  lg_values items = lg_value_begin(value);
  return lg_value_next(&items);
}

void lg__sketch_value(const uint8_t *key, lg_value args, lg_sketch *out) {
  *out = (lg_sketch){.flags = LG_SKETCH_MADE};
  struct {
    lg_values items;
    uint32_t path;
  } open[DEPTH_MAX];
  uint32_t depth = 0, path = 0;
  lg_value value = args;
  for (;;) {
    if (depth < DEPTH_MAX && has_items(value)) {
      open[depth].items = lg_value_begin(value);
      open[depth++].path = path;
    } else {
      add_value(key, out, path, value);
    }
    while (depth > 0 && !lg_value_next(&open[depth - 1].items)) depth--;
    if (depth == 0) return;
    const lg_values *items = &open[depth - 1].items;
    value = items->value;
    path = open[depth - 1].path;
    if (items->object) path = mixed(digest64(key, items->key, items->key_len), path);
  }
}

void lg__sketch_text(const uint8_t *key, const char *text, size_t len, lg_sketch *out) {
  *out = (lg_sketch){.flags = LG_SKETCH_MADE};
  lg_leaf leaf = {.value = (uint32_t)digest64(key, text, len)};
  add_feature(out, mixed(0, 0));
  add_words(key, out, &leaf, text, len);
  add_leaf(out, &leaf);
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

/* Either may be NULL: the other call has no such leaf. False: too many differ. */
static bool compare_leaf(const lg_leaf *a, const lg_leaf *b, lg_difference *out) {
  if (a != NULL && b != NULL && a->value == b->value) return true;
  if (out->leaves == LG_NEAR_LEAVES) return false;
  out->words[out->leaves++] = (a == NULL ? 0 : a->words) - (b == NULL ? 0 : b->words);
  return true;
}

static const lg_leaf *rest_of(const lg_sketch *sketch) {
  return (sketch->flags & LG_SKETCH_REST) != 0 ? &sketch->rest : NULL;
}

static bool compare_leaves(const lg_sketch *a, const lg_sketch *b, lg_difference *out) {
  uint32_t i = 0, j = 0;
  while (i < a->leaf_count || j < b->leaf_count) {
    const lg_leaf *left = i < a->leaf_count ? &a->leaves[i] : NULL;
    const lg_leaf *right = j < b->leaf_count ? &b->leaves[j] : NULL;
    if (left != NULL && right != NULL && left->path != right->path) {
      if (left->path < right->path)
        right = NULL;
      else
        left = NULL;
    }
    if (!compare_leaf(left, right, out)) return false;
    i += left != NULL;
    j += right != NULL;
  }
  const lg_leaf *left = rest_of(a), *right = rest_of(b);
  return (left == NULL && right == NULL) || compare_leaf(left, right, out);
}

/* Up to here the sketch has every feature of its call. */
static uint32_t known_to(const lg_sketch *sketch) {
  bool sample = (sketch->flags & LG_SKETCH_SAMPLE) != 0 && sketch->feature_count != 0;
  return sample ? sketch->features[sketch->feature_count - 1] : UINT32_MAX;
}

/* Whether three fifths of the features of both are common; of a sample, as far as both are known. */
static bool shares_features(const lg_sketch *a, const lg_sketch *b) {
  uint32_t end = known_to(a) < known_to(b) ? known_to(a) : known_to(b), all = 0, common = 0, i = 0, j = 0;
  for (;; all++) {
    bool left = i < a->feature_count && a->features[i] <= end, right = j < b->feature_count && b->features[j] <= end;
    if (!left && !right) return common * 5 >= all * 3;
    uint32_t next = !right || (left && a->features[i] < b->features[j]) ? a->features[i] : b->features[j];
    left = left && a->features[i] == next;
    right = right && b->features[j] == next;
    common += left && right;
    i += left;
    j += right;
  }
}

bool lg__sketch_near(const lg_sketch *a, const lg_sketch *b, lg_difference *out) {
  *out = (lg_difference){0};
  if ((a->flags & b->flags & LG_SKETCH_MADE) == 0) return false;
  return compare_leaves(a, b, out) && shares_features(a, b);
}

bool lg__difference_is_echoed(const lg_difference *difference, uint64_t words) {
  uint32_t second_max = difference->leaves > 1 ? ECHOES_MAX : 0;
  for (uint32_t first = 0; difference->leaves != 0 && first <= ECHOES_MAX; first++)
    for (uint32_t second = 0; second <= second_max; second++)
      if (first + second != 0 && first * difference->words[0] + second * difference->words[1] == words) return true;
  return false;
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static void io_leaf(lg_io io, lg_leaf *leaf) {
  LG_IO_U32(io, &leaf->path, &leaf->value);
  LG_IO_U64(io, &leaf->words);
}

/* The number of items that follow; too many are damage. */
static void io_count(lg_io io, uint8_t *count, uint32_t max) {
  LG_IO_U8(io, count);
  if (io.to != NULL || *count <= max) return;
  io.from->failed = true;
  *count = 0;
}

void lg__sketch_io(lg_io io, lg_sketch *sketch) {
  if (io.to == NULL) *sketch = (lg_sketch){0};
  LG_IO_U8(io, &sketch->flags);
  if ((sketch->flags & LG_SKETCH_MADE) == 0) return;
  LG_IO_U64(io, &sketch->result_words);
  io_count(io, &sketch->leaf_count, LG_SKETCH_LEAVES);
  for (uint32_t i = 0; i < sketch->leaf_count; i++) io_leaf(io, &sketch->leaves[i]);
  if ((sketch->flags & LG_SKETCH_REST) != 0) io_leaf(io, &sketch->rest);
  io_count(io, &sketch->feature_count, LG_SKETCH_FEATURES);
  for (uint32_t i = 0; i < sketch->feature_count; i++) LG_IO_U32(io, &sketch->features[i]);
}
