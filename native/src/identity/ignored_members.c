#include "identity/identity.h"

#include "text/chars.h"
#include "text/meaning.h"

/* The one list; docs/identity.md prints it and says where each was seen. Names of members are in lower case, without
 * anything between their words: yieldTimeMs, yield_time_ms and YieldTimeMs are one. */
static const char COMMANDS[] = "command cmd commandline";

/* Beside which these members say something about the call. */
enum {
  COMMAND = 1, /* any command: how it is approved, how long its host waits for it, how much of it is shown */
  SHELL = 2,   /* a shell's command: what else has such names is no shell */
  STDIN = 4,   /* and tools whose schemas are known, see TOOLS */
  TASK = 8,
  AGENT = 16,
  READER = 32,
  STATUS = 64,
  CURSOR = 128,
  CLINE = 256,
  OPENHANDS = 512
};

static const struct about_keys {
  unsigned beside;
  const char *names;
} KEYS[] = {
    {COMMAND | STDIN, "yieldtimems maxoutputtokens"},
    {COMMAND, "justification prefixrule timeoutms requiresapproval safetoautorun waitmsbeforeasync risklevel "
              "risklevelreason isrisky isreadonly"},
    {COMMAND | CLINE, "taskprogress"},
    {COMMAND | OPENHANDS, "securityrisk"},
    {SHELL,
     "description goal summary thought thoughts timeoutsecs timeoutseconds maxwaitseconds initialwait usespager"},
    {SHELL | CURSOR, "explanation"},
    {SHELL | TASK | READER, "timeout"},
    {AGENT, "waitupto"},
    {READER, "delay"},
    {STATUS, "waitdurationseconds outputcharactercount"},
};

/* Their names as in call_signs.c. */
static const struct about_tool {
  unsigned group;
  const char *names;
} TOOLS[] = {
    {STDIN, "writestdin"},
    {TASK, "taskoutput bashoutput"},
    {AGENT, "agentoutputtool agentoutput"},
    {READER, "readbash readpowershell readagent"},
    {STATUS, "commandstatus checkcommandstatus"},
    {CURSOR,
     "codebasesearch grepsearch filesearch listdir deletefile readfile editfile searchreplace websearch fetchrules "
     "inserteditintofile replacestringinfile multireplacestringinfile applypatch createfile"},
    {CLINE, "readfile writetofile replaceinfile searchfiles listfiles listcodedefinitionnames browseraction usemcptool "
            "accessmcpresource"},
    {OPENHANDS, "executeipythoncell strreplaceeditor fileeditor editfile browser fetch"},
};

enum { KEY_ROOM = 24, KEY_MAX = 24 };

/* A member's name as the lists have it; 0: it is longer than any of theirs. */
static size_t plain_key(const char *key, size_t len, char out[KEY_ROOM]) {
  size_t count = 0;
  for (size_t i = 0; i < len; i++) {
    if (key[i] == '_' || key[i] == '-') continue;
    if (count == KEY_ROOM) return 0;
    out[count++] = lg__lower(key[i]);
  }
  return count;
}

/* A command of several words, or a list of them: not the name of what a tool with many commands is to do. */
static bool is_shell_text(lg_value command) {
  const char *s;
  size_t len;
  if (!lg_value_text(command, &s, &len)) return lg_value_kind(command) == LG_VALUE_ARRAY;
  for (size_t i = 0; i < len; i++)
    if (lg__is_blank(s[i]) || s[i] == '/' || s[i] == '.') return true;
  return false;
}

/* Beside what a member with this name says something about the call; 0: it never does. */
static unsigned groups_of(const char *key, size_t len) {
  char plain[KEY_ROOM];
  size_t plain_len = plain_key(key, len, plain);
  for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
    if (lg__is_listed(KEYS[i].names, plain, plain_len)) return KEYS[i].beside;
  return 0;
}

static unsigned groups_of_tool(const char *name, size_t len) {
  char plain[LG_PLAIN_NAME];
  size_t plain_len = lg__plain_name(name, len, plain);
  unsigned groups = 0;
  for (size_t i = 0; i < sizeof TOOLS / sizeof *TOOLS; i++)
    if (lg__is_listed(TOOLS[i].names, plain, plain_len)) groups |= TOOLS[i].group;
  return groups;
}

/* The lengths that the names in the lists have, in snake_case and without, by their first letter. Almost no other
 * member passes, so that most calls cost no more than this; test_ignored_members.c tries them all. */
static const uint32_t LENGTHS[26] = {
    ['d' - 'a'] = 0x820,   ['e' - 'a'] = 0x800,    ['g' - 'a'] = 0x10,     ['i' - 'a'] = 0x1d80,  ['j' - 'a'] = 0x2000,
    ['m' - 'a'] = 0x3c000, ['o' - 'a'] = 0x500000, ['p' - 'a'] = 0xc00,    ['r' - 'a'] = 0x38600, ['s' - 'a'] = 0x13080,
    ['t' - 'a'] = 0xff80,  ['u' - 'a'] = 0x600,    ['w' - 'a'] = 0x3a0500, ['y' - 'a'] = 0x2800};

static bool may_be_listed(const char *key, size_t len) {
  if (len == 0 || len > KEY_MAX || !lg__is_letter(*key)) return false;
  return (LENGTHS[lg__lower(*key) - 'a'] >> len & 1u) != 0;
}

void lg__about_find(const char *name, size_t len, const uint8_t *packed, size_t packed_len, lg_about *out) {
  out->count = 0;
  lg_value args = lg_value_at(packed, packed_len);
  lg_values members = lg_value_begin(args);
  unsigned asked = 0, given = 0;
  while (members.object && lg_value_next(&members)) {
    if (may_be_listed(members.key, members.key_len)) asked |= groups_of(members.key, members.key_len);
    if (members.key_len == 0 || lg__lower(*members.key) != 'c') continue;
    lg_value_type type = lg_value_kind(members.value);
    char key[KEY_ROOM];
    size_t key_len = plain_key(members.key, members.key_len, key);
    if ((type != LG_VALUE_STRING && type != LG_VALUE_ARRAY) || !lg__is_listed(COMMANDS, key, key_len)) continue;
    given |= COMMAND | (is_shell_text(members.value) ? SHELL : 0); /* of any of them: their order does not count */
  }
  if (asked == 0) return;
  if ((given & COMMAND) != 0 && (given & SHELL) == 0 && (lg__name_signs(name, len) & LG_SIGN_SHELL) != 0)
    given |= SHELL;
  if ((asked & ~(unsigned)(COMMAND | SHELL)) != 0) given |= groups_of_tool(name, len);
  if ((asked & given) == 0) return;
  members = lg_value_begin(args);
  while (lg_value_next(&members) && out->count < LG_ABOUT_MAX)
    if (may_be_listed(members.key, members.key_len) && (groups_of(members.key, members.key_len) & given) != 0)
      out->values[out->count++] = members.value.bytes;
}
