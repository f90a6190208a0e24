#include "record.h"

/* Of each text, in bytes. */
enum { TEXT_MAX = 2000, NAME_MAX_BYTES = 200 };

static const char *const ACTIONS[] = {
    [LG_ALLOW] = "allow", [LG_WARN] = "warn", [LG_HINT] = "hint", [LG_ASK] = "ask", [LG_ABORT] = "abort"};

/* Adds the member, its text cut between two characters; nothing if it is empty. */
static void put(program_out *out, const char *key, program_text text, size_t max) {
  if (text.len == 0) return;
  if (text.len > max)
    for (text.len = max; text.len > 0 && ((unsigned char)text.s[text.len] & 0xC0) == 0x80;) text.len--;
  if (out->len > 0 && out->s[out->len - 1] != '{') program_out_text(out, ",");
  program_out_string(out, key, strlen(key));
  program_out_text(out, ":");
  program_out_string(out, text.s, text.len);
}

void hook_record_found(program_out *found, const hook_verdict *verdict, program_text name) {
  const char *action = ACTIONS[verdict->found];
  if (found->len > 0) program_out_text(found, ",");
  program_out_text(found, "{");
  put(found, "tool", name, NAME_MAX_BYTES);
  put(found, "detector", program_out_view(&verdict->detector), NAME_MAX_BYTES);
  put(found, "verdict", (program_text){action, strlen(action)}, NAME_MAX_BYTES);
  put(found, "text", program_out_view(&verdict->what), TEXT_MAX);
  program_out_text(found, "}");
}

static void put_arguments(program_out *out, const hook_call *call) {
  lg_workspace *workspace;
  program_text text = call->args;
  if (call->kind == LG_ARGS_NONE || lg_workspace_new(NULL, &workspace) != LG_OK) return;
  bool is_text = call->kind == LG_ARGS_RAW;
  if (is_text || program_json_of(lg_value_at((const uint8_t *)text.s, text.len), workspace, &text))
    put(out, "arguments", text, TEXT_MAX);
  lg_workspace_free(workspace);
}

void hook_record_write(const hook_event *event, const program_out *found, program_text said, program_text problem,
                       bool arguments, program_out *out) {
  const char *agent = event->facts->option + strlen("--");
  program_out_text(out, "{\"at\":");
  program_out_number(out, (unsigned long long)event->now_ms);
  put(out, "agent", (program_text){agent, strlen(agent)}, NAME_MAX_BYTES);
  put(out, "session", program_text_of(event->session), NAME_MAX_BYTES);
  put(out, "subagent", program_text_of(event->agent), NAME_MAX_BYTES);
  put(out, "event", (program_text){event->name, strlen(event->name)}, NAME_MAX_BYTES);
  put(out, "tool", event->call.name, NAME_MAX_BYTES);
  if (arguments) put_arguments(out, &event->call);
  if (found->len > 0) {
    program_out_text(out, ",\"found\":[");
    program_out_bytes(out, found->s, found->len);
    program_out_text(out, "]");
  }
  put(out, "said", said, TEXT_MAX);
  put(out, "problem", problem, TEXT_MAX);
  program_out_text(out, "}\n");
  if (found->failed) out->failed = true;
}
