/* Made by scripts/build-native-tables.mjs from docs/identity.md. Not to be edited. */
/* clang-format off */
#ifndef LG_IGNORED_MEMBERS_GEN_H
#define LG_IGNORED_MEMBERS_GEN_H

enum { KEY_ROOM = 22 };

static const struct about_keys {
  unsigned beside;
  const char *names;
} KEYS[] = {
    {5, "yieldtimems maxoutputtokens"},
    {1, "justification prefixrule timeoutms requiresapproval safetoautorun waitmsbeforeasync risklevel risklevelreason isrisky isreadonly"},
    {513, "taskprogress"},
    {1025, "securityrisk"},
    {2, "description goal summary thought thoughts timeoutsecs timeoutseconds maxwaitseconds initialwait usespager"},
    {42, "timeout"},
    {386, "explanation"},
    {16, "waitupto"},
    {32, "delay"},
    {64, "waitdurationseconds outputcharactercount"},
};

static const struct about_tool {
  unsigned group;
  const char *names;
} TOOLS[] = {
    {4, "writestdin"},
    {8, "taskoutput bashoutput"},
    {16, "agentoutputtool agentoutput"},
    {32, "readbash readpowershell readagent"},
    {64, "commandstatus checkcommandstatus"},
    {128, "codebasesearch grepsearch filesearch listdir deletefile readfile editfile searchreplace websearch fetchrules"},
    {256, "inserteditintofile replacestringinfile multireplacestringinfile applypatch createfile"},
    {512, "readfile writetofile replaceinfile searchfiles listfiles listcodedefinitionnames browseraction usemcptool accessmcpresource"},
    {1024, "executeipythoncell strreplaceeditor fileeditor editfile browser fetch"},
};

/* The lengths that names in KEYS have, in snake_case and without, by their first letter. */
static const uint32_t LENGTHS[26] = {0x0, 0x0, 0x0, 0x820, 0x800, 0x0, 0x10, 0x0, 0x1d80, 0x2000, 0x0, 0x0, 0x3c000, 0x0, 0x500000, 0xc00, 0x0, 0x38600, 0x13080, 0xff80, 0x600, 0x0, 0x3a0500, 0x0, 0x2800, 0x0};

#endif
