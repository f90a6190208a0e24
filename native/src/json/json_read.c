#include "json/json.h"

enum { SOME_MEMBERS = 32 }; /* a larger unsorted object is not searched for duplicate keys: that would be O(n^2) */

/* An open container. */
typedef struct container {
  uint32_t head; /* where its tag is */
  bool object;
  bool sorted;       /* its keys so far ascend by their bytes */
  bool behind_index; /* it has a key that is not an array index */
  uint32_t count;    /* of its keys so far */
  uint32_t key;      /* offset of the newest key, i.e. of its length */
  int64_t index;     /* the newest array index among the keys; -1: none yet */
  uint64_t seen;     /* a Bloom filter of the keys: one bit each */
} container;

typedef struct reader {
  lg_workspace *workspace;
  const unsigned char *at, *end;
  lg_buf *packed;
  container now;
  size_t depth;
  lg_read_order order;
} reader;

/* What may come next. */
typedef enum expectation { EXPECT_VALUE, EXPECT_MORE, EXPECT_NOTHING } expectation;

static inline int peek(const reader *read) { return read->at < read->end ? *read->at : -1; }

static inline void skip_space(reader *read) {
  while (read->at < read->end && *read->at <= ' ' && lg__is_blank((char)*read->at)) read->at++;
}

static inline uint8_t *behind(lg_buf *buf) { return (uint8_t *)buf->data + buf->len; }

/* Appends the string at read->at, a quote: its length and its text. */
static inline lg_status read_text(reader *read) {
  const unsigned char *start = read->at + 1;
  /* Where the string ends is not known yet, so reserve for the rest of the text; mostly there is room already. */
  lg_status status = lg__buf_reserve(read->packed, LG_PACKED_KEY + (size_t)(read->end - start) + 8);
  if (status != LG_OK) return status;
  uint8_t *head = behind(read->packed);
  size_t len;
  const unsigned char *quote = lg__read_string(start, read->end, head + LG_PACKED_KEY, &len);
  if (quote == NULL) return LG_EJSON;
  lg__store_u32(head, (uint32_t)len);
  read->packed->len += LG_PACKED_KEY + len;
  read->at = quote + 1;
  return LG_OK;
}

/* ---- keys ---- */

/* Whether the object has the key at `key` already. */
static bool is_repeated(const reader *read, const uint8_t *key, uint32_t len) {
  const uint8_t *at = (const uint8_t *)read->packed->data + read->now.head + LG_PACKED_HEAD;
  while (at < key) {
    const uint8_t *value = lg__packed_skip_key(at, key);
    if (lg__load_u32(at) == len && memcmp(at + LG_PACKED_KEY, key + LG_PACKED_KEY, len) == 0) return true;
    at = lg__packed_skip(value, key);
  }
  return false;
}

/* Updates read->order with the newest key, at `offset`. */
static void watch_order(reader *read, uint32_t offset) {
  container *now = &read->now;
  const uint8_t *packed = (const uint8_t *)read->packed->data, *key = packed + offset, *text = key + LG_PACKED_KEY;
  uint32_t len = lg__load_u32(key), index;
  if (now->count > 0 && now->sorted) {
    const uint8_t *last = packed + now->key;
    now->sorted = lg__compare_keys(LG_ORDER_BYTES, last + LG_PACKED_KEY, lg__load_u32(last), text, len) < 0;
    if (!now->sorted) read->order.canonical = false;
  }
  uint64_t kind = (uint64_t)1 << (len != 0 ? (len * 5u + text[0] * 3u + text[len - 1] * 7u + text[len / 2]) % 64 : 0);
  if (!now->sorted) {
    if (now->count >= SOME_MEMBERS)
      read->order.verbatim = false;
    else if ((now->seen & kind) != 0 && is_repeated(read, key, len))
      read->order.verbatim = false;
  }
  now->seen |= kind;
  if (len != 0 && text[0] <= '9' && lg__array_index(text, len, &index)) {
    if (now->behind_index || index <= now->index) read->order.verbatim = false;
    now->index = index;
  } else {
    now->behind_index = true;
  }
  now->key = offset;
  now->count++;
}

/* "key": */
static lg_status read_key(reader *read) {
  if (peek(read) != '"') return LG_EJSON;
  uint32_t offset = (uint32_t)read->packed->len;
  lg_status status = read_text(read);
  if (status != LG_OK) return status;
  watch_order(read, offset);
  skip_space(read);
  if (peek(read) != ':') return LG_EJSON;
  read->at++;
  return LG_OK;
}

/* ---- values ---- */

static inline lg_status put_tag(reader *read, uint8_t tag) {
  lg_status status = lg__buf_reserve(read->packed, 1);
  if (status == LG_OK) read->packed->data[read->packed->len++] = (char)tag;
  return status;
}

static lg_status read_literal(reader *read, const char *word, size_t len, uint8_t tag) {
  if ((size_t)(read->end - read->at) < len || memcmp(read->at, word, len) != 0) return LG_EJSON;
  read->at += len;
  return put_tag(read, tag);
}

