/* Globs, the same as in lib/text/glob.ts: `*` is any run of UTF-16 code units, `?` one. */
#ifndef LG_GLOB_H
#define LG_GLOB_H

#include "internal.h"

bool lg__is_glob(const char *text, size_t len);
/* Whether `name` matches. Bytes that are not WTF-8 are one unit each. O(product of the lengths) for any pattern. */
bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len);

#endif
