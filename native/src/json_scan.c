#include "json_scan.h"

#include "json_chars.h"
#include "json_text.h"
#include "number.h"

/* An open container. */
typedef struct container {
  uint32_t start;  /* of its text in the skeleton */
  uint32_t values; /* how many the skeleton had before it */
  bool object;
} container;

typedef struct scanner {
  lg_workspace *workspace;
  const unsigned char *source, *at, *end;
  lg_writer skeleton;
  size_t values, depth;
  lg_fold fold;
  void *fold_ctx;
} scanner;

/* What may come next. */
typedef enum expectation { EXPECT_VALUE, EXPECT_MORE, EXPECT_NOTHING } expectation;

static int peek(const scanner *scan) { return scan->at < scan->end ? *scan->at : -1; }

static void skip_space(scanner *scan) { scan->at = lg__skip_space(scan->at, scan->end); }

/* ---- leaves ----------------------------------------------------------------------------------------------------- */

static void put_leaf_number(lg_writer *out, size_t number) {
  char text[2 + 2 * sizeof number];
  char *start = text + sizeof text;
  *--start = '"';
  do *--start = "0123456789abcdef"[number & 15];
  while ((number >>= 4) != 0);
  *--start = '"';
  lg__put(out, start, (size_t)(text + sizeof text - start));
}

size_t lg__leaf_number(const char *digits) {
  size_t number = 0;
  for (; *digits != '\0'; digits++)
    number = number << 4 | (size_t)(*digits <= '9' ? *digits - '0' : *digits - 'a' + 10);
  return number;
}

static lg_status add_leaf(scanner *scan, lg_leaf_place place, size_t start, size_t len) {
  lg_buf *leaves = &scan->workspace->leaves;
  lg_leaf leaf = {place, (uint32_t)start, (uint32_t)len};
  put_leaf_number(&scan->skeleton, leaves->len / sizeof leaf);
  scan->values++;
  lg_writer out = {leaves, scan->skeleton.status};
  lg__put(&out, &leaf, sizeof leaf);
  return out.status;
}

/* The text from `start` to where the scanner is becomes a leaf as it stands. */
static lg_status add_source_leaf(scanner *scan, const unsigned char *start) {
  return add_leaf(scan, LG_LEAF_SOURCE, (size_t)(start - scan->source), (size_t)(scan->at - start));
}

static lg_status scan_string(scanner *scan) {
  const unsigned char *start = scan->at;
  unsigned notes;
  const unsigned char *quote = lg__skip_string(start + 1, scan->end, &notes);
  if (quote == NULL) return LG_EJSON;
  scan->at = quote + 1;
  if ((notes & (LG_STRING_ODD_ESCAPES | LG_STRING_HALVES)) == 0) return add_source_leaf(scan, start);

  lg_buf *settled = &scan->workspace->settled, *unescaped = &scan->workspace->unescaped;
  size_t settled_start = settled->len;
  lg_writer key = {unescaped, LG_OK}, text = {settled, LG_OK};
  unescaped->len = 0;
  lg__put_key_form(&key, (const char *)start + 1, (size_t)(quote - start - 1), LG_STRING_JSON, false);
  if (key.status != LG_OK) return key.status;
  lg__put_string(&text, unescaped->data, unescaped->len);
  if (text.status != LG_OK) return text.status;
  return add_leaf(scan, LG_LEAF_SETTLED, settled_start, settled->len - settled_start);
}

static lg_status scan_number(scanner *scan) {
  const unsigned char *start = scan->at;
  bool plain_int;
  const unsigned char *end = lg__skip_number(start, scan->end, &plain_int);
  if (end == NULL) return LG_EJSON;
  scan->at = end;
  if (plain_int) return add_source_leaf(scan, start);
  lg_buf *settled = &scan->workspace->settled;
  size_t settled_start = settled->len;
  lg_status status = lg__number_append(settled, (const char *)start, (size_t)(end - start));
  if (status != LG_OK) return status;
  return add_leaf(scan, LG_LEAF_SETTLED, settled_start, settled->len - settled_start);
}

static lg_status scan_literal(scanner *scan, const char *word, size_t len) {
  if ((size_t)(scan->end - scan->at) < len || memcmp(scan->at, word, len) != 0) return LG_EJSON;
  scan->at += len;
  scan->values++;
  lg__put(&scan->skeleton, word, len);
  return scan->skeleton.status;
}

/* ---- structure -------------------------------------------------------------------------------------------------- */

