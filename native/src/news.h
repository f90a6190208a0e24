/*
 * What a run has learned: which result each call gave last, how often in a row, and when anything was last news.
 *
 *   completed call ----> the same result as last time? ----> one more in a row
 *                   \--> a result that this call has given before? ----> nothing new
 *                    \-> else: news
 *
 * Time in a run is counted in completed calls (`at`), so "nothing has been news since this call last ran" is one
 * comparison: news.last_news <= call.at. Results are kept as 8 bytes of their digest, times in tenths of a second from
 * the first that the run was told.
 *
 *   calls   call -> what it gave last          at most max_entries, least recently used out first
 *   past    call and result -> (it came)       results that a call gave before its last one; the same bound
 *
 * What a bound pushes out makes the run forget, and what is forgotten is news when it comes again: a full table refuses
 * less, never more.
 */
#ifndef LG_NEWS_H
#define LG_NEWS_H

#include "table.h"

/* What is known of a call besides its counts. Bits of lg_news_call.flags. */
enum {
  LG_NEWS_TRANSIENT = 1, /* its last result was a failure that passes by itself */
  LG_NEWS_ACK = 2,       /* ... a bare acknowledgement, which says nothing of the world */
  LG_NEWS_CHANGED = 4    /* it has given different results in this run */
};

/* A time that nobody told. */
#define LG_NEWS_TIMELESS UINT32_MAX

typedef struct lg_news_call {
  lg_table_entry entry; /* keyed by the call's canonical identity */
  uint8_t result[8];    /* of its digest */
  uint32_t at;          /* when it last came back */
  uint32_t asked;       /* when it was last asked for, refused or not: tenths of a second, or LG_NEWS_TIMELESS */
  uint32_t since;       /* when the results in a row began; likewise */
  uint16_t in_a_row;
  uint8_t still; /* of these, how many without any news between them; at most 255 */
  uint8_t flags;
} lg_news_call;

typedef struct lg_news {
  lg_table calls, past;
  double origin_ms;
  uint32_t clock;     /* completed calls, turns, and what happened unseen */
  uint32_t last_news; /* `clock` at the newest news */
  uint32_t last_wait; /* ... at the newest call that waited */
  uint32_t turn_at;   /* ... when a person last spoke: what came in a row before, is over */
  uint32_t round_at;  /* ... when the round began: its calls were chosen knowing what had come back by then */
  bool has_origin;
  bool partial; /* the run may have calls in its history that are not here: it was restored from elsewhere */
} lg_news;

/* What came back, as far as it matters here. */
typedef struct lg_news_result {
  lg_digest result;
  bool comparable;   /* else nobody can say what it was, and it is taken for news */
  bool mutated;      /* a tool that changes things succeeded: every other call may give something new */
  bool waited;       /* the call was a wait */
  bool thought;      /* the call was a thought: whatever it gave is no news */
  bool late;         /* it was asked for in an earlier round, and came back before this one was chosen */
  uint32_t round_at; /* of the round in which the call was asked for */
  uint8_t flags;     /* LG_NEWS_TRANSIENT or LG_NEWS_ACK */
} lg_news_result;

/* Nothing is allocated. `allocator` must outlive it. */
void lg__news_init(lg_news *news, const lg_allocator *allocator, size_t max_entries);
void lg__news_free(lg_news *news);
void lg__news_clear(lg_news *news);

/* Room for one more call: the next lg__news_touch cannot fail. LG_ENOMEM: nothing shows. */
LG_NODISCARD lg_status lg__news_reserve(lg_news *news);
/*
 * The call with this identity, made empty when new, and now the most recently used. One that is new to a full table may
 * have been in it before, and so it may have changed. LG_ENOMEM: nothing shows. O(1).
 */
LG_NODISCARD lg_status lg__news_touch(lg_news *news, const lg_digest *identity, lg_news_call **out_call);
lg_news_call *lg__news_find(const lg_news *news, const lg_digest *identity);
/*
 * `now_ms` in tenths of a second since the run was first told a time; what is earlier is that moment too.
 * LG_NEWS_TIMELESS for what is no time (NaN, infinite), and before the first.
 */
uint32_t lg__news_time(const lg_news *news, double now_ms);
/* From a time to a later one, in milliseconds; 0 where nobody can say. */
double lg__news_elapsed_ms(uint32_t from, uint32_t to);
/* The call was asked for. The first time that a run is told is where its clock begins, and any that is earlier. */
void lg__news_asked(lg_news *news, lg_news_call *call, double now_ms);
/* A round begins: what comes back from now on was asked for after what came back before. */
void lg__news_round(lg_news *news);
/* Something happened that the guard does not see: it may be news. */
void lg__news_happened(lg_news *news);
/* A person spoke, which is news, and nothing is in a row with what comes now. */
void lg__news_turn(lg_news *news);
/* What a result made of its call. */
typedef enum lg_news_kind {
  LG_NEWS_FIRST,  /* the first that the call gave, as far as anybody remembers */
  LG_NEWS_OVER,   /* its loop, if there was one, is over: it gave another result, or ran after news */
  LG_NEWS_AGAIN,  /* what it gave before, and nothing was news since */
  LG_NEWS_SIBLING /* what a sibling of its round gave already: no observation of its own */
} lg_news_kind;

/* The call came back. Never fails: without memory for it, an older result is forgotten. O(1). */
lg_news_kind lg__news_completed(lg_news *news, const uint8_t key[LG_KEY_SIZE], const lg_digest *identity,
                                const lg_news_result *result);

#endif
