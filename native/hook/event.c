#include "event.h"

#include <string.h>

#include "text.h"

static const hook_facts FACTS[HOOK_DIALECTS] = {HOOK_DIALECT_ROWS};

static const struct {
  hook_dialect dialect;
  hook_kind kind;
  const char *name;
} EVENTS[] = {HOOK_EVENT_ROWS};

const hook_facts *hook_facts_of(hook_dialect dialect) { return &FACTS[dialect]; }

const char *hook_find_event(hook_dialect dialect, program_text name, hook_kind *out_kind) {
  for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++) {
    if (EVENTS[i].dialect != dialect || !program_text_is(name, EVENTS[i].name)) continue;
    *out_kind = EVENTS[i].kind;
    return EVENTS[i].name;
  }
  return NULL;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* The object's member with the first of two names that it has, null aside; or LG_VALUE_NONE. */
static lg_value member_of(lg_value object, const char *const names[2]) {
  lg_value value = program_member(object, names[0]);
  bool is_there = value.bytes != NULL && lg_value_kind(value) != LG_VALUE_NULL;
  return is_there || names[1] == NULL ? value : program_member(object, names[1]);
}

/* Makes an id from name and arguments. False: they are too large. */
static bool make_id(hook_call *call) {
  lg_digest digest;
  if (!program_identify(LG_CANONICAL, call->name, call->kind, call->args, &digest)) return false;
  program_out id = {0};
  program_out_hex(&id, digest.bytes, sizeof digest.bytes);
  call->id = program_out_view(&id);
  return call->made_id = true;
}

bool hook_call_read(lg_value object, const hook_facts *facts, hook_call *out_call) {
  *out_call = (hook_call){.name = program_text_of(program_member(object, facts->tool)),
                          .id = program_text_of(member_of(object, facts->id)),
                          .kind = LG_ARGS_NONE};
  lg_value input = program_member(object, facts->arguments);
  out_call->args = program_text_of(input);
  if (out_call->args.s != NULL) {
    out_call->kind = LG_ARGS_RAW;
  } else if (input.bytes != NULL) {
    out_call->args = (program_text){(const char *)input.bytes, input.len};
    out_call->kind = LG_ARGS_PACKED;
  }
  return out_call->name.s != NULL && (out_call->id.s != NULL || make_id(out_call));
}

/* Of the agents in `among`, a bit for each, the one whose sign the event has; HOOK_AUTO: none. */
static hook_dialect signed_by(lg_value object, uint32_t among) {
  for (uint32_t i = HOOK_AUTO + 1; i < HOOK_DIALECTS; i++) {
    const char *sign = hook_facts_of((hook_dialect)i)->sign;
    if ((among >> i & 1) != 0 && sign != NULL && program_member(object, sign).bytes != NULL) return (hook_dialect)i;
  }
  return HOOK_AUTO;
}

static bool find_event_of(lg_value object, hook_dialect dialect, hook_event *event) {
  const hook_facts *facts = hook_facts_of(dialect);
  program_text name = program_text_of(member_of(object, facts->name));
  if (name.s == NULL) return false;
  event->dialect = dialect;
  event->facts = facts;
  event->name = hook_find_event(dialect, name, &event->kind);
  return event->name != NULL;
}

/* Without a dialect on the command line, an agent without a sign is known by the name of the event. */
static bool find_event(lg_value object, hook_dialect asked, hook_event *event) {
  hook_dialect by_sign = signed_by(object, asked == HOOK_AUTO ? UINT32_MAX : hook_facts_of(asked)->also);
  if (by_sign != HOOK_AUTO && find_event_of(object, by_sign, event)) return true;
  if (asked != HOOK_AUTO) return by_sign == HOOK_AUTO && find_event_of(object, asked, event);
  for (uint32_t i = HOOK_AUTO + 1; i < HOOK_DIALECTS; i++)
    if (hook_facts_of((hook_dialect)i)->sign == NULL && find_event_of(object, (hook_dialect)i, event)) return true;
  return false;
}

bool hook_session_name(const hook_event *event, char out_name[HOOK_NAME_LENGTH + 1]) {
  const char *dialect = event->facts->option + strlen("--");
  static const char no_agent[1] = {LG_VALUE_NULL};
  const lg_value *session = &event->session, *agent = &event->agent;
  size_t len = session->len + (agent->bytes != NULL ? agent->len : sizeof no_agent);
  char head[LG_PACKED_HEAD];
  program_pack_head(LG_VALUE_ARRAY, len, head);
  program_out whose = {0}; /* [session, agent], packed */
  program_out_bytes(&whose, head, sizeof head);
  program_out_bytes(&whose, (const char *)session->bytes, session->len);
  program_out_bytes(&whose, agent->bytes != NULL ? (const char *)agent->bytes : no_agent, len - session->len);
  lg_digest digest;
  if (!program_identify(LG_VERBATIM, program_words(dialect), LG_ARGS_PACKED, program_out_view(&whose), &digest))
    return false;
  lg__hex(digest.bytes, sizeof digest.bytes, out_name);
  out_name[HOOK_NAME_LENGTH] = '\0';
  return true;
}

