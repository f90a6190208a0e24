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
  out->core.transient = lg_is_transient(text.s, text.len);
  return true;
}

/* Members of the results of Glob, WebFetch and WebSearch that hold how long the tool took. */
static const char *const TIMES[] = {"durationMs", "durationSeconds"};
enum { TIMES_COUNT = sizeof TIMES / sizeof *TIMES };

/* Replaces `number`, a member's value in `object`, by 0; its packed form is never longer. */
static void put_zero(uint8_t *object, size_t *len, lg_value number) {
  static const char zero[PROGRAM_PACKED_NUMBER] = {LG_VALUE_NUMBER};
  size_t at = (size_t)(number.bytes - object);
  memcpy(object + at, zero, sizeof zero);
  memmove(object + at + sizeof zero, object + at + number.len, *len - at - number.len);
  *len -= number.len - sizeof zero;
  program_pack_head(LG_VALUE_OBJECT, *len - PROGRAM_PACKED_HEAD, (char *)object);
}

/* The result with its durations set to 0, since they differ each time. The same as withoutTimes in lib/. */
static bool timeless_outcome(lg_value response, hook_outcome *out) {
  uint8_t *copy = NULL;
  for (size_t i = 0; i < TIMES_COUNT; i++) {
    lg_value time = program_member(response, TIMES[i]);
    if (time.bytes == NULL) continue;
    lg_value_type kind = lg_value_kind(time);
    if (kind != LG_VALUE_NUMBER && kind != LG_VALUE_DIGITS) continue;
    if (copy == NULL) {
      copy = malloc(response.len);
      if (copy == NULL) return false;
      memcpy(copy, response.bytes, response.len);
      time.bytes = copy + (time.bytes - response.bytes);
      response.bytes = copy;
    }
    put_zero(copy, &response.len, time);
  }
  hook_outcome_result(response, out);
  out->block = (char *)copy;
  return true;
}

static bool continues(program_text text, size_t at, const char *with) {
  return at <= text.len && program_text_begins((program_text){text.s + at, text.len - at}, with);
}

/* The end of the run of characters from `set` at `at`. */
static size_t behind_all(program_text text, size_t at, const char *set) {
  while (at < text.len && text.s[at] != '\0' && strchr(set, text.s[at]) != NULL) at++;
  return at;
}

/* The end of a line at `at` that is `name` and numbers; `at` if it is another line. */
static size_t behind_numbers(program_text text, size_t at, const char *name, const char *set) {
  if (!continues(text, at, name)) return at;
  size_t from = at + strlen(name), end = behind_all(text, from, set);
  return end > from ? end : at;
}

/* Takes what is between the two places out of the result, a text. False: out of memory. */
static bool cut_out(hook_outcome *out, size_t from, size_t to) {
  char *copy = malloc(out->core.result_len);
  if (copy == NULL) return false;
  memcpy(copy, out->core.result, from);
  memcpy(copy + from, out->core.result + to, out->core.result_len - to);
  out->core.result = out->block = copy;
  out->core.result_len -= to - from;
  return true;
}

/* Removes process ids, which differ each time, from the result of a shell command of Gemini CLI or Qwen Code. The same
 * as withoutProcesses in lib/. */
static bool forget_processes(hook_outcome *out) {
  program_text text = {out->core.result, out->core.result_len};
  for (size_t at = 0; at < text.len; at++) {
    if (text.s[at] != '\n') continue;
    size_t group = behind_numbers(text, at, "\nBackground PIDs: ", "0123456789, ");
    size_t end = behind_numbers(text, group, "\nProcess Group PGID: ", "0123456789");
    if (end == group || (end < text.len && !continues(text, end, "\n</untrusted_context>"))) continue;
    return cut_out(out, at, end);
  }
  return true;
}

/*
 * Removes the number of the shell, which counts up, from the last line of a result of Copilot CLI:
 * `<shellId: 4 completed with exit code 0>`. The same as withoutShellId in lib/.
 */
static bool forget_shell_id(hook_outcome *out) {
  static const char front[] = "<shellId: ";
  program_text text = {out->core.result, out->core.result_len};
  size_t line = text.len;
  while (line > 0 && text.s[line - 1] != '\n') line--;
  size_t from = line + sizeof front - 1, end = behind_numbers(text, line, front, "0123456789");
  if (end == line || !continues(text, end, " completed with exit code ")) return true;
  return cut_out(out, from, end);
}

/* The part of the result that the model reads, without what differs each time. */
static bool result(const hook_event *event, hook_outcome *out) {
  const hook_facts *facts = event->facts;
  lg_value part = facts->result_part != NULL ? program_member(event->response, facts->result_part) : event->response;
  if (part.bytes == NULL) {
    hook_outcome_result(event->response, out);
    return true;
  }
  if (facts->without == HOOK_WITHOUT_TIMES) return timeless_outcome(part, out);
  hook_outcome_result(part, out);
  if (out->core.result_kind != LG_RESULT_TEXT) return true;
  if (facts->without == HOOK_WITHOUT_PROCESSES)
    return !program_text_is(event->call.name, "run_shell_command") || forget_processes(out);
  return facts->without != HOOK_WITHOUT_SHELL_IDS || forget_shell_id(out);
}

bool hook_outcome_of(const hook_event *event, hook_outcome *out) {
  *out = NOTHING;
  if (!hook_event_failed(event)) return result(event, out);
  if (event->interrupted || event->error.bytes == NULL) return true;
  const char *name = event->facts->error_part;
  lg_value part = name != NULL ? program_member(event->error, name) : (lg_value){NULL, 0};
  return hook_outcome_error(program_text_of(part).len > 0 ? part : event->error, out);
}

void hook_outcome_free(hook_outcome *outcome) {
  free(outcome->block);
  *outcome = NOTHING;
}
