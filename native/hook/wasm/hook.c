/*
 * The hook as Node.js runs it, for configurations with functions and where there is no program in C: what native/hook
 * does but for options, files and the run, about which it asks its host. The caller is lib/cli/hook/run-hook.ts. An
 * instance of the module is for one event. Texts are UTF-8 in blocks that this module keeps: what it returns is the
 * address, lg_hook_size the size.
 */
#include "session.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("host"), import_name(#name))) name

/* What lib/cli/hook/run-hook.ts calls the questions. */
static const char *const NAMES[] = {
    [HOOK_ASK_BEFORE] = "before",   [HOOK_ASK_SAID] = "said",        [HOOK_ASK_OVERRULE] = "overrule",
    [HOOK_ASK_REFUSE] = "refuse",   [HOOK_ASK_AFTER] = "after",      [HOOK_ASK_INVALID] = "invalid",
    [HOOK_ASK_KNOWN] = "known",     [HOOK_ASK_JUDGED] = "judged",    [HOOK_ASK_ROUND] = "beginRound",
    [HOOK_ASK_TURN] = "beginTurn",  [HOOK_ASK_RESET] = "reset",      [HOOK_ASK_COMPACTED] = "compacted",
    [HOOK_ASK_STOPPED] = "stopped", [HOOK_ASK_END_TURN] = "endTurn", [HOOK_ASK_TURN_ENDED] = "turnEnded"};

static hook_event event;
static program_out input, request, answer;
static hook_reply reply;

/* Answers the question in `text`, JSON, by a JSON text in lg_hook_room; gives its size. What it throws ends all. */
size_t IMPORT(ask)(const char *text, size_t len);

char *EXPORT(lg_hook_room)(size_t size);
size_t EXPORT(lg_hook_size)(void);
int EXPORT(lg_hook_read)(size_t len, int dialect, double now_ms);
const char *EXPORT(lg_hook_session)(void);
const char *EXPORT(lg_hook_tell)(bool arguments);
const char *EXPORT(lg_hook_complain)(size_t len, bool at_calls);

/* Room for a text of the host's. */
char *lg_hook_room(size_t size) {
  input.len = 0;
  program_out_reserve(&input, size + 1);
  return input.data;
}

/* The size of the text that was returned last. */
size_t lg_hook_size(void) { return answer.len; }

/* Reads the event in the room. `dialect`: its place in dialects.json, from 1, or 0. As hook_event_read. */
int lg_hook_read(size_t len, int dialect, double now_ms) {
  hook_read read = hook_event_read(input.data, len, (hook_dialect)dialect, &event);
  event.now_ms = now_ms;
  return (int)read;
}

/* The name of the session's folder. */
const char *lg_hook_session(void) {
  answer.len = 0;
  program_out_reserve(&answer, HOOK_NAME_LENGTH + 1);
  if (!hook_session_name(&event, answer.data)) return NULL;
  answer.len = HOOK_NAME_LENGTH;
  return answer.data;
}

/* The value of a packed result or of packed arguments. */
static void put_value(const char *key, const char *bytes, size_t len) {
  program_text text = program_json_of(lg_value_at((const uint8_t *)bytes, len), program_workspace());
  program_put_key(&request, key);
  program_out_bytes(&request, text.s, text.len);
}

static void put_call(const hook_call *call) {
  if (call->name.s == NULL) return;
  program_put_text(&request, "name", (program_text){call->name.s, call->name.len});
  program_put_text(&request, "id", (program_text){call->id.s, call->id.len});
  if (call->kind == LG_ARGS_RAW) program_put_text(&request, "arguments", (program_text){call->args.s, call->args.len});
  if (call->kind == LG_ARGS_PACKED) put_value("arguments", call->args.s, call->args.len);
}

static void put_outcome(const lg_outcome *outcome) {
  if (outcome->failed)
    program_put_text(&request, "error", (program_text){outcome->error, outcome->error_len});
  else if (outcome->result_kind == LG_RESULT_TEXT)
    program_put_text(&request, "result", (program_text){outcome->result, outcome->result_len});
  else if (outcome->result_kind == LG_RESULT_PACKED)
    put_value("result", outcome->result, outcome->result_len);
}

static lg_action action_of(lg_value object, const char *key) {
  double number = 0;
  (void)lg_value_number(program_member(object, key), &number);
  return (lg_action)number;
}

static void keep(program_out *out, lg_value object, const char *key) {
  program_text text = program_text_of(program_member(object, key));
  program_out_bytes(out, text.s, text.len);
}

static hook_verdict ask_host(hook_run *self, hook_question question, const hook_event *about, const hook_call *call,
                             const lg_outcome *outcome) {
  (void)self;
  request.len = 0;
  program_out_text(&request, "{");
  program_put_text(&request, "question", program_words(NAMES[question]));
  if (call != NULL) put_call(call);
  if (outcome != NULL) put_outcome(outcome);
  if (question == HOOK_ASK_STOPPED) {
    program_put_key(&request, "again");
    program_out_text(&request, about->sent_back ? "true" : "false");
    if (about->words.s != NULL) program_put_text(&request, "words", (program_text){about->words.s, about->words.len});
  }
  program_out_text(&request, "}");
  size_t len = ask(request.data, request.len);
  lg_value given = program_json_read((program_text){input.data, len}, program_workspace());
  hook_verdict verdict = {.yes = lg_value_kind(program_member(given, "yes")) == LG_VALUE_TRUE,
                          .action = action_of(given, "action"),
                          .found = action_of(given, "found")};
  keep(&verdict.text, given, "text");
  keep(&verdict.what, given, "what");
  keep(&verdict.detector, given, "detector");
  return verdict;
}

/* The reply as JSON. */
static const char *written(void) {
  answer.len = 0;
  program_out_text(&answer, "{");
  program_put_text(&answer, "text", program_out_view(&reply.text));
  program_put_text(&answer, "record", program_out_view(&reply.record));
  program_out_text(&answer, reply.on_stderr ? ",\"onStderr\":true" : ",\"onStderr\":false");
  program_put_number(&answer, "code", (unsigned long long)reply.code);
  program_out_text(&answer, "}");
  return answer.data;
}

/* Tells the host's run of the event, and gives the reply. */
const char *lg_hook_tell(bool arguments) {
  hook_run run = {.ask = ask_host};
  hook_session_tell(&run, &event, arguments, &reply);
  return written();
}

/* The reply where the hook does not guard, for the reason in the room. */
const char *lg_hook_complain(size_t len, bool at_calls) {
  hook_session_complain(&event, (program_text){input.data, len}, at_calls, &reply);
  return written();
}
