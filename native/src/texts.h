/* A list of copied texts in one buffer. */
#ifndef LG_TEXTS_H
#define LG_TEXTS_H

#include "buf.h"

typedef struct lg_texts {
  lg_buf bytes;
  lg_buf ends; /* size_t[]: where each text ends in `bytes` */
} lg_texts;

void lg__texts_init(lg_texts *texts, const lg_allocator *allocator);
void lg__texts_free(lg_texts *texts);
static inline size_t lg__texts_count(const lg_texts *texts) { return texts->ends.len / sizeof(size_t); }
/* Adds a copy. LG_ENOMEM, LG_ETOOBIG: nothing changed. */
LG_NODISCARD lg_status lg__texts_add(lg_texts *texts, const char *text, size_t len);
/* The text with this index, which must exist. Valid until the next text is added. */
const char *lg__texts_at(const lg_texts *texts, size_t index, size_t *out_len);
/* The index of the text that equals `name`, else of the first one that matches it as a glob. False: there is none.
 * O(texts). */
bool lg__texts_match(const lg_texts *texts, const char *name, size_t len, size_t *out_index);

#endif
