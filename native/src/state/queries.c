#include "state/near.h"

static lg_query *at(const lg_queries *queries, uint32_t back) {
  return &queries->queries[(queries->head + LG_QUERIES_MAX - 1 - back) % LG_QUERIES_MAX];
}

const lg_query *lg__queries_at(const lg_queries *queries, uint32_t back) {
  return back < queries->held ? at(queries, back) : NULL;
}

void lg__queries_clear(lg_queries *queries, const lg_allocator *allocator) {
  for (uint32_t back = 0; back < queries->held; back++) lg__query_free(at(queries, back), allocator);
  queries->held = queries->head = 0;
}

/* Splits "<words>\n<query>": the length of the words, and the code points of the query. */
static lg_query measure(const char *text, size_t len) {
  if (len > LG_QUERY_KEEP) len = LG_QUERY_KEEP;
  lg_query query = {.len = (uint32_t)len};
  const char *feed = len == 0 ? NULL : memchr(text, '\n', len);
  query.words_len = feed == NULL ? 0 : (uint32_t)(feed - text);
  for (size_t i = feed == NULL ? 0 : query.words_len + 1u; i < len; i++)
    if (((uint8_t)text[i] & 0xC0) != 0x80) query.points++;
  if (query.points > LG_SIMILARITY_MAX) query.points = LG_SIMILARITY_MAX;
  return query;
}

static const char *body(const lg_query *query, const char *text, size_t *out_len) {
  size_t skip = query->words_len + 1u <= query->len && text[query->words_len] == '\n' ? query->words_len + 1u : 0;
  *out_len = query->len - skip;
  return text + skip;
}

void lg__queries_drop_newest(lg_queries *queries, const lg_allocator *allocator) {
  if (queries->held == 0) return;
  lg__query_free(at(queries, 0), allocator);
  queries->held--;
  queries->head = (queries->head + LG_QUERIES_MAX - 1) % LG_QUERIES_MAX;
}

lg_status lg__queries_copy(lg_queries *queries, const lg_allocator *allocator, const char *text, size_t len,
                           lg_query *out) {
  lg_query query = measure(text, len);
  if (query.len != 0 && queries->queries == NULL) {
    queries->queries = lg__alloc_zeroed(allocator, LG_QUERIES_MAX, sizeof *queries->queries);
    if (queries->queries == NULL) return LG_ENOMEM;
  }
  if (query.len != 0) {
    query.text = lg__alloc_zeroed(allocator, query.len, 1);
    if (query.text == NULL) return LG_ENOMEM;
    memcpy(query.text, text, query.len);
  }
  *out = query;
  return LG_OK;
}

void lg__query_free(lg_query *query, const lg_allocator *allocator) {
  lg__alloc_free(allocator, query->text, query->len, 1);
  query->text = NULL;
}

void lg__queries_add(lg_queries *queries, const lg_allocator *allocator, const lg_digest *name, uint32_t round,
                     uint32_t ticket, const lg_query *query) {
  if (query->text == NULL) return;
  lg_query *slot = &queries->queries[queries->head];
  if (queries->held == LG_QUERIES_MAX)
    lg__query_free(slot, allocator);
  else
    queries->held++;
  *slot = *query;
  slot->name = *name;
  slot->round = round;
  slot->ticket = ticket;
  slot->refused = LG_NO_TICKET;
  queries->head = (queries->head + 1) % LG_QUERIES_MAX;
}

void lg__queries_set_aside(lg_queries *queries, uint32_t ticket) {
  if (queries->held != 0) at(queries, 0)->refused = ticket;
}

void lg__queries_take_in(lg_queries *queries, uint32_t ticket) {
  for (uint32_t back = 0; back < queries->held; back++)
    if (at(queries, back)->refused == ticket) at(queries, back)->refused = LG_NO_TICKET;
}

lg_status lg__queries_reserve(const lg_queries *queries, lg_workspace *workspace, size_t len) {
  size_t longest = 0;
  for (uint32_t back = 0; back < queries->held; back++)
    if (at(queries, back)->len > longest) longest = at(queries, back)->len;
  return longest == 0 ? LG_OK : lg__similarity_reserve(workspace, len, longest);
}

lg_status lg__queries_similar(const lg_queries *queries, lg_workspace *workspace, const lg_digest *name, uint32_t round,
                              double threshold, const char *text, size_t len, uint32_t *out_similar,
                              uint32_t *out_newest) {
  lg_query mine = measure(text, len);
  size_t my_len;
  const char *my_body = body(&mine, text, &my_len);
  uint32_t similar = 0, newest = LG_NO_TICKET;
  for (uint32_t back = 0; my_len != 0 && back < queries->held; back++) {
    const lg_query *other = at(queries, back);
    if (other->round >= round || other->refused != LG_NO_TICKET || !lg__digest_equal(&other->name, name)) continue;
    if (other->words_len != mine.words_len || memcmp(other->text, text, mine.words_len) != 0) continue;
    size_t other_len;
    const char *other_body = body(other, other->text, &other_len);
    if (other_len == my_len && memcmp(other_body, my_body, my_len) == 0) {
      if (similar++ == 0) newest = other->ticket;
      continue;
    }
    /* the ratio is at most twice the shorter over the sum of both: difflib's real_quick_ratio */
    uint32_t shorter = other->points < mine.points ? other->points : mine.points;
    if (2.0 * shorter / ((double)other->points + mine.points) < threshold) continue;
    double ratio;
    lg_status status = lg_similarity(workspace, my_body, my_len, other_body, other_len, &ratio);
    if (status != LG_OK) return status;
    if (ratio >= threshold && similar++ == 0) newest = other->ticket;
  }
  *out_similar = similar;
  *out_newest = newest;
  return LG_OK;
}
