/* Projections: which parts of packed arguments make the identity. */
#ifndef LG_PROJECT_H
#define LG_PROJECT_H

#include "about.h"
#include "arrange.h"

/*
 * Sets `arrangement` to the parts of the packed value that `projection` (NULL: all) selects, without those of `about`
 * (NULL: none); its lists are in workspace->kept and workspace->dropped. `*out_all`: that is the whole value.
 * LG_EINVAL: not a packed value, as far as it was read. LG_ENOMEM. LG_ETOOBIG: a pointer of more than LG_POINTER_MAX
 * tokens. O(members and items along the pointers).
 */
LG_NODISCARD lg_status lg__project(lg_workspace *workspace, const lg_projection *projection, const lg_about *about,
                                   const uint8_t *value, size_t len, lg_arrangement *arrangement, bool *out_all);

#endif
