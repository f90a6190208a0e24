#include "event.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  hook_dialect dialect;
  hook_kind kind;
} EVENTS[] = {
    {"PreToolUse", HOOK_CLAUDE, HOOK_BEFORE},          {"PostToolUse", HOOK_CLAUDE, HOOK_AFTER},
    {"PostToolUseFailure", HOOK_CLAUDE, HOOK_FAILURE}, {"PostToolBatch", HOOK_CLAUDE, HOOK_BATCH},
    {"UserPromptSubmit", HOOK_CLAUDE, HOOK_PROMPT},    {"SessionStart", HOOK_CLAUDE, HOOK_START},
    {"BeforeTool", HOOK_GEMINI, HOOK_BEFORE},          {"AfterTool", HOOK_GEMINI, HOOK_AFTER},
    {"BeforeAgent", HOOK_GEMINI, HOOK_PROMPT},         {"PreModelRequest", HOOK_CLAUDE, HOOK_REQUEST},
    {"BeforeModel", HOOK_GEMINI, HOOK_REQUEST},
};

static hook_text text_of(hook_span value) {
  hook_text text = {NULL, 0};
  text.s = hook_json_text(value, &text.len);
  return text;
}

/* An id for a call that has none: the same for the same name and arguments. */
static hook_text derived_id(const hook_call *call) {
  static const uint8_t key[LG_KEY_SIZE] = {0};
  static const char digits[] = "0123456789abcdef";
  hook_text id = {NULL, 0};
  lg_workspace *workspace;
  lg_digest digest;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) return id;
  lg_status status = lg_identify(workspace, key, LG_CANONICAL, call->name.s, call->name.len, call->kind, call->args.s,
                                 call->args.len, NULL, &digest);
  lg_workspace_free(workspace);
  if (status != LG_OK || (id.s = malloc(2 * sizeof digest.bytes)) == NULL) return id;
  for (size_t i = 0; i < sizeof digest.bytes; i++) {
    id.s[2 * i] = digits[digest.bytes[i] >> 4];
    id.s[2 * i + 1] = digits[digest.bytes[i] & 15];
  }
  id.len = 2 * sizeof digest.bytes;
  return id;
}

bool hook_call_read(hook_span object, hook_call *out_call) {
  hook_member members[] = {{"tool_name", {0}}, {"tool_input", {0}}, {"tool_use_id", {0}}};
  *out_call = (hook_call){.kind = LG_ARGS_NONE};
  if (!hook_json_members(object, members, 3)) return false;
  out_call->name = text_of(members[0].value);
  hook_span input = members[1].value;
  if (hook_json_is_string(input)) {
    out_call->args_text = text_of(input);
    out_call->args = (hook_span){out_call->args_text.s, out_call->args_text.len};
    out_call->kind = LG_ARGS_RAW;
  } else if (input.s != NULL) {
    out_call->args = input;
    out_call->kind = LG_ARGS_RAW;
  }
  if (out_call->name.s != NULL) {
    out_call->id = text_of(members[2].value);
    if (out_call->id.s == NULL) out_call->id = derived_id(out_call);
  }
  if (out_call->name.s != NULL && out_call->id.s != NULL) return true;
  hook_call_free(out_call);
  return false;
}

void hook_call_free(hook_call *call) {
  free(call->name.s);
  free(call->id.s);
  free(call->args_text.s);
  *call = (hook_call){.kind = LG_ARGS_NONE};
}

static bool find_event(hook_span value, hook_event *event) {
  hook_text name = text_of(value);
  bool found = false;
  for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS && name.s != NULL && !found; i++) {
    found = strlen(EVENTS[i].name) == name.len && memcmp(EVENTS[i].name, name.s, name.len) == 0;
    if (!found) continue;
    event->name = EVENTS[i].name;
    event->dialect = EVENTS[i].dialect;
    event->kind = EVENTS[i].kind;
  }
  free(name.s);
  return found;
}

bool hook_tells_every_end(const hook_event *event) {
  static const char shell[] = "Bash"; /* how Codex calls each of its tools that run shell commands */
  const hook_text *name = &event->call.name;
  if (event->dialect != HOOK_CODEX) return event->dialect == HOOK_CLAUDE;
  return name->len == sizeof shell - 1 && memcmp(name->s, shell, sizeof shell - 1) == 0;
}

static bool read_call(hook_span object, hook_event *event) {
  if (!hook_call_read(object, &event->call)) return false;
  if (hook_tells_every_end(event)) return true;
  free(event->call.id.s);
  event->call.id = derived_id(&event->call);
  if (event->call.id.s != NULL) return true;
  hook_call_free(&event->call);
  return false;
}

hook_read hook_event_read(const char *text, size_t len, hook_dialect asked, hook_event *out_event) {
  enum { EVENT, SESSION, AGENT, RESPONSE, ERROR, INTERRUPT, CALLS, SOURCE, TURN, PROMPT, COUNT };
  hook_member members[COUNT] = {
      [EVENT] = {"hook_event_name", {0}},  [SESSION] = {"session_id", {0}}, [AGENT] = {"agent_id", {0}},
      [RESPONSE] = {"tool_response", {0}}, [ERROR] = {"error", {0}},        [INTERRUPT] = {"is_interrupt", {0}},
      [CALLS] = {"tool_calls", {0}},       [SOURCE] = {"source", {0}},      [TURN] = {"turn_id", {0}},
      [PROMPT] = {"prompt", {0}},
  };
  if (!hook_json_valid(text, len)) return HOOK_NOT_JSON;
  while (len > 0 && *text != '{' && *text != '[' && *text != '"') text++, len--; /* white space in front */
  hook_span object = {text, len};
  hook_event event = {.call = {.kind = LG_ARGS_NONE}};
  if (!hook_json_members(object, members, COUNT) || !find_event(members[EVENT].value, &event)) return HOOK_NOT_OURS;
  if (!hook_json_is_string(members[SESSION].value)) return HOOK_NOT_OURS;
  bool codex = asked == HOOK_CODEX || (asked == HOOK_AUTO && members[TURN].value.s != NULL);
  if (event.dialect == HOOK_CLAUDE && codex) event.dialect = HOOK_CODEX;
  event.session = members[SESSION].value;
  if (hook_json_is_string(members[AGENT].value)) event.agent = members[AGENT].value;
  event.response = members[RESPONSE].value;
  if (!hook_json_is_literal(members[ERROR].value, "null")) event.error = members[ERROR].value;
  event.interrupted = hook_json_is_literal(members[INTERRUPT].value, "true");
  event.has_prompt = hook_json_is_string(members[PROMPT].value) && members[PROMPT].value.len > 2;
  event.calls = members[CALLS].value;
  event.source = text_of(members[SOURCE].value);
  bool has_call = event.kind == HOOK_BEFORE || event.kind == HOOK_AFTER || event.kind == HOOK_FAILURE;
  if (has_call && !read_call(object, &event)) {
    free(event.source.s);
    return HOOK_NOT_OURS;
  }
  *out_event = event;
  return HOOK_READ;
}

void hook_event_free(hook_event *event) {
  hook_call_free(&event->call);
  free(event->source.s);
  event->source = (hook_text){NULL, 0};
}
