/* Projections: which members of the arguments make the identity. */
#ifndef LG_PROJECT_H
#define LG_PROJECT_H

#include "json_tree.h"

/* How much of the block of a tree lg__project takes for this projection. */
size_t lg__project_room(const lg_projection *projection);

/*
 * Takes what `projection` ignores out of the tree (such nodes become of type cJSON_Invalid), and makes `*root` an
 * object of what it keeps, if any of that is there: its members refer to the kept nodes (type cJSON_IsReference, child
 * the node) under the text of their pointer, sorted. LG_ENOMEM, LG_ETOOBIG (a pointer longer than a tree is deep).
 * O(nodes visited).
 */
LG_NODISCARD lg_status lg__project(lg_workspace *workspace, const lg_projection *projection, cJSON **root);

#endif
