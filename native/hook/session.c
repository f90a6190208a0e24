#include "session.h"

#include <string.h>

#include "words.gen.h"

/* ---- the log ----------------------------------------------------------------------------------------------------- */

/* Of each text, in bytes. */
enum { TEXT_MAX = 2000, NAME_MAX_BYTES = 200 };

/* Adds the member, its text cut between two characters; nothing if it is empty. */
static void put(program_out *out, const char *key, program_text text, size_t max) {
  if (text.len > 0) program_put_text(out, key, (program_text){text.s, lg__cut(text.s, text.len, max)});
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
  program_text text = call->args;
  if (call->kind == LG_ARGS_PACKED)
    text = program_json_of(lg_value_at((const uint8_t *)text.s, text.len), program_workspace());
  if (call->kind != LG_ARGS_NONE) put(out, "arguments", text, TEXT_MAX);
}

/* Adds the line, with its end. `found` and `given` may be empty; `arguments`: with those of the call. */
static void record_write(const hook_event *event, const program_out *found, program_text given, program_text problem,
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
    program_out_bytes(out, found->data, found->len);
    program_out_text(out, "]");
  }
  put(out, "said", given, TEXT_MAX);
  put(out, "problem", problem, TEXT_MAX);
  program_out_text(out, "}\n");
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
  program_out_bytes(out, verdict->what.data, verdict->what.len);
}

static hook_verdict ask_about(telling *t, hook_question question, const hook_call *call, const lg_outcome *outcome) {
  hook_verdict verdict = t->run->ask(t->run, question, t->event, call, outcome);
  if (verdict.found == LG_ALLOW || question == HOOK_ASK_SAID) return verdict;
  bool is_of_event = call == NULL || call == &t->event->call;
  record_found(&t->found, &verdict, is_of_event ? (program_text){NULL, 0} : call->name);
  if (verdict.action == LG_ALLOW) note(&t->answer.note, &verdict);
  return verdict;
}

/* The same where the run has nothing to say. */
static void tell_of(telling *t, hook_question question) { (void)ask_about(t, question, &t->event->call, NULL); }

static bool is_so(telling *t, hook_question question, const hook_call *call) {
  return ask_about(t, question, call, NULL).yes;
}

/* Adds a verdict on a call that has run: one more warning, or the end of the turn, whose first reason is kept. */
static void add(hook_answer *answer, const hook_verdict *verdict) {
  lg_action action = verdict->action;
  if (action == LG_ALLOW || (action == LG_ABORT && answer->action == LG_ABORT)) return;
  program_out *out = action == LG_ABORT ? &answer->stop : &answer->text;
  if (out->len > 0) program_out_text(out, "\n\n");
  program_out_bytes(out, verdict->text.data, verdict->text.len);
  if (answer->action != LG_ABORT) answer->action = action == LG_ABORT ? LG_ABORT : LG_WARN;
}

/* A call that is requested again in a later response, although no event told of its end, is counted as failed. */
static hook_verdict end_unended(telling *t) {
  const hook_call *call = &t->event->call;
  static const uint8_t empty_string[LG_PACKED_HEAD] = {LG_VALUE_STRING};
  hook_verdict late = {.action = LG_ALLOW};
  /* judged in this round: it is a sibling */
  if (hook_tells_every_end(t->event) || !is_so(t, HOOK_ASK_KNOWN, call) || is_so(t, HOOK_ASK_JUDGED, call)) return late;
  lg_outcome outcome = hook_outcome_error(lg_value_at(empty_string, sizeof empty_string));
  late = ask_about(t, HOOK_ASK_AFTER, call, &outcome);
  add(&t->answer, &late);
  return late;
}

/* `late`: what was found when the end of the call before was counted. */
static void conclude_before(telling *t, const hook_verdict *late, const hook_verdict *verdict) {
  hook_answer *answer = &t->answer;
  if (verdict->action == LG_ALLOW || (late->action == LG_WARN && verdict->action == LG_WARN)) return;
  if (late->action == LG_WARN &&
      program_text_same(program_out_view(&late->detector), program_out_view(&verdict->detector))) {
    tell_of(t, HOOK_ASK_OVERRULE); /* the model has not read the warning yet */
    return;
  }
  if (verdict->action == LG_ASK && !t->event->facts->asks) tell_of(t, HOOK_ASK_REFUSE);
  *answer = (hook_answer){.action = verdict->action};
  program_out *out = verdict->action == LG_ABORT ? &answer->stop : &answer->text;
  program_out_bytes(out, verdict->text.data, verdict->text.len);
}

static void tell_before(telling *t) {
  hook_verdict late = end_unended(t), verdict = ask_about(t, HOOK_ASK_BEFORE, &t->event->call, NULL);
  conclude_before(t, &late, &verdict);
}

/* `question`: HOOK_ASK_AFTER or HOOK_ASK_INVALID. One result carries one message. */
static void tell_after(telling *t, hook_question question, const hook_call *call, const lg_outcome *outcome,
                       bool reported) {
  hook_verdict verdict = ask_about(t, question, call, outcome);
  if (!reported || verdict.action == LG_ABORT) add(&t->answer, &verdict);
}

/* One call of a batch, the event after all calls of a response. Usually events of its own have come before. Still
 * missing are the end of a call that was not run, and a call whose tool does not exist or rejects its arguments. Any
 * other unknown id belongs to an earlier round: before the first batch, calls that run one after the other are taken
 * for rounds. */
