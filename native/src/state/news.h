/*
 * News: what each call returned last, how often in a row, and when anything in the run was last news.
 *
 *   completed call ----> the same result as last time? ----> one more in a row
 *                   \--> a result that this call has returned before? ----> not news
 *                    \-> else: news
 *
 * The clock counts completed calls, turns and untracked events, so "nothing has been news since this call last ran" is
 * one comparison: news.last_news <= call.at. Results are kept as 8 bytes of their digest, times in tenths of a second
 * since the first time that the run got.
 *
 * What shows that the agent waits is kept as a place on that clock, too: whatever returned at `waited_at` or before is
 * behind a wait. A wait that came back is only believed when time has passed since it was asked for (lg_news_wait); a
 * pause of the agent itself is one if it is long for this run (LG_IDLE_MS).
 *
 *   calls   call -> its last result            at most max_entries, the least recently used go first
 *   past    H(call, result)                    the results of a call before its last one; as many
 *
 * A result that was dropped is news when it comes again: a full table makes the guard refuse less, never more.
 */
#ifndef LG_NEWS_H
#define LG_NEWS_H

#include "memory/snapshot_bytes.h"
#include "state/table.h"

/* Bits of lg_news_call.flags. */
enum {
  LG_NEWS_TRANSIENT = 1, /* its last result was a failure that passes by itself */
  LG_NEWS_ACK = 2,       /* its last result was a bare acknowledgement, such as "OK" */
  LG_NEWS_CHANGED = 4,   /* it has returned different results in this run */
  LG_NEWS_LATE = 8,      /* its last result was late (lg_news_result.late) */
  LG_NEWS_PENDING = 16,  /* its last result said "not yet" */
  LG_NEWS_SKIPPED = 32,  /* it says that it waits, and came back at once */
  LG_NEWS_MOVES =
      64 /* it has returned something else by itself: nothing had been news since, and nothing said that it would */
};

/* No time is known. */
#define LG_NEWS_TIMELESS UINT32_MAX

/* A pause of the agent this long, and LG_IDLE_TIMES as long as its median pause, is a wait. */
#define LG_IDLE_MS 120000.0
#define LG_IDLE_TIMES 4u
/* The pauses of which the median is taken: the newest ones. */
#define LG_PAUSES 15u

typedef struct lg_news_call {
  lg_table_entry entry; /* keyed by the call's canonical identity */
  uint8_t result[8];    /* of the digest of its last result */
  uint32_t at;          /* lg_news.clock when it last returned; 0: never */
  uint32_t requested;   /* when it was last requested, refused or not: tenths of a second, or LG_NEWS_TIMELESS */
  uint32_t since;       /* when the first of the equal results in a row came; likewise */
  uint16_t in_a_row;    /* equal results; 0: none to compare with */
  uint16_t hasty;       /* how many of these, counted from the last one back, had no wait between them */
  uint8_t still;        /* how many of those had no news between them; at most 255 */
  uint8_t flags;
} lg_news_call;

/* A wait that came back. It is believed when `need` has passed since it was asked for, by the clock, since a host may
 * return before a wait is over and let it go on. */
typedef struct lg_news_wait {
  uint32_t at;    /* what returned at this `clock` or before is behind it; 0: there is none */
  uint32_t asked; /* when it was asked for; tenths of a second */
  uint32_t need;  /* tenths of a second */
} lg_news_wait;

typedef struct lg_news {
  lg_table calls, past;
  double origin_ms;
  uint32_t clock;             /* completed calls, turns and untracked events so far, plus 1 */
  uint32_t last_news;         /* `clock` at the newest news */
  uint32_t waited_at;         /* whatever returned at this `clock` or before is behind a wait */
  lg_news_wait wait;          /* the newest wait that came back before its time */
  uint32_t returned;          /* when the last call returned; LG_NEWS_TIMELESS: unknown, or its pause is over */
  uint32_t pauses[LG_PAUSES]; /* tenths of a second between a return and the next request; a ring */
  uint8_t pause_count, next_pause;
  uint32_t turn_at;      /* `clock` when the turn began: equal results from before it do not count */
  uint32_t round_at;     /* `clock` when the round began: the model had seen all results up to then */
  uint32_t compacted_at; /* `clock` at the newest compaction */
  uint32_t lost_at;      /* `clock` at the newest compaction that counts: the model lost what it read by then */
  bool has_origin;
  bool partial; /* restored incompletely: the run's history may have calls that are not in `calls` */
} lg_news;

