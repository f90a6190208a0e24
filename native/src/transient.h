/* Texts of failures that pass by themselves: rate limits, timeouts, server errors. */
#ifndef LG_TRANSIENT_H
#define LG_TRANSIENT_H

#include "internal.h"

/* A text to look for. */
typedef struct lg_literal {
  const char *text;             /* lower case */
  bool word_before, word_after; /* its start, or its end, must be a word boundary */
  const char *not_before[4];    /* texts that must not follow it; NULL after the last */
} lg_literal;

/* Results of successful calls that are longer than this are not searched: tools report failures in short texts. */
#define LG_SHORT_REPORT 400u

#endif
