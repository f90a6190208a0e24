/* What a guard wrote into a record: refusals in place of results, warnings at the end of results (as
 * lib/run/own-words.ts); and codes of failures. */
#ifndef SCAN_WORDS_H
#define SCAN_WORDS_H

#include "loopguard.h"
#include "scan_text.h"

/* Whether the text of an outcome is a guard's refusal, so that the call did not run. */
bool scan_is_refusal(program_text text);
/*
 * The text without what a guard added for the model: warnings at its end, or the member `loopguard` of the object whose
 * text it is. The text itself, or a text that `room` holds. `workspace` is used.
 */
program_text scan_without_warning(program_text text, lg_workspace *workspace, program_out *room);
/* The packed object without its member `loopguard`, in `room`, if it has one; else the value itself. */
lg_value scan_without_member(lg_value value, program_out *room);
/* Whether it is the code of a failure that may pass by itself. */
bool scan_is_transient_code(program_text code);

#endif
