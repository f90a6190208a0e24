/* The programs that wait, and those that run other programs. */
#include "text/shell_wait.h"

#include "text/shell_programs.gen.h"

enum { SCRIPT_ROOM = 4096, WORD_ROOM = 48 };

static const double SHORT_LIMIT_MS = 20000;    /* such a limit says how long something waits */
static const double WAIT_MAX_MS = 31536000000; /* a year */

lg_wait lg__wait_within(lg_wait wait, double limit) {
  if (limit <= 0 || (wait.ms <= 0 && !wait.open)) return wait;
  if (wait.open) return limit <= SHORT_LIMIT_MS ? (lg_wait){limit, false} : wait;
  return (lg_wait){wait.ms < limit ? wait.ms : limit, false};
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

size_t lg__word_meaning(lg_word word, char *out, size_t room) {
  size_t len = 0;
  char quote = '\0';
  for (size_t i = 0; i < word.len; i++) {
    char c = word.s[i];
    if (!word.plain) {
      bool opens = quote == '\0' && (c == '\'' || c == '"');
      if (opens || (quote != '\0' && c == quote)) {
        quote = opens ? c : '\0';
        continue;
      }
      if (quote == '\0' && c == '$' && i + 1 < word.len && word.s[i + 1] == '\'') continue; /* $'...' */
      bool escaped = c == '\\' && quote != '\'' && i + 1 < word.len;
      if (escaped && (quote == '\0' || strchr("\"\\$`\n", word.s[i + 1]) != NULL)) {
        c = word.s[++i];
        if (c == '\n') continue;
      }
    }
    if (len == room) return room + 1;
    out[len++] = c;
  }
  return len;
}

/* A short word's meaning in lower case, without the folders before it; empty if it is long. */
typedef struct small {
  char s[WORD_ROOM];
  size_t len;
} small;

static small read_small(const lg_words *words, size_t i) {
  small out = {.len = 0};
  if (i < words->count) out.len = lg__word_meaning(words->all[i], out.s, WORD_ROOM);
  if (out.len > WORD_ROOM) out.len = 0;
  for (size_t k = 0; k < out.len; k++) out.s[k] = lg__lower(out.s[k]);
  return out;
}

static bool is(const small *word, const char *list) { return word->len > 0 && lg__is_listed(list, word->s, word->len); }
static bool is_option(const small *word) { return word->len > 1 && word->s[0] == '-'; }
static bool has(const small *word, char c) { return word->len > 0 && memchr(word->s, c, word->len) != NULL; }

/* /usr/bin/sleep, C:\Windows\timeout.exe */
static small read_name(const lg_words *words, size_t i) {
  small name = read_small(words, i);
  size_t from = name.len;
  while (from > 0 && name.s[from - 1] != '/' && name.s[from - 1] != '\\') from--;
  memmove(name.s, name.s + from, name.len - from);
  name.len -= from;
  if (name.len > 4 && memcmp(name.s + name.len - 4, ".exe", 4) == 0) name.len -= 4;
  return name;
}

/* Whether the word at `i` is in the list. */
static bool names(const lg_words *words, size_t i, const char *list) {
  const small word = read_small(words, i);
  return is(&word, list);
}

/* Whether it is a bundle of one-letter options with this one in it. */
static bool is_bundle_with(const small *word, char letter) {
  return is_option(word) && word->s[1] != '-' && has(word, letter);
}

/* X=1 */
static bool is_assignment(lg_word word) {
  size_t i = lg__word_end((lg_piece){word.s, word.len}, 0);
  return i > 0 && i < word.len && word.s[i] == '=' && !lg__is_digit(word.s[0]);
}

static size_t skip_assignments(const lg_words *words, size_t i) {
  while (i < words->count && is_assignment(words->all[i])) i++;
  return i;
}

/* Behind the options; those of one letter in `valued` have a value in the next word. */
static size_t skip_options(const lg_words *words, size_t i, const char *valued) {
  for (; i < words->count; i++) {
    small word = read_small(words, i);
    if (!is_option(&word)) return i;
    if (word.len == 2 && word.s[1] == '-') return i + 1;
    if (word.len == 2 && strchr(valued, word.s[1]) != NULL) i++;
  }
  return i;
}

/* ---- times ------------------------------------------------------------------------------------------------------- */

double lg__read_duration(const char *s, size_t len, double unit) {
  double value = 0, place = 1;
  size_t i = 0, digits = 0;
  for (; i < len && lg__is_digit(s[i]); i++, digits++) value = value * 10 + (s[i] - '0');
  if (i < len && s[i] == '.')
    for (i++; i < len && lg__is_digit(s[i]); i++, digits++) value += (s[i] - '0') * (place /= 10);
  if (digits == 0) return -1;
  const char *suffix = s + i;
  size_t left = len - i;
  while (left > 0 && *suffix == ' ') suffix++, left--;
  size_t of = 0;
  while (of < LG_UNITS_OF_TIME && !lg__is_listed(LG_TIMES[of].names, suffix, left)) of++;
  if (left > 0 && of == LG_UNITS_OF_TIME) return -1;
  value *= left > 0 ? LG_TIMES[of].ms : unit;
  return value < WAIT_MAX_MS ? value : WAIT_MAX_MS;
}

/* What only the shell knows: a variable, the output of a program, for ever. */
static bool is_unknown_time(const small *word) {
  return has(word, '$') || has(word, '`') || has(word, '%') || is(word, "infinity inf");
}

/* sleep 5, sleep 1m 30s, Start-Sleep -Milliseconds 500 */
static lg_wait read_sleep(const lg_words *words, size_t i, double unit) {
  lg_wait total = {0};
  for (; i < words->count; i++) {
    small word = read_small(words, i);
    if (is_option(&word)) {
      if (!is(&word, "-s -seconds -second -m -ms -milliseconds -d -duration")) return (lg_wait){0};
      unit = word.s[1] == 's' ? 1000 : 1;
      if (word.s[1] == 'd') total.open = true;
      continue;
    }
    double ms = lg__read_duration(word.s, word.len, unit);
    if (ms >= 0)
      total.ms += ms;
    else if (is_unknown_time(&word) || word.len == 0)
      total.open = true;
    else
      return (lg_wait){0};
  }
  return total;
}

/* ---- code -------------------------------------------------------------------------------------------------------- */

/* From an opening quote to behind the closing one, which may be three. */
static size_t skip_string(const char *s, size_t len, size_t at) {
  char quote = s[at];
  size_t marks = len - at >= 3 && s[at + 1] == quote && s[at + 2] == quote ? 3 : 1;
  for (at += marks; at < len; at++) {
    if (s[at] == '\\') {
      at++;
    } else if (s[at] == quote && (marks == 1 || (len - at >= 3 && s[at + 1] == quote && s[at + 2] == quote))) {
      return at + marks;
    } else if (s[at] == '\n' && marks == 1) {
      return at; /* an apostrophe */
    }
  }
  return len;
}

/* The argument of a call or command `sleep`, at `at`. */
static lg_wait read_sleep_call(const char *s, size_t len, size_t at, bool repeated) {
  while (at < len && s[at] == ' ') at++;
  bool call = at < len && s[at] == '(';
  if (call) at++;
  while (at < len && s[at] == ' ') at++;
  size_t end = at;
  while (end < len && (lg__is_digit(s[end]) || s[end] == '.')) end++;
  double ms = lg__read_duration(s + at, end - at, 1000);
  if (ms < 0) return (lg_wait){0, call && at < len && s[at] != ')'};
  while (end < len && s[end] == ' ') end++;
  bool whole = end == len || strchr("),;\n\r#}", s[end]) != NULL;
  if (!call && !whole) return (lg_wait){0};
  return repeated || !whole ? (lg_wait){0, true} : (lg_wait){ms, false};
}

/* Python, Perl or Ruby: `sleep` outside of strings and comments. Behind a loop or a function nobody knows how often. */
lg_wait lg__code_wait(const char *s, size_t len) {
  lg_wait total = {0};
  bool repeated = false;
  for (size_t at = 0; at < len;) {
    char c = s[at];
    if (c == '"' || c == '\'') {
      at = skip_string(s, len, at);
    } else if (c == '#') {
      while (at < len && s[at] != '\n') at++;
    } else if (lg__is_letter(c) || c == '_') {
      size_t from = at;
      while (at < len && (lg__is_letter(s[at]) || lg__is_digit(s[at]) || s[at] == '_')) at++;
      if (lg__is_listed("for while until def lambda loop sub", s + from, at - from)) repeated = true;
      if (at - from == 5 && memcmp(s + from, "sleep", 5) == 0)
        total = lg__wait_sum(total, read_sleep_call(s, len, at, repeated));
    } else {
      at++;
    }
  }
  return total;
}

/* ---- programs that run commands ---------------------------------------------------------------------------------- */

/* The meaning of one word, as a script or as code. Its own frame: only scripts need the room. */
static lg_wait read_script(lg_shell *shell, lg_word word, bool code) {
  if (word.plain) return code ? lg__code_wait(word.s, word.len) : lg__shell_inside(shell, word.s, word.len);
  char text[SCRIPT_ROOM];
  size_t len = lg__word_meaning(word, text, sizeof text);
  if (len > sizeof text) len = sizeof text;
  return code ? lg__code_wait(text, len) : lg__shell_inside(shell, text, len);
}

/* The words from `i` on, as one script: eval, ssh, cmd /c. */
static lg_wait read_rest(lg_shell *shell, lg_words *words, size_t i) {
  if (i >= words->count) return (lg_wait){0};
  words->reread = true;
  const lg_word *first = &words->all[i], *last = &words->all[words->count - 1];
  if (first == last || first->plain) return read_script(shell, *first, false);
  return lg__shell_inside(shell, first->s, (size_t)(last->s + last->len - first->s));
}

/* What is announced for this program on its standard input. */
static lg_wait read_input(lg_shell *shell, const lg_words *words, bool code, double limit) {
  for (size_t i = words->docs; i < shell->doc_count; i++) {
    shell->docs[i].kind = code ? LG_CODE : LG_SCRIPT;
    shell->docs[i].limit = limit;
  }
  return (lg_wait){0};
}

/* `bash -c`, `python -c`, `perl -e`: a script in a word, or on standard input. */
static lg_wait read_interpreter(lg_shell *shell, lg_words *words, size_t i, char letter, bool code, double limit) {
  bool next = false;
  for (; i < words->count; i++) {
    small word = read_small(words, i);
    if (!is_option(&word) && !(word.len > 1 && word.s[0] == '+')) break;
    if (is_bundle_with(&word, letter)) next = true;
    if (!code && word.s[word.len - 1] == 'o') i++; /* -o pipefail */
    if (code && next) {
      i++;
      break;
    }
  }
  if (i >= words->count) return next ? (lg_wait){0} : read_input(shell, words, code, limit);
  small word = read_small(words, i);
  if (!next) return word.len == 1 && word.s[0] == '-' ? read_input(shell, words, code, limit) : (lg_wait){0};
  words->reread = !code;
  return read_script(shell, words->all[i], code);
}

static lg_wait read_windows_shell(lg_shell *shell, lg_words *words, size_t i) {
  for (size_t k = i; k < words->count; k++)
    if (names(words, k, "-c -command /c /k -commandwithargs")) return read_rest(shell, words, k + 1);
  small word = read_small(words, i);
  return is_option(&word) || has(&word, '/') ? (lg_wait){0} : read_rest(shell, words, i);
}

/* timeout /t 30, of Windows' cmd */
static lg_wait read_cmd_timeout(lg_shell *shell, const lg_words *words, size_t i) {
  shell->is_cmd = true;
  for (; i < words->count; i++) {
    small word = read_small(words, i);
    double ms = lg__read_duration(word.s, word.len, 1000);
    if (ms >= 0) return (lg_wait){ms, false};
    if (has(&word, '%')) return (lg_wait){0, true};
  }
  return (lg_wait){0};
}

/* Where the command begins that a container is to run: docker exec -it NAME command, kubectl exec NAME -- command. */
static size_t find_in_container(const lg_words *words, size_t i) {
  while (i < words->count && !names(words, i, "exec")) i++;
  for (size_t k = i; k < words->count; k++) /* none without exec */
    if (names(words, k, "--")) return k + 1;
  return i < words->count ? skip_options(words, i + 1, "euwcn") + 1 : i;
}

/* Behind a prefix that begins at `i`; 0: there is none. */
static size_t skip_prefix(const lg_words *words, size_t i, const small *name) {
  small next = read_small(words, i + 1);
  if (is(name, "uv poetry pipenv pdm rye hatch conda mamba micromamba pixi") && is(&next, "run"))
    return skip_options(words, i + 2, "npe");
  if (is(name, "command") && is_option(&next)) return words->count; /* command -v sleep */
  for (size_t k = 0; k < sizeof PREFIXES / sizeof *PREFIXES; k++)
    if (is(name, PREFIXES[k].names)) return skip_assignments(words, skip_options(words, i + 1, PREFIXES[k].valued));
  return 0;
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

static bool follows(const lg_words *words, size_t i) {
  for (; i < words->count; i++) {
    small word = read_small(words, i);
    if (is_bundle_with(&word, 'f') || (word.len >= 8 && memcmp(word.s, "--follow", 8) == 0)) return true;
  }
  return false;
}

static bool waits_for_service(const lg_words *words, size_t i) {
  bool value = false; /* of an option, perhaps */
  for (size_t named = 0; i < words->count; i++) {
    small word = read_small(words, i);
    if (is(&word, "--watch")) return true;
    if (!is_option(&word) && !value && named++ < 3 && is(&word, "wait watch")) return true;
    value = is_option(&word);
  }
  return false;
}

/* ping -n 30: a second each, as Windows' scripts wait; four packets look whether a host is there. */
static lg_wait read_ping(const lg_words *words, size_t i) {
  for (; i + 1 < words->count; i++) {
    small word = read_small(words, i), count = read_small(words, i + 1);
    double ms = is(&word, "-n -c /n") ? lg__read_duration(count.s, count.len, 1000) : 0;
    if (ms >= 10000) return (lg_wait){ms, false};
  }
  return (lg_wait){0};
}

/* The program at `i`, which no prefix is; `limit` ms at most, 0: for ever. */
static lg_wait read_program(lg_shell *shell, lg_words *words, size_t i, const small *name, double limit) {
  if (is(name, "sleep gsleep start-sleep")) return read_sleep(words, i + 1, 1000);
  if (is(name, "usleep")) return read_sleep(words, i + 1, 0.001);
  if (is(name, "wait")) return shell->has_jobs ? shell->jobs : (lg_wait){0, true};
  if (is(name, "watch")) return (lg_wait){0, i + 1 < words->count};
  if (is(name, "tail")) return (lg_wait){0, follows(words, i + 1)};
  if (is(name, "bash sh zsh dash ksh ash fish")) return read_interpreter(shell, words, i + 1, 'c', false, limit);
  if (is(name, "powershell pwsh cmd")) return read_windows_shell(shell, words, i + 1);
  if (is(name, "eval")) return read_rest(shell, words, i + 1);
  if (is(name, "wait-on wait-for wait-for.sh wait-for-it wait-for-it.sh inotifywait")) return (lg_wait){0, true};
  if (is(name, "ping")) return read_ping(words, i + 1);
  if (is(name, WAITERS)) return (lg_wait){0, waits_for_service(words, i + 1)};
  if (is(name, "ssh")) return read_rest(shell, words, skip_options(words, i + 1, "bcDEeFiIJlLmOopQRSWw") + 1);
  if (is(name, "perl ruby")) return read_interpreter(shell, words, i + 1, 'e', true, limit);
  bool python = name->len >= 6 && memcmp(name->s, "python", 6) == 0;
  if (python || is(name, "py pypy pypy3")) return read_interpreter(shell, words, i + 1, 'c', true, limit);
  return (lg_wait){0};
}

lg_wait lg__program_wait(lg_shell *shell, lg_words *words) {
  size_t i = skip_assignments(words, 0);
  double limit = 0;
  while (i < words->count) {
    small name = read_name(words, i);
    size_t behind = skip_prefix(words, i, &name);
    if (behind != 0) {
      i = behind;
    } else if (is(&name, "timeout gtimeout")) {
      i = skip_options(words, i + 1, "ks");
      small time = read_small(words, i);
      if (time.len > 1 && time.s[0] == '/') return read_cmd_timeout(shell, words, i);
      double ms = lg__read_duration(time.s, time.len, 1000);
      if (ms > 0 && (limit == 0 || ms < limit)) limit = ms;
      i++;
    } else if (is(&name, "docker podman nerdctl kubectl oc docker-compose") &&
               find_in_container(words, i + 1) < words->count) {
      i = find_in_container(words, i + 1);
    } else {
      return lg__wait_within(read_program(shell, words, i, &name, limit), limit);
    }
  }
  return (lg_wait){0};
}
