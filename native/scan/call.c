#include "call.h"

#include <math.h>
#include <string.h>

#include "verdict_text.h"
#include "value.h"
#include "words.gen.h"

/* ---- columns ----------------------------------------------------------------------------------------------------- */

static const char *const FIELDS[SCAN_FIELDS] = {SCAN_FIELD_LIST};

static const char KNOWN[] = "; known: " SCAN_FIELD_NAMES;

const char *scan_field_name(scan_field field) { return FIELDS[field]; }

static bool wrong(program_out *why, const char *before, program_text what, const char *after) {
  program_out_text(why, before);
  program_out_string(why, what.s, what.len);
  program_out_text(why, after);
  return false;
}

static bool wrong_field(program_out *why, const char *before, scan_field field, const char *after) {
  program_out_text(why, before);
  program_out_text(why, FIELDS[field]);
  program_out_text(why, after);
  return false;
}

static bool unexpected(program_out *why, const char *at) {
  return wrong(why, "expected field=column at ", (program_text){at, strlen(at)},
               "; a name with , or = or a quote is a JSON string");
}

static const char *skip_space(const char *at) { return at + strspn(at, " \t\n\v\f\r"); }

/* The bytes of the JSON string at `at`, quotes included; 0: it has no end. */
static size_t length_of_string(const char *at) {
  for (size_t len = 1; at[len] != '\0'; len++) {
    if (at[len] == '"') return len + 1;
    if (at[len] == '\\' && at[++len] == '\0') return 0;
  }
  return 0;
}

/* Adds what the JSON string `quoted` stands for. */
static bool unquote(program_text quoted, program_out *out, program_out *why) {
  const unsigned char *begin = (const unsigned char *)quoted.s + 1, *end = begin + quoted.len - 1;
  size_t len;
  program_out_reserve(out, quoted.len + 8);
  if (lg__read_string(begin, end, (uint8_t *)out->data + out->len, &len) != NULL) {
    out->len += len;
    return true;
  }
  program_out_bytes(why, quoted.s, quoted.len);
  program_out_text(why, " is not a JSON string");
  return false;
}

/* Reads one entry and moves `*at` behind it and its comma; `*out_more`: there was a comma. */
static bool read_entry(const char **at, scan_columns *out, size_t ends[SCAN_FIELDS], bool *out_more, program_out *why) {
  const char *begin = *at, *name = skip_space(begin), *value = name, *end;
  while (lg__is_of_word(*value)) value++;
  program_text field = {name, (size_t)(value - name)}, quoted = {NULL, 0};
  value = skip_space(value);
  if (field.len == 0 || *value++ != '=') return unexpected(why, begin);
  if (*value == '"') {
    quoted = (program_text){value, length_of_string(value)};
    end = skip_space(value + quoted.len);
    if (quoted.len == 0) return unexpected(why, begin);
  } else {
    end = value + strcspn(value, ",=");
  }
  if (*end != ',' && *end != '\0') return unexpected(why, begin);
  scan_field known = SCAN_TOOL;
  while (known < SCAN_FIELDS && !program_text_is(field, FIELDS[known])) known++;
  if (known == SCAN_FIELDS) return wrong(why, "no field ", field, KNOWN);
  for (size_t i = 0; i < out->count; i++)
    if (out->given[i] == known) return wrong_field(why, "the field ", known, " is given twice");
  size_t before = out->texts.len;
  if (quoted.s != NULL && !unquote(quoted, &out->texts, why)) return false;
  if (quoted.s == NULL) program_out_bytes(&out->texts, value, (size_t)(end - value));
  if (out->texts.len == before) return wrong_field(why, "the field ", known, " has no column");
  out->given[out->count] = known;
  ends[out->count++] = out->texts.len;
  *out_more = *end == ',';
  *at = *out_more ? end + 1 : end;
  return true;
}

bool scan_columns_read(const char *map, scan_columns *out, program_out *why) {
  size_t ends[SCAN_FIELDS], begin = 0;
  *out = (scan_columns){.count = 0};
  for (bool more = true; more;)
    if (!read_entry(&map, out, ends, &more, why)) return false;
  for (size_t i = 0; i < out->count; begin = ends[i++])
    out->names[out->given[i]] = (program_text){out->texts.data + begin, ends[i] - begin};
  if (out->names[SCAN_TOOL].s != NULL) return true;
  return wrong_field(why, "no column for the field ", SCAN_TOOL, KNOWN);
}

