/* Texts and names as JavaScript has them and as the scan keeps them, and what it says of lines it cannot read. */
#ifndef SCAN_TEXT_H
#define SCAN_TEXT_H

#include "loopguard.h"
#include "text.h"

/* Texts as JavaScript has them, and names as the scan keeps them. */

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

/* The names of verdicts: those that --fail-on takes, and those in lines. */

/* As in JavaScript, `LoopVerdict["action"]`. */
const char *scan_action_name(lg_action action);
/* The action that --fail-on names. False: it is none of them. */
bool scan_fail_on(const char *name, lg_action *out_action);

/* What could not be read, on stderr: the first faults one by one, then only their number. */

/* What the input is called, and a run without an id. */
#define SCAN_SOURCE "stdin"

typedef struct scan_faults {
  unsigned long long count, first, last; /* of lines; the first and the last that were not listed */
  bool any;
} scan_faults;

/* `line` 0: it is about the whole input, and always listed. */
void scan_fault(scan_faults *faults, unsigned long long line, program_text reason);
/* Says how many faults were not listed. */
void scan_faults_end(const scan_faults *faults);

#endif
