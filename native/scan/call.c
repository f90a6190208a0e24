#include "call.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "moment.h"
#include "own_words.h"
#include "value.h"
#include "words.gen.h"

/* Number.MAX_SAFE_INTEGER. */
#define COUNT_MAX 9007199254740991.0

/* A count of tokens; 64-bit integers may be quoted. NaN: it is none. */
static double tokens_of(lg_value value) {
  double number = NAN;
  if (!scan_number_in(program_text_of(value), &number)) (void)scan_number_of(value, &number);
  return number >= 0 && number <= COUNT_MAX ? number : NAN;
}

/* Whether JavaScript takes the value for false. */
static bool is_falsy(lg_value value) {
  double number;
  lg_value_type kind = lg_value_kind(value);
  if (kind == LG_VALUE_NONE || kind == LG_VALUE_NULL || kind == LG_VALUE_FALSE) return true;
  if (kind == LG_VALUE_STRING) return program_text_of(value).len == 0;
  return scan_number_of(value, &number) && number == 0;
}

double scan_row_time(const scan_row *row) { return scan_time_of(row->of[SCAN_TIME]); }

void scan_call_of(const scan_row *row, program_text name, scan_call *out) {
  double number;
  lg_value error = row->of[SCAN_ERROR];
  *out = (scan_call){.name = name,
                     .arguments = row->of[SCAN_ARGUMENTS],
                     .at = scan_row_time(row),
                     .end = scan_time_of(row->of[SCAN_END]),
                     .tokens = tokens_of(row->of[SCAN_TOKENS])};
  if (is_falsy(error)) {
    out->result = row->of[SCAN_RESULT];
    out->returned = out->result.bytes != NULL;
    return;
  }
  out->returned = out->failed = true;
  /* With true or a number, the result is the error's text. */
  out->error_is_text = lg_value_kind(error) == LG_VALUE_TRUE || scan_number_of(error, &number);
  out->error = out->error_is_text ? row->of[SCAN_RESULT] : error;
}

/* ---- errors, as lib/text/outcome-text.ts ---- */

/* The error's text: its own, the `message` of an object, else its JSON. False: out of memory. */
static bool text_of_error(const scan_call *call, scan_rooms *rooms, program_text *out) {
  static const char failed[] = "\"failed\"";
  program_text text = program_text_of(call->error), json;
  if (call->error.bytes == NULL) text = (program_text){failed, sizeof failed - 1};
  if (text.s == NULL && !call->error_is_text) {
    text = program_text_of(program_member(call->error, "message"));
    if (text.len == 0) text.s = NULL;
  }
  if (text.s == NULL) {
    lg_value error =
        call->error_is_text ? scan_doubles(call->error, &rooms->value) : scan_error_doubles(call->error, &rooms->value);
    if (!program_json_of(error, rooms->texts, &json)) return false;
    rooms->error.len = 0;
    program_out_bytes(&rooms->error, json.s, json.len);
    text = program_out_view(&rooms->error);
  }
  *out = text;
  return !rooms->error.failed && !rooms->value.failed;
}

/* The status in the error's usual members. */
static lg_value status_of(const scan_call *call) {
  static const char *const names[] = {"status", "statusCode", "code"};
  double number;
  for (size_t i = 0; i < 3 && !call->error_is_text; i++) {
    lg_value value = program_member(call->error, names[i]);
    if (scan_number_of(value, &number) || program_text_of(value).len > 0) return value;
  }
  return (lg_value){NULL, 0};
}

/* The status as a number: 402 and "402" alike; NaN for anything else. */
static double status_number(lg_value status) {
  double number = NAN;
  program_text text = program_text_of(status);
  if (text.s == NULL) {
    (void)scan_number_of(status, &number);
  } else if (text.len == 3) {
    number = 0;
    for (size_t i = 0; i < 3; i++)
      number = text.s[i] >= '0' && text.s[i] <= '9' ? number * 10 + (text.s[i] - '0') : NAN;
  }
  return number;
}

/* Whether it is the code of a failure that may pass by itself. */
static bool is_transient_code(program_text code) {
  for (size_t i = 0; i < sizeof SCAN_TRANSIENT_CODES / sizeof *SCAN_TRANSIENT_CODES; i++)
    if (program_text_is(code, SCAN_TRANSIENT_CODES[i])) return true;
  return false;
}

static bool is_transient(lg_value status, program_text title) {
  double code = status_number(status);
  if (code >= 100 && code <= 599) return code == 408 || code == 425 || code == 429 || code >= 500;
  return is_transient_code(program_text_of(status)) || lg_is_transient(title.s, title.len);
}

/* What failures are compared by: the status and the text. */
static bool put_error_key(lg_value status, program_text title, scan_rooms *rooms) {
  double number;
  program_out *key = &rooms->error_key;
  key->len = 0;
  if (scan_number_of(status, &number)) {
    scan_put_number(key, number, rooms->texts);
  } else {
    program_text text = program_text_of(status);
    program_out_bytes(key, text.s, text.len);
  }
  program_out_text(key, ": ");
  program_out_bytes(key, title.s, title.len);
  return !key->failed;
}

static bool error_outcome(const scan_call *call, scan_rooms *rooms, scan_outcome *out) {
  program_text title;
  lg_value status = status_of(call);
  if (!text_of_error(call, rooms, &out->words)) return false;
  title = out->words;
  bool is_text = call->error_is_text || lg_value_kind(call->error) == LG_VALUE_STRING;
  if (is_text) title = program_bare_text(title, rooms->texts, &rooms->bare);
  if (rooms->bare.failed) return false;
  out->core.failed = true;
  out->core.transient = is_transient(status, title);
  if (status.bytes != NULL) {
    if (!put_error_key(status, title, rooms)) return false;
    title = program_out_view(&rooms->error_key);
  }
  out->core.error = title.len > 0 ? title.s : "";
  out->core.error_len = title.len;
  return true;
}

bool scan_outcome_of(const scan_call *call, scan_rooms *rooms, scan_outcome *out) {
  *out = (scan_outcome){.words = {"", 0}};
  if (call->failed) return error_outcome(call, rooms, out);
  program_text text = program_text_of(call->result);
  if (text.s != NULL) {
    out->words = text;
    text = program_bare_text(text, rooms->texts, &rooms->bare);
    out->core.result_kind = LG_RESULT_TEXT;
    out->core.result = text.s;
    out->core.result_len = text.len;
  } else {
    lg_value value = program_bare_value(scan_result_doubles(call->result, &rooms->value), rooms->texts, &rooms->bare);
    out->core.result_kind = LG_RESULT_PACKED;
    out->core.result = (const char *)value.bytes;
    out->core.result_len = value.len;
  }
  return !rooms->bare.failed && !rooms->value.failed;
}

double scan_arguments_size(const scan_call *call, lg_workspace *workspace) {
  program_text text = program_text_of(call->arguments);
  return text.s != NULL ? (double)program_units(text) : scan_size_of(call->arguments, workspace);
}

double scan_outcome_size(const scan_call *call, const scan_outcome *outcome, lg_workspace *workspace) {
  if (!call->returned) return 0;
  if (call->failed || program_text_of(call->result).s != NULL) return (double)program_units(outcome->words);
  return scan_size_of(call->result, workspace);
}