void scan_row_of(lg_value object, scan_columns *columns, scan_row *out_row) {
  *out_row = (scan_row){.of = {{NULL, 0}}};
  for (lg_values members = lg_value_begin(object); lg_value_next(&members);) {
    program_text key = {members.key, members.key_len};
    for (size_t i = 0; i < columns->count; i++) { /* two fields may have the same column */
      scan_field field = columns->given[i];
      if (!program_text_same(key, columns->names[field])) continue;
      columns->seen[field] = true;
      if (lg_value_kind(members.value) != LG_VALUE_NULL) out_row->of[field] = members.value;
    }
  }
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* A count of tokens; 64-bit integers may be quoted. NaN: it is none. */
static double tokens_of(lg_value value) {
  double number = NAN;
  if (!scan_number_in(program_text_of(value), &number)) (void)lg_value_number(value, &number);
  return number >= 0 && number <= SCAN_SAFE_MAX ? number : NAN;
}

static bool is_falsy(lg_value value) {
  double number;
  lg_value_type kind = lg_value_kind(value);
  if (kind == LG_VALUE_NONE || kind == LG_VALUE_NULL || kind == LG_VALUE_FALSE) return true;
  if (kind == LG_VALUE_STRING) return program_text_of(value).len == 0;
  return lg_value_number(value, &number) && number == 0;
}

void scan_call_of(const scan_row *row, program_text name, scan_call *out) {
  double number;
  lg_value error = row->of[SCAN_ERROR];
  *out = (scan_call){.name = name,
                     .arguments = row->of[SCAN_ARGUMENTS],
                     .at = scan_time_of(row->of[SCAN_TIME]),
                     .end = scan_time_of(row->of[SCAN_END]),
                     .tokens = tokens_of(row->of[SCAN_TOKENS])};
  if (is_falsy(error)) {
    out->result = row->of[SCAN_RESULT];
    out->returned = out->result.bytes != NULL;
    return;
  }
  out->returned = out->failed = true;
  /* With true or a number, the result is the error's text. */
  out->error_is_text = lg_value_kind(error) == LG_VALUE_TRUE || lg_value_number(error, &number);
  out->error = out->error_is_text ? row->of[SCAN_RESULT] : error;
}

/* ---- errors, as lib/base/failures.ts ---- */

/* The error's text: its own, the `message` of an object, else its JSON. */
static program_text text_of_error(const scan_call *call, scan_rooms *rooms) {
  program_text text = program_text_of(call->error);
  if (call->error.bytes == NULL) return program_words("\"failed\"");
  if (text.s == NULL && !call->error_is_text) {
    text = program_text_of(program_member(call->error, "message"));
    if (text.len == 0) text.s = NULL;
  }
  if (text.s != NULL) return text;
  lg_value error = scan_doubles(call->error, call->error_is_text ? NULL : SCAN_NAMED, &rooms->value);
  text = program_json_of(error, rooms->texts);
  rooms->error.len = 0;
  program_out_bytes(&rooms->error, text.s, text.len);
  return program_out_view(&rooms->error);
}

/* The status in the error's usual members. */
static lg_value status_of(const scan_call *call) {
  static const char *const names[] = {"status", "statusCode", "code"};
  double number;
  for (size_t i = 0; i < 3 && !call->error_is_text; i++) {
    lg_value value = program_member(call->error, names[i]);
    if (lg_value_number(value, &number) || program_text_of(value).len > 0) return value;
  }
  return (lg_value){NULL, 0};
}

/* The status as a number: 402 and "402" alike; NaN for anything else. */
static double status_number(lg_value status) {
  double number = NAN;
  program_text text = program_text_of(status);
  if (text.s == NULL) (void)lg_value_number(status, &number);
  if (text.len == 3) (void)scan_number_in(text, &number);
  return number;
}

static bool is_transient(lg_value status, program_text title) {
  double code = status_number(status);
  if (code >= 100 && code <= 599) return code == 408 || code == 425 || code == 429 || code >= 500;
  return PROGRAM_ANY(program_text_of(status), program_text_is, SCAN_TRANSIENT_CODES) ||
         lg_is_transient(title.s, title.len);
}

/* What failures are compared by: the status and the text. */
static void put_error_key(lg_value status, program_text title, scan_rooms *rooms) {
  double number;
  program_out *key = &rooms->error_key;
  key->len = 0;
  if (lg_value_number(status, &number)) {
    scan_put_number(key, number);
  } else {
    program_text text = program_text_of(status);
    program_out_bytes(key, text.s, text.len);
  }
  program_out_text(key, ": ");
  program_out_bytes(key, title.s, title.len);
}

static scan_outcome error_outcome(const scan_call *call, scan_rooms *rooms) {
  scan_outcome out = {.words = text_of_error(call, rooms)};
  program_text title = out.words;
  lg_value status = status_of(call);
  bool is_text = call->error_is_text || lg_value_kind(call->error) == LG_VALUE_STRING;
  if (is_text) title = program_bare_text(title, rooms->texts, &rooms->bare);
  out.core.failed = true;
  out.core.transient = is_transient(status, title);
  if (status.bytes != NULL) {
    put_error_key(status, title, rooms);
    title = program_out_view(&rooms->error_key);
  }
  out.core.error = title.len > 0 ? title.s : "";
  out.core.error_len = title.len;
  return out;
}

scan_outcome scan_outcome_of(const scan_call *call, scan_rooms *rooms) {
  if (call->failed) return error_outcome(call, rooms);
  scan_outcome out = {.core = program_outcome_of(call->result), .words = program_text_of(call->result)};
  if (out.words.s == NULL) {
    lg_value value = scan_doubles(call->result, SCAN_MARKED, &rooms->value);
    out.core.result = (const char *)value.bytes;
    out.core.result_len = value.len;
  }
  program_bare_result(&out.core, rooms->texts, &rooms->bare);
  return out;
}

double scan_arguments_size(const scan_call *call) {
  program_text text = program_text_of(call->arguments);
  return text.s != NULL ? (double)lg__units(text.s, text.len) : scan_size_of(call->arguments);
}

double scan_outcome_size(const scan_call *call, const scan_outcome *outcome) {
  if (!call->returned) return 0;
  if (call->failed || program_text_of(call->result).s != NULL)
    return (double)lg__units(outcome->words.s, outcome->words.len);
  return scan_size_of(call->result);
}
