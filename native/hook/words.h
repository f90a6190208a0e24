/* Words that only hooks say, and words of agents that they must know. */
#ifndef HOOK_WORDS_H
#define HOOK_WORDS_H

#include "json_out.h"

/* Adds that no call runs any more in a turn that should have ended. */
void hook_turn_ended_text(program_out *out);
/* Adds to the text of an abort that the model should end its turn, since the hook cannot. */
void hook_end_turn_text(program_out *out);

/* Whether the result `text` of Claude Code says that the tool does not exist or rejects its arguments. */
bool hook_is_not_taken(program_text text);
/* Whether prompts of this source are made by a program, not by a user. */
bool hook_is_machine(program_text source);

#endif
