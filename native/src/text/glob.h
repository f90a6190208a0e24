/* Globs that names are matched with: `*` is any run of UTF-16 code units, `?` one. */
#ifndef LG_GLOB_H
#define LG_GLOB_H

#include "text/chars.h"

bool lg__is_glob(const char *text, size_t len);
/* Whether `name` matches. What stands between two stars is searched once, from left to right: O(len), and O(its length)
 * wherever its beginning stands. */
bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len);

#endif
