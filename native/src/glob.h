/* Names with wildcards, as lib/text/glob.ts has them: `*` for any run of UTF-16 code units, `?` for one. */
#ifndef LG_GLOB_H
#define LG_GLOB_H

#include "internal.h"

bool lg__is_glob(const char *text, size_t len);
/* Whether `name` matches. Bytes that are no WTF-8 are a unit each. O(product of the lengths), whatever the pattern. */
bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len);

#endif