/* A completed call. */
typedef struct lg_news_result {
  lg_digest result;
  bool comparable;   /* false: the result is unknown, and counts as news */
  bool refused;      /* it did not run, so it counts as what the call gave last */
  bool mutated;      /* a tool that changes things succeeded: every other call may return something new */
  bool polled;       /* it was judged by time: its result is a fresh look, for the count */
  bool awaited;      /* likewise, or its profile says `poll`: that its result changes is no surprise */
  double wait_ms;    /* lg__call_wait_ms of the call; 0: it was no wait */
  bool thought;      /* the call was of a tool for thinking aloud: its result is never news */
  bool late;         /* it was requested in an earlier round than the current one */
  uint32_t round_at; /* lg_news.round_at when the call was requested */
  uint8_t flags;     /* LG_NEWS_TRANSIENT or LG_NEWS_ACK, and LG_NEWS_PENDING */
  double asked_ms, returned_ms;
} lg_news_result;

/* Allocates nothing. `allocator` must outlive `news`. */
void lg__news_init(lg_news *news, const lg_allocator *allocator, size_t max_entries);
void lg__news_free(lg_news *news);
void lg__news_clear(lg_news *news);

/* The call with this identity, now the most recently used; added without a result if it is new. LG_ENOMEM: nothing
 * changed. O(1). */
LG_NODISCARD lg_status lg__news_touch(lg_news *news, const lg_digest *identity, lg_news_call **out_call);
lg_news_call *lg__news_find(const lg_news *news, const lg_digest *identity);
/* `now_ms` in tenths of a second since the origin, which is the earliest time that the run got; 0 for earlier ones.
 * LG_NEWS_TIMELESS: `now_ms` is NaN or infinite, or there is no origin yet. */
uint32_t lg__news_time(const lg_news *news, double now_ms);
/* The milliseconds between two times; 0 when one is unknown or `to` is not later. */
double lg__news_elapsed_ms(uint32_t from, uint32_t to);
/* Whether something shows that the run has waited, as of a request at this time, since `call` last returned: a wait
 * that took its time, or a pause of the agent. `*out_idle_ms`: for how long it paused, 0 if it was no pause. Changes
 * nothing. */
bool lg__news_is_behind_wait(const lg_news *news, const lg_news_call *call, double now_ms, double *out_idle_ms);
/* Whether `wait_ms`, as from lg__call_wait_ms, has passed since then as far as a wait must: half, or ten seconds. */
bool lg__news_has_waited(uint32_t since, uint32_t now, double wait_ms);
/* The call was requested at this time, which becomes the origin when it is the earliest one. */
void lg__news_requested(lg_news *news, lg_news_call *call, double now_ms);
void lg__news_round(lg_news *news);
/* Something happened that may have changed what others return: it counts as news. */
void lg__news_happened(lg_news *news);
/* The same of something that the guard does not see: nobody knows how long it took, so a pause of the agent is none. */
void lg__news_untracked(lg_news *news);
/* A turn begins: that is news, and no later result is in a row with an earlier one. */
void lg__news_turn(lg_news *news);
/*
 * The context was compacted: the model no longer has what it read, and must read some of it again. That is no loop, so
 * each call may be repeated once without being counted (lg__news_is_lost). But an agent may compact, read everything
 * again, compact, and so on. So after the first one, a compaction counts only if anything was news since the one
 * before:
 *
 *   a b c   compaction   a b c   compaction   a b c
 *   news                 lost: once           nothing new since the last compaction: `a` is judged as ever
 */
void lg__news_compacted(lg_news *news);
/*
 * Whether the model lost this call's last result: it returned before a compaction that counts. A late result whose `at`
 * is that of the compaction returned after it, since returning moves the clock:
 *
 *   compaction (clock 5)   round begins (round_at 5)   request   next round   late result (clock 6, at 5): not lost
 */
static inline bool lg__news_is_lost(const lg_news *news, const lg_news_call *call) {
  bool after = call->at == news->lost_at && (call->flags & LG_NEWS_LATE) != 0;
  return call->in_a_row != 0 && call->at <= news->lost_at && !after;
}
bool lg__news_is_same(const lg_news *news, const lg_digest *identity, const lg_digest *result);
/* What a result means for its call. */
typedef enum lg_news_kind {
  LG_NEWS_FIRST,  /* the call's first result, or `calls` had dropped the call */
  LG_NEWS_OVER,   /* another result than last time, or there was news in between: a loop of the call is over */
  LG_NEWS_AGAIN,  /* the same result as last time, and no news since */
  LG_NEWS_SIBLING /* an identical sibling has returned the same: not counted again */
} lg_news_kind;

/* The call was completed. Never fails: without room in `past`, which a run has, an older result is dropped. O(1). */
lg_news_kind lg__news_completed(lg_news *news, const uint8_t key[LG_KEY_SIZE], const lg_digest *identity,
                                const lg_news_result *result);

/* Writes or reads the news without its tables, and what `calls` has of a call behind its key. False: what was read is
 * damaged. */
bool lg__news_io(lg_io io, lg_news *news);
bool lg__news_io_call(lg_io io, const lg_news *news, lg_news_call *call);

#endif
