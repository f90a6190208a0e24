/* What a guard wrote into results: refusals in their place, warnings at their end; as lib/run/own-words.ts. */
#ifndef PROGRAM_OWN_WORDS_H
#define PROGRAM_OWN_WORDS_H

#include "text.h"

/* Whether the text of an outcome is a guard's refusal, so that the call did not run. */
bool program_is_refusal(program_text text);
/*
 * The text without what a guard added for the model: warnings at its end, or the member `loopguard` of the object whose
 * text it is. The text itself, or a text that `room` holds. `workspace` is used.
 */
program_text program_bare_text(program_text text, lg_workspace *workspace, program_out *room);
/*
 * The same of a packed value other than a string: without the member `loopguard` of an object, warnings that are the
 * last parts of a list, or what stands so in an object's `content`. The value itself, or one that `room` holds.
 */
lg_value program_bare_value(lg_value value, lg_workspace *workspace, program_out *room);

#endif
