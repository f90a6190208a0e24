/* Made by scripts/build-hook-preset.mjs from lib/: the recommended preset. Not to be edited. */
/* clang-format off */
#ifndef HOOK_PRESET_GEN_H
#define HOOK_PRESET_GEN_H

#define HOOK_MAX_ENTRIES 10000u
#define HOOK_LADDER {1, 2, 0, 5}
#define HOOK_PROFILE {.volatile_classes = 0x2ff, .failure_classes = 0x3ff}

static const lg_detector_spec HOOK_DETECTORS[] = {
    {.type = LG_NO_NEWS, .threshold = 2, .transient_threshold = 6, .ack_threshold = 6, .poll_after_ms = 4500, .max_wait_ms = 600000, .settled = true, .ladder = {0, 1, 0, 5}},
    {.type = LG_UNKNOWN_TOOL, .threshold = 3, .ladder = {0, 1, 0, 5}},
    {.type = LG_NO_PROGRESS, .threshold = 3, .window_size = 6, .error_threshold = 3, .ladder = {1, 0, 0, 100}},
    {.type = LG_REPEAT, .threshold = 3, .failures_only = true, .ladder = {1, 0, 0, 100}},
    {.type = LG_ERROR_STREAK, .threshold = 4, .transient_threshold = 10, .ladder = {1, 0, 0, 100}},
    {.type = LG_STALL, .threshold = 6, .ladder = {1, 0, 0, 100}},
};

/* \001 the tool, \002 repeats, \003 threshold, \004 the names of a pattern, \005 how many they are,
 * \007 for how long. */
static const hook_texts HOOK_TEXTS[LG_DETECTOR_TYPES] = {
    [LG_REPEAT] = {.found = "Tool '\001' called \003 times with identical arguments.",
        .advice = " This call was not run. Use the results you already have, take a different approach, or fin"
        "ish the response."},
    [LG_STALL] = {.found = "Tool '\001' returned the same result \003 times \342\200\224 agent is polling without progr"
        "ess.",
        .advice = " This call was not run. If you are waiting for something, make one blocking wait; otherwise"
        " take a different approach, or finish the response."},
    [LG_NO_PROGRESS] = {.found = "Tool '\001' was called with identical arguments and returned the same result \002 times.",
        .advice = " This call was not run: its result is known. If you are waiting for a change, make one bloc"
        "king wait; otherwise take a different approach, or finish the response."},
    [LG_ERROR_STREAK] = {.found = "Tool '\001' failed \002 times in a row with the same error.",
        .advice = " This call was not run. Read the error and remove its cause, use another tool, or say in th"
        "e response what does not work."},
    [LG_UNKNOWN_TOOL] = {.found = "Tool '\001' was called \002 times, but there is no such tool, or its arguments are not vali"
        "d.",
        .advice = " Use only the tools that are offered, with arguments that match their schema, or finish the"
        " response."},
    [LG_NO_NEWS] = {.found = "Tool '\001' gave the same result \002 times, and nothing new has happened since.",
        .waited = "Tool '\001' has given the same result for \007 (\002 times), and nothing new has happened s"
        "ince.",
        .advice = " This call was not run: its result is known. Do something that can change it, wait for long"
        "er before you ask again, take a different approach, or finish the response."},
};
static const char HOOK_WARNING[] =
        " You have been calling tools in a repetitive pattern that is not making progress. Step back"
        ", reconsider the goal, and try a different approach.";
/* The same for a failure that may pass by itself, and the advice of every detector that can see one. */
static const char HOOK_PASSING[] =
        " This failure may pass by itself: wait before you try again, or do something else.";
static const char HOOK_PASSING_ADVICE[] =
        " This call was not run. This failure may pass by itself: wait before you try again, or do s"
        "omething else.";
static const char HOOK_LAST_REFUSAL[] =
        " This is the last refusal: the next such call ends the run.";
static const char HOOK_ABORTED[] = " - aborting to prevent a loop";
static const char HOOK_END_TURN[] =
        ". End your turn now: say in the response what is done, and what is not.";

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
