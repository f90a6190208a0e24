#include "answer.h"

#include "outcome.h"
#include "texts.h"

/* Writes a member's key, after a comma if it is not the object's first member. */
static void put_key(hook_out *out, const char *key) {
  if (out->len > 0 && out->s[out->len - 1] != '{') hook_out_text(out, ",");
  hook_out_text(out, "\"");
  hook_out_text(out, key);
  hook_out_text(out, "\":");
}

static void put_string(hook_out *out, const char *key, const hook_out *value) {
  put_key(out, key);
  hook_out_string(out, value->s != NULL ? value->s : "", value->len);
}

static void put_word(hook_out *out, const char *key, const char *word) {
  put_key(out, key);
  hook_out_text(out, "\"");
  hook_out_text(out, word);
  hook_out_text(out, "\"");
}

static void put_stop(hook_out *out, const hook_out *why) {
  put_key(out, "continue");
  hook_out_text(out, "false");
  put_string(out, "stopReason", why);
}

static void open_specific(hook_out *out, const hook_event *event) {
  put_key(out, "hookSpecificOutput");
  hook_out_text(out, "{");
  put_word(out, "hookEventName", event->name);
}

static void put_context(hook_out *out, const hook_event *event, const hook_out *text) {
  open_specific(out, event);
  put_string(out, "additionalContext", text);
  hook_out_text(out, "}");
}

static void claude_before(hook_out *out, const hook_event *event, const hook_answer *answer) {
  if (answer->action == LG_WARN) {
    put_context(out, event, &answer->text);
    return;
  }
  /* Codex rejects an answer with `continue` or "ask" here and would run the call. */
  bool codex = event->dialect == HOOK_CODEX;
  if (answer->action == LG_ABORT && !codex) put_stop(out, &answer->stop);
  open_specific(out, event);
  put_word(out, "permissionDecision", answer->action == LG_ASK && !codex ? "ask" : "deny");
  put_string(out, "permissionDecisionReason", answer->action == LG_ABORT ? &answer->stop : &answer->text);
  hook_out_text(out, "}");
}

static void gemini_before(hook_out *out, const hook_answer *answer) {
  if (answer->action == LG_WARN) { /* the model reads it with the result, the user at once */
    put_string(out, "systemMessage", &answer->text);
    return;
  }
  if (answer->action == LG_ABORT) put_stop(out, &answer->stop);
  put_word(out, "decision", "deny");
  put_string(out, "reason", answer->action == LG_ABORT ? &answer->stop : &answer->text);
}

/* For a failed call Gemini CLI shows its model only the error, so the warning must be added to that. */
static void put_warning_after(hook_out *out, const hook_event *event, const hook_out *text) {
  hook_outcome outcome = {.core = {.failed = false}};
  if (event->dialect == HOOK_GEMINI && !hook_outcome_of(event, &outcome)) out->failed = true;
  if (outcome.core.failed) {
    hook_out reason = {0};
    hook_out_bytes(&reason, outcome.core.error, outcome.core.error_len);
    if (reason.len > 0) hook_out_text(&reason, "\n\n");
    hook_out_bytes(&reason, text->s, text->len);
    if (reason.failed) out->failed = true;
    put_word(out, "decision", "deny");
    put_string(out, "reason", &reason);
    hook_out_free(&reason);
  } else {
    put_context(out, event, text);
  }
  hook_outcome_free(&outcome);
}

void hook_answer_write(const hook_event *event, hook_answer *answer, hook_out *out) {
  if (answer->action == LG_ALLOW) return;
  /* A hook of Codex can end a turn only at its end, so the text asks the model to do it. */
  bool can_stop = event->dialect != HOOK_CODEX || event->kind == HOOK_STOP;
  if (answer->action == LG_ABORT && !can_stop) hook_end_turn_text(&answer->stop);
  if (answer->text.failed || answer->stop.failed) out->failed = true;
  hook_out_text(out, "{");
  if (event->kind == HOOK_STOP && answer->action == LG_WARN) {
    put_string(out, "systemMessage", &answer->text);
  } else if (event->kind == HOOK_BEFORE && event->dialect == HOOK_GEMINI) {
    gemini_before(out, answer);
  } else if (event->kind == HOOK_BEFORE) {
    claude_before(out, event, answer);
  } else {
    if (answer->action == LG_ABORT) put_stop(out, &answer->stop);
    if (answer->text.len > 0) put_warning_after(out, event, &answer->text);
  }
  hook_out_text(out, "}");
}

void hook_answer_free(hook_answer *answer) {
  hook_out_free(&answer->text);
  hook_out_free(&answer->stop);
}
