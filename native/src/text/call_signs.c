#include "text/meaning.h"

#include "text/shell_wait.h"

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* Words or names, separated by blanks. */
typedef struct known {
  uint32_t signs;
  const char *names;
} known;

/* A word such as "get": then the name says nothing of LG_SIGN_DOES. And what is that as the first word only. */
enum { LG_SIGN_ASKS = 64, LG_SIGN_BEGINS = 128, LG_SIGN_ACTIONS = LG_SIGN_DOES | LG_SIGN_ASKS | LG_SIGN_BEGINS };

#include "text/call_names.gen.h"

/* The end of the word of a name that begins at `at`: XMLHttp is XML and Http, run_shell and run-shell two words. */
static size_t word_end(const char *name, size_t len, size_t at) {
  size_t end = at + 1;
  if (end < len && lg__is_upper(name[at]) && lg__is_upper(name[end])) {
    while (end < len && lg__is_upper(name[end]) && !(end + 1 < len && lg__is_lower(name[end + 1]))) end++;
    return end;
  }
  while (end < len && lg__is_lower(name[end])) end++;
  return end;
}

/* Whether all before this character of a name, and it, are the host's. */
static bool is_of_host(const char *name, size_t len, size_t at) {
  char c = name[at];
  return c == '.' || c == '/' || c == ':' || (c == '_' && at + 1 < len && name[at + 1] == '_');
}

size_t lg__plain_name(const char *name, size_t len, char out[LG_PLAIN_NAME]) {
  size_t count = 0;
  for (size_t i = 0; i < len; i++) {
    char c = name[i];
    if (is_of_host(name, len, i)) {
      count = 0;
    } else if (c != '_' && c != '-' && c != ' ') {
      if (count < LG_PLAIN_NAME) out[count] = lg__lower(c);
      count++;
    }
  }
  return count <= LG_PLAIN_NAME ? count : 0;
}

/* What the list says of it. */
static uint32_t signs_of(const known *list, size_t count, const char *name, size_t len) {
  for (size_t i = 0; i < count; i++)
    if (lg__is_listed(list[i].names, name, len)) return list[i].signs;
  return 0;
}

uint32_t lg__name_signs(const char *name, size_t len) {
  char plain[LG_PLAIN_NAME];
  uint32_t signs = signs_of(NAMES, COUNT_OF(NAMES), plain, lg__plain_name(name, len, plain));
  uint32_t counted = UINT32_MAX;
  for (size_t at = 0, end; at < len; at = end) {
    end = lg__is_letter(name[at]) ? word_end(name, len, at) : at + 1;
    if (is_of_host(name, len, at)) signs &= ~(uint32_t)LG_SIGN_ACTIONS, counted = UINT32_MAX;
    if (name[at] != '\0' && strchr(FIRSTS, name[at]) != NULL)
      signs |= signs_of(WORDS, COUNT_OF(WORDS), name + at, end - at) & counted;
    if (lg__is_letter(name[at])) counted = ~(uint32_t)LG_SIGN_BEGINS;
  }
  bool does = signs != 0 && (signs & ~(uint32_t)(LG_SIGN_DOES | LG_SIGN_BEGINS)) == 0;
  return does ? LG_SIGN_DOES : signs & ~(uint32_t)LG_SIGN_ACTIONS;
}

/* ---- times in arguments ------------------------------------------------------------------------------------------ */

/* A limit says how long something waits only if it is about as short as any wait. */
static const double SHORT_LIMIT_MS = 20000;

/* Whether a word of the name, or with `last` its last, is in the list. */
static bool has_word(lg_piece key, const char *list, bool last) {
  bool listed = false;
  for (size_t at = 0, end; at < key.len; at = end) {
    end = lg__is_letter(key.s[at]) ? word_end(key.s, key.len, at) : at + 1;
    if (lg__is_letter(key.s[at])) listed = lg__is_listed(list, key.s + at, end - at);
    if (listed && !last) return true;
  }
  return listed;
}

/* The unit of a member's name such as seconds, timeout_ms or waitMinutes, in ms; 0: it has none. */
static double unit_of(lg_piece key) {
  for (size_t of = 0; of + 1 < LG_UNITS_OF_TIME; of++) /* but for days */
    if (has_word(key, LG_TIMES[of].names, true)) return LG_TIMES[of].ms;
  return 0;
}

