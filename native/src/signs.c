#include "signs.h"

static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return is_lower(c) || is_upper(c); }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static char lower(char c) { return is_upper(c) ? (char)(c - 'A' + 'a') : c; }

/* Whether `word` is one of the words in `list`, which are separated by blanks; in any case. */
static bool is_listed(const char *list, const char *word, size_t len) {
  while (*list != '\0') {
    size_t own = 0;
    while (list[own] != ' ' && list[own] != '\0') own++;
    size_t same = 0;
    while (same < own && same < len && lower(word[same]) == list[same]) same++;
    if (own == len && same == len) return true;
    list += own + (list[own] == ' ' ? 1 : 0);
  }
  return false;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static const char WAITS[] = "wait sleep";
static const char THINKS[] = "think thinking sequentialthinking";
static const char SHELLS[] = "bash sh zsh shell terminal powershell pwsh cmd command";

/* The end of the word of a name that begins at `at`: XMLHttp is XML and Http, run_shell and run-shell two words. */
static size_t word_end(const char *name, size_t len, size_t at) {
  size_t end = at + 1;
  if (end < len && is_upper(name[at]) && is_upper(name[end])) {
    while (end < len && is_upper(name[end]) && !(end + 1 < len && is_lower(name[end + 1]))) end++;
    return end;
  }
  while (end < len && is_lower(name[end])) end++;
  return end;
}

uint32_t lg__name_signs(const char *name, size_t len) {
  uint32_t signs = 0;
  for (size_t at = 0; at < len;) {
    if (!is_letter(name[at])) {
      at++;
      continue;
    }
    size_t end = word_end(name, len, at);
    if (strchr("wWsSbBzZtTpPcC", name[at]) == NULL) { /* no word of the lists begins with this letter */
      at = end;
      continue;
    }
    if (is_listed(WAITS, name + at, end - at)) signs |= LG_SIGN_WAIT;
    if (is_listed(THINKS, name + at, end - at)) signs |= LG_SIGN_THINK;
    if (is_listed(SHELLS, name + at, end - at)) signs |= LG_SIGN_SHELL;
    at = end;
  }
  return signs;
}

/* ---- the command in a shell's arguments -------------------------------------------------------------------------- */

static const char COMMAND_KEYS[] = "command cmd script input";

typedef struct lg_piece {
  const char *s;
  size_t len;
} lg_piece;

/* The last string of a list: ["bash", "-lc", "ls"]. */
static lg_piece last_string(lg_value list) {
  lg_piece last = {"", 0};
  lg_values items = lg_value_begin(list);
  while (lg_value_next(&items))
    if (lg_value_kind(items.value) == LG_VALUE_STRING) (void)lg_value_text(items.value, &last.s, &last.len);
  return last;
}

/* Empty: there is none. */
static lg_piece find_command(lg_value args) {
  lg_piece command = {"", 0};
  if (lg_value_kind(args) == LG_VALUE_STRING) (void)lg_value_text(args, &command.s, &command.len);
  if (lg_value_kind(args) != LG_VALUE_OBJECT) return command;
  lg_values members = lg_value_begin(args);
  while (lg_value_next(&members)) {
    if (!is_listed(COMMAND_KEYS, members.key, members.key_len)) continue;
    lg_value_type type = lg_value_kind(members.value);
    if (type == LG_VALUE_ARRAY) return last_string(members.value);
    if (type != LG_VALUE_STRING) continue;
    (void)lg_value_text(members.value, &command.s, &command.len);
    return command;
  }
  return command;
}

/* `sleep 30`, `sleep $N`, `time.sleep(5)`. */
static bool sleeps(lg_piece command) {
  static const char word[] = "sleep";
  const size_t n = sizeof word - 1;
  const char *s = command.s;
  for (size_t at = 0; at + n < command.len; at++) {
    if (s[at] != 's' || memcmp(s + at, word, n) != 0) continue;
    if (at > 0 && (is_letter(s[at - 1]) || s[at - 1] == '_' || s[at - 1] == '-')) continue;
    size_t behind = at + n, end = behind;
    while (end < command.len && (s[end] == ' ' || s[end] == '(')) end++;
    if (end == behind || end == command.len) continue;
    if (is_digit(s[end]) || s[end] == '$' || s[end] == '.') return true;
  }
  return false;
}

uint32_t lg__command_signs(lg_value args) { return sleeps(find_command(args)) ? LG_SIGN_WAIT : 0; }

/* ---- results ----------------------------------------------------------------------------------------------------- */

enum { WORD_MAX = 16 }; /* no word of the lists is longer */
static const char ACK_WORDS[] = "ok okay done true null none success successful succeeded";
static const char ACK_KEYS[] = "success ok status result";

/* The end, after the closing quote, of the JSON string whose opening quote is at `at`. */
static size_t string_end(const char *s, size_t len, size_t at) {
  for (at++; at < len && s[at] != '"'; at++)
    if (s[at] == '\\') at++;
  return at < len ? at + 1 : len;
}

static size_t after_blanks(const char *s, size_t len, size_t at) {
  while (at < len && is_blank(s[at])) at++;
  return at;
}

static lg_piece between_quotes(const char *s, size_t from, size_t end) {
  return end - from < 2 ? (lg_piece){s, 0} : (lg_piece){s + from + 1, end - from - 2};
}

static lg_piece trimmed(const char *s, size_t len) {
  while (len > 0 && is_blank(s[0])) s++, len--;
  while (len > 0 && is_blank(s[len - 1])) len--;
  return (lg_piece){s, len};
}

/* A word of the list, possibly in quotes, possibly with a full stop or an exclamation mark. */
static bool is_ack_word(lg_piece text) {
  if (text.len >= 2 && text.s[0] == '"' && text.s[text.len - 1] == '"') text = trimmed(text.s + 1, text.len - 2);
  if (text.len > 0 && (text.s[text.len - 1] == '.' || text.s[text.len - 1] == '!')) text.len--;
  return text.len <= WORD_MAX && is_listed(ACK_WORDS, text.s, text.len);
}

/* {"success":true} */
static bool is_ack_object(lg_piece text) {
  if (text.len < 2 || text.len > 64 || text.s[0] != '{' || text.s[text.len - 1] != '}') return false;
  lg_piece inner = trimmed(text.s + 1, text.len - 2);
  if (inner.len == 0 || inner.s[0] != '"') return false;
  size_t end = string_end(inner.s, inner.len, 0), colon = after_blanks(inner.s, inner.len, end);
  lg_piece key = between_quotes(inner.s, 0, end);
  if (colon >= inner.len || inner.s[colon] != ':' || !is_listed(ACK_KEYS, key.s, key.len)) return false;
  return is_ack_word(trimmed(inner.s + colon + 1, inner.len - colon - 1));
}

lg_ack lg__acknowledges(const char *s, size_t len) {
  lg_piece text = trimmed(s, len);
  if (text.len == 0 || (text.len == 2 && memcmp(text.s, "\"\"", 2) == 0)) return LG_ACK_EMPTY;
  return is_ack_word(text) || is_ack_object(text) ? LG_ACK_WORD : LG_ACK_NONE;
}

double lg__call_wait_ms(uint32_t name_signs, lg_value args) {
  return ((name_signs | lg__command_signs(args)) & LG_SIGN_WAIT) != 0 ? -1 : 0; /* replaced at the merge */
}
