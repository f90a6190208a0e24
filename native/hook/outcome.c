#include "outcome.h"

#include <stdlib.h>
#include <string.h>

static const hook_outcome NOTHING = {.core = {.result_kind = LG_RESULT_NONE}};

void hook_outcome_result(lg_value value, hook_outcome *out) {
  *out = NOTHING;
  if (value.bytes == NULL) return;
  program_text text = program_text_of(value);
  out->core.result_kind = text.s != NULL ? LG_RESULT_TEXT : LG_RESULT_PACKED;
  out->core.result = text.s != NULL ? text.s : (const char *)value.bytes;
  out->core.result_len = text.s != NULL ? text.len : value.len;
}

/* The value as JSON.stringify writes it, allocated. */
static char *json_text(lg_value value, size_t *out_len) {
  lg_workspace *workspace;
  program_text form;
  char *text = NULL;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) return NULL;
  if (program_json_of(value, workspace, &form) && (text = malloc(form.len)) != NULL) {
    memcpy(text, form.s, form.len);
    *out_len = form.len;
  }
  lg_workspace_free(workspace);
  return text;
}

bool hook_outcome_error(lg_value value, hook_outcome *out) {
  *out = NOTHING;
  out->core.failed = true;
  program_text text = program_text_of(value);
  if (text.s == NULL) {
    text.s = out->block = json_text(value, &text.len);
    if (text.s == NULL) return false;
  }
  out->core.error = text.s;
  out->core.error_len = text.len;
  return true;
}

/* The part of the result that the model reads. */
static void result(const hook_event *event, hook_outcome *out) {
  const char *name = event->facts->result_part;
  lg_value part = name != NULL ? program_member(event->response, name) : event->response;
  hook_outcome_result(part.bytes != NULL ? part : event->response, out);
}

bool hook_outcome_of(const hook_event *event, hook_outcome *out) {
  *out = NOTHING;
  if (!hook_event_failed(event)) {
    result(event, out);
    return true;
  }
  if (event->interrupted || event->error.bytes == NULL) return true;
  const char *name = event->facts->error_part;
  lg_value part = name != NULL ? program_member(event->error, name) : (lg_value){NULL, 0};
  return hook_outcome_error(program_text_of(part).len > 0 ? part : event->error, out);
}

void hook_outcome_free(hook_outcome *outcome) {
  free(outcome->block);
  *outcome = NOTHING;
}
