/* From a row to the call and the outcome that the core is told. As lib/traces/formats/own-formats.ts. */
#ifndef SCAN_CALL_H
#define SCAN_CALL_H

#include "fields.gen.h"
#include "loopguard.h"
#include "value.h"

/* Which column of a table holds what: `--columns run=trace_id,tool=name`. As lib/traces/columns.ts. */
typedef struct scan_columns {
  program_text names[SCAN_FIELDS]; /* `s` is NULL: the field has no column */
  scan_field given[SCAN_FIELDS];   /* the fields that have one, in the order of the map */
  size_t count;
  bool seen[SCAN_FIELDS]; /* some row had the column */
  program_out texts;      /* holds the names */
} scan_columns;

const char *scan_field_name(scan_field field);
/* Reads the map. False: it is wrong, `why` says how. */
bool scan_columns_read(const char *map, scan_columns *out, program_out *why);

/* A row: the values of its columns. LG_VALUE_NONE: the row has none, or null. */
typedef struct scan_row {
  lg_value of[SCAN_FIELDS];
} scan_row;

/* The row in a packed object. `columns` notes which columns there were. */
void scan_row_of(lg_value object, scan_columns *columns, scan_row *out_row);

/* What a row says of its call. Its texts are borrowed from the row, and `name` from the caller. */
typedef struct scan_call {
  program_text name;  /* as it is kept */
  lg_value arguments; /* LG_VALUE_NONE: none */
  double at, end;     /* when it was requested, and when its outcome came; NaN: not known */
  double tokens;      /* NaN: not known */
  bool returned;      /* there is an outcome: `result` or, if it failed, `error` */
  bool failed;
  lg_value result, error; /* an error that is LG_VALUE_NONE has no text of its own */
  bool error_is_text;     /* the text is `error` itself or, if it is no string, its JSON: not its member `message` */
} scan_call;

/* Reads what is in the columns; `name` is the tool's. */
void scan_call_of(const scan_row *row, program_text name, scan_call *out);

/* Buffers for what is made of calls and outcomes, so that calls allocate nothing once they have grown. */
typedef struct scan_rooms {
  lg_workspace *arguments; /* of arguments that were text: they are asked about while an outcome is held */
  lg_workspace *texts;     /* of everything else */
  program_out asked;       /* arguments with doubles, for the same reason */
  program_out value;       /* any other value with doubles */
  program_out error;       /* the text of an error that is JSON */
  program_out error_key;   /* what an error is compared by */
  program_out bare;        /* a result or an error without a guard's words */
} scan_rooms;

/* An outcome for the core, and its text as a model read it. */
typedef struct scan_outcome {
  lg_outcome core;
  program_text words; /* of the error, or of a result that is a text; else empty */
} scan_outcome;

/* The texts are borrowed from the call and from `rooms`. */
scan_outcome scan_outcome_of(const scan_call *call, scan_rooms *rooms);

/* Characters of the arguments and of the outcome, in JavaScript. */
double scan_arguments_size(const scan_call *call);
double scan_outcome_size(const scan_call *call, const scan_outcome *outcome);

#endif
