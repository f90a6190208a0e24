/*
 * The tool names of a run, kept for reports only: everything else works on their digests. At most LG_NAMES_MAX names,
 * each cut at LG_NAME_KEEP bytes. When full, all are dropped, and names are added again as they are used.
 */
#ifndef LG_NAMES_H
#define LG_NAMES_H

#include "buf.h"

#define LG_NAMES_MAX 256u
#define LG_NAME_KEEP 256u

typedef struct lg_name {
  lg_digest digest;
  uint32_t offset, len;
} lg_name;

typedef struct lg_names {
  lg_name *names; /* LG_NAMES_MAX of them, made at first use */
  uint32_t count, last;
  lg_buf text;
  size_t longest; /* of the names that were ever added, in bytes */
} lg_names;

/* How much of a name fits into `most` bytes: it is cut between characters, never inside one. */
size_t lg__name_cut(const char *name, size_t len, size_t most);
void lg__names_init(lg_names *names, const lg_allocator *allocator);
void lg__names_free(lg_names *names);
/* Adds `name` under its digest. LG_ENOMEM: nothing changed. O(1) for the name of the last call, else O(names). */
LG_NODISCARD lg_status lg__names_add(lg_names *names, const lg_digest *digest, const char *name, size_t len);
/* The name with this digest; empty when it was dropped. */
const char *lg__names_find(const lg_names *names, const lg_digest *digest, size_t *out_len);
void lg__names_clear(lg_names *names);

#endif
