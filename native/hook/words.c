#include "words.h"

#include "words.gen.h"

void hook_turn_ended_text(program_out *out) { program_out_text(out, HOOK_TURN_ENDED); }

void hook_end_turn_text(program_out *out) { program_out_text(out, HOOK_END_TURN); }

bool hook_is_not_taken(program_text text) {
  for (size_t i = 0; i < sizeof HOOK_NOT_TAKEN / sizeof *HOOK_NOT_TAKEN; i++)
    if (program_text_begins(text, HOOK_NOT_TAKEN[i])) return true;
  return false;
}

bool hook_is_machine(program_text source) {
  for (size_t i = 0; i < sizeof HOOK_MACHINES / sizeof *HOOK_MACHINES; i++)
    if (program_text_is(source, HOOK_MACHINES[i])) return true;
  return false;
}
