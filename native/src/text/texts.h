/* Lists of texts, and globs that names are matched with. */
#ifndef LG_TEXTS_H
#define LG_TEXTS_H

#include "memory/memory.h"

/* Globs, the same as in lib/rules/glob.ts: `*` is any run of UTF-16 code units, `?` one. */

bool lg__is_glob(const char *text, size_t len);
/* How many UTF-16 code units a text has. Bytes that are not WTF-8 are one unit each. O(len). */
size_t lg__units(const char *text, size_t len);
/* Whether `name` matches. Each piece between two stars is searched once, from left to right, and that of the end is
 * compared with the end: O(len), and for each piece O(its length) wherever its first character stands. */
bool lg__glob_matches(const char *pattern, size_t pattern_len, const char *name, size_t len);

/* A list of copied texts in one buffer, with an index: of whole texts by their hash, and of those that are globs. */

typedef struct lg_texts {
  lg_buf bytes;
  lg_buf ends;  /* size_t[]: where each text ends in `bytes` */
  lg_buf globs; /* uint32_t[]: the texts that are globs */
  lg_buf slots; /* uint32_t[], a power of two: index of a text plus 1, by its hash and open addressing; 0: empty */
} lg_texts;

void lg__texts_init(lg_texts *texts, const lg_allocator *allocator);
void lg__texts_free(lg_texts *texts);
static inline size_t lg__texts_count(const lg_texts *texts) { return texts->ends.len / sizeof(size_t); }
static inline size_t lg__texts_globs(const lg_texts *texts) { return texts->globs.len / sizeof(uint32_t); }
/* Adds a copy. LG_ENOMEM, LG_ETOOBIG: nothing changed. O(len), now and then O(texts). */
LG_NODISCARD lg_status lg__texts_add(lg_texts *texts, const char *text, size_t len);
/* The text with this index, which must exist. Valid until the next text is added. */
const char *lg__texts_at(const lg_texts *texts, size_t index, size_t *out_len);
/* The index of the first text that equals `name`. False: there is none. O(len). */
bool lg__texts_find(const lg_texts *texts, const char *name, size_t len, size_t *out_index);
/* Whether the glob number `glob` of the list matches, and the index of its text. */
bool lg__texts_glob(const lg_texts *texts, size_t glob, const char *name, size_t len, size_t *out_index);
/* The index of the text that equals `name`, else of the first one that matches it as a glob. False: there is none.
 * O(len) + O(globs) matches. */
bool lg__texts_match(const lg_texts *texts, const char *name, size_t len, size_t *out_index);

#endif
