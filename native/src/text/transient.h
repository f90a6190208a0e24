/*
 * Texts that say that something passes by itself: failures (rate limits, timeouts, server errors), and "not yet" (a
 * state such as pending or running, 0/3 ready, 45 %). The words are in lib/text/outcome-text.ts and
 * scripts/native-tables/not-yet.mjs.
 */
#ifndef LG_TRANSIENT_H
#define LG_TRANSIENT_H

#include "memory/memory.h"

typedef enum lg_says {
  LG_SAYS_FAILURE, /* a failure that passes, wherever it stands */
  LG_SAYS_NUMBER,  /* ... beside a word of LG_NUMBER_WORDS */
  LG_SAYS_NOT_YET, /* "not yet", wherever it stands */
  LG_SAYS_STATE    /* ... where a state stands */
} lg_says;

/* A text to look for. */
typedef struct lg_literal {
  const char *text; /* lower case */
  lg_says says;
  bool word_before, word_after; /* its start, or its end, must be a word boundary */
  const char *not_before[7];    /* texts that must not follow it; NULL after the last */
} lg_literal;

/* Results that are longer than this, in bytes, are not searched: tools report failures and states in short texts. */
#define LG_SHORT_REPORT 400u

/* What a text says, in bits. */
enum { LG_PASSES_FAILURE = 1, LG_PASSES_NOT_YET = 2 };

/* What the text says, of the bits in `asked`. Any thread. O(len). */
uint32_t lg__passes(const char *text, size_t len, uint32_t asked);

#endif