/* The integer at `s` if it is one of few digits and nothing but digits; what is behind it, or NULL. */
static const unsigned char *small_integer(const unsigned char *s, const unsigned char *end, double *out_value) {
  enum { EXACT_DIGITS = 15 };
  bool negative = *s == '-';
  if (negative) s++;
  const unsigned char *first = s;
  int64_t value = 0;
  while (s < end && lg__is_digit((char)*s) && s - first < EXACT_DIGITS) value = value * 10 + (*s++ - '0');
  if (s == first || (*first == '0' && s - first > 1)) return NULL;
  if (s < end && (lg__is_digit((char)*s) || *s == '.' || *s == 'e' || *s == 'E')) return NULL;
  *out_value = (double)(negative ? -value : value);
  return s;
}

static lg_status read_number(reader *read) {
  double value;
  if (read->at == read->end) return LG_EJSON;
  const unsigned char *end = small_integer(read->at, read->end, &value);
  if (end != NULL) {
    lg_status status = lg__buf_reserve(read->packed, LG_PACKED_NUMBER);
    if (status != LG_OK) return status;
    uint8_t *out = behind(read->packed);
    out[0] = LG_VALUE_NUMBER;
    lg__store_f64(out + 1, value);
    read->packed->len += LG_PACKED_NUMBER;
    read->at = end;
    return LG_OK;
  }
  const unsigned char *start = read->at;
  end = lg__skip_number(start, read->end);
  if (end == NULL) return LG_EJSON;
  read->at = end;
  return lg__number_pack(read->packed, (const char *)start, (size_t)(end - start));
}

static lg_status read_string(reader *read) {
  lg_status status = put_tag(read, LG_VALUE_STRING);
  return status == LG_OK ? read_text(read) : status;
}

/* ---- containers ------------------------------------------------------------------------------------------------- */

static lg_status open_container(reader *read, bool object) {
  lg_status status = lg__buf_reserve(read->packed, LG_PACKED_HEAD);
  if (status == LG_OK && read->depth > 0)
    status = lg__buf_append(&read->workspace->stack, &read->now, sizeof read->now);
  if (status != LG_OK) return status;
  read->now = (container){.head = (uint32_t)read->packed->len, .object = object, .sorted = true, .index = -1};
  read->depth++;
  *behind(read->packed) = object ? LG_VALUE_OBJECT : LG_VALUE_ARRAY;
  read->packed->len += LG_PACKED_HEAD; /* the length is known when it closes */
  read->at++;
  return LG_OK;
}

static void close_container(reader *read) {
  uint8_t *head = (uint8_t *)read->packed->data + read->now.head;
  lg__store_u32(head + 1, (uint32_t)(read->packed->len - read->now.head - LG_PACKED_HEAD));
  read->at++;
  if (--read->depth == 0) return;
  lg_buf *stack = &read->workspace->stack;
  stack->len -= sizeof read->now;
  memcpy(&read->now, stack->data + stack->len, sizeof read->now);
}

/* A value, or the start of one: `*next` says what comes after it. */
static lg_status read_value(reader *read, expectation *next) {
  skip_space(read);
  *next = EXPECT_MORE;
  int first = peek(read);
  switch (first) {
  case '"': return read_string(read);
  case 't': return read_literal(read, "true", 4, LG_VALUE_TRUE);
  case 'f': return read_literal(read, "false", 5, LG_VALUE_FALSE);
  case 'n': return read_literal(read, "null", 4, LG_VALUE_NULL);
  case '{':
  case '[': break;
  default: return read_number(read);
  }
  lg_status status = open_container(read, first == '{');
  if (status != LG_OK) return status;
  skip_space(read);
  if (peek(read) == (first == '{' ? '}' : ']')) {
    close_container(read);
    return LG_OK;
  }
  *next = EXPECT_VALUE;
  return first == '{' ? read_key(read) : LG_OK;
}

/* A comma or the end of a container, after a value. */
static lg_status read_more(reader *read, expectation *next) {
  *next = EXPECT_NOTHING;
  if (read->depth == 0) return LG_OK;
  skip_space(read);
  bool object = read->now.object;
  int found = peek(read);
  if (found == (object ? '}' : ']')) {
    *next = EXPECT_MORE;
    close_container(read);
    return LG_OK;
  }
  if (found != ',') return LG_EJSON;
  *next = EXPECT_VALUE;
  read->at++;
  if (!object) return LG_OK;
  skip_space(read);
  return read_key(read);
}

lg_status lg__json_read(lg_workspace *workspace, const char *text, size_t len, lg_read_order *out_order) {
  static const unsigned char nothing[1] = {0};
  const unsigned char *source = len != 0 ? (const unsigned char *)text : nothing;
  if (len > LG_BUF_MAX) return LG_ETOOBIG;
  reader read = {.workspace = workspace,
                 .at = source,
                 .end = source + len,
                 .packed = &workspace->packed,
                 .order = {.verbatim = true, .canonical = true}};
  workspace->packed.len = 0;
  workspace->stack.len = 0;
  lg_status status = lg__buf_reserve(&workspace->packed, len + 64); /* most often enough */
  if (status != LG_OK) return status;
  expectation next = EXPECT_VALUE;
  while (next != EXPECT_NOTHING) {
    status = next == EXPECT_VALUE ? read_value(&read, &next) : read_more(&read, &next);
    if (status != LG_OK) return status;
  }
  skip_space(&read);
  if (read.at != read.end) return LG_EJSON;
  *out_order = read.order;
  return LG_OK;
}
