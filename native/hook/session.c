
#include <string.h>

#include "session.h"

/* ---- the log ----------------------------------------------------------------------------------------------------- */

/* Of each text, in bytes. */
enum { TEXT_MAX = 2000, NAME_MAX_BYTES = 200 };

/* Adds the member, its text cut between two characters; nothing if it is empty. */
static void put(program_out *out, const char *key, program_text text, size_t max) {
  if (text.len == 0) return;
  if (text.len > max)
    for (text.len = max; text.len > 0 && ((unsigned char)text.s[text.len] & 0xC0) == 0x80;) text.len--;
  program_put_text(out, key, text);
}

/* Adds what was found about a call to `found`, a list without its brackets. `name`: its tool, where the event has none.
 */
static void record_found(program_out *found, const hook_verdict *verdict, program_text name) {
  if (found->len > 0) program_out_text(found, ",");
  program_out_text(found, "{");
  put(found, "tool", name, NAME_MAX_BYTES);
  put(found, "detector", program_out_view(&verdict->detector), NAME_MAX_BYTES);
  put(found, "verdict", program_words(program_action_name(verdict->found)), NAME_MAX_BYTES);
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

/* Adds the line, with its end. `found` and `said` may be empty; `arguments`: with those of the call. */
static void record_write(const hook_event *event, const program_out *found, program_text said, program_text problem,
                         bool arguments, program_out *out) {
  program_out_text(out, "{");
  program_put_number(out, "at", (unsigned long long)event->now_ms);
  put(out, "agent", program_words(event->facts->option + strlen("--")), NAME_MAX_BYTES);
  put(out, "session", program_text_of(event->session), NAME_MAX_BYTES);
  put(out, "subagent", program_text_of(event->agent), NAME_MAX_BYTES);
  put(out, "event", program_words(event->name), NAME_MAX_BYTES);
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

/* ---- sessions ---------------------------------------------------------------------------------------------------- */

/* The telling of one event. */
typedef struct telling {
  hook_run *run;
  const hook_event *event;
  hook_answer answer;
  program_out found; /* for the log */
} telling;

static const char *const WOULD[] = {[LG_ALLOW] = "",
                                    [LG_WARN] = "warn of",
                                    [LG_HINT] = "refuse",
                                    [LG_ASK] = "ask about",
                                    [LG_ABORT] = "end the turn at"};

/* In shadow mode the person is told what would become of the call. */
static void note(program_out *out, const hook_verdict *verdict) {
  if (out->len > 0) program_out_text(out, "\n");
  program_out_text(out, "loopguard only observes; it would ");
  program_out_text(out, WOULD[verdict->found]);
  program_out_text(out, " this call: ");
  program_out_bytes(out, verdict->what.s, verdict->what.len);
}

static lg_status ask_about(telling *t, hook_question question, const hook_call *call, const hook_outcome *outcome,
                           hook_verdict *out) {
  lg_status status = t->run->ask(t->run, question, t->event, call, outcome, out);
  if (status != LG_OK) return status;
  if (out->text.failed || out->what.failed || out->detector.failed) return LG_ENOMEM;
  if (out->found == LG_ALLOW || question == HOOK_ASK_SAID) return LG_OK;
  bool is_of_event = call == NULL || call == &t->event->call;
  record_found(&t->found, out, is_of_event ? (program_text){NULL, 0} : call->name);
  if (out->action == LG_ALLOW) note(&t->answer.note, out);
  return LG_OK;
}

/* The same where the run has nothing to say. */
static lg_status tell_of(telling *t, hook_question question) {
  hook_verdict nothing = {.action = LG_ALLOW};
  lg_status status = ask_about(t, question, &t->event->call, NULL, &nothing);
  hook_verdict_free(&nothing);
  return status;
}

static lg_status is_so(telling *t, hook_question question, const hook_call *call, bool *out_yes) {
  hook_verdict verdict = {.action = LG_ALLOW};
  lg_status status = ask_about(t, question, call, NULL, &verdict);
  *out_yes = verdict.yes;
  hook_verdict_free(&verdict);
  return status;
}

/* Adds a verdict on a call that has run: one more warning, or the end of the turn, whose first reason is kept. */
static void add(hook_answer *answer, const hook_verdict *verdict) {
  lg_action action = verdict->action;
  if (action == LG_ALLOW || (action == LG_ABORT && answer->action == LG_ABORT)) return;
  program_out *out = action == LG_ABORT ? &answer->stop : &answer->text;
  if (out->len > 0) program_out_text(out, "\n\n");
  program_out_bytes(out, verdict->text.s, verdict->text.len);
  if (answer->action != LG_ABORT) answer->action = action == LG_ABORT ? LG_ABORT : LG_WARN;
}

/* A call that is requested again in a later response, although no event told of its end, is counted as failed. */
static lg_status end_unended(telling *t, hook_verdict *out) {
  const hook_call *call = &t->event->call;
  static const uint8_t empty_string[PROGRAM_PACKED_HEAD] = {LG_VALUE_STRING};
  bool known, judged = true; /* in this round: it is a sibling */
  hook_outcome outcome;
  lg_status status = is_so(t, HOOK_ASK_KNOWN, call, &known);
  if (status == LG_OK && known) status = is_so(t, HOOK_ASK_JUDGED, call, &judged);
  if (status != LG_OK || judged) return status;
  bool whole = hook_outcome_error(lg_value_at(empty_string, sizeof empty_string), &outcome);
  status = whole ? ask_about(t, HOOK_ASK_AFTER, call, &outcome, out) : LG_ENOMEM;
  if (status == LG_OK) add(&t->answer, out);
  hook_outcome_free(&outcome);
  return status;
}

/* `late`: what was found when the end of the call before was counted. */
static lg_status conclude_before(telling *t, const hook_verdict *late, const hook_verdict *verdict) {
  hook_answer *answer = &t->answer;
  if (verdict->action == LG_ALLOW || (late->action == LG_WARN && verdict->action == LG_WARN)) return LG_OK;
  if (late->action == LG_WARN &&
      program_text_same(program_out_view(&late->detector), program_out_view(&verdict->detector)))
    return tell_of(t, HOOK_ASK_LET_PASS);                    /* the model has not read the warning yet */
  if (verdict->action == LG_ASK && !t->event->facts->asks) { /* it is refused */
    lg_status status = tell_of(t, HOOK_ASK_REFUSE);
    if (status != LG_OK) return status;
  }
  hook_answer_free(answer);
  answer->action = verdict->action;
  program_out *out = verdict->action == LG_ABORT ? &answer->stop : &answer->text;
  program_out_bytes(out, verdict->text.s, verdict->text.len);
  return LG_OK;
}

static lg_status tell_before(telling *t) {
  hook_verdict late = {.action = LG_ALLOW}, verdict = {.action = LG_ALLOW};
  lg_status status = hook_tells_every_end(t->event) ? LG_OK : end_unended(t, &late);
  if (status == LG_OK) status = ask_about(t, HOOK_ASK_BEFORE, &t->event->call, NULL, &verdict);
  if (status == LG_OK) status = conclude_before(t, &late, &verdict);
  hook_verdict_free(&late);
  hook_verdict_free(&verdict);
  return status;
}

/* `question`: HOOK_ASK_AFTER or HOOK_ASK_INVALID. One result carries one message. */
static lg_status tell_after(telling *t, hook_question question, const hook_call *call, const hook_outcome *outcome,
                            bool told) {
  hook_verdict verdict = {.action = LG_ALLOW};
  lg_status status = ask_about(t, question, call, outcome, &verdict);
  if (status == LG_OK && !(told && verdict.action != LG_ABORT)) add(&t->answer, &verdict);
  hook_verdict_free(&verdict);
  return status;
}

/*
 * One call of a batch, the event after all calls of a response. Usually events of its own have come before. Still
 * missing are the end of a call that was not run, and a call whose tool does not exist or rejects its arguments. Any
 * other unknown id belongs to an earlier round: before the first batch, calls that run one after the other are taken
 * for rounds.
 */
static lg_status tell_of_batch(telling *t, lg_value item) {
  hook_call call;
  if (!hook_call_read(item, t->event->facts, &call)) return LG_OK;
  lg_value response = program_member(item, "tool_response");
  hook_outcome outcome;
  bool known, refused = hook_is_not_taken(program_text_of(response)), whole = true;
  if (refused)
    whole = hook_outcome_error(response, &outcome);
  else
    hook_outcome_result(response, &outcome);
  lg_status status = whole ? is_so(t, HOOK_ASK_KNOWN, &call, &known) : LG_ENOMEM;
  if (status == LG_OK && (known || refused))
    status = tell_after(t, known ? HOOK_ASK_AFTER : HOOK_ASK_INVALID, &call, &outcome, false);
  hook_outcome_free(&outcome);
  hook_call_free(&call);
  return status;
}

static lg_status tell_batch(telling *t) {
  lg_values items = lg_value_begin(t->event->calls);
  lg_status status = LG_OK;
  while (status == LG_OK && !items.object && lg_value_next(&items)) status = tell_of_batch(t, items.value);
  return status == LG_OK ? tell_of(t, HOOK_ASK_ROUND) : status;
}

/* The warning from before the call ran, for agents whose models only read what comes after it. */
static lg_status repeat_warning(telling *t) {
  const hook_call *call = &t->event->call;
  hook_context before = t->event->facts->context_before;
  bool judged = false;
  hook_verdict verdict = {.action = LG_ALLOW};
  if (before != HOOK_CONTEXT_NONE && before != HOOK_CONTEXT_USER) return LG_OK;
  lg_status status = is_so(t, HOOK_ASK_JUDGED, call, &judged);
  if (status == LG_OK && judged) status = ask_about(t, HOOK_ASK_SAID, call, NULL, &verdict);
  if (status == LG_OK && verdict.action == LG_WARN) add(&t->answer, &verdict);
  hook_verdict_free(&verdict);
  return status;
}

static lg_status tell_outcome(telling *t) {
  hook_outcome outcome;
  lg_status status = hook_outcome_of(t->event, &outcome) ? LG_OK : LG_ENOMEM;
  if (status == LG_OK) status = repeat_warning(t);
  if (status == LG_OK) status = tell_after(t, HOOK_ASK_AFTER, &t->event->call, &outcome, t->answer.action != LG_ALLOW);
  hook_outcome_free(&outcome);
  return status;
}

static bool source_is(const hook_event *event, const char *word) {
  return event->source.s != NULL && program_text_is(event->source, word);
}

/* The agent wants to end its turn: a warning is for the user, and anything sterner ends it. */
static lg_status tell_stop(telling *t) {
  hook_verdict verdict = {.action = LG_ALLOW};
  lg_status status = ask_about(t, HOOK_ASK_STOPPED, NULL, NULL, &verdict);
  hook_answer *answer = &t->answer;
  if (status == LG_OK) answer->action = verdict.action;
  if (answer->action == LG_WARN) program_out_bytes(&answer->text, verdict.what.s, verdict.what.len);
  if (answer->action == LG_ABORT) program_out_bytes(&answer->stop, verdict.text.s, verdict.text.len);
  hook_verdict_free(&verdict);
  return status;
}

static lg_status tell(telling *t) {
  const hook_event *event = t->event;
  switch (event->kind) {
  case HOOK_BEFORE: return tell_before(t);
  case HOOK_AFTER:
  case HOOK_FAILURE: return tell_outcome(t);
  case HOOK_BATCH: return tell_batch(t);
  case HOOK_REQUEST: return tell_of(t, HOOK_ASK_ROUND);
  case HOOK_PROMPT: /* of a user */
    return event->source.s != NULL && hook_is_machine(event->source) ? LG_OK : tell_of(t, HOOK_ASK_TURN);
  case HOOK_START: /* a session that is resumed keeps its state */
    if (source_is(event, "compact")) return tell_of(t, HOOK_ASK_COMPACTED);
    return source_is(event, "startup") || source_is(event, "clear") ? tell_of(t, HOOK_ASK_RESET) : LG_OK;
  case HOOK_COMPACT: return tell_of(t, HOOK_ASK_COMPACTED);
  case HOOK_STOP: return tell_stop(t);
  }
  return LG_EINVAL;
}

/* What happens in a turn that should have ended; false: it is told as in any other. */
static bool tell_ended(telling *t, lg_status *out_status) {
  bool known = false, ends = t->event->facts->turn_ends == HOOK_TURN_ENDS_AT_A_REQUEST;
  switch (t->event->kind) {
  case HOOK_BEFORE: break;
  case HOOK_REQUEST:
    if (!ends) return false;
    break;
  case HOOK_FAILURE: /* some agents tell of the end of a call that was refused here */
    *out_status = is_so(t, HOOK_ASK_KNOWN, &t->event->call, &known);
    return *out_status != LG_OK || !known;
  default: return false;
  }
  t->answer.action = LG_ABORT;
  hook_turn_ended_text(&t->answer.stop);
  return true;
}

/* Where no answer about a call ends a turn, every further call of the turn is refused after an abort. */
static lg_status tell_unending(telling *t) {
  bool ended;
  lg_status status = is_so(t, HOOK_ASK_TURN_ENDED, NULL, &ended);
  if (status != LG_OK || (ended && tell_ended(t, &status))) return status;
  status = tell(t);
  if (status != LG_OK || t->answer.action != LG_ABORT || t->event->kind == HOOK_STOP) return status;
  return tell_of(t, HOOK_ASK_END_TURN);
}

/* What the agent was told: the text, or why the turn ends. */
static program_text said(const hook_answer *answer) {
  if (answer->action == LG_ALLOW) return program_out_view(&answer->note);
  return program_out_view(answer->text.len > 0 ? &answer->text : &answer->stop);
}

lg_status hook_session_tell(hook_run *run, const hook_event *event, bool arguments, hook_reply *out) {
  telling t = {.run = run, .event = event, .answer = {.action = LG_ALLOW}};
  lg_status status = event->facts->turn_ends == HOOK_TURN_ENDS_AT_A_CALL ? tell(&t) : tell_unending(&t);
  hook_reply_free(out);
  if (status == LG_OK) {
    hook_answer_write(event, &t.answer, out);
    program_text words = out->text.len > 0 ? said(&t.answer) : (program_text){NULL, 0};
    if (t.found.len > 0 || words.len > 0)
      record_write(event, &t.found, words, (program_text){NULL, 0}, arguments, &out->record);
  }
  if (out->text.failed || out->record.failed) status = LG_ENOMEM;
  hook_answer_free(&t.answer);
  program_out_free(&t.found);
  return status;
}

void hook_session_complain(const hook_event *event, program_text why, bool at_calls, hook_reply *out) {
  hook_reply_free(out);
  if (!(at_calls && event->kind == HOOK_BEFORE) && event->kind != HOOK_PROMPT && event->kind != HOOK_START) return;
  static const program_out nothing = {0};
  hook_answer answer = {.action = LG_ALLOW};
  program_out_text(&answer.note, "loopguard does not guard this agent: ");
  program_out_bytes(&answer.note, why.s, why.len);
  hook_answer_write(event, &answer, out);
  record_write(event, &nothing, (program_text){NULL, 0}, why, false, &out->record);
  hook_answer_free(&answer);
}