/* "key": */
static lg_status scan_key(scanner *scan) {
  if (peek(scan) != '"') return LG_EJSON;
  const unsigned char *start = scan->at;
  unsigned notes;
  const unsigned char *quote = lg__skip_string(start + 1, scan->end, &notes);
  if (quote == NULL) return LG_EJSON;
  scan->at = quote + 1;
  if ((notes & (LG_STRING_ESCAPES | LG_STRING_ASTRAL)) == 0) {
    lg__put(&scan->skeleton, start, (size_t)(quote + 1 - start));
  } else {
    lg__put_byte(&scan->skeleton, '"');
    lg__put_key_form(&scan->skeleton, (const char *)start + 1, (size_t)(quote - start - 1), LG_STRING_JSON, true);
    lg__put_byte(&scan->skeleton, '"');
  }
  skip_space(scan);
  if (peek(scan) != ':') return LG_EJSON;
  scan->at++;
  lg__put_byte(&scan->skeleton, ':');
  return scan->skeleton.status;
}

static container *innermost(const scanner *scan) {
  return (container *)(void *)scan->workspace->stack.data + scan->depth - 1;
}

static lg_status open_container(scanner *scan) {
  lg_buf *skeleton = scan->skeleton.buf;
  container opened = {(uint32_t)skeleton->len, (uint32_t)scan->values, *scan->at == '{'};
  lg_writer stack = {&scan->workspace->stack, LG_OK};
  lg__put(&stack, &opened, sizeof opened);
  if (stack.status != LG_OK) return stack.status;
  scan->depth++;
  scan->values++;
  lg__put_byte(&scan->skeleton, (char)*scan->at++);
  return scan->skeleton.status;
}

static lg_status close_container(scanner *scan) {
  container closed = *innermost(scan);
  bool folds = scan->depth % LG_FOLD_DEPTH == 0;
  scan->depth--;
  scan->workspace->stack.len -= sizeof closed;
  lg__put_byte(&scan->skeleton, (char)*scan->at++);
  if (scan->skeleton.status != LG_OK || !folds) return scan->skeleton.status;

  lg_buf *text = &scan->workspace->folds;
  size_t start = text->len;
  lg_status status = scan->fold(scan->fold_ctx, closed.start, scan->values - closed.values);
  if (status != LG_OK) return status;
  scan->skeleton.buf->len = closed.start;
  scan->values = closed.values;
  return add_leaf(scan, LG_LEAF_FOLDED, start, text->len - start);
}

/* A value, or the start of one: `*next` says what comes after it. */
static lg_status scan_value(scanner *scan, expectation *next) {
  skip_space(scan);
  *next = EXPECT_MORE;
  int first = peek(scan);
  switch (first) {
  case '"':
    return scan_string(scan);
  case 't':
    return scan_literal(scan, "true", 4);
  case 'f':
    return scan_literal(scan, "false", 5);
  case 'n':
    return scan_literal(scan, "null", 4);
  case '{':
  case '[':
    break;
  default:
    return scan_number(scan);
  }
  lg_status status = open_container(scan);
  if (status != LG_OK) return status;
  skip_space(scan);
  if (peek(scan) == (first == '{' ? '}' : ']')) return close_container(scan);
  *next = EXPECT_VALUE;
  return first == '{' ? scan_key(scan) : LG_OK;
}

/* A comma or the end of a container, after a value. */
static lg_status scan_more(scanner *scan, expectation *next) {
  *next = EXPECT_NOTHING;
  if (scan->depth == 0) return LG_OK;
  skip_space(scan);
  bool object = innermost(scan)->object;
  if (peek(scan) == (object ? '}' : ']')) {
    *next = EXPECT_MORE;
    return close_container(scan);
  }
  if (peek(scan) != ',') return LG_EJSON;
  *next = EXPECT_VALUE;
  scan->at++;
  lg__put_byte(&scan->skeleton, ',');
  if (!object) return scan->skeleton.status;
  skip_space(scan);
  return scan_key(scan);
}

lg_status lg__json_scan(lg_workspace *workspace, const char *source, size_t len, lg_fold fold, void *fold_ctx,
                        size_t *out_values) {
  static const unsigned char nothing[1] = {0};
  const unsigned char *text = len != 0 ? (const unsigned char *)source : nothing;
  scanner scan = {.workspace = workspace,
                  .source = text,
                  .at = text,
                  .end = text + len,
                  .skeleton = {&workspace->skeleton, LG_OK},
                  .fold = fold,
                  .fold_ctx = fold_ctx};
  if (len > LG_BUF_MAX) return LG_ETOOBIG;
  workspace->skeleton.len = 0;
  workspace->leaves.len = 0;
  workspace->settled.len = 0;
  workspace->stack.len = 0;
  workspace->folds.len = 0;
  expectation next = EXPECT_VALUE;
  while (next != EXPECT_NOTHING) {
    lg_status status = next == EXPECT_VALUE ? scan_value(&scan, &next) : scan_more(&scan, &next);
    if (status != LG_OK) return status;
  }
  skip_space(&scan);
  if (scan.at != scan.end) return LG_EJSON;
  *out_values = scan.values;
  return LG_OK;
}
