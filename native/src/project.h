/* Projections: which parts of packed arguments make the identity. */
#ifndef LG_PROJECT_H
#define LG_PROJECT_H

#include "arrange.h"

/*
 * Finds what `projection` keeps and ignores in the packed value and says so in `arrangement`, whose value is set to it;
 * what it points to is in workspace->kept and workspace->dropped. `*out_all`: nothing is left out. LG_EINVAL:
 * it is no packed value, as far as it was read. LG_ENOMEM. LG_ETOOBIG: a pointer of more than LG_POINTER_MAX tokens.
 * O(members and items on the way).
 */
LG_NODISCARD lg_status lg__project(lg_workspace *workspace, const lg_projection *projection, const uint8_t *value,
                                   size_t len, lg_arrangement *arrangement, bool *out_all);

#endif
