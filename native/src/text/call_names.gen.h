/* Made by scripts/build-native-tables.mjs from call-names.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_CALL_NAMES_GEN_H
#define LG_CALL_NAMES_GEN_H

/* By the words of a name; and the letters, in either case, with which one of these begins. */
static const known WORDS[] = {
    {LG_SIGN_WAIT, "wait sleep"},
    {LG_SIGN_THINK, "think thinking sequentialthinking"},
    {LG_SIGN_SHELL, "bash sh zsh shell terminal powershell pwsh cmd command"},
};
static const char FIRSTS[] = "wWsStTbBzZpPcC";
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

#endif
