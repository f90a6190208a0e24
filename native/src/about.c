#include "about.h"

#include "chars.h"
#include "signs.h"

/*
 * The one list; docs/identity.md prints it and says where each was seen. Names of members are in lower case, without
 * anything between their words: yieldTimeMs, yield_time_ms and YieldTimeMs are one.
 */
static const char COMMANDS[] = "command cmd commandline";

/* Beside a command, whatever the tool: how it is approved, how long its host waits for it, how much of it is shown. */
static const char HOW[] =
    "yieldtimems maxoutputtokens justification prefixrule timeoutms requiresapproval securityrisk "
    "safetoautorun waitmsbeforeasync risklevel risklevelreason isrisky isreadonly taskprogress";
/* Beside a shell's command: what else may have these names is no shell. */
static const char WORDS[] = "description explanation summary goal thought thoughts timeout timeoutsecs timeoutseconds "
                            "maxwaitseconds initialwait usespager";

/* Tools whose schemas are known, without a command: their names, as in signs.c, and their members. */
static const struct about_tool {
  const char *names, *members;
} TOOLS[] = {
    {"writestdin", "yieldtimems maxoutputtokens"},
    {"taskoutput bashoutput", "timeout"},
    {"agentoutputtool agentoutput", "waitupto"},
    {"readbash readpowershell readagent", "delay timeout"},
    {"commandstatus checkcommandstatus", "waitdurationseconds outputcharactercount"},
    {"codebasesearch grepsearch filesearch listdir deletefile readfile editfile searchreplace websearch fetchrules "
     "inserteditintofile replacestringinfile multireplacestringinfile applypatch createfile",
     "explanation"},
    {"readfile writetofile replaceinfile searchfiles listfiles listcodedefinitionnames browseraction usemcptool "
     "accessmcpresource",
     "taskprogress"},
    {"executeipythoncell strreplaceeditor fileeditor editfile browser fetch", "securityrisk"},
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

static bool is_of_tool(lg_piece tool, const char *key, size_t len) {
  for (size_t i = 0; i < sizeof TOOLS / sizeof *TOOLS; i++)
    if (lg__is_listed(TOOLS[i].members, key, len) && lg__is_listed(TOOLS[i].names, tool.s, tool.len)) return true;
  return false;
}

/* The lengths that the names in the lists have, in snake_case and without, by their first letter. Almost no other
 * member passes, so that most calls cost no more than this; test_about.c tries them all. */
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
  bool any = false, command = false, shell = false; /* of any of them: the order of members does not count */
  while (members.object && lg_value_next(&members)) {
    any = any || may_be_listed(members.key, members.key_len);
    if (members.key_len != 0 && lg__lower(*members.key) == 'c') {
      lg_value_type type = lg_value_kind(members.value);
      char key[KEY_ROOM];
      size_t key_len = plain_key(members.key, members.key_len, key);
      if ((type == LG_VALUE_STRING || type == LG_VALUE_ARRAY) && lg__is_listed(COMMANDS, key, key_len)) {
        command = true;
        shell = shell || is_shell_text(members.value);
      }
    }
  }
  if (!any) return;
  char plain[LG_PLAIN_NAME];
  lg_piece tool = {plain, lg__plain_name(name, len, plain)};
  shell = shell || (command && (lg__name_signs(name, len) & LG_SIGN_SHELL) != 0);
  members = lg_value_begin(args);
  while (lg_value_next(&members) && out->count < LG_ABOUT_MAX) {
    if (!may_be_listed(members.key, members.key_len)) continue;
    char key[KEY_ROOM];
    size_t key_len = plain_key(members.key, members.key_len, key);
    if ((command && lg__is_listed(HOW, key, key_len)) || (shell && lg__is_listed(WORDS, key, key_len)) ||
        is_of_tool(tool, key, key_len))
      out->values[out->count++] = members.value.bytes;
  }
}
