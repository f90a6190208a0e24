/* Texts of failures that pass by themselves: rate limits, timeouts, a server's own faults. */
#ifndef LG_TRANSIENT_H
#define LG_TRANSIENT_H

#include "internal.h"

/* A text that is looked for. */
typedef struct lg_literal {
  const char *text;             /* lower case */
  bool word_before, word_after; /* a word begins, or ends, there */
  const char *not_before[4];    /* what must not follow; NULL behind the last */
} lg_literal;

/* No longer text of a success is looked at: what a tool says of a failure it says in short. */
#define LG_SHORT_REPORT 400u

#endif
