/* The arguments of a call, read once: what identities, signs and canonical texts are made of. */
#ifndef LG_ARGS_H
#define LG_ARGS_H

#include "arrange.h"
#include "json_read.h"

/* Borrowed from the caller or the workspace, whose `packed` and `arranged` must stay as they are. */
typedef struct lg_args {
  lg_args_kind kind; /* LG_ARGS_RAW: the text is not JSON */
  const uint8_t *bytes;
  size_t len;
  bool verbatim;  /* packed: known to be in this order */
  bool canonical; /* likewise */
} lg_args;

/* Packed arguments are taken as they are. LG_EINVAL: NULL that is not empty, no such kind. LG_ENOMEM, LG_ETOOBIG.
 * O(len) for text, else O(1). */
LG_NODISCARD lg_status lg__args_read(lg_workspace *workspace, lg_args_kind kind, const char *args, size_t len,
                                     lg_args *out_args);

/*
 * The part of packed arguments that `projection` (NULL: all) selects, in `order`: `*args` itself, or an arrangement of
 * it in workspace->arranged. LG_EINVAL: malformed; only found where something has to be looked at. LG_ENOMEM,
 * LG_ETOOBIG.
 */
LG_NODISCARD lg_status lg__args_arrange(lg_workspace *workspace, const lg_args *args, lg_order order,
                                        const lg_projection *projection, const uint8_t **out_bytes, size_t *out_len);

/* The digest of a call with these arguments; see identity.c. Errors as above. */
LG_NODISCARD lg_status lg__args_identify(lg_workspace *workspace, const uint8_t key[LG_KEY_SIZE], lg_identity_mode mode,
                                         const char *name, size_t name_len, const lg_args *args,
                                         const lg_projection *projection, lg_digest *out_digest);

#endif
