#include "outcome.h"

#include <stdlib.h>
#include <string.h>

#include "json_out.h"
#include "texts.h"

/* The value as JSON.stringify would write it after JSON.parse, in a block of its own. */
static hook_text compact(hook_span value) {
  hook_text text = {NULL, 0};
  lg_workspace *workspace;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) return text;
  const char *form;
  size_t len;
  if (lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_RAW, value.s, value.len, &form, &len) == LG_OK &&
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
  out->told.transient = lg_is_transient(out->error.s, out->error.len);
  return true;
}

static bool is_number(hook_span value) {
  return value.s != NULL && (*value.s == '-' || (*value.s >= '0' && *value.s <= '9'));
}

/* How long a tool took, in the results of some: of Glob, WebFetch and WebSearch. */
static const char *const TIMES[] = {"durationMs", "durationSeconds"};
enum { TIMES_COUNT = sizeof TIMES / sizeof *TIMES };

/* A result without what differs each time that a tool runs: such a number is 0. As withoutTimes in lib/. */
static bool timeless_outcome(hook_span response, hook_outcome *out) {
  hook_out texts[TIMES_COUNT] = {{0}};
  bool whole = true;
  for (size_t i = 0; i < TIMES_COUNT; i++) {
    hook_member time = {TIMES[i], {0}};
    if (!hook_json_members(response, &time, 1) || !is_number(time.value)) continue;
    const char *behind = time.value.s + time.value.len;
    hook_out_bytes(&texts[i], response.s, (size_t)(time.value.s - response.s));
    hook_out_text(&texts[i], "0");
    hook_out_bytes(&texts[i], behind, (size_t)(response.s + response.len - behind));
    whole = whole && !texts[i].failed;
    if (whole) response = (hook_span){texts[i].s, texts[i].len};
  }
  whole = hook_outcome_result(response, out) && whole;
  for (size_t i = 0; i < TIMES_COUNT; i++) hook_out_free(&texts[i]);
  return whole;
}

static bool begins(hook_text text, size_t at, const char *with) {
  size_t len = strlen(with);
  return at <= text.len && text.len - at >= len && memcmp(text.s + at, with, len) == 0;
}

/* Where the characters of `set` that stand at `at` end. */
static size_t behind_all(hook_text text, size_t at, const char *set) {
  while (at < text.len && text.s[at] != '\0' && strchr(set, text.s[at]) != NULL) at++;
  return at;
}

/* Where the line `name` with its numbers, which begins at `at`, ends; `at` itself: it is another line. */
static size_t behind_numbers(hook_text text, size_t at, const char *name, const char *set) {
  if (!begins(text, at, name)) return at;
  size_t from = at + strlen(name), end = behind_all(text, from, set);
  return end > from ? end : at;
}

/* The result of a shell command of Gemini CLI without its processes, others each time. As withoutProcesses in lib/. */
static void forget_processes(hook_outcome *out) {
  hook_text text = out->result;
  for (size_t at = 0; at < text.len; at++) {
    if (text.s[at] != '\n') continue;
    size_t group = behind_numbers(text, at, "\nBackground PIDs: ", "0123456789, ");
    size_t end = behind_numbers(text, group, "\nProcess Group PGID: ", "0123456789");
    if (end == group || (end < text.len && !begins(text, end, "\n</untrusted_context>"))) continue;
    memmove(text.s + at, text.s + end, text.len - end);
    out->result.len = out->told.result_len = text.len - (end - at);
    return;
  }
}

static bool is_shell(const hook_call *call) {
  static const char name[] = "run_shell_command";
  return call->name.len == sizeof name - 1 && memcmp(call->name.s, name, sizeof name - 1) == 0;
}

/* Gemini CLI's response: the error where there is one, and else what the model is shown of the result. */
static bool gemini_outcome(const hook_event *event, hook_outcome *out) {
  hook_span response = event->response;
  hook_member members[] = {{"error", {0}}, {"llmContent", {0}}};
  if (!hook_json_members(response, members, 2)) return hook_outcome_result(response, out);
  hook_span error = members[0].value, content = members[1].value;
  if (error.s == NULL || hook_json_is_literal(error, "null")) {
    if (!hook_outcome_result(content.s != NULL ? content : response, out)) return false;
    if (out->told.result_kind == LG_RESULT_TEXT && is_shell(&event->call)) forget_processes(out);
    return true;
  }
  hook_member message = {"message", {0}};
  bool says = hook_json_members(error, &message, 1) && hook_json_is_string(message.value) && message.value.len > 2;
  return hook_outcome_error(says ? message.value : error, out);
}

bool hook_outcome_of(const hook_event *event, hook_outcome *out) {
  hook_span none = {NULL, 0};
  if (event->dialect == HOOK_GEMINI) return gemini_outcome(event, out);
  if (event->kind == HOOK_AFTER) return timeless_outcome(event->response, out);
  if (event->interrupted || event->error.s == NULL) return hook_outcome_result(none, out);
  return hook_outcome_error(event->error, out);
}

void hook_outcome_free(hook_outcome *outcome) {
  free(outcome->result.s);
  free(outcome->error.s);
  *outcome = (hook_outcome){.told = {.result_kind = LG_RESULT_NONE}};
}
