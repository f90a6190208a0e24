/* Made by scripts/build-native-tables.mjs from lib/rules. Not to be edited. */
/* clang-format off */
#ifndef PROGRAM_MESSAGES_GEN_H
#define PROGRAM_MESSAGES_GEN_H

/* Placeholders in the texts: `names` are those of a pattern, `steps` how many calls it has, `list` the names as Python lists
 * them; `wait` is how long to wait, `duration` for how long there was waiting, `span` for how
 * many responses. */
enum { FILL_TOOL = 1, FILL_REPEATS = 2, FILL_THRESHOLD = 3, FILL_NAMES = 4, FILL_STEPS = 5, FILL_WAIT = 6, FILL_DURATION = 7, FILL_LIST = 8, FILL_SPAN = 14 };
static const program_forms FORMS[LG_DETECTOR_TYPES] = {
    [LG_COUNT] = {.found = "[loop-detected] Tool \"\001\" has now been called \002 times with identical arguments. Cons"
        "ider trying a different approach, changing the arguments, or finishing the response."},
    [LG_REPEAT] = {.found = "Tool '\001' called \003 times with identical arguments.",
        .advice = " This call was not run. Use the results you already have, take a different approach, or fin"
        "ish the response.",
        .warned = {"Tool '\001' called \002 times with identical arguments.",
        "Tool '\001' called \002 times with identical arguments.",
        "Tool '\001' called \002 times with identical arguments.",
        "Tool '\001' called \002 times with identical arguments.",
        "Tool '\001' called \002 times with identical arguments in your last \016 responses.",
        "Tool '\001' called \002 times with identical arguments in your last \016 responses.",
        "Tool '\001' called \002 times with identical arguments in your last \016 responses.",
        "Tool '\001' called \002 times with identical arguments in your last \016 responses."}},
    [LG_STALL] = {.found = "Tool '\001' returned the same result \003 times \342\200\224 agent is polling without progr"
        "ess.",
        .advice = " This call was not run. If you are waiting for something, make one blocking wait; otherwise"
        " take a different approach, or finish the response.",
        .instead = " Find out why it says the same, or use another tool.",
        .warned = {"Tool '\001' returned the same result \002 times in a row.",
        "Tool '\001' returned the same result \002 times in a row, whatever its arguments.",
        "Tool '\001' failed with the same error \002 times in a row.",
        "Tool '\001' failed with the same error \002 times in a row, whatever its arguments.",
        "Tool '\001' returned the same result \002 times in a row in your last \016 responses.",
        "Tool '\001' returned the same result \002 times in a row, whatever its arguments in your la"
        "st \016 responses.",
        "Tool '\001' failed with the same error \002 times in a row in your last \016 responses.",
        "Tool '\001' failed with the same error \002 times in a row, whatever its arguments in your "
        "last \016 responses."}},
    [LG_PING_PONG] = {.found = "Tools \010 cycled \003 times without advancing.",
        .advice = " This call was not run. Decide from the results you already have, take a different approach"
        ", or finish the response."},
    [LG_CYCLE] = {.found = "Tool '\001' was called \002 times in a row with identical arguments and the same outcome.",
        .loop = "The same \005 calls (\004) were repeated \002 times in the same order.",
        .advice = " This call was not run. Decide from the results you already have, take a different approach"
        ", or finish the response."},
    [LG_DUPLICATE] = {.found = "Tool '\001' was already executed with identical parameters"},
    [LG_SIMILAR_QUERY] = {.found = "Tool '\001' was already executed with a similar query"},
    [LG_LIMIT] = {.found = "Tool '\001' has reached its execution limit (\003) for this turn"},
    [LG_NO_PROGRESS] = {.found = "Tool '\001' was called with identical arguments and returned the same result \002 times.",
        .advice = " This call was not run: its result is known. If you are waiting for a change, make one bloc"
        "king wait; otherwise take a different approach, or finish the response.",
        .warned = {"Tool '\001' was called with identical arguments and returned the same result \002 times.",
        "Tool '\001' was called with identical arguments and returned the same result \002 times.",
        "Tool '\001' was called with identical arguments and failed with the same error \002 times.",
        "Tool '\001' was called with identical arguments and failed with the same error \002 times.",
        "Tool '\001' was called with identical arguments and returned the same result \002 times in "
        "your last \016 responses.",
        "Tool '\001' was called with identical arguments and returned the same result \002 times in "
        "your last \016 responses.",
        "Tool '\001' was called with identical arguments and failed with the same error \002 times i"
        "n your last \016 responses.",
        "Tool '\001' was called with identical arguments and failed with the same error \002 times i"
        "n your last \016 responses."}},
    [LG_ERROR_STREAK] = {.found = "Tool '\001' failed \002 times in a row with the same error.",
        .alike = "Tool '\001' failed \002 times in a row with the same kind of error.",
        .advice = " This call was not run. Read the error and remove its cause, use another tool, or say in th"
        "e response what does not work.",
        .instead = " Read the error and remove its cause, or use another tool.",
        .warned = {"Tool '\001' failed \002 times in a row with the same error.",
        "Tool '\001' failed \002 times in a row with the same kind of error, whatever its arguments.",
        "Tool '\001' failed \002 times in a row with the same error.",
        "Tool '\001' failed \002 times in a row with the same kind of error, whatever its arguments.",
        "Tool '\001' failed \002 times in a row with the same error in your last \016 responses.",
        "Tool '\001' failed \002 times in a row with the same kind of error, whatever its arguments "
        "in your last \016 responses.",
        "Tool '\001' failed \002 times in a row with the same error in your last \016 responses.",
        "Tool '\001' failed \002 times in a row with the same kind of error, whatever its arguments "
        "in your last \016 responses."}},
    [LG_UNKNOWN_TOOL] = {.found = "Tool '\001' was called \002 times, but there is no such tool, or its arguments are not vali"
        "d.",
        .spread = "Tool '\001' was the last of \002 calls in a row that could not run: there are no such tools"
        ", or their arguments are not valid.",
        .advice = " Use only the tools that are offered, with arguments that match their schema, or finish the"
        " response."},
    [LG_POLL] = {.found = "Tool '\001' has been polled for too long without any change of its result.",
        .waited = "Tool '\001' has been polled for \007 without any change of its result.",
        .wait = "Tool '\001' is being polled too often; its result has not changed. The next poll makes sens"
        "e in \006.",
        .advice = " This call was not run. Make one blocking wait instead of polling, or finish the response w"
        "ith what is known."},
    [LG_CUSTOM] = {.found = "Tool '\001' is being called in a repetitive pattern.",
        .advice = " This call was not run. Take a different approach, or finish the response."},
    [LG_NO_NEWS] = {.found = "Tool '\001' was called again with the same arguments; it gave the same result \002 times, a"
        "nd nothing new has happened since.",
        .waited = "Tool '\001' has given the same result for \007 (\002 times), and nothing new has happened s"
        "ince.",
        .advice = ", so it was not run again. That result is above: use it, change the arguments, use another "
        "tool, or answer with what you have."},
    [LG_TEXT_REPEAT] = {.found = "The same text came \002 times in a row.",
        .advice = " Your response was cut off there. Do not write the same again: say what is new, call a tool"
        " that finds something out, or finish the response.",
        .warning = " You are repeating yourself. Say what is new, or finish the response."},
    [LG_STOP_LOOP] = {.found = "The agent was sent back \002 times when it wanted to end its turn, and nothing new has happ"
        "ened meanwhile."},
    [LG_NEAR_REPEAT] = {.found = "Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time.",
        .advice = " This call was not run. More small changes of the arguments will hardly help: find out why "
        "the result is what it is, take a different approach, or finish the response.",
        .instead = " Find out why the result is what it is, before you try more of the same.",
        .warned = {"Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time.",
        "Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time.",
        "Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time.",
        "Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time.",
        "Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time in your last \016 responses.",
        "Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time in your last \016 responses.",
        "Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time in your last \016 responses.",
        "Tool '\001' was called \002 times with nearly the same arguments and gave the same result e"
        "ach time in your last \016 responses."}},
    [LG_DELEGATION] = {.found = "Agent '\001' was given the same task \002 times, and nothing new has happened since.",
        .advice = " The agent was not started. Do not delegate this again: do the work yourself, give another "
        "task, or finish the response.",
        .warning = " Work is being sent around. Do it yourself, give another task, or finish the response."},
};
static const char WARNING[] =
        " You have been calling tools in a repetitive pattern that is not making progress. Step back"
        ", reconsider the goal, and try a different approach.";
/* The same for a failure that may pass by itself, and the advice of every detector that gives any. */
static const char PASSING[] =
        " This failure may pass by itself: wait before you try again, or do something else.";
static const char PASSING_ADVICE[] =
        " This call was not run. This failure may pass by itself: wait before you try again, or do s"
        "omething else.";
static const char LAST_REFUSAL[] =
        " This is the last refusal: the next such call ends the run.";
static const char ABORTED[] = " - aborting to prevent a loop";
/* The whole text, of a detector with the name "count". */
static const char COUNT_ABORTED[] =
        "Tool \"\001\" was called \002 times with identical arguments - aborting to prevent a loop";

#endif
