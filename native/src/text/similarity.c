/*
 * Ratcliff and Obershelp's ratio, with the choices of Python's difflib, to the last bit.
 *
 *   a  [ . . . |=========| . . . . ]      the longest common block, the leftmost of several,
 *   b  [ . |=========| . . . . . . ]      then the same for what is left of it and right of it
 *
 * difflib's answer depends on which of several longest blocks is taken: the one that starts earliest in `a`, then
 * earliest in `b`. And for 200 and more code points of `b`, code points that make up more than about 1% of it
 * ("popular" ones) can lengthen a block at its ends but are no part of it before that. Both are kept.
 *
 * What differs from difflib is only how the longest block is found. Code points become symbols 0, 1, 2, ... in order of
 * their first occurrence in `b`, so that the positions of a symbol are a slice of one array:
 *
 *   b = "abca"   symbol  0          1      2      3 (not in b)
 *   positions            0 3 END    1 END  2 END  END
 *                        ^head[0]   ^[1]   ^[2]   ^[3]
 *
 * Ranges are visited from left to right. Their left ends in `b` therefore never decrease, and a head may move past the
 * positions left of the current range for good.
 */
#include "text/chars.h"

#define END UINT32_MAX
#define POPULAR (UINT32_MAX - 1) /* equals no symbol of `a` */
#define AUTOJUNK_FROM 200

/* a[alo, ahi) against b[blo, bhi). */
typedef struct range {
  uint32_t alo, ahi, blo, bhi;
} range;

typedef struct block {
  uint32_t a, b, size;
} block;

/* All arrays are in one allocation, see lay_out. */
typedef struct matcher {
  range *pending;        /* a stack: ranges not yet compared, the leftmost on top */
  uint32_t *a, *b;       /* symbols; what is only in `a` has the symbol `symbols` */
  uint32_t *core;        /* b with POPULAR for popular symbols */
  uint32_t *head;        /* by symbol: where its positions begin */
  uint32_t *positions;   /* by symbol, ascending, END behind each symbol's; none for popular ones */
  uint32_t *occurrences; /* by symbol: how often it is in b */
  uint32_t *point;       /* by symbol: the code point */
  uint32_t *slots;       /* hash table of code points: symbol + 1, 0 when free */
  uint32_t slot_shift;
  uint32_t a_len, b_len, symbols;
} matcher;

/* The first LG_SIMILARITY_MAX code points. */
static uint32_t decode(const char *text, size_t len, uint32_t *points) {
  uint32_t count = 0;
  for (size_t i = 0, size; i < len && count < LG_SIMILARITY_MAX; i += size)
    points[count++] = lg__point_at((const uint8_t *)text + i, len - i, &size);
  return count;
}

/* Pending ranges are disjoint and none is empty. */
static size_t ranges_for(size_t a_max, size_t b_max) { return (a_max < b_max ? a_max : b_max) + 1; }

/* At most half of the slots are taken. */
static uint32_t slot_bits_for(size_t b_max) {
  uint32_t bits = 4;
  while (((size_t)1 << bits) < 2 * b_max) bits++;
  return bits;
}

/* The size of all arrays together. */
static size_t room_for(size_t a_max, size_t b_max) {
  size_t words = a_max + 2 * b_max + (b_max + 1) + (2 * b_max + 1) + 2 * b_max + ((size_t)1 << slot_bits_for(b_max));
  return ranges_for(a_max, b_max) * sizeof(range) + words * sizeof(uint32_t);
}

static size_t at_most_compared(size_t len) { return len < LG_SIMILARITY_MAX ? len : LG_SIMILARITY_MAX; }

lg_status lg__similarity_reserve(lg_workspace *workspace, size_t a_len, size_t b_len) {
  workspace->points.len = 0;
  return lg__buf_reserve(&workspace->points, room_for(at_most_compared(a_len), at_most_compared(b_len)));
}

/* Cuts one allocation of the workspace into the arrays. */
static lg_status lay_out(lg_buf *buf, size_t a_max, size_t b_max, matcher *m) {
  uint32_t slot_bits = slot_bits_for(b_max);
  size_t ranges = ranges_for(a_max, b_max);
  buf->len = 0;
  lg_status status = lg__buf_reserve(buf, room_for(a_max, b_max));
  if (status != LG_OK) return status;
  m->pending = (range *)(void *)buf->data;
  m->a = (uint32_t *)(void *)(m->pending + ranges);
  m->b = m->a + a_max;
  m->core = m->b + b_max;
  m->head = m->core + b_max;
  m->positions = m->head + b_max + 1;
  m->occurrences = m->positions + 2 * b_max + 1;
  m->point = m->occurrences + b_max;
  m->slots = m->point + b_max;
  m->slot_shift = 32 - slot_bits;
  memset(m->slots, 0, ((size_t)1 << slot_bits) * sizeof(uint32_t));
  return LG_OK;
}

/* Where a code point is, or would go; at most half of the slots are taken. */
static uint32_t *find_slot(const matcher *m, uint32_t point) {
  uint32_t mask = UINT32_MAX >> m->slot_shift;
  uint32_t at = (point * 2654435769u) >> m->slot_shift;
  while (m->slots[at] != 0 && m->point[m->slots[at] - 1] != point) at = (at + 1) & mask;
  return &m->slots[at];
}

