#include "session.h"

#include "event.h"
#include "words.gen.h"

static void put_string(program_out *out, const char *key, const program_out *value) {
  program_put_text(out, key, program_out_view(value));
}

static void put_stop(program_out *out, const program_out *why) {
  program_put_key(out, "continue");
  program_out_text(out, "false");
  put_string(out, "stopReason", why);
}

static void open_specific(program_out *out, const hook_event *event) {
  program_put_key(out, "hookSpecificOutput");
  program_out_text(out, "{");
  program_put_text(out, "hookEventName", program_words(event->name));
}

/* How a text for the model is told at this event. */
static hook_context context_of(const hook_event *event) {
  const hook_facts *facts = event->facts;
  if (event->kind == HOOK_BEFORE) return facts->context_before;
  return hook_event_failed(event) ? facts->context_failure : facts->context_after;
}

/* The text after the error of the call. */
static void put_reason(program_out *out, const hook_event *event, const program_out *text) {
  lg_outcome outcome = hook_outcome_of(event);
  program_out reason = {0};
  program_out_bytes(&reason, outcome.error, outcome.error_len);
  if (reason.len > 0) program_out_text(&reason, "\n\n");
  program_out_bytes(&reason, text->data, text->len);
  program_put_text(out, "decision", program_words("deny"));
  put_string(out, "reason", &reason);
}

/* Makes the text the whole answer. */
static void put_plain(hook_reply *reply, const program_out *text) {
  reply->plain = true;
  reply->text.len = 0;
  program_out_utf8(&reply->text, text->data, text->len);
}

static void put_context(hook_reply *reply, const hook_event *event, const program_out *text) {
  program_out *out = &reply->text;
  switch (context_of(event)) {
  case HOOK_CONTEXT_SPECIFIC:
    open_specific(out, event);
    put_string(out, "additionalContext", text);
    program_out_text(out, "}");
    break;
  case HOOK_CONTEXT_ADDITIONAL_CONTEXT: put_string(out, "additionalContext", text); break;
  case HOOK_CONTEXT_ADDITIONAL_CONTEXT_SNAKE: put_string(out, "additional_context", text); break;
  case HOOK_CONTEXT_USER: put_string(out, "systemMessage", text); break;
  case HOOK_CONTEXT_REASON: put_reason(out, event, text); break;
  case HOOK_CONTEXT_PLAIN: put_plain(reply, text); break;
  case HOOK_CONTEXT_NONE: break;
  }
}

/* The members of a refusal: the decision, why, and why once more. */
static const char *const REFUSALS[][3] = {
    [HOOK_REFUSAL_SPECIFIC] = {"permissionDecision", "permissionDecisionReason"},
    [HOOK_REFUSAL_PERMISSION_DECISION] = {"permissionDecision", "permissionDecisionReason"},
    [HOOK_REFUSAL_DECISION] = {"decision", "reason"},
    [HOOK_REFUSAL_PERMISSION] = {"permission", "user_message", "agent_message"}};

static void put_refusal(hook_reply *reply, const hook_event *event, const hook_answer *answer) {
  program_out *out = &reply->text;
  const hook_facts *facts = event->facts;
  const program_out *why = answer->action == LG_ABORT ? &answer->stop : &answer->text;
  const char *decision = answer->action == LG_ASK && facts->asks ? "ask" : "deny";
  /* Codex rejects an answer with `continue` here and would run the call. */
  if (answer->action == LG_ABORT && facts->turn_ends == HOOK_TURN_ENDS_AT_A_CALL) put_stop(out, &answer->stop);
  if (facts->refusal == HOOK_REFUSAL_EXIT_2) {
    put_plain(reply, why);
    reply->on_stderr = true;
    reply->code = 2;
    return;
  }
  const char *const *members = REFUSALS[facts->refusal];
  if (facts->refusal == HOOK_REFUSAL_SPECIFIC) open_specific(out, event);
  program_put_text(out, members[0], program_words(decision));
  put_string(out, members[1], why);
  if (members[2] != NULL) put_string(out, members[2], why);
  if (facts->refusal == HOOK_REFUSAL_SPECIFIC) program_out_text(out, "}");
}

/* What only the person reads. */
static void put_note(hook_reply *reply, const hook_event *event, program_out *note) {
  reply->on_stderr = event->facts->person == HOOK_PERSON_STDERR;
  if (!reply->on_stderr) {
    put_string(&reply->text, "systemMessage", note);
    return;
  }
  program_out_text(note, "\n");
  put_plain(reply, note);
}

/* After a call, or several: the end of the turn, and warnings. */
static void put_after(hook_reply *reply, const hook_event *event, hook_answer *answer) {
  if (answer->action == LG_ABORT && event->facts->abort_after == HOOK_ABORT_AFTER_CONTEXT) {
    if (answer->text.len > 0) program_out_text(&answer->text, "\n\n");
    program_out_bytes(&answer->text, answer->stop.data, answer->stop.len);
  } else if (answer->action == LG_ABORT) {
    put_stop(&reply->text, &answer->stop);
  }
  if (answer->text.len > 0) put_context(reply, event, &answer->text);
}

void hook_answer_write(const hook_event *event, hook_answer *answer, hook_reply *reply) {
  program_out *out = &reply->text;
  /* Where no answer about a call can end a turn, the text asks the model to do it. */
  bool is_of_call = event->kind != HOOK_STOP && event->kind != HOOK_REQUEST;
  if (answer->action == LG_ABORT && is_of_call && event->facts->turn_ends != HOOK_TURN_ENDS_AT_A_CALL)
    program_out_text(&answer->stop, HOOK_END_TURN); /* since the hook cannot */
  program_out_text(out, "{");
  if (answer->action == LG_ALLOW) {
    if (answer->note.len > 0) put_note(reply, event, &answer->note);
  } else if (event->kind == HOOK_STOP && answer->action == LG_WARN) {
    put_string(out, "systemMessage", &answer->text);
  } else if (!is_of_call) {
    put_stop(out, &answer->stop);
  } else if (event->kind != HOOK_BEFORE) {
    put_after(reply, event, answer);
  } else if (answer->action == LG_WARN) {
    put_context(reply, event, &answer->text);
  } else {
    put_refusal(reply, event, answer);
  }
  if (out->len == 1 && !reply->plain) out->len = 0; /* there is nothing to say, or the agent has no place for it */
  if (out->len > 0 && !reply->plain) program_out_text(out, "}");
}
