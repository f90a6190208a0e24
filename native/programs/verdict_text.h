/* The programs' messages: those of lib/rules/verdict-texts.ts, filled in from the core's reports. */
#ifndef PROGRAM_VERDICT_TEXT_H
#define PROGRAM_VERDICT_TEXT_H

#include "loopguard.h"
#include "text.h"

/* Adds the message for the model: that of a verdict with `action`, by the run's last report, on a call of the tool
 * `name`. `ran`: the call has run already, so it cannot be refused. For LG_ABORT it is the error's text; for LG_ALLOW
 * nothing. */
void program_verdict_text(program_out *out, lg_run *run, lg_action action, program_text name, bool ran);

/* Adds what was found, by the run's last report, on a call of the tool `name`: empty if the report is of no tool. */
void program_detection_text(program_out *out, lg_run *run, program_text name);

/* What a guard wrote into results: refusals in their place, warnings at their end; as lib/rules/verdict-texts.ts. */

/* Whether the text of an outcome is a guard's refusal, so that the call did not run. */
bool program_is_refusal(program_text text);
/* The text without what a guard added for the model: warnings at its end, or the member `loopguard` of the object whose
 * text it is. The text itself, or a text that `room` holds. `workspace` is used. */
program_text program_bare_text(program_text text, lg_workspace *workspace, program_out *room);
/* The same of a result: of a text, and of a packed value without the member `loopguard` of an object, warnings that are
 * the last parts of a list, or what stands so in an object's `content`. */
void program_bare_result(lg_outcome *outcome, lg_workspace *workspace, program_out *room);

#endif
