#include "identity/identity.h"

#include "text/chars.h"
#include "text/meaning.h"

/* Names of members are in lower case, without anything between their words: yieldTimeMs, yield_time_ms and YieldTimeMs
 * are one. */
#include "identity/ignored_members.gen.h"

static const char COMMANDS[] = "command cmd commandline";

/* Beside which members with the same bit say something about the call: any command; a shell's command, since what else
 * has such names is no shell. All other bits are of tools whose schemas are known. */
enum { COMMAND = 1, SHELL = 2 };

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

/* Almost no other member passes, so that most calls cost no more than this; test_ignored_members.c tries them all. */
static bool may_be_listed(const char *key, size_t len) {
  if (len == 0 || len > KEY_ROOM || !lg__is_letter(*key)) return false;
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