/* A number, or a text that is one, in ms; negative: it is none. Without a unit it is in seconds, or, from a thousand
 * on, in milliseconds: nobody waits for a quarter of an hour, and nobody for a second in ms. */
static double read_ms(lg_value value, double unit) {
  double number = -1;
  const char *s;
  size_t len;
  if (lg_value_text(value, &s, &len)) {
    bool bare = len > 0 && lg__is_digit(s[len - 1]);
    number = lg__read_duration(s, len, unit != 0 ? unit : 1);
    return bare && unit == 0 && number > 0 && number < 1000 ? number * 1000 : number;
  }
  if (!lg_value_number(value, &number) || !(number >= 0 && number <= 1e12)) return -1;
  return unit != 0 ? number * unit : number < 1000 ? number * 1000 : number;
}

/* How long a tool for waiting waits. */
static double tool_wait_ms(lg_value args) {
  double ms = lg_value_kind(args) == LG_VALUE_OBJECT ? -1 : read_ms(args, 0), limit = -1;
  lg_values members = lg_value_begin(args);
  while (members.object && lg_value_next(&members)) {
    lg_piece key = {members.key, members.key_len};
    double unit = unit_of(key);
    bool limits = has_word(key, LIMITS, false);
    if (unit == 0 && !limits && !lg__is_listed(LENGTHS, key.s, key.len)) continue;
    double one = read_ms(members.value, unit);
    if (one < 0) continue;
    if (limits)
      limit = one;
    else
      ms = (ms < 0 ? 0 : ms) + one;
  }
  return ms < 0 && limit >= 0 && limit <= SHORT_LIMIT_MS ? limit : ms;
}

/* ---- looks at work in the background ----------------------------------------------------------------------------- */

/* Negative: it looks. 0: it does something. `actions`: only if its `action` says so. */
static double look_ms(lg_value args, bool actions) {
  double found = actions ? 0 : -1;
  lg_values members = lg_value_begin(args);
  while (members.object && lg_value_next(&members)) {
    const char *s;
    size_t len;
    if (!lg_value_text(members.value, &s, &len)) continue;
    if (!actions && len > 0 && lg__is_listed(INPUTS, members.key, members.key_len)) return 0;
    if (actions && lg__is_listed("action", members.key, members.key_len) && lg__is_listed(WAITING_ACTIONS, s, len))
      found = tool_wait_ms(args);
  }
  return found;
}

/* ---- the command in a shell's arguments -------------------------------------------------------------------------- */

static lg_wait argv_wait(lg_value list) {
  lg_piece words[LG_SHELL_WORDS];
  size_t count = 0;
  lg_values items = lg_value_begin(list);
  while (count < LG_SHELL_WORDS && lg_value_next(&items))
    if (lg_value_text(items.value, &words[count].s, &words[count].len)) count++;
  return count == 1 ? lg__shell_wait(words[0].s, words[0].len) : lg__argv_wait(words, count);
}

static lg_wait command_wait(lg_value command) {
  lg_piece text = {"", 0};
  if (lg_value_kind(command) == LG_VALUE_ARRAY) return argv_wait(command);
  (void)lg_value_text(command, &text.s, &text.len);
  return lg__shell_wait(text.s, text.len);
}

static double shell_wait_ms(lg_value args) {
  lg_value command = {NULL, 0};
  if (lg_value_kind(args) == LG_VALUE_STRING) command = args;
  lg_values members = lg_value_begin(args);
  while (members.object && lg_value_next(&members)) {
    lg_value_type type = lg_value_kind(members.value);
    if (type == LG_VALUE_TRUE && lg__is_listed(BACKGROUND_KEYS, members.key, members.key_len)) return 0;
    bool fits = type == LG_VALUE_STRING || type == LG_VALUE_ARRAY;
    if (fits && command.bytes == NULL && lg__is_listed(COMMAND_KEYS, members.key, members.key_len))
      command = members.value;
  }
  lg_wait wait = command_wait(command);
  return wait.open ? -1 : wait.ms;
}

double lg__call_wait_ms(uint32_t name_signs, lg_value args) {
  if ((name_signs & LG_SIGN_WAIT) != 0) return tool_wait_ms(args);
  double ms = 0;
  if ((name_signs & (LG_SIGN_LOOK | LG_SIGN_ACTS)) != 0) ms = look_ms(args, (name_signs & LG_SIGN_ACTS) != 0);
  return ms == 0 && (name_signs & LG_SIGN_SHELL) != 0 ? shell_wait_ms(args) : ms;
}
