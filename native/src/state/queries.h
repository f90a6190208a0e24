/*
 * The normalised queries that similar_query compares with: the only text that a run keeps besides tool names, since a
 * ratio needs both texts. Only with that detector, only of this turn; at most LG_QUERIES_MAX, the oldest go first.
 */
#ifndef LG_QUERIES_H
#define LG_QUERIES_H

#include "memory/memory.h"

#define LG_QUERIES_MAX 256u
/* The most bytes of a query that are kept: LG_SIMILARITY_MAX code points of four bytes, and the destructive words. */
#define LG_QUERY_KEEP (LG_SIMILARITY_MAX * 4u + 1024u)

typedef struct lg_query {
  lg_digest name;
  uint32_t round;
  uint32_t words_len; /* of the destructive words before the line feed */
  uint32_t len;       /* of the whole text */
  uint32_t points;    /* code points after the line feed */
  uint32_t ticket;    /* of the call; LG_NO_TICKET in a restored run */
  uint32_t refused;   /* the ticket of the refused call: its query is not compared. LG_NO_TICKET: the call ran */
  char *text;
} lg_query;

/* In a snapshot, instead of the slot of a refused call: the call ran; the refused call's ticket is gone. */
#define LG_QUERY_RAN UINT32_MAX
#define LG_QUERY_DEAD (UINT32_MAX - 1)

typedef struct lg_queries {
  lg_query *queries; /* LG_QUERIES_MAX of them, a ring, made at first use */
  uint32_t held, head;
} lg_queries;

void lg__queries_free(lg_queries *queries, const lg_allocator *allocator);
void lg__queries_clear(lg_queries *queries, const lg_allocator *allocator);
/* Copies a query, for lg__queries_add or lg__query_free. An empty one has no text. LG_ENOMEM. */
LG_NODISCARD lg_status lg__queries_copy(lg_queries *queries, const lg_allocator *allocator, const char *text,
                                        size_t len, lg_query *out_query);
void lg__query_free(lg_query *query, const lg_allocator *allocator);
/* Adds a copy made by lg__queries_copy and owns it from then on. An empty one is ignored. */
void lg__queries_add(lg_queries *queries, const lg_allocator *allocator, const lg_digest *name, uint32_t round,
                     uint32_t ticket, const lg_query *query);
/* The call of the newest query was refused. The query stays, since the host may run the call after all. */
void lg__queries_set_aside(lg_queries *queries, uint32_t ticket);
void lg__queries_drop_newest(lg_queries *queries, const lg_allocator *allocator);
/* The refused call with this ticket ran after all. */
void lg__queries_take_in(lg_queries *queries, uint32_t ticket);
/*
 * Counts the queries of this tool, from rounds before `round`, that are similar to `text`. `*out_newest`: the ticket of
 * the newest of them; LG_NO_TICKET: there is none, or it is not known. LG_ENOMEM. O(queries * length^2) at worst, but
 * the lengths alone rule out most pairs.
 */
LG_NODISCARD lg_status lg__queries_similar(const lg_queries *queries, lg_workspace *workspace, const lg_digest *name,
                                           uint32_t round, double threshold, const char *text, size_t len,
                                           uint32_t *out_similar, uint32_t *out_newest);
/* Makes room in the workspace for comparing a query of `len` bytes with all others: then lg__queries_similar cannot
 * fail. LG_ENOMEM. */
LG_NODISCARD lg_status lg__queries_reserve(const lg_queries *queries, lg_workspace *workspace, size_t len);
/* The query `back` places before the newest, or NULL. */
const lg_query *lg__queries_at(const lg_queries *queries, uint32_t back);

#endif