static void tell_of_batch(telling *t, lg_value item) {
  hook_call call;
  if (!hook_call_read(item, t->event->facts, &call)) return;
  lg_value response = program_member(item, "tool_response");
  /* Claude Code says that the tool does not exist or rejects its arguments. */
  bool refused = PROGRAM_ANY(program_text_of(response), program_text_begins, HOOK_NOT_TAKEN),
       known = is_so(t, HOOK_ASK_KNOWN, &call);
  lg_outcome outcome = refused ? hook_outcome_error(response) : program_outcome_of(response);
  if (known || refused) tell_after(t, known ? HOOK_ASK_AFTER : HOOK_ASK_INVALID, &call, &outcome, false);
}

static void tell_batch(telling *t) {
  lg_values items = lg_value_begin(t->event->calls);
  while (!items.object && lg_value_next(&items)) tell_of_batch(t, items.value);
  tell_of(t, HOOK_ASK_ROUND);
}

/* The warning from before the call ran, for agents whose models only read what comes after it. */
static void repeat_warning(telling *t) {
  const hook_call *call = &t->event->call;
  hook_context before = t->event->facts->context_before;
  if (before != HOOK_CONTEXT_NONE && before != HOOK_CONTEXT_USER) return;
  if (!is_so(t, HOOK_ASK_JUDGED, call)) return;
  hook_verdict verdict = ask_about(t, HOOK_ASK_SAID, call, NULL);
  if (verdict.action == LG_WARN) add(&t->answer, &verdict);
}

static void tell_outcome(telling *t) {
  lg_outcome outcome = hook_outcome_of(t->event);
  repeat_warning(t);
  tell_after(t, HOOK_ASK_AFTER, &t->event->call, &outcome, t->answer.action != LG_ALLOW);
}

/* The agent wants to end its turn: a warning is for the user, and anything more severe ends it. */
static void tell_stop(telling *t) {
  hook_verdict verdict = ask_about(t, HOOK_ASK_STOPPED, NULL, NULL);
  hook_answer *answer = &t->answer;
  answer->action = verdict.action;
  if (answer->action == LG_WARN) program_out_bytes(&answer->text, verdict.what.data, verdict.what.len);
  if (answer->action == LG_ABORT) program_out_bytes(&answer->stop, verdict.text.data, verdict.text.len);
}

static void tell_start(telling *t) { /* a session that is resumed keeps its state */
  program_text source = t->event->source;
  if (program_text_is(source, "compact")) tell_of(t, HOOK_ASK_COMPACTED);
  if (program_text_is(source, "startup") || program_text_is(source, "clear")) tell_of(t, HOOK_ASK_RESET);
}

static void tell(telling *t) {
  const hook_event *event = t->event;
  switch (event->kind) {
  case HOOK_BEFORE: tell_before(t); break;
  case HOOK_AFTER:
  case HOOK_FAILURE: tell_outcome(t); break;
  case HOOK_BATCH: tell_batch(t); break;
  case HOOK_REQUEST: tell_of(t, HOOK_ASK_ROUND); break;
  case HOOK_PROMPT:
    /* of a user, not of a program */
    if (!PROGRAM_ANY(event->source, program_text_is, HOOK_MACHINES)) tell_of(t, HOOK_ASK_TURN);
    break;
  case HOOK_START: tell_start(t); break;
  case HOOK_COMPACT: tell_of(t, HOOK_ASK_COMPACTED); break;
  case HOOK_STOP: tell_stop(t); break;
  }
}

/* Where no answer about a call ends a turn, every further call of the turn is refused after an abort. */
static void tell_unending(telling *t) {
  hook_kind kind = t->event->kind;
  bool at_request = kind == HOOK_REQUEST && t->event->facts->turn_ends == HOOK_TURN_ENDS_AT_A_REQUEST;
  bool ended = is_so(t, HOOK_ASK_TURN_ENDED, NULL);
  if (ended && (kind == HOOK_BEFORE || at_request)) {
    t->answer.action = LG_ABORT;
    program_out_text(&t->answer.stop, HOOK_TURN_ENDED);
    return;
  }
  /* some agents tell of the end of a call that was refused here */
  if (ended && kind == HOOK_FAILURE && !is_so(t, HOOK_ASK_KNOWN, &t->event->call)) return;
  tell(t);
  if (t->answer.action == LG_ABORT && kind != HOOK_STOP) tell_of(t, HOOK_ASK_END_TURN);
}

/* What the agent was given: the text, or why the turn ends. */
static program_text given_text(const hook_answer *answer) {
  if (answer->action == LG_ALLOW) return program_out_view(&answer->note);
  return program_out_view(answer->text.len > 0 ? &answer->text : &answer->stop);
}

void hook_session_tell(hook_run *run, const hook_event *event, bool arguments, hook_reply *out) {
  telling t = {.run = run, .event = event, .answer = {.action = LG_ALLOW}};
  if (event->facts->turn_ends == HOOK_TURN_ENDS_AT_A_CALL)
    tell(&t);
  else
    tell_unending(&t);
  *out = (hook_reply){.code = 0};
  hook_answer_write(event, &t.answer, out);
  program_text words = out->text.len > 0 ? given_text(&t.answer) : (program_text){NULL, 0};
  if (t.found.len > 0 || words.len > 0)
    record_write(event, &t.found, words, (program_text){NULL, 0}, arguments, &out->record);
}

void hook_session_complain(const hook_event *event, program_text why, bool at_calls, hook_reply *out) {
  *out = (hook_reply){.code = 0};
  if (!(at_calls && event->kind == HOOK_BEFORE) && event->kind != HOOK_PROMPT && event->kind != HOOK_START) return;
  static const program_out nothing = {0};
  hook_answer answer = {.action = LG_ALLOW};
  program_out_text(&answer.note, "loopguard does not guard this agent: ");
  program_out_bytes(&answer.note, why.s, why.len);
  hook_answer_write(event, &answer, out);
  record_write(event, &nothing, (program_text){NULL, 0}, why, false, &out->record);
}
