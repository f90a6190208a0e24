/* What a table of states says: `kubectl get pods`, `gh run list`, `aws --output table`. */
#include "text/meaning.h"

#include "text/not_yet_context.gen.h"

/* Names stand in one of the first LINES lines outside of tables. */
enum { LINES = 16, COLUMNS = 4, CELL_MAX = 80 };

/* A column that counts: at which character its name stands, and behind how many words. */
typedef struct lg_column {
  size_t at, len, words;
  bool share; /* such as READY */
} lg_column;

typedef struct lg_state_table {
  lg_column columns[COLUMNS];
  size_t count;
  bool dense; /* one blank is between cells, which need not stand below their names */
  bool timed; /* a column says since when something runs, or how far it is; or there is no other */
} lg_state_table;

static bool is_between(char c) { return c == '|' || lg__is_blank(c); }

static size_t over_word(lg_piece line, size_t at) {
  while (at < line.len && !is_between(line.s[at])) at++;
  return at;
}

static size_t over_blanks(lg_piece line, size_t at) {
  while (at < line.len && is_between(line.s[at])) at++;
  return at;
}

/* A line of names: each begins with a capital letter, and between some is more than one blank, or between all one. */
static bool read_names(lg_piece line, lg_state_table *out) {
  size_t words = 0;
  *out = (lg_state_table){.dense = true};
  for (size_t from = 0, at, end; (at = over_blanks(line, from)) < line.len; from = end, words++) {
    end = over_word(line, at);
    out->dense = out->dense && (at == 0 || at == from + 1);
    if (!lg__is_upper(line.s[at]) && (out->dense || at != from + 1)) return false;
    lg_column column = {at, end - at, words, lg__is_listed(LG_SHARE_COLUMNS, line.s + at, end - at)};
    if (out->count < COLUMNS && (column.share || lg__names_state(line, end))) out->columns[out->count++] = column;
    out->timed = out->timed || lg__is_listed(LG_TIMED_COLUMNS, line.s + at, end - at);
  }
  out->timed = out->timed || words == 1;
  return out->count > 0;
}

/* The cell that stands below a name, or into it from either side. */
static lg_piece cell_of(lg_piece line, const lg_column *column, bool dense) {
  size_t at = 0, end;
  for (size_t i = 0; i < column->words && dense; i++) at = over_blanks(line, over_word(line, at));
  for (size_t i = 0; i < column->at && at < line.len && !dense; at++) i += !lg__is_continuation((uint8_t)line.s[at]);
  size_t begin = over_blanks(line, at), word = begin;
  if (begin >= at + column->len || begin == line.len) return (lg_piece){line.s, 0};
  while (word > 0 && !is_between(line.s[word - 1])) word--;
  bool pushed = word + 2 * column->len <= at; /* by a long one on its left */
  begin = pushed ? over_blanks(line, over_word(line, begin)) : word;
  while (begin < line.len && ((uint8_t)line.s[begin] >= 0x80 || line.s[begin] == ' ')) begin++; /* a bullet */
  for (end = over_word(line, begin); !dense && end + 1 < line.len && line.s[end] == ' ' && !is_between(line.s[end + 1]);)
    end = over_word(line, end + 1);
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
  bool yet = false, part = false, over = false;
  for (size_t i = 0; i < table->count; i++) {
    lg_piece cell = cell_of(line, &table->columns[i], table->dense);
    bool runs = cell.len == 0 || lg__begins_with(cell, 0, "running") || lg__begins_with(cell, 0, "active");
    if (table->columns[i].share) {
      part = part || says("ready:  ", cell);
    } else {
      yet = yet || ((!runs || table->timed) && says("status: ", cell));
      over = over || !runs;
    }
  }
  return yet || (part && !over);
}

/* Whether one word between tabs says it, without a name: `gh pr checks`. */
static bool tabs_say(lg_piece line) {
  bool found = false;
  for (size_t at = 0, end; at < line.len && !found; at = end + 1) {
    const char *tab = memchr(line.s + at, '\t', line.len - at);
    end = tab != NULL ? (size_t)(tab - line.s) : line.len;
    lg_piece cell = {line.s + at, end - at};
    bool word = cell.len < line.len && memchr(cell.s, ' ', cell.len) == NULL;
    found = word && !lg__is_listed("running", cell.s, cell.len) && lg__passes(cell.s, cell.len, LG_PASSES_NOT_YET) != 0;
  }
  return found;
}

/* Other long results should cost next to nothing. */
static bool may_be_table(lg_piece text) {
  size_t at = over_blanks(text, 0), first = text.len < CELL_MAX ? text.len : CELL_MAX;
  return at < text.len && (lg__is_upper(text.s[at]) || memchr("+-(", text.s[at], 3) != NULL ||
                           memchr(text.s, '\t', first) != NULL);
}

bool lg__read_table(lg_piece text, bool *out) {
  lg_state_table table = {.count = 0};
  bool is_table = false;
  *out = false;
  size_t others = may_be_table(text) ? 0 : LINES;
  for (size_t at = 0, end; at < text.len && others < LINES && !*out; at = end + 1) {
    const char *stop = memchr(text.s + at, '\n', text.len - at);
    end = stop != NULL ? (size_t)(stop - text.s) : text.len;
    lg_piece line = {text.s + at, end - at};
    if (line.len == 0)
      table.count = 0;
    else if (table.count > 0)
      is_table = true, *out = row_says(line, &table);
    else if (others++, !read_names(line, &table))
      table.count = 0, *out = tabs_say(line);
  }
  return is_table;
}
