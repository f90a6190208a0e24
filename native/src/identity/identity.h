/* Identities of calls: the arguments, parsed once, and the parts of them that a projection selects. */
#ifndef LG_IDENTITY_H
#define LG_IDENTITY_H

#include "json/json.h"
#include "json/packed.h"

/* No call has more words about it than the lists in ignored_members.c have names for one tool. */
enum { LG_ABOUT_MAX = 32 };

/* Words about a call: members of its packed arguments that an agent's schema asks the model for and that do not change
 * what the call does. Borrowed. */
typedef struct lg_about {
  const uint8_t *values[LG_ABOUT_MAX];
  size_t count;
} lg_about;

/* The top-level members of a call's packed arguments that say something about it: by the name of the tool where its
 * schema is known, and in any arguments with a command (docs/identity.md has the lists). Any thread. O(members), and
 * O(len) of the name only if there may be such a member. */
void lg__about_find(const char *name, size_t len, const uint8_t *packed, size_t packed_len, lg_about *out);

/* The arguments of a call, parsed once, from which identities, signs and canonical texts are made. Borrowed from the
 * caller or from the workspace's `packed` and `arranged`, which must not change meanwhile. */
typedef struct lg_args {
  lg_args_kind kind; /* LG_ARGS_RAW: the text is not JSON */
  const uint8_t *bytes;
  size_t len;
  lg_read_order order; /* packed: what is known of it */
} lg_args;

/* Parses raw text; packed arguments are taken unchecked. LG_EINVAL: NULL with a length, no such kind. LG_ENOMEM,
 * LG_ETOOBIG. O(len) for text, else O(1). */
LG_NODISCARD lg_status lg__args_read(lg_workspace *workspace, lg_args_kind kind, const char *args, size_t len,
                                     lg_args *out_args);

/* The part of packed arguments that `projection` (NULL: all) selects, without `about` (NULL: nothing), in `order`: the
 * bytes of `*args`, which nobody has checked, when they are that already, else a copy in workspace->arranged.
 * LG_EINVAL: malformed, as far as the bytes have to be read. LG_ENOMEM, LG_ETOOBIG. */
LG_NODISCARD lg_status lg__args_arrange(lg_workspace *workspace, const lg_args *args, lg_order order,
                                        const lg_projection *projection, const lg_about *about, lg_value *out);

/* The digest of a call with these arguments; see identity.c. Errors as above. */
LG_NODISCARD lg_status lg__args_identify(lg_workspace *workspace, const uint8_t key[LG_KEY_SIZE], lg_identity_mode mode,
                                         const char *name, size_t name_len, const lg_args *args,
                                         const lg_projection *projection, lg_digest *out_digest);

#endif