/* Replaces the code points in m->b and m->a by symbols and counts how often each is in b. */
static void name_symbols(matcher *m) {
  m->symbols = 0;
  for (uint32_t j = 0; j < m->b_len; j++) {
    uint32_t *slot = find_slot(m, m->b[j]);
    if (*slot == 0) {
      m->point[m->symbols] = m->b[j];
      m->occurrences[m->symbols] = 0;
      *slot = ++m->symbols;
    }
    m->b[j] = *slot - 1;
    m->occurrences[*slot - 1]++;
  }
  for (uint32_t i = 0; i < m->a_len; i++) {
    uint32_t symbol = *find_slot(m, m->a[i]);
    m->a[i] = symbol == 0 ? m->symbols : symbol - 1;
  }
}

/* Fills `head`, `positions` and `core`, as difflib's __chain_b does with its b2j. */
static void index_positions(matcher *m) {
  uint32_t allowed = m->b_len >= AUTOJUNK_FROM ? m->b_len / 100 + 1 : END;
  uint32_t next = 0;
  for (uint32_t symbol = 0; symbol < m->symbols; symbol++) {
    m->head[symbol] = next;
    if (m->occurrences[symbol] <= allowed) next += m->occurrences[symbol];
    m->positions[next++] = END;
  }
  m->head[m->symbols] = next;
  m->positions[next] = END;
  for (uint32_t j = 0; j < m->b_len; j++) {
    uint32_t symbol = m->b[j];
    bool popular = m->occurrences[symbol] > allowed;
    m->core[j] = popular ? POPULAR : symbol;
    if (!popular) m->positions[m->head[symbol]++] = j;
  }
  for (uint32_t symbol = 0; symbol < m->symbols; symbol++)
    if (m->occurrences[symbol] <= allowed) m->head[symbol] -= m->occurrences[symbol];
}

/* difflib's find_longest_match. Candidates are tried by where they start, in `a` and then in `b`, and only a longer one
 * takes the place of the best: so the leftmost of several stays. Two looks spare most candidates: one that can beat the
 * best must match at the best's length too, and one that matches to its left as well is the rest of one tried before.
 * Each matching pair is thus walked over once at most: O(rows * occurrences). */
static block longest_block(matcher *m, const range *r) {
  const uint32_t *a = m->a, *b = m->core;
  block best = {r->alo, r->blo, 0};
  for (uint32_t i = r->alo; i + best.size < r->ahi; i++) {
    const uint32_t *p = m->positions + m->head[a[i]];
    while (*p < r->blo) p++;
    m->head[a[i]] = (uint32_t)(p - m->positions);
    for (; *p < r->bhi && *p + best.size < r->bhi; p++) {
      uint32_t j = *p;
      if (a[i + best.size] != b[j + best.size]) continue;
      if (i > r->alo && j > r->blo && a[i - 1] == b[j - 1]) continue;
      uint32_t size = 1;
      while (i + size < r->ahi && j + size < r->bhi && a[i + size] == b[j + size]) size++;
      if (size > best.size) best = (block){i, j, size};
      if (i + best.size >= r->ahi) break;
    }
  }
  /* Lengthened at both ends by whatever is equal there, popular or not. */
  b = m->b;
  while (best.a > r->alo && best.b > r->blo && a[best.a - 1] == b[best.b - 1]) {
    best.a--;
    best.b--;
    best.size++;
  }
  while (best.a + best.size < r->ahi && best.b + best.size < r->bhi && a[best.a + best.size] == b[best.b + best.size])
    best.size++;
  return best;
}

/* Code points in all matching blocks together. */
static uint32_t count_matches(matcher *m) {
  uint32_t matches = 0;
  size_t depth = 0;
  m->pending[depth++] = (range){0, m->a_len, 0, m->b_len};
  while (depth > 0) {
    range r = m->pending[--depth];
    block found = longest_block(m, &r);
    if (found.size == 0) continue;
    matches += found.size;
    range right = {found.a + found.size, r.ahi, found.b + found.size, r.bhi};
    if (right.alo < right.ahi && right.blo < right.bhi) m->pending[depth++] = right;
    range left = {r.alo, found.a, r.blo, found.b};
    if (left.alo < left.ahi && left.blo < left.bhi) m->pending[depth++] = left;
  }
  return matches;
}

lg_status lg_similarity(lg_workspace *workspace, const char *a, size_t a_len, const char *b, size_t b_len,
                        double *out_ratio) {
  if (workspace == NULL || (a == NULL && a_len != 0) || (b == NULL && b_len != 0) || out_ratio == NULL)
    return LG_EINVAL;
  if (a_len == b_len && (a_len == 0 || memcmp(a, b, a_len) == 0)) {
    *out_ratio = 1.0;
    return LG_OK;
  }
  if (a_len == 0 || b_len == 0) {
    *out_ratio = 0.0;
    return LG_OK;
  }
  matcher m = {0};
  lg_status status = lay_out(&workspace->points, at_most_compared(a_len), at_most_compared(b_len), &m);
  if (status != LG_OK) return status;
  m.a_len = decode(a, a_len, m.a);
  m.b_len = decode(b, b_len, m.b);
  name_symbols(&m);
  index_positions(&m);
  *out_ratio = 2.0 * count_matches(&m) / (m.a_len + m.b_len);
  return LG_OK;
}
