/* What a table of states says: `kubectl get pods`, `gh run list`, `aws --output table`. */
#include "text/meaning.h"

#include "text/not_yet_context.gen.h"

/* Names stand in one of the first LINES lines outside of tables. */
enum { LINES = 8, CELL_MAX = 80 };

/* At which character a name stands, and behind how many words. */
typedef struct lg_column {
  size_t at, len, words;
} lg_column;

typedef struct lg_state_table {
  lg_column state, share; /* such as READY; without a length: there is none */
  bool dense;             /* one blank is between cells, which need not stand below their names */
  bool timed;             /* a column says since when something runs, or how far it is; or there is no other */
} lg_state_table;

static bool is_between(char c) { return c == '|' || lg__is_blank(c); }

/* Behind the blanks at `at`, or behind what else is there. */
static size_t behind(lg_piece line, size_t at, bool blanks) {
  while (at < line.len && is_between(line.s[at]) == blanks) at++;
  return at;
}

/* A line of names: each begins with a capital letter, and between some is more than one blank, or between all one. */
static bool read_names(lg_piece line, lg_state_table *out) {
  size_t words = 0;
  *out = (lg_state_table){.dense = true};
  for (size_t from = 0, at, end; (at = behind(line, from, true)) < line.len; from = end, words++) {
    end = behind(line, at, false);
    out->dense = out->dense && (at == 0 || at == from + 1);
    if (!lg__is_upper(line.s[at]) && (out->dense || at != from + 1)) return false;
    lg_column column = {at, end - at, words};
    if (lg__is_listed(LG_SHARE_COLUMNS, line.s + at, end - at)) out->share = column;
    if (lg__ends_with_any(line, end, LG_STATE_KEYS, COUNT_OF(LG_STATE_KEYS))) out->state = column;
    out->timed = out->timed || lg__is_listed(LG_TIMED_COLUMNS, line.s + at, end - at);
  }
  out->timed = out->timed || words == 1;
  return out->state.len + out->share.len > 0;
}

/* The cell that stands below a name, or into it from either side. */
static lg_piece cell_of(lg_piece line, const lg_column *column, bool dense) {
  size_t at = 0, end;
  for (size_t i = 0; i < column->words && dense; i++) at = behind(line, behind(line, at, false), true);
  for (size_t i = 0; i < column->at && at < line.len && !dense; at++) i += !lg__is_continuation((uint8_t)line.s[at]);
  size_t begin = behind(line, at, true), word = begin;
  if (begin >= at + column->len || begin == line.len) return (lg_piece){line.s, 0};
  while (word > 0 && !is_between(line.s[word - 1])) word--;
  bool pushed = word + 2 * column->len <= at; /* by a long one on its left */
  begin = pushed ? behind(line, behind(line, begin, false), true) : word;
  while (begin < line.len && ((uint8_t)line.s[begin] >= 0x80 || line.s[begin] == ' ')) begin++; /* a bullet */
  for (end = behind(line, begin, false);
       !dense && end + 1 < line.len && line.s[end] == ' ' && !is_between(line.s[end + 1]);)
    end = behind(line, end + 1, false);
  return (lg_piece){line.s + begin, end - begin};
}

/* "status: Pending", "ready:  0/1" */
static bool says(const char name[9], lg_piece cell) {
  char text[8 + CELL_MAX];
  size_t len = cell.len < CELL_MAX ? cell.len : CELL_MAX;
  memcpy(text, name, 8);
  memcpy(text + 8, cell.s, len);
  return lg__passes(text, 8 + len, LG_PASSES_NOT_YET) != 0;
}

/* Whether a row says "not yet": Pending, or 0/1 Running, but not 0/1 Completed. */
static bool row_says(lg_piece line, const lg_state_table *table) {
  lg_piece state = cell_of(line, &table->state, table->dense);
  bool runs = state.len == 0 || lg__begins_with(state, 0, "running") || lg__begins_with(state, 0, "active");
  return ((!runs || table->timed) && says("status: ", state)) ||
         (runs && says("ready:  ", cell_of(line, &table->share, table->dense)));
}

/* Whether one word between tabs says it, without a name: `gh pr checks`. */
static bool tabs_say(lg_piece line) {
  for (size_t at = 0, end; at < line.len; at = end + 1) {
    lg_piece word = {line.s + at, (end = behind(line, at, false)) - at};
    bool cell = (at == 0 || line.s[at - 1] == '\t') && (end == line.len || line.s[end] == '\t') && word.len < line.len;
    if (cell && !lg__is_listed("running", word.s, word.len) && lg__passes(word.s, word.len, LG_PASSES_NOT_YET) != 0)
      return true;
  }
  return false;
}

static bool is_rule(lg_piece text, size_t at) {
  return (text.s[at] == '+' || text.s[at] == '-') && at + 1 < text.len && text.s[at + 1] == '-';
}

bool lg__read_table(lg_piece text, bool *out) {
  lg_state_table table;
  bool is_table = *out = false, named = false;
  size_t first = behind(text, 0, true), others = 0;
  bool tabs = memchr(text.s, '\t', text.len < CELL_MAX ? text.len : CELL_MAX) != NULL;
  /* at next to no cost: most results begin otherwise */
  if (first == text.len || !(tabs || lg__is_upper(text.s[first]) || is_rule(text, first))) return false;
  for (size_t at = 0, end; at < text.len && others < LINES && !*out; at = end + 1) {
    const char *stop = memchr(text.s + at, '\n', text.len - at);
    end = stop != NULL ? (size_t)(stop - text.s) : text.len;
    lg_piece line = {text.s + at, end - at};
    if (named && line.len > 0)
      is_table = true, *out = row_says(line, &table);
    else if (others++, !(named = read_names(line, &table)) && tabs)
      *out = tabs_say(line);
  }
  return is_table;
}
