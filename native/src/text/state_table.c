/* What a table of states says: `kubectl get pods`, `gh run list`, `aws --output table`. */
#include "text/meaning.h"

#include "text/not_yet_context.gen.h"

/* Names stand in one of the first LINES lines outside of tables, which is no longer than LINE_MAX_BYTES. */
enum { LINES = 16, LINE_MAX_BYTES = 512, COLUMNS = 4, CELLS = 16, NAME_MAX = 40, CELL_MAX = 80 };

/* A column that counts: at which character its name stands, and behind how many cells. */
typedef struct lg_column {
  lg_piece name;
  size_t at, number;
  bool share; /* such as READY */
} lg_column;

typedef struct lg_state_table {
  lg_column columns[COLUMNS];
  size_t count;
  char between; /* cells; 0: they stand below their names */
  bool timed;   /* a column says since when something runs, or how far it is */
} lg_state_table;

static bool is_between(char c) { return c == '|' || lg__is_blank(c); }

/* Without blanks, bullets and frames around it. */
static lg_piece bare(lg_piece cell) {
  while (cell.len > 0 && (is_between(cell.s[0]) || (uint8_t)cell.s[0] >= 0x80)) cell.s++, cell.len--;
  while (cell.len > 0 && is_between(cell.s[cell.len - 1])) cell.len--;
  return cell;
}

/* A line of names: none begins, behind more than one blank, with a small letter or a digit. */
static bool read_names(lg_piece line, lg_state_table *out) {
  size_t words = 0, signs = 0;
  bool gaps = false, capitals = true;
  if (line.len > LINE_MAX_BYTES || !lg__is_upper(bare(line).s[0])) return false;
  char sign = memchr(line.s, '|', line.len) != NULL ? '|' : memchr(line.s, '\t', line.len) != NULL ? '\t' : '\0';
  *out = (lg_state_table){.between = sign};
  for (size_t from = 0, at = 0, end; at < line.len; from = at = end, words++) {
    for (; at < line.len && is_between(line.s[at]); at++) signs += line.s[at] == sign;
    for (end = at; end < line.len && !is_between(line.s[end]); end++) capitals = capitals && !lg__is_lower(line.s[end]);
    if (end == at) break;
    bool gap = at != from + 1 || line.s[from] != ' ';
    if ((gap || words == 0) && !lg__is_upper(line.s[at])) return false;
    gaps = gaps || (gap && words > 0);
    if (!lg__is_upper(line.s[at])) continue;
    lg_column column = {{line.s + at, end - at}, at, sign != '\0' ? signs : words, false};
    column.share = lg__is_listed(LG_SHARE_COLUMNS, column.name.s, end - at);
    bool counts = column.share || lg__names_state(line, end);
    if (counts && out->count < COLUMNS) out->columns[out->count++] = column;
    out->timed = out->timed || lg__is_listed(LG_TIMED_COLUMNS, column.name.s, end - at);
  }
  if (words == 1) out->timed = true;
  if (!gaps && sign == '\0') out->between = ' ';
  return out->count > 0 && (gaps || capitals);
}

/* The cell behind so many others. */
static lg_piece nth(lg_piece line, char between, size_t number) {
  for (;; number--) {
    const char *sign = memchr(line.s, between, line.len);
    size_t end = sign != NULL ? (size_t)(sign - line.s) : line.len;
    if (number == 0) return bare((lg_piece){line.s, end});
    if (sign == NULL) return (lg_piece){line.s, 0};
    line = (lg_piece){sign + 1, line.len - end - 1};
  }
}

/* The cell that stands below a name, or into it from either side. */
static lg_piece below(lg_piece line, const lg_column *column) {
  size_t at = 0, place = 0, begin, end;
  for (; at < line.len && place < column->at; at++) place += !lg__is_continuation((uint8_t)line.s[at]);
  size_t last = at + column->name.len;
  for (begin = at; begin < line.len && line.s[begin] == ' ';) begin++;
  if (begin >= last || begin == line.len) return (lg_piece){line.s, 0};
  while (begin > 0 && line.s[begin - 1] != ' ') begin--;
  for (end = begin; end < line.len && line.s[end] != ' ';) end++;
  if (begin < at && end - begin > 3 * column->name.len) begin = end; /* a long word has pushed the cell to the right */
  for (end = begin; end < line.len && line.s[end] == ' ';) end++;
  while (end < line.len && !(line.s[end] == ' ' && (end + 1 == line.len || line.s[end + 1] == ' '))) end++;
  return bare((lg_piece){line.s + begin, end - begin});
}

/* "STATUS: Pending", "READY: 0/1" */
static bool says(lg_piece name, lg_piece cell) {
  char text[NAME_MAX + 2 + CELL_MAX];
  size_t of_name = name.len < NAME_MAX ? name.len : NAME_MAX, of_cell = cell.len < CELL_MAX ? cell.len : CELL_MAX;
  memcpy(text, name.s, of_name);
  memcpy(text + of_name, ": ", 2);
  memcpy(text + of_name + 2, cell.s, of_cell);
  return lg__passes(text, of_name + 2 + of_cell, LG_PASSES_NOT_YET) != 0;
}

/* Whether a row says "not yet"; `*any`: and has a cell that counts. */
static bool row_says(lg_piece line, const lg_state_table *table, bool *any) {
  bool yet = false, part = false, over = false;
  for (size_t i = 0; i < table->count; i++) {
    const lg_column *column = &table->columns[i];
    lg_piece cell = table->between != '\0' ? nth(line, table->between, column->number) : below(line, column);
    bool runs = lg__begins_with(cell, 0, "running") || lg__begins_with(cell, 0, "active");
    bool one = cell.len > 0 && (!runs || table->timed) && says(column->name, cell);
    *any = *any || cell.len > 0;
    over = over || !(column->share || runs || cell.len == 0);
    yet = yet || (one && !column->share);
    part = part || (one && column->share);
  }
  return yet || (part && !over); /* 0/1 Running, but not 0/1 Completed */
}

/* Whether a line without names above it says it in a cell of its own: `gh pr checks`, and AWS. */
static bool is_loose(lg_piece line, char between) {
  bool found = false;
  size_t cells = nth(line, between, 2).len == 0 ? 0 : CELLS;
  for (size_t i = 0; i < cells && !found; i++) {
    lg_piece cell = nth(line, between, i);
    bool word = cell.len > 0 && memchr(cell.s, ' ', cell.len) == NULL && !lg__is_listed("running", cell.s, cell.len);
    found = word && lg__passes(cell.s, cell.len, LG_PASSES_NOT_YET) != 0;
  }
  return found;
}

bool lg__read_table(lg_piece text, bool *out) {
  lg_state_table table = {.count = 0};
  bool is_table = false;
  *out = false;
  for (size_t at = 0, end, others = 0; at < text.len && others < LINES && !*out; at = end + 1) {
    const char *stop = memchr(text.s + at, '\n', text.len - at);
    end = stop != NULL ? (size_t)(stop - text.s) : text.len;
    lg_piece line = {text.s + at, end - at};
    if (bare(line).len == 0) {
      table.count = 0;
    } else if (table.count > 0) {
      *out = row_says(line, &table, &is_table);
    } else if (others++, !read_names(line, &table)) {
      table.count = 0;
      *out = line.len <= LINE_MAX_BYTES && is_loose(line, text.s[0] == '-' ? '|' : '\t');
    }
  }
  return is_table || *out;
}
