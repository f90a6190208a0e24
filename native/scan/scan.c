#include "run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "traits.gen.h"
#include "value.h"

/* ---- open runs --------------------------------------------------------------------------------------------------- */

static void end_run(scan *s, scan_run *run) {
  scan_run_end(&s->context, run);
  /* A run may have ended before the results of its only response came. */
  if (s->needs_outcomes && !run->returned && run->loops.round > 1) s->blind_runs++;
  for (size_t i = 0; i < run->loops.count; i++)
    if (run->loops.items[i].action > s->worst) s->worst = run->loops.items[i].action;
  scan_loops_write(run, &s->out);
  scan_run_clear(run);
}

/* The run with this id; empty: the one of all rows without an id. It may take the place of another, which ends. */
static scan_run *run_of(scan *s, program_text id, double started_at) {
  lg_table *by_id = &s->by_id;
  lg_table_entry *entry;
  lg_digest key = lg_digest_bytes(NULL, id.s, id.len);
  bool known = lg__table_find(by_id, &key) != NULL;
  if (!known && by_id->count == by_id->max_entries) end_run(s, &s->runs[by_id->oldest]);
  program_must(lg__table_touch(by_id, &key, &entry));
  scan_run *run = &s->runs[by_id->newest];
  if (known) return run;
  if (run->core == NULL) program_must(lg_run_new(s->context.guard, &run->core));
  program_out_bytes(&run->id, id.s, id.len);
  run->line = s->number;
  run->started_at = started_at;
  return run;
}

/* ---- what could not be read -------------------------------------------------------------------------------------- */

enum {
  LISTED_MAX = 100, /* faults of lines; of further ones only the number is told */
  SHOWN_MAX = 40    /* characters of a wrong value that a message shows */
};

/* `line` 0: it is about the whole input. */
static void print(unsigned long long line, program_text reason) {
  if (line > 0)
    fprintf(stderr, SCAN_SOURCE ":%llu: ", line);
  else
    fprintf(stderr, SCAN_SOURCE ": ");
  scan_print_plain(reason);
  fputc('\n', stderr);
}

static void fault(scan *s, const char *before, program_text what, const char *after) {
  scan_faults *faults = &s->faults;
  faults->any = true;
  if (s->number != 0 && faults->count++ >= LISTED_MAX) {
    if (faults->count == LISTED_MAX + 1) faults->first = s->number;
    faults->last = s->number;
    return;
  }
  program_out reason = {0};
  program_out_text(&reason, before);
  program_out_bytes(&reason, what.s, what.len);
  program_out_text(&reason, after);
  print(s->number, program_out_view(&reason));
}

/* The same with the value as JSON, cut short. */
static void wrong_value(scan *s, const char *before, lg_value value, const char *after) {
  program_text text = program_json_of(scan_doubles(value, NULL, &s->context.rooms.value), s->context.rooms.texts);
  size_t len = 0;
  for (size_t units = 0; len < text.len; len++) {
    if (((unsigned char)text.s[len] & 0xC0) != 0x80 && units++ == SHOWN_MAX) break;
  }
  fault(s, before, (program_text){text.s, len}, after);
}

static void tell_left(const scan_faults *faults) {
  char reason[128];
  int len;
  if (faults->count <= LISTED_MAX) return;
  unsigned long long left = faults->count - LISTED_MAX;
  if (left == 1)
    len = snprintf(reason, sizeof reason, "1 more error; only the first %d are listed", LISTED_MAX);
  else
    len = snprintf(reason, sizeof reason, "%llu more errors, up to line %llu; only the first %d are listed", left,
                   faults->last, LISTED_MAX);
  print(faults->first, (program_text){reason, (size_t)len});
}

/* ---- the scan ---------------------------------------------------------------------------------------------------- */

void scan_begin(scan *out, lg_guard *guard, scan_columns *columns, bool sorted) {
  const lg_guard_options *options;
  *out = (scan){.context = {.guard = guard, .columns = columns},
                .needs_outcomes = program_detectors_are(guard, scan_needs_outcomes),
                .line = program_workspace()};
  size_t runs = sorted ? 1 : SCAN_RUNS_MAX;
  out->runs = program_memory(lg__alloc_zeroed(&program_allocator, runs, sizeof *out->runs));
  lg__table_init(&out->by_id, &program_allocator, runs, sizeof(lg_table_entry));
  out->context.rooms = (scan_rooms){.arguments = program_workspace(), .texts = program_workspace()};
  out->context.shadow = lg_guard_settings(guard, &options) == LG_OK && options->shadow;
}

/* ---- rows ---- */

