#include "outcome.h"

#include <stdlib.h>
#include <string.h>

#include "texts.h"

/* The value as JSON.stringify would write it after JSON.parse, in a block of its own. */
static hook_text compact(hook_span value) {
  hook_text text = {NULL, 0};
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) return text;
  const char *form;
  size_t len;
  if (lg_canonicalize(workspace, LG_VERBATIM, value.s, value.len, &form, &len) == LG_OK &&
      (text.s = malloc(len != 0 ? len : 1)) != NULL) {
    memcpy(text.s, form, len);
    text.len = len;
  }
  lg_workspace_free(workspace);
  return text;
}

/* What the value says: a string's text, or JSON text. */
static hook_text value_text(hook_span value) {
  if (!hook_json_is_string(value)) return compact(value);
  hook_text text = {NULL, 0};
  text.s = hook_json_text(value, &text.len);
  return text;
}

bool hook_outcome_result(hook_span value, hook_outcome *out) {
  *out = (hook_outcome){.told = {.result_kind = LG_RESULT_NONE}};
  if (value.s == NULL) return true;
  out->result = value_text(value);
  if (out->result.s == NULL) return false;
  out->told.result_kind = hook_json_is_string(value) ? LG_RESULT_TEXT : LG_RESULT_JSON;
  out->told.result = out->result.s;
  out->told.result_len = out->result.len;
  return true;
}

bool hook_outcome_error(hook_span value, hook_outcome *out) {
  *out = (hook_outcome){.told = {.result_kind = LG_RESULT_NONE, .failed = true}};
  out->error = value_text(value);
  if (out->error.s == NULL) return false;
  out->told.error = out->error.s;
  out->told.error_len = out->error.len;
  out->told.transient = hook_is_transient(out->error.s, out->error.len);
  return true;
}

/* Gemini CLI's response: the error where there is one, and else what the model is shown of the result. */
static bool gemini_outcome(hook_span response, hook_outcome *out) {
  hook_member members[] = {{"error", {0}}, {"llmContent", {0}}};
  if (!hook_json_members(response, members, 2)) return hook_outcome_result(response, out);
  hook_span error = members[0].value, content = members[1].value;
  if (error.s == NULL || hook_json_is_literal(error, "null"))
    return hook_outcome_result(content.s != NULL ? content : response, out);
  hook_member message = {"message", {0}};
  bool says = hook_json_members(error, &message, 1) && hook_json_is_string(message.value) && message.value.len > 2;
  return hook_outcome_error(says ? message.value : error, out);
}

bool hook_outcome_of(const hook_event *event, hook_outcome *out) {
  hook_span none = {NULL, 0};
  if (event->dialect == HOOK_GEMINI) return gemini_outcome(event->response, out);
  if (event->kind == HOOK_AFTER) return hook_outcome_result(event->response, out);
  if (event->interrupted || event->error.s == NULL) return hook_outcome_result(none, out);
  return hook_outcome_error(event->error, out);
}

void hook_outcome_free(hook_outcome *outcome) {
  free(outcome->result.s);
  free(outcome->error.s);
  *outcome = (hook_outcome){.told = {.result_kind = LG_RESULT_NONE}};
}