bool hook_tells_every_end(const hook_event *event) {
  const char *of = event->facts->ends_of;
  return event->facts->ends == HOOK_ENDS_EVERY || (of != NULL && program_text_is(event->call.name, of));
}

bool hook_event_failed(const hook_event *event) {
  return event->kind == HOOK_FAILURE || (event->facts->error_in == HOOK_ERROR_IN_RESULT && event->error.bytes != NULL);
}

static bool read_call(lg_value object, hook_event *event) {
  hook_call *call = &event->call;
  if (!hook_call_read(object, event->facts, call)) return false;
  return hook_tells_every_end(event) || call->made_id || make_id(call);
}

/* Whether a prompt has no text: it is missing, no text and no list of parts, or empty. */
static bool is_empty_prompt(lg_value prompt) {
  return lg_value_kind(prompt) != LG_VALUE_ARRAY && program_text_of(prompt).len == 0;
}

/* Fills `event` from the members of `object`. False: not an event that the hook handles. */
static bool read_event(lg_value object, hook_dialect asked, hook_event *event) {
  if (!find_event(object, asked, event)) return false;
  const hook_facts *facts = event->facts;
  event->session = member_of(object, facts->session);
  if (program_text_of(event->session).s == NULL) return false;
  lg_value agent = program_member(object, "agent_id");
  if (program_text_of(agent).s != NULL) event->agent = agent;
  event->response = program_member(object, facts->result);
  lg_value error = program_member(object, facts->error);
  if (facts->error_in == HOOK_ERROR_IN_RESULT) error = program_member(event->response, facts->error);
  if (lg_value_kind(error) != LG_VALUE_NULL) event->error = error;
  event->interrupted = lg_value_kind(program_member(object, "is_interrupt")) == LG_VALUE_TRUE;
  event->sent_back = lg_value_kind(program_member(object, "stop_hook_active")) == LG_VALUE_TRUE;
  event->words = program_text_of(program_member(object, "last_assistant_message"));
  event->calls = program_member(object, "tool_calls");
  event->source = program_text_of(program_member(object, "source"));
  if (event->kind == HOOK_PROMPT && facts->empty_prompt != HOOK_EMPTY_PROMPT_TURN &&
      is_empty_prompt(program_member(object, "prompt"))) {
    if (facts->empty_prompt == HOOK_EMPTY_PROMPT_NOTHING) return false;
    event->kind = HOOK_REQUEST;
  }
  bool has_call = event->kind == HOOK_BEFORE || event->kind == HOOK_AFTER || event->kind == HOOK_FAILURE;
  return !has_call || read_call(object, event);
}

hook_read hook_event_read(const char *text, size_t len, hook_dialect asked, hook_event *out_event) {
  hook_event event = {.call = {.kind = LG_ARGS_NONE}};
  lg_value value = program_json_read(program_unmarked((program_text){text, len}), program_workspace());
  if (value.bytes == NULL) return HOOK_NOT_JSON;
  if (!read_event(value, asked, &event)) return HOOK_NOT_OURS;
  *out_event = event;
  return HOOK_READ;
}

/* ---- outcomes ---------------------------------------------------------------------------------------------------- */

lg_outcome hook_outcome_error(lg_value value) {
  program_text text = program_text_of(value);
  if (text.s == NULL) text = program_json_of(value, program_workspace());
  return (lg_outcome){.failed = true, .error = text.s, .error_len = text.len};
}

lg_outcome hook_outcome_of(const hook_event *event) {
  if (!hook_event_failed(event)) { /* the part of the result that the model reads */
    const char *name = event->facts->result_part;
    lg_value part = name != NULL ? program_member(event->response, name) : event->response;
    return program_outcome_of(part.bytes != NULL ? part : event->response);
  }
  if (event->interrupted || event->error.bytes == NULL) return (lg_outcome){.result_kind = LG_RESULT_NONE};
  const char *name = event->facts->error_part;
  lg_value part = name != NULL ? program_member(event->error, name) : (lg_value){NULL, 0};
  return hook_outcome_error(program_text_of(part).len > 0 ? part : event->error);
}
