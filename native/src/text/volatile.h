/* lg_normalize_volatile for a tool whose policy names members too. */
#ifndef LG_VOLATILE_H
#define LG_VOLATILE_H

#include "memory/memory.h"
#include "text/envelope.h"

/* As lg_normalize_volatile, whose arguments are checked; the values of the members `own` (NULL: none) are left out too.
 */
LG_NODISCARD lg_status lg__normalize(lg_workspace *workspace, uint32_t classes, const lg_own_names *own,
                                     const char *text, size_t len, const char **out_text, size_t *out_len);

#endif
