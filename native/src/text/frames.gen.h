/* Made by scripts/build-native-tables.mjs from frames.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_FRAMES_GEN_H
#define LG_FRAMES_GEN_H

static const frame HEADS[] = {
    {"Chunk ID: ", 10, TOKEN, true}, /* Codex */
    {"Wall time: ", 11, NUMBER, true},
    {"Exit code: ", 11, ZERO, false},
    {"Process exited with code ", 25, ZERO, false},
    {"Process running with session ID ", 32, STAYS, false},
    {"Original token count: ", 22, NUMBER, false},
    {"Total output lines: ", 20, NUMBER, false},
    {"Output:", 7, NOTHING, false},
    {"Out[", 4, COUNTED, true}, /* IPython, Jupyter */
};
static const frame TAILS[] = {
    {"Process Group PGID: ", 20, NUMBER, true}, /* Gemini CLI, Qwen Code */
    {"Background PIDs: ", 17, NUMBER, false},
    {"Background PIDs: (none)", 23, NOTHING, false},
    {"Signal: (none)", 14, NOTHING, false},
    {"Exit Code: ", 11, STAYS, false},
    {"Error: (none)", 13, NOTHING, false},
    {"</untrusted_context>", 20, NOTHING, false},
    {"<shellId: ", 10, COUNTED, true}, /* Copilot CLI */
    {"agentId: ", 9, CLOCK, true}, /* Claude Code: a sub-agent, a look at a shell in the background */
    {"<usage>", 7, CLOCK, true},
    {"total_tokens: ", 14, NUMBER, true},
    {"tool_uses: ", 11, NUMBER, true},
    {"duration_ms: ", 13, CLOCK, true},
    {"<timestamp>", 11, CLOCK, true},
    {"Command completed in ", 21, CLOCK, true}, /* Cursor */
    {"tokens used: ", 13, NUMBER, false}, /* Codex */
    {"[The command completed with exit code ", 38, STAYS, true}, /* OpenHands */
    {"[Current working directory: ", 28, STAYS, true},
    {"[Python interpreter: ", 21, STAYS, true},
    {"[Command finished with exit code ", 33, STAYS, true},
    {"ENVIRONMENT REMINDER: You have ", 31, LEFT, true},
    {"You have ", 9, LEFT, true}, /* hosts of their own, which count turns down */
    {"(Open file: ", 12, STAYS, true}, /* SWE-agent */
    {"(Current directory: ", 20, STAYS, true},
    {"bash-$", 6, STAYS, true},
};

/* With which bytes the lines of TAILS begin and end. */
static const char TAIL_FIRSTS[] = "PBSE<atdC[Y(b", TAIL_LASTS[] = "0123456789)>].$";

/* What follows the number of LEFT. */
static const char *const LEFT_OF[] = {"turns left", "turns remaining", "steps left", "steps remaining", "iterations left", "iterations remaining", "tool calls left", "tool calls remaining"};

static const block BLOCKS[] = {
    {"<environment_details>", "</environment_details>"}, /* Cline, Roo Code */
    {"<system-reminder>", "</system-reminder>"}, /* Claude Code */
    {"<system_warning>Token usage: ", "</system_warning>"}, /* Claude's count of tokens, after each result */
    {"<task_metadata>", "</task_metadata>"}, /* opencode */
    {"###PS1JSON###", "###PS1END###"}, /* OpenHands */
    {"<!--", "-->"}, /* pages */
    {"<!--", "--></body></html>"},
    {"<!--", "-->\012</body>\012</html>"},
};

#endif
