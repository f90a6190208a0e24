/* Made by scripts/build-native-tables.mjs from lib/. Not to be edited. */
/* clang-format off */
#ifndef PROGRAM_OWN_WORDS_GEN_H
#define PROGRAM_OWN_WORDS_GEN_H

/* What a guard's warnings end in; the first is that of most detectors. */
static const char *const WARNINGS[] = {
    "You have been calling tools in a repetitive pattern that is not making progress. Step back,"
        " reconsider the goal, and try a different approach.",
    "This failure may pass by itself: wait before you try again, or do something else.",
    "These calls were left out: use this result, take a different approach, or answer with what "
        "you have.",
    "You are repeating yourself. Say what is new, or finish the response.",
    "Work is being sent around. Do it yourself, give another task, or finish the response.",
    "Do what matters most with what is left, and say in the response what is done and what is no"
        "t.",
};
/* What is in a guard's refusals, and what other refusals begin with. */
static const char *const REFUSALS[] = {
    "This call was not run. Use the results you already have, take a different approach, or fini"
        "sh the response.",
    "This call was not run. If you are waiting for something, make one blocking wait; otherwise "
        "take a different approach, or finish the response.",
    "This call was not run. Decide from the results you already have, take a different approach,"
        " or finish the response.",
    ", so it was not run again. That result is above: use it, change the arguments, use another "
        "tool, or answer with what you have.",
    "This call was not run: its result is known. If you are waiting for a change, make one block"
        "ing wait; otherwise take a different approach, or finish the response.",
    "This call was not run. Read the error and remove its cause, use another tool, or say in the"
        " response what does not work.",
    "Use only the tools that are offered, with arguments that match their schema, or finish the "
        "response.",
    "Your response was cut off there. Do not write the same again: say what is new, call a tool "
        "that finds something out, or finish the response.",
    "This call was not run. More small changes of the arguments will hardly help: find out why t"
        "he result is what it is, take a different approach, or finish the response.",
    "The agent was not started. Do not delegate this again: do the work yourself, give another t"
        "ask, or finish the response.",
    "This call was not run. Make one blocking wait instead of polling, or finish the response wi"
        "th what is known.",
    "This call was not run. Take a different approach, or finish the response.",
    "This call was not run, to keep to the budget. Finish the response with what is known.",
    "This call was not run. This failure may pass by itself: wait before you try again, or do so"
        "mething else.",
    "- aborting to prevent a loop",
    "- ending the run to keep to the budget",
};
static const char *const REFUSAL_STARTS[] = {
    "[loop-detected] Tool ",
};
/* What may follow a refusal, in this order. */
static const char *const OUR_ENDS[] = {
    " This is the last refusal: the next such call ends the run.",
    ". End your turn now: say in the response what is done, and what is not.",
};
/* What the texts of detectors begin with, and the first characters of these. */
static const char *const STARTS[] = {
    "Tool '",
    "Tool \"",
    "Tool [",
    "Tools '",
    "Tools \"",
    "Tools [",
    "Agent '",
    "Agent \"",
    "Agent [",
    "Agents '",
    "Agents \"",
    "Agents [",
    "The same 0",
    "The same 1",
    "The same 2",
    "The same 3",
    "The same 4",
    "The same 5",
    "The same 6",
    "The same 7",
    "The same 8",
    "The same 9",
    "The same text",
    "The same sentences",
    "The same message",
    "The agent was sent back 0",
    "The agent was sent back 1",
    "The agent was sent back 2",
    "The agent was sent back 3",
    "The agent was sent back 4",
    "The agent was sent back 5",
    "The agent was sent back 6",
    "The agent was sent back 7",
    "The agent was sent back 8",
    "The agent was sent back 9",
    "The budget of 0",
    "The budget of 1",
    "The budget of 2",
    "The budget of 3",
    "The budget of 4",
    "The budget of 5",
    "The budget of 6",
    "The budget of 7",
    "The budget of 8",
    "The budget of 9",
    "[loop-detected] Tool ",
};
static const char FIRST_CHARS[] = "TA[";

#endif
