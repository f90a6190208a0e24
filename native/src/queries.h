/*
 * The normalised queries that similar_query compares with: the one place where a run keeps text, since a ratio needs
 * both sides. Only while the detector is on, only of this turn; at most LG_QUERIES_MAX, oldest out first.
 */
#ifndef LG_QUERIES_H
#define LG_QUERIES_H

#include "workspace.h"

#define LG_QUERIES_MAX 256u
/* Bytes of a query that are kept: LG_SIMILARITY_MAX code points of at most four bytes, and the destructive words. */
#define LG_QUERY_KEEP (LG_SIMILARITY_MAX * 4u + 1024u)

typedef struct lg_query {
  lg_digest name;
  uint32_t round;
  uint32_t words_len; /* of the destructive words before the line feed */
  uint32_t len;       /* of all the text */
  uint32_t points;    /* code points behind the line feed */
  uint32_t ticket;  /* of the call; LG_NO_TICKET in a restored run */
  uint32_t refused; /* the ticket of the call when it was refused: it is compared with nothing. LG_NO_TICKET: it ran */
  char *text;
} lg_query;

/* In a snapshot, where the slot of a refused call stands for it: the call ran; no ticket stands for it any more. */
#define LG_QUERY_RAN UINT32_MAX
#define LG_QUERY_DEAD (UINT32_MAX - 1)

typedef struct lg_queries {
  lg_query *queries; /* LG_QUERIES_MAX of them, a ring, made at first use */
  uint32_t held, head;
} lg_queries;

void lg__queries_free(lg_queries *queries, const lg_allocator *allocator);
void lg__queries_clear(lg_queries *queries, const lg_allocator *allocator);
/* A copy of a query, for lg__queries_add or lg__query_free; an empty one has no text. LG_ENOMEM: nothing shows. */
LG_NODISCARD lg_status lg__queries_copy(lg_queries *queries, const lg_allocator *allocator, const char *text,
                                        size_t len, lg_query *out_query);
void lg__query_free(lg_query *query, const lg_allocator *allocator);
/* Keeps a copy that was made for it, and owns it from now on; an empty one is not kept. */
void lg__queries_add(lg_queries *queries, const lg_allocator *allocator, const lg_digest *name, uint32_t round,
                     uint32_t ticket, const lg_query *query);
/* The call of the newest query was refused. The query is kept, since the host may run the call after all. */
void lg__queries_set_aside(lg_queries *queries, uint32_t ticket);
void lg__queries_drop_newest(lg_queries *queries, const lg_allocator *allocator);
/* The refused call with this ticket ran after all. */
void lg__queries_take_in(lg_queries *queries, uint32_t ticket);
/*
 * How many queries of this tool, from rounds before `round`, are similar: `*out_similar` 0 when none is. `*out_newest`:
 * the ticket of the newest of them; LG_NO_TICKET: there is none, or nobody knows.
 * O(queries * length^2) at worst; lengths alone rule most pairs out. LG_ENOMEM.
 */
LG_NODISCARD lg_status lg__queries_similar(const lg_queries *queries, lg_workspace *workspace, const lg_digest *name,
                                           uint32_t round, double threshold, const char *text, size_t len,
                                           uint32_t *out_similar, uint32_t *out_newest);
/* Room in the workspace for comparing a query with all that are held: lg__queries_similar cannot fail then. LG_ENOMEM.
 */
LG_NODISCARD lg_status lg__queries_reserve(const lg_queries *queries, lg_workspace *workspace, size_t len);
/* The query `back` places before the newest, or NULL. */
const lg_query *lg__queries_at(const lg_queries *queries, uint32_t back);

#endif
