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
    {"BeforeModel", HOOK_GEMINI, HOOK_REQUEST},        {"PreCompact", HOOK_CLAUDE, HOOK_COMPACT},
    {"PostCompact", HOOK_CLAUDE, HOOK_COMPACT},        {"Stop", HOOK_CLAUDE, HOOK_STOP},
    {"SubagentStop", HOOK_CLAUDE, HOOK_STOP},
};

hook_text hook_text_of(lg_value value) {
  hook_text text = {NULL, 0};
  if (lg_value_kind(value) == LG_VALUE_STRING) (void)lg_value_text(value, &text.s, &text.len);
  return text;
}

lg_value hook_member(lg_value object, const char *name) { return lg_value_member(object, name, strlen(name)); }

/* Makes an id from name and arguments. False: out of memory. */
static bool make_id(hook_call *call) {
  static const uint8_t key[LG_KEY_SIZE] = {0};
  static const char digits[] = "0123456789abcdef";
  lg_workspace *workspace;
  lg_digest digest;
  if (lg_workspace_new(NULL, &workspace) != LG_OK) return false;
  lg_status status = lg_identify(workspace, key, LG_CANONICAL, call->name.s, call->name.len, call->kind, call->args.s,
                                 call->args.len, NULL, &digest);
  lg_workspace_free(workspace);
  char *id = status == LG_OK ? malloc(2 * sizeof digest.bytes) : NULL;
  if (id == NULL) return false;
  for (size_t i = 0; i < sizeof digest.bytes; i++) {
    id[2 * i] = digits[digest.bytes[i] >> 4];
    id[2 * i + 1] = digits[digest.bytes[i] & 15];
  }
  call->made_id = id;
  call->id = (hook_text){id, 2 * sizeof digest.bytes};
  return true;
}

bool hook_call_read(lg_value object, hook_call *out_call) {
  *out_call = (hook_call){.name = hook_text_of(hook_member(object, "tool_name")),
                          .id = hook_text_of(hook_member(object, "tool_use_id")),
                          .kind = LG_ARGS_NONE};
  lg_value input = hook_member(object, "tool_input");
  out_call->args = hook_text_of(input);
  if (out_call->args.s != NULL) {
    out_call->kind = LG_ARGS_RAW;
  } else if (input.bytes != NULL) {
    out_call->args = (hook_text){(const char *)input.bytes, input.len};
    out_call->kind = LG_ARGS_PACKED;
  }
  return out_call->name.s != NULL && (out_call->id.s != NULL || make_id(out_call));
}

void hook_call_free(hook_call *call) {
  free(call->made_id);
  *call = (hook_call){.kind = LG_ARGS_NONE};
}

static bool find_event(lg_value value, hook_event *event) {
  hook_text name = hook_text_of(value);
  for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS && name.s != NULL; i++) {
    if (strlen(EVENTS[i].name) != name.len || memcmp(EVENTS[i].name, name.s, name.len) != 0) continue;
    event->name = EVENTS[i].name;
    event->dialect = EVENTS[i].dialect;
    event->kind = EVENTS[i].kind;
    return true;
  }
  return false;
}

bool hook_tells_every_end(const hook_event *event) {
  static const char shell[] = "Bash"; /* Codex's name for all of its shell tools */
  const hook_text *name = &event->call.name;
  if (event->dialect != HOOK_CODEX) return event->dialect == HOOK_CLAUDE;
  return name->len == sizeof shell - 1 && memcmp(name->s, shell, sizeof shell - 1) == 0;
}

static bool read_call(lg_value object, hook_event *event) {
  hook_call *call = &event->call;
  if (!hook_call_read(object, call)) return false;
  return hook_tells_every_end(event) || call->made_id != NULL || make_id(call);
}

/* Fills `event` from the members of `object`. False: not an event that the hook handles. */
static bool read_event(lg_value object, hook_dialect asked, hook_event *event) {
  if (!find_event(hook_member(object, "hook_event_name"), event)) return false;
  event->session = hook_member(object, "session_id");
  if (hook_text_of(event->session).s == NULL) return false;
  bool codex = asked == HOOK_CODEX || (asked == HOOK_AUTO && hook_member(object, "turn_id").bytes != NULL);
  if (event->dialect == HOOK_CLAUDE && codex) event->dialect = HOOK_CODEX;
  lg_value agent = hook_member(object, "agent_id"), error = hook_member(object, "error");
  if (hook_text_of(agent).s != NULL) event->agent = agent;
  event->response = hook_member(object, "tool_response");
  if (lg_value_kind(error) != LG_VALUE_NULL) event->error = error;
  event->interrupted = lg_value_kind(hook_member(object, "is_interrupt")) == LG_VALUE_TRUE;
  event->has_prompt = hook_text_of(hook_member(object, "prompt")).len > 0;
  event->sent_back = lg_value_kind(hook_member(object, "stop_hook_active")) == LG_VALUE_TRUE;
  event->words = hook_text_of(hook_member(object, "last_assistant_message"));
  event->calls = hook_member(object, "tool_calls");
  event->source = hook_text_of(hook_member(object, "source"));
  bool has_call = event->kind == HOOK_BEFORE || event->kind == HOOK_AFTER || event->kind == HOOK_FAILURE;
  return !has_call || read_call(object, event);
}

hook_read hook_event_read(const char *text, size_t len, hook_dialect asked, hook_event *out_event) {
  hook_event event = {.call = {.kind = LG_ARGS_NONE}};
  const uint8_t *packed;
  size_t packed_len;
  if (lg_workspace_new(NULL, &event.workspace) != LG_OK) return HOOK_NOT_JSON;
  hook_read read = HOOK_NOT_JSON;
  if (lg_json_read(event.workspace, text, len, &packed, &packed_len) == LG_OK)
    read = read_event(lg_value_at(packed, packed_len), asked, &event) ? HOOK_READ : HOOK_NOT_OURS;
  if (read == HOOK_READ)
    *out_event = event;
  else
    hook_event_free(&event);
  return read;
}

void hook_event_free(hook_event *event) {
  hook_call_free(&event->call);
  lg_workspace_free(event->workspace);
  event->workspace = NULL;
}
