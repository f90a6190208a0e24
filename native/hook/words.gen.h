/* Made by scripts/build-native-tables.mjs from lib/rules and lib/base. Not to be edited. */
/* clang-format off */
#ifndef HOOK_WORDS_GEN_H
#define HOOK_WORDS_GEN_H

static const char HOOK_TURN_ENDED[] =
        "No further call of this turn is run: an earlier one was in a loop - aborting to prevent a l"
        "oop";
static const char HOOK_END_TURN[] =
        ". End your turn now: say in the response what is done, and what is not.";
static const char HOOK_NO_EVENT[] = "loopguard hook: agents call this, with an event as JSON on stdin; see --help\012";

/* How an answer of Claude Code begins to a call that no tool could take. */
static const char *const HOOK_NOT_TAKEN[] = {
    "No such tool available",
    "InputValidationError",
    "Error: No such tool available",
    "Error: InputValidationError",
    "<tool_use_error>No such tool available",
    "<tool_use_error>InputValidationError",
    "<tool_use_error>Error: No such tool available",
    "<tool_use_error>Error: InputValidationError",
};

/* Who else than a user submits prompts. */
static const char *const HOOK_MACHINES[] = {"system", "loop_wakeup", "schedule_wakeup", "poll_event"};

#endif
