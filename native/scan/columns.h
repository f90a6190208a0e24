/* Which column of a table holds what: `--columns run=trace_id,tool=name`. As lib/traces/columns.ts. */
#ifndef SCAN_COLUMNS_H
#define SCAN_COLUMNS_H

#include "loopguard.h"
#include "scan_text.h"

/* The fields behind `tool`, XX(NAME, name), in the order of COLUMN_FIELDS. */
#define SCAN_FIELD_MAP(XX)                                                                                             \
  XX(RUN, run)                                                                                                         \
  XX(ARGUMENTS, arguments)                                                                                             \
  XX(RESULT, result)                                                                                                   \
  XX(ERROR, error)                                                                                                     \
  XX(TIME, time)                                                                                                       \
  XX(END, end)                                                                                                         \
  XX(ROUND, round)                                                                                                     \
  XX(TURN, turn)                                                                                                       \
  XX(TOKENS, tokens)                                                                                                   \
  XX(ID, id)

#define SCAN_FIELD_ENUM(NAME, name) SCAN_##NAME,
#define SCAN_FIELD_WORDS(NAME, name) ", " #name

typedef enum scan_field {
  SCAN_TOOL,
  SCAN_FIELD_MAP(SCAN_FIELD_ENUM) SCAN_FIELDS /* how many there are */
} scan_field;

/* "tool, run, ..." */
#define SCAN_FIELD_NAMES "tool" SCAN_FIELD_MAP(SCAN_FIELD_WORDS)

typedef struct scan_columns {
  program_text names[SCAN_FIELDS]; /* `s` is NULL: the field has no column */
  scan_field given[SCAN_FIELDS];   /* the fields that have one, in the order of the map */
  size_t count;
  bool seen[SCAN_FIELDS]; /* some row had the column */
  program_out texts;      /* holds the names */
} scan_columns;

const char *scan_field_name(scan_field field);
/*
 * Reads the map. False: it is wrong, `why` says how; if `why` is empty there is no memory. Free the columns with
 * scan_columns_free in any case.
 */
bool scan_columns_read(const char *map, scan_columns *out, program_out *why);
void scan_columns_free(scan_columns *columns);

/* A row: the values of its columns. LG_VALUE_NONE: the row has none, or null. */
typedef struct scan_row {
  lg_value of[SCAN_FIELDS];
} scan_row;

/* The row in a packed object. `columns` notes which columns there were. */
void scan_row_of(lg_value object, scan_columns *columns, scan_row *out_row);

#endif
