/* Made by scripts/build-native-tables.mjs from call-names.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_CALL_NAMES_GEN_H
#define LG_CALL_NAMES_GEN_H

/* By the words of a name; and the letters, in either case, with which one of these begins. */
static const known WORDS[] = {
    {LG_SIGN_WAIT, "wait sleep"},
    {LG_SIGN_THINK, "think thinking sequentialthinking"},
    {LG_SIGN_SHELL, "bash sh zsh shell terminal powershell pwsh cmd command"},
    {LG_SIGN_DOES, "send create submit publish notify pay buy enqueue insert add dispatch trigger"},
    {LG_SIGN_BEGINS, "deploy launch start post upload reply invite charge refund transfer order book schedule run"},
    {LG_SIGN_BEGINS, "restart delete remove cancel stop reboot approve merge install execute kill retry make set "
        "update"},
    {LG_SIGN_ASKS, "get list check status state progress read show view describe fetch query search find poll w"
        "atch look result results"},
    {LG_SIGN_ASKS, "inspect retrieve monitor track tracker tracking info details log logs history is can await "
        "until"},
    {LG_SIGN_ASKS, "health ready eta phase stage lookup complete verification confirmation report summary posit"
        "ion time"},
    {LG_SIGN_ASKS, "count history queue stats overview code python script sql"},
};
static const char FIRSTS[] = "wWsStTbBzZpPcCnNeEiIaAdDlLuUrRoOmMkKgGvVfFqQhH";
/* By whole names. */
static const known NAMES[] = {
    {LG_SIGN_LOOK, "writestdin bashoutput agentoutput agentoutputtool taskoutput bashoutputtool tasklist getter"
        "minaloutput awaitterminal gettaskoutput getcommandorsubagentoutput readbash readpowershell "
        "readagent readbackgroundoutput listbackgroundprocesses commandstatus checkcommandstatus job"
        "output readbackgroundjoboutput bashlogs"},
    {LG_SIGN_LOOK | LG_SIGN_SHELL, "executebash"},
    {LG_SIGN_ACTS, "managetask process computer"},
    {LG_SIGN_SHELL, "exec"},
    {LG_SIGN_WAIT, "delay pause idle"},
};
/* for how long a call waits */
static const char LENGTHS[] = "time duration delay wait interval length amount";
/* for how long at most */
static const char LIMITS[] = "timeout deadline";
/* with text for it, a look at a process is an answer to it */
static const char INPUTS[] = "chars input text keystrokes command";
/* what "action" is, of ACTS */
static const char WAITING_ACTIONS[] = "wait sleep poll log output status";
/* the command of a shell */
static const char COMMAND_KEYS[] = "command cmd commandline script input";
/* the call returns at once: Claude Code, Gemini CLI and Cursor, VS Code */
static const char BACKGROUND_KEYS[] = "run_in_background is_background isbackground background";

#endif