/* The id of a row's run. False: it is none, which was told. */
static bool run_id(scan *s, lg_value value, program_text *out) {
  double number;
  *out = program_text_of(value);
  if (value.bytes == NULL || out->s != NULL) return true;
  if (!lg_value_number(value, &number)) {
    wrong_value(s, "expected the run as text or a number, got ", value, "");
    return false;
  }
  if (isfinite(number) && fabs(number) > SCAN_SAFE_MAX) { /* two such numbers may be one in JavaScript */
    wrong_value(s, "the run ", value, " has more digits than a JSON number keeps: write it as text");
    return false;
  }
  s->run_id.len = 0;
  scan_put_number(&s->run_id, number);
  *out = program_out_view(&s->run_id);
  return true;
}

static void take_row(scan *s, lg_value object) {
  scan_row row;
  program_text id;
  scan_row_of(object, s->context.columns, &row);
  s->rows++;
  lg_value tool = row.of[SCAN_TOOL];
  if (tool.bytes == NULL || (lg_value_kind(tool) == LG_VALUE_STRING && program_text_of(tool).len == 0)) return;
  if (lg_value_kind(tool) != LG_VALUE_STRING) {
    wrong_value(s, "expected the tool's name as text, got ", tool, "");
    return;
  }
  if (!run_id(s, row.of[SCAN_RUN], &id)) return;
  id = scan_kept_name(id, &s->kept_id);
  scan_run_row(&s->context, run_of(s, id, scan_time_of(row.of[SCAN_TIME])), object, &row);
  s->calls++;
}

/* ---- lines ---- */

void scan_line(scan *s, const char *line, size_t len) {
  program_text text = program_unmarked((program_text){line, len});
  lg_value value = {NULL, 0};
  s->number++;
  if (len == 0) return;
  if (!scan_has_surrogates(text)) value = program_json_read(text, s->line);
  if (value.bytes == NULL) {
    s->text.len = 0;
    scan_make_utf8(text, &s->text);
    text = program_out_view(&s->text);
    value = program_json_read(text, s->line);
  }
  if (value.bytes == NULL) {
    if (!scan_is_blank(text)) fault(s, "not JSON", (program_text){"", 0}, "");
    return;
  }
  lg_value_type kind = lg_value_kind(value);
  if (kind == LG_VALUE_OBJECT) {
    take_row(s, value);
  } else if (kind == LG_VALUE_ARRAY) { /* a list of rows */
    for (lg_values items = lg_value_begin(value); lg_value_next(&items);)
      if (lg_value_kind(items.value) == LG_VALUE_OBJECT) take_row(s, items.value);
  } else {
    wrong_value(s, "expected an object or a list, got ", value, "");
  }
}

void scan_long_line(scan *s, unsigned long long len) {
  char reason[160];
  s->number++;
  snprintf(reason, sizeof reason,
           "skipped: %.1f MB in one line or value, more than the limit of %d MB; split it into several lines",
           (double)len / 1e6, SCAN_LINE_MAX / 1000000);
  fault(s, reason, (program_text){"", 0}, "");
}

/* Prints the column's name as JSON between two texts. */
static void tell_column(const char *before, program_text column, const char *after) {
  program_out name = {0};
  program_out_string(&name, column.s, column.len);
  fprintf(stderr, "%s%.*s%s", before, (int)name.len, name.data, after);
}

/* As notRecordedText in lib/cli/scan/scan-output.ts. */
static void tell_blind(const scan *s) {
  const scan_columns *columns = s->context.columns;
  program_text column = columns->names[SCAN_RESULT];
  if (s->blind_runs == 0) return;
  fprintf(stderr, "In %llu run%s no result is recorded, and these detectors find nothing without.\n", s->blind_runs,
          s->blind_runs == 1 ? "" : "s");
  if (column.s == NULL || !columns->seen[SCAN_RESULT])
    fputs("Say which column has the results: --columns result=<column>,...\n", stderr);
  else
    tell_column("The column ", column, ", which --columns names for result, is NULL in all rows of them.\n");
}

/* As noCallsText in lib/cli/scan/scan-output.ts. */
static void tell_no_calls(const scan *s) {
  const scan_columns *columns = s->context.columns;
  /* A fault says that no row has the column. */
  if (s->calls > 0 || (s->rows > 0 && !columns->seen[SCAN_TOOL])) return;
  tell_column("No tool call was found: no row has a tool's name in the column ", columns->names[SCAN_TOOL],
              ", which --columns names for tool.\n");
}

void scan_end(scan *s) {
  const lg_table *by_id = &s->by_id;
  for (uint32_t at = by_id->oldest; at != LG_TABLE_NONE; at = lg__table_at(by_id, at)->next) end_run(s, &s->runs[at]);
  tell_left(&s->faults);
  s->number = 0;
  const scan_columns *columns = s->context.columns;
  for (size_t i = 0; i < columns->count && s->rows > 0; i++) {
    scan_field field = columns->given[i];
    program_out name = {0};
    if (columns->seen[field]) continue;
    program_out_string(&name, columns->names[field].s, columns->names[field].len);
    program_out_text(&name, ", which --columns names for ");
    fault(s, "no row has the column ", program_out_view(&name), scan_field_name(field));
  }
  tell_blind(s);
  tell_no_calls(s);
}
