/*
 * news.c as a plain list of events; every answer is computed from the whole list. Slow, and without bounds.
 */
#ifndef ORACLE_NEWS_H
#define ORACLE_NEWS_H

#include <stdbool.h>

enum { ORACLE_MAX = 600 };

typedef struct oracle_event {
  int call;   /* the completed call; -1: another event */
  int result; /* -1: unknown */
  bool round, news, transient;
  bool sibling; /* its sibling said the same already */
} oracle_event;

typedef struct oracle {
  oracle_event events[ORACLE_MAX];
  int count;
} oracle;

typedef struct oracle_call {
  int last; /* the event with which it last came back, with a result; -1: none, or nobody could tell the last */
  int in_a_row, still;
  bool changed, moves;
} oracle_call;

static void oracle_add(oracle *o, oracle_event event) { o->events[o->count++] = event; }

/* Whether anything was news after event `from`, and before event `to`. */
static bool oracle_news_between(const oracle *o, int from, int to) {
  for (int i = from + 1; i < to; i++)
    if (o->events[i].news) return true;
  return false;
}

/* Ticks of the clock since the newest news: completed calls and untracked events. */
static int oracle_moments(const oracle *o) {
  int moments = 0;
  for (int i = o->count; i-- > 0 && !o->events[i].news;) moments += o->events[i].round ? 0 : 1;
  return moments;
}

static oracle_call oracle_know(const oracle *o, int call) {
  oracle_call known = {.last = -1};
  for (int i = 0; i < o->count; i++) {
    const oracle_event *event = &o->events[i], *before = known.last < 0 ? NULL : &o->events[known.last];
    if (event->call != call) continue;
    if (event->result < 0) {
      known = (oracle_call){.last = -1, .changed = known.changed, .moves = known.moves};
      continue;
    }
    if (event->sibling) {
      known.last = i;
      continue;
    }
    bool same = before != NULL && before->result == event->result;
    bool quiet = before != NULL && !oracle_news_between(o, known.last, i);
    if (before != NULL && !same && !before->transient && !event->transient) {
      known.changed = true;
      if (quiet) known.moves = true;
    }
    known.still = same && quiet ? known.still + 1 : 1;
    known.in_a_row = same ? known.in_a_row + 1 : 1;
    known.last = i;
  }
  return known;
}

/* Whether the call has returned this result, and another one after it. */
static bool oracle_gave(const oracle *o, int call, int result) {
  int before = -1;
  for (int i = 0; i < o->count; i++) {
    if (o->events[i].call != call) continue;
    if (before == result && o->events[i].result >= 0 && o->events[i].result != result) return true;
    before = o->events[i].result;
  }
  return false;
}

/* The call returned; it was requested in the round that began with event `round`. True: its loop is over. */
static bool oracle_completed(oracle *o, int call, int result, int round, bool mutated, bool thought, bool transient) {
  oracle_call known = oracle_know(o, call);
  oracle_event event = {.call = call, .result = result, .news = result < 0, .transient = transient};
  bool same = result >= 0 && known.last >= 0 && o->events[known.last].result == result;
  if (same && known.last > round) {
    if (mutated) {
      event = o->events[known.last];
      event.news = event.sibling = true;
      oracle_add(o, event);
    }
    return false;
  }
  bool fresh = !same && (known.last < 0 || !oracle_gave(o, call, result));
  if ((fresh && !thought) || mutated) event.news = true;
  bool over = !same || oracle_news_between(o, known.last, o->count);
  oracle_add(o, event);
  return over;
}

#endif
