#include "text/shell_wait.h"

/* Lists in lists: deeper ones are read as if their brackets were not there. */
enum { DEPTH_MAX = 12, SCRIPTS_MAX = 3 };

/* What ends a list, and what stands between two commands. */
typedef enum list_end { AT_END, AT_PAREN, AT_BRACE, AT_DONE } list_end;
typedef enum link_kind { ENDED, SEQUENCE, BACKGROUND, AND_OR, PIPE } link_kind;

static lg_wait read_list(lg_shell *in, list_end closer);

lg_wait lg__wait_sum(lg_wait a, lg_wait b) { return (lg_wait){a.ms + b.ms, a.open || b.open}; }
static lg_wait longer(lg_wait a, lg_wait b) { return (lg_wait){a.ms > b.ms ? a.ms : b.ms, a.open || b.open}; }
static void add(lg_wait *to, lg_wait wait) { *to = lg__wait_sum(*to, wait); }

static char here(const lg_shell *in, size_t ahead) { return ahead < in->end - in->at ? in->s[in->at + ahead] : '\0'; }

static void skip(lg_shell *in, size_t count) { in->at += count < in->end - in->at ? count : in->end - in->at; }

static bool is_at(const lg_shell *in, const char *text) {
  size_t len = strlen(text);
  return len <= in->end - in->at && memcmp(in->s + in->at, text, len) == 0;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

/* From inside brackets to behind the one that closes them. */
static void skip_balanced(lg_shell *in, char open, char close) {
  for (size_t depth = 1; in->at < in->end && depth > 0; in->at++) {
    char c = in->s[in->at];
    if (c == '\\') skip(in, 1);
    if (c == open) depth++;
    if (c == close) depth--;
    if (in->at == in->end) return;
  }
}

/* From an opening quote to behind the closing one; `escapes`: a backslash takes the next byte's meaning. */
static void skip_quoted(lg_shell *in, char quote, bool escapes) {
  for (in->at++; in->at < in->end && in->s[in->at] != quote; in->at++)
    if (escapes && in->s[in->at] == '\\' && in->at + 1 < in->end) in->at++;
  skip(in, 1);
}

static lg_wait read_backticks(lg_shell *in) {
  size_t from = in->at + 1;
  skip_quoted(in, '`', true);
  return in->at > from + 1 ? lg__shell_inside(in, in->s + from, in->at - 1 - from) : (lg_wait){0};
}

/* $x, ${x}, $(( )), $( ): only the last one holds commands. */
static lg_wait read_dollar(lg_shell *in) {
  lg_wait inside = {0};
  if (is_at(in, "$((")) {
    skip(in, 3);
    skip_balanced(in, '(', ')');
    if (here(in, 0) == ')') skip(in, 1);
  } else if (is_at(in, "${")) {
    skip(in, 2);
    skip_balanced(in, '{', '}');
  } else if (is_at(in, "$(") && in->depth < DEPTH_MAX) {
    skip(in, 2);
    inside = read_list(in, AT_PAREN);
  } else {
    skip(in, 1);
  }
  return inside;
}

static lg_wait read_double_quotes(lg_shell *in) {
  lg_wait inside = {0};
  skip(in, 1);
  while (in->at < in->end && here(in, 0) != '"') {
    if (here(in, 0) == '$')
      add(&inside, read_dollar(in));
    else if (here(in, 0) == '`')
      add(&inside, read_backticks(in));
    else
      skip(in, here(in, 0) == '\\' ? 2 : 1);
  }
  skip(in, 1);
  return inside;
}

static bool ends_word(char c) { return lg__is_blank(c) || strchr(";&|()<>", c) != NULL; }

/* The word at `in->at`, which does not end there; `*inside`: what runs in it waits so long. */
static lg_word read_word(lg_shell *in, lg_wait *inside) {
  size_t from = in->at;
  while (in->at < in->end && (in->s[in->at] == '\0' || !ends_word(in->s[in->at]))) {
    char c = in->s[in->at];
    if (c == '\'' || is_at(in, "$'")) {
      if (c == '$') skip(in, 1);
      skip_quoted(in, '\'', c == '$');
    } else if (c == '"') {
      add(inside, read_double_quotes(in));
    } else if (c == '`') {
      add(inside, read_backticks(in));
    } else if (c == '$') {
      add(inside, read_dollar(in));
    } else {
      skip(in, c == '\\' ? 2 : 1);
    }
  }
  return (lg_word){in->s + from, in->at - from, false};
}

static void skip_blanks(lg_shell *in) {
  for (;;) {
    if (here(in, 0) == ' ' || here(in, 0) == '\t' || here(in, 0) == '\r')
      skip(in, 1);
    else if (is_at(in, "\\\n"))
      skip(in, 2);
    else if (is_at(in, "\\\r\n"))
      skip(in, 3);
    else
      return;
  }
}

/* ---- redirections ------------------------------------------------------------------------------------------------ */

static void announce(lg_shell *in, lg_word end, bool tabs) {
  if (in->doc_count == LG_HEREDOCS) return;
  in->docs[in->doc_count++] = (lg_heredoc){.end = end, .tabs = tabs, .limit = 0, .kind = LG_TEXT};
}

/* From < or > to behind the file; the commands in <( ) run beside this one. */
static void read_redirection(lg_shell *in, lg_words *words) {
  lg_word *last = words->count > 0 ? &words->all[words->count - 1] : NULL;
  if (last != NULL && last->s + last->len == in->s + in->at) { /* 2>x */
    size_t digits = 0;
    while (digits < last->len && lg__is_digit(last->s[digits])) digits++;
    if (digits == last->len) words->count--;
  }
  bool here_doc = is_at(in, "<<") && !is_at(in, "<<<"), tabs = is_at(in, "<<-");
  lg_wait ignored = {0};
  while (here(in, 0) != '\0' && strchr("<>&|", here(in, 0)) != NULL) skip(in, 1);
  if (tabs && here(in, 0) == '-') skip(in, 1);
  if (here(in, 0) == '(' && in->depth < DEPTH_MAX) {
    skip(in, 1);
    (void)read_list(in, AT_PAREN);
    return;
  }
  skip_blanks(in);
  lg_word target = read_word(in, &ignored);
  if (here_doc && target.len > 0) announce(in, target, tabs);
}

/* The here-documents of the line that ended before `in->at`. */
static lg_wait read_heredocs(lg_shell *in) {
  lg_wait total = {0};
  for (size_t i = 0; i < in->doc_count; i++) {
    const lg_heredoc *doc = &in->docs[i];
    char end[64];
    size_t end_len = lg__word_meaning(doc->end, end, sizeof end), from = in->at, to = in->end;
    while (in->at < in->end && to == in->end) {
      size_t line = in->at;
      const char *stop = memchr(in->s + line, '\n', in->end - line);
      size_t line_end = stop != NULL ? (size_t)(stop - in->s) : in->end;
      in->at = stop != NULL ? line_end + 1 : in->end;
      size_t last = line_end > line && in->s[line_end - 1] == '\r' ? line_end - 1 : line_end, first = line;
      while (doc->tabs && first < last && in->s[first] == '\t') first++;
      if (last - first == end_len && memcmp(in->s + first, end, end_len) == 0) to = line;
    }
    lg_wait inside = {0};
    if (doc->kind == LG_SCRIPT) inside = lg__shell_inside(in, in->s + from, to - from);
    if (doc->kind == LG_CODE) inside = lg__code_wait(in->s + from, to - from);
    add(&total, lg__wait_within(inside, doc->limit));
  }
  in->doc_count = 0;
  return total;
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static bool is_word(lg_word word, const char *list) { return lg__is_listed(list, word.s, word.len); }

/* A word that begins a command and belongs to the grammar. `*closed`: it ends the list that is being read. */
static bool read_reserved(lg_shell *in, lg_word word, list_end closer, lg_wait *own, bool *closed) {
  bool deep = in->depth >= DEPTH_MAX;
  if (word.len > 6) return false;
  if (is_word(word, "while until for select")) {
    lg_wait body = deep ? (lg_wait){0} : read_list(in, AT_DONE);
    own->open = own->open || body.open || body.ms > 0;
    return true;
  }
  if (is_word(word, "{")) {
    if (!deep) add(own, read_list(in, AT_BRACE));
    return true;
  }
  *closed = closer == AT_DONE && is_word(word, "done");
  return is_word(word, "if then elif else fi do done case esac ! }");
}

/* An opening bracket: a subshell, arithmetic, a list of values, or a function. */
static void read_paren(lg_shell *in, lg_words *words, lg_wait *own) {
  bool first = words->count == 0;
  bool values = !first && words->all[words->count - 1].s[words->all[words->count - 1].len - 1] == '=';
  bool sums = first && is_at(in, "((");
  skip(in, 1);
  if (here(in, 0) == ')') { /* f() */
    skip(in, 1);
    words->count = 0;
  } else if (values || sums) {
    skip_balanced(in, '(', ')');
  } else if (in->depth < DEPTH_MAX) {
    add(own, read_list(in, AT_PAREN));
  }
}

/* What stands at `in->at`, where no word can begin: the link to the next command, taken. */
static link_kind read_link(lg_shell *in, list_end closer) {
  char c = here(in, 0), next = here(in, 1);
  skip(in, (c == next && c != ')' && c != '\n') || (c == '|' && next == '&') ? 2 : 1);
  if (c == ')') return closer == AT_PAREN ? ENDED : SEQUENCE;
  if (c == '|') return next == '|' ? AND_OR : PIPE;
  if (c == '&') return next == '&' ? AND_OR : in->is_cmd ? SEQUENCE : BACKGROUND;
  return SEQUENCE;
}

/* One command with the link behind it. */
static lg_wait read_command(lg_shell *in, list_end closer, link_kind *out_link) {
  lg_words words;
  words.count = 0;
  words.docs = in->doc_count;
  words.reread = false;
  lg_wait own = {0}, inside = {0};
  *out_link = ENDED;
  for (;;) {
    skip_blanks(in);
    if (in->at >= in->end) break;
    char c = in->s[in->at];
    if (c == '#') {
      while (in->at < in->end && in->s[in->at] != '\n') in->at++;
    } else if (c == '<' || c == '>' || is_at(in, "&>")) {
      read_redirection(in, &words);
    } else if (c == '(') {
      read_paren(in, &words, &own);
    } else if (c != '\0' && ends_word(c)) {
      *out_link = SEQUENCE; /* known once the command is: it says how to read & */
      break;
    } else {
      lg_word word = read_word(in, &inside);
      bool closed = false;
      if (closer == AT_BRACE && is_word(word, "}")) break; /* PowerShell closes anywhere */
      if (words.count == 0 && read_reserved(in, word, closer, &own, &closed)) {
        if (closed) break;
      } else if (words.count < LG_SHELL_WORDS) {
        words.all[words.count++] = word;
      }
    }
  }
  bool linked = *out_link == SEQUENCE;
  if (words.count > 0) add(&own, lg__program_wait(in, &words));
  if (!words.reread) add(&own, inside);
  if (linked) *out_link = read_link(in, closer);
  if (linked && in->s[in->at - 1] == '\n' && in->doc_count > 0) add(&own, read_heredocs(in));
  return own;
}

static lg_wait read_list(lg_shell *in, list_end closer) {
  lg_wait total = {0}, chain = {0}, pipe = {0}, outer_jobs = in->jobs;
  bool had_jobs = in->has_jobs;
  in->jobs = (lg_wait){0};
  in->has_jobs = false;
  in->depth++;
  link_kind link;
  do {
    pipe = longer(pipe, read_command(in, closer, &link));
    if (link == PIPE) continue;
    add(&chain, pipe);
    pipe = (lg_wait){0};
    if (link == AND_OR) continue;
    if (link == BACKGROUND) {
      in->jobs = longer(in->jobs, chain);
      in->has_jobs = true;
    } else {
      add(&total, chain);
    }
    chain = (lg_wait){0};
  } while (link != ENDED);
  in->depth--;
  in->jobs = outer_jobs;
  in->has_jobs = had_jobs;
  return total;
}

lg_wait lg__shell_inside(const lg_shell *outer, const char *s, size_t len) {
  if (outer->scripts >= SCRIPTS_MAX || outer->depth >= DEPTH_MAX) return (lg_wait){0};
  lg_shell in;
  memset(&in, 0, sizeof in);
  in.s = s;
  in.end = len;
  in.depth = outer->depth;
  in.scripts = outer->scripts + 1;
  return read_list(&in, AT_END);
}

/* Whether `word`, which stands at `s`, may wait with what follows: tail only with -f, timeout only as timeout /t. */
static bool may_wait_with(char word, const char *s, size_t len) {
  if (word != 't') return true;
  for (size_t i = 0; i + 1 < len && strchr("|;&\n", s[i]) == NULL; i++) {
    if (s[i] == '/' && lg__lower(s[i + 1]) == 't') return true;
    for (size_t k = i + 1; s[i] == '-' && k < len && !ends_word(s[k]); k++)
      if (lg__lower(s[k]) == 'f') return true;
    if (i == 64) return true; /* who knows: it is read as a whole */
  }
  return false;
}

/* Whether one of the words is there by which all waits are known: most commands need no reading. */
static bool may_wait(const char *s, size_t len) {
  static const char *const signs[] = {"sleep", "wait", "watch", "tail", "timeout", "ping -", "ping /"};
  for (size_t at = 0; at + 4 <= len; at++) {
    char c = lg__lower(s[at]), next = lg__lower(s[at + 1]);
    if ((c != 's' || next != 'l') && (c != 'w' || next != 'a') && (c != 't' || (next != 'a' && next != 'i')) &&
        (c != 'p' || next != 'i'))
      continue;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
      size_t same = 0;
      while (signs[i][same] != '\0' && at + same < len && lg__lower(s[at + same]) == signs[i][same]) same++;
      if (signs[i][same] == '\0' && may_wait_with(c, s + at + same, len - at - same)) return true;
    }
  }
  return false;
}

lg_wait lg__shell_wait(const char *command, size_t len) {
  const lg_shell outer = {.s = command};
  return may_wait(command, len) ? lg__shell_inside(&outer, command, len) : (lg_wait){0};
}

lg_wait lg__argv_wait(const lg_piece *argv, size_t count) {
  lg_shell shell = {.s = ""};
  lg_words words;
  words.count = count < LG_SHELL_WORDS ? count : LG_SHELL_WORDS;
  words.docs = 0;
  words.reread = false;
  for (size_t i = 0; i < words.count; i++) words.all[i] = (lg_word){argv[i].s, argv[i].len, true};
  return words.count > 0 ? lg__program_wait(&shell, &words) : (lg_wait){0};
}
