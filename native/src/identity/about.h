/* Words about a call: members that an agent's schema asks the model for and that do not change what the call does. */
#ifndef LG_ABOUT_H
#define LG_ABOUT_H

#include "json/packed.h"

/* No call has more of them than the lists in about.c have names for one tool. */
enum { LG_ABOUT_MAX = 32 };

/* Values within packed arguments; borrowed. */
typedef struct lg_about {
  const uint8_t *values[LG_ABOUT_MAX];
  size_t count;
} lg_about;

/*
 * The top-level members of a call's packed arguments that say something about it: by the name of the tool where its
 * schema is known, and in any arguments with a command (docs/identity.md has the lists). Any thread. O(members), and
 * O(len) of the name only if there may be such a member.
 */
void lg__about_find(const char *name, size_t len, const uint8_t *packed, size_t packed_len, lg_about *out);

#endif
