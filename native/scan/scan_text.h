/* Texts as JavaScript has them, and names as the scan keeps them. */
#ifndef SCAN_TEXT_H
#define SCAN_TEXT_H

#include "json_out.h"

/* Compares as JavaScript does, by UTF-16 units: below 0, 0, above 0. */
int scan_compare(program_text a, program_text b);
/* Whether JavaScript's trim() leaves nothing. */
bool scan_is_blank(program_text text);
/* Replaces bytes that are no UTF-8 by U+FFFD, as JavaScript's decoders do. */
void scan_make_utf8(program_text text, program_out *out);
/* Whether the text may be other than UTF-8 although it is WTF-8: it has a surrogate. */
bool scan_has_surrogates(program_text text);
/*
 * A name or an id as the scan keeps it: one of more than 512 characters is shortened to its beginning and a digest,
 * which `room` holds then. The same as keptName in lib/traces/limits.ts.
 */
program_text scan_kept_name(program_text name, lg_workspace *workspace, program_out *room);
/* As fingerprint() in JavaScript, without a key: the same in every process. False: no memory. */
bool scan_identify(lg_workspace *workspace, program_text name, lg_args_kind kind, program_text args, lg_digest *out);

#endif
