/* Packed values as JSON text. */
#ifndef LG_JSON_PRINT_H
#define LG_JSON_PRINT_H

#include "packed.h"
#include "workspace.h"

/*
 * Writes the value into workspace->text as JSON.stringify would, members in the order in which they stand. Uses
 * workspace->stack. LG_EINVAL: it is no packed value. LG_ENOMEM, LG_ETOOBIG. O(len), without recursion.
 */
LG_NODISCARD lg_status lg__json_print(lg_workspace *workspace, const uint8_t *value, size_t len);

#endif
