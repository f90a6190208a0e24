/* JSON text to canonical JSON text: scan, parse, order, write. The whole way is drawn in workspace.h and json_scan.h.
 */
#ifndef LG_CANON_H
#define LG_CANON_H

#include "workspace.h"

/*
 * As lg_canonicalize, of the part of the text that `projection` (NULL: all) selects; the result is workspace->text.
 * LG_EJSON, LG_ENOMEM, LG_ETOOBIG.
 */
LG_NODISCARD lg_status lg__canon(lg_workspace *workspace, lg_identity_mode mode, const char *source, size_t len,
                                 const lg_projection *projection);

#endif
