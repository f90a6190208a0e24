/*
 * Results that say nothing, or that nothing was found: six searches that found nothing are six facts about six
 * searches, so stall does not warn of them. Failures are never of this kind. docs/detectors/stall.md prints the lists
 * of empty.c.
 */
#ifndef LG_EMPTY_H
#define LG_EMPTY_H

#include "memory/memory.h"

/* Longer results say something. */
#define LG_EMPTY_MAX 160u

/*
 * Whether a result that succeeded says nothing: it is empty, one word or number, JSON without any value but empty ones,
 * or a short text such as "No results", "0 rows", "(no output)", "nothing found". Any thread. O(len), bounded.
 */
bool lg__says_nothing(const char *text, size_t len);

#endif
