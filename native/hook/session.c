#include "session.h"

#include <string.h>

#include "answer.h"
#include "messages.h"
#include "outcome.h"
#include "words.h"

/* An lg_call with the profile of its tool. */
static lg_status core_call(const lg_run *run, const hook_event *event, const hook_call *call, lg_call *out) {
  lg_guard *guard;
  *out = (lg_call){.name = call->name.s,
                   .name_len = call->name.len,
                   .args_kind = call->kind,
                   .args = call->args.s,
                   .args_len = call->args.len,
                   .id = call->id.s,
                   .id_len = call->id.len,
                   .now_ms = event->now_ms};
  lg_status status = lg_run_guard(run, &guard);
  return status == LG_OK ? lg_guard_tool_profile(guard, out->name, out->name_len, &out->profile) : status;
}

/* In shadow mode every verdict becomes LG_ALLOW without a detection. */
static lg_status after_shadow(const lg_run *run, lg_status status, lg_verdict *verdict) {
  lg_guard *guard;
  const lg_guard_options *options;
  if (status == LG_OK) status = lg_run_guard(run, &guard);
  if (status == LG_OK) status = lg_guard_settings(guard, &options);
  if (status == LG_OK && options->shadow) {
    verdict->action = LG_ALLOW;
    verdict->detected = false;
  }
  return status;
}

static lg_status ask_before(lg_run *run, const lg_call *call, lg_verdict *out_verdict) {
  return after_shadow(run, lg_run_before(run, call, out_verdict), out_verdict);
}

static lg_status ask_after(lg_run *run, uint32_t ticket, const lg_outcome *outcome, lg_verdict *out_verdict) {
  return after_shadow(run, lg_run_after(run, ticket, outcome, out_verdict), out_verdict);
}

/* The outcome with the event's time. */
static lg_outcome timed(const hook_event *event, const lg_outcome *outcome) {
  lg_outcome copy = *outcome;
  copy.now_ms = event->now_ms;
  return copy;
}

/* Adds a verdict on a call that has run: one more warning, or the end of the turn, whose first reason is kept. */
static void add(hook_answer *answer, lg_action action, const program_out *text) {
  if (action == LG_ALLOW || (action == LG_ABORT && answer->action == LG_ABORT)) return;
  program_out *out = action == LG_ABORT ? &answer->stop : &answer->text;
  if (out->len > 0) program_out_text(out, "\n\n");
  program_out_bytes(out, text->s, text->len);
  if (text->failed) out->failed = true;
  if (answer->action != LG_ABORT) answer->action = action == LG_ABORT ? LG_ABORT : LG_WARN;
}

/* The same with the message of the run's last report. `ran` as in program_verdict_text. */
static void add_verdict(hook_answer *answer, const lg_run *run, const lg_verdict *verdict, const hook_call *call,
                        bool ran) {
  if (!verdict->detected) return;
  program_out text = {0};
  program_verdict_text(&text, run, verdict->action, call->name, ran);
  add(answer, verdict->action, &text);
  program_out_free(&text);
}

/* The name of the detector in the run's last report; `s` is NULL for the poll rule, which is none. */
static program_text last_found(const lg_run *run) {
  const lg_report *report;
  lg_guard *guard;
  const lg_detector_spec *spec;
  program_text name;
  bool found = lg_run_report(run, &report) == LG_OK && lg_run_guard(run, &guard) == LG_OK &&
               lg_guard_detector(guard, report->detector, &spec, &name.s, &name.len) == LG_OK;
  return found ? name : (program_text){NULL, 0};
}

/* The detection when a call that never ended was counted as failed. */
typedef struct unended {
  bool warned;
  program_text detector; /* as last_found says */
} unended;

/* A call that is requested again in a later response, although no event told of its end, is counted as failed. */
static lg_status end_unended(lg_run *run, const hook_event *event, hook_answer *answer, unended *out_unended) {
  const hook_call *call = &event->call;
  uint32_t ticket;
  bool judged;
  lg_status status = lg_run_ticket(run, call->id.s, call->id.len, &ticket);
  if (status != LG_OK || ticket == LG_NO_TICKET) return status;
  status = lg_run_judged(run, call->id.s, call->id.len, &judged);
  if (status != LG_OK || judged) return status; /* a sibling of this round */
  lg_verdict verdict;
  static const uint8_t empty_string[PROGRAM_PACKED_HEAD] = {LG_VALUE_STRING};
  const lg_value nothing_said = {empty_string, sizeof empty_string};
  hook_outcome outcome;
  bool whole = hook_outcome_error(nothing_said, &outcome);
  lg_outcome timed_outcome = timed(event, &outcome.core);
  status = whole ? ask_after(run, ticket, &timed_outcome, &verdict) : LG_ENOMEM;
  if (status == LG_OK) {
    add_verdict(answer, run, &verdict, call, true);
    out_unended->warned = verdict.action == LG_WARN;
    out_unended->detector = last_found(run);
  }
  hook_outcome_free(&outcome);
  return status;
}

/* It is a warning that lg_run_after gives, if the result is no news. */
static bool waits_for_result(const lg_run *run, const lg_verdict *verdict) {
  const lg_report *report;
  return verdict->action == LG_WARN && lg_run_report(run, &report) == LG_OK && report->held;
}

static lg_status tell_before(lg_run *run, const hook_event *event, hook_answer *answer) {
  const hook_call *call = &event->call;
  lg_call request;
  unended late = {0};
  lg_verdict verdict;
  lg_status status = core_call(run, event, call, &request);
  if (status == LG_OK && !hook_tells_every_end(event)) status = end_unended(run, event, answer, &late);
  if (status == LG_OK) status = ask_before(run, &request, &verdict);
  if (status != LG_OK || verdict.action == LG_ALLOW || waits_for_result(run, &verdict)) return status;
  if (late.warned && verdict.action == LG_WARN) return LG_OK;
  if (late.warned && program_text_same(late.detector, last_found(run))) /* the model has not read the warning yet */
    return lg_run_resolve(run, verdict.ticket, LG_ALLOW);
  if (verdict.action == LG_ASK && !event->facts->asks) { /* it is refused */
    status = lg_run_resolve(run, verdict.ticket, LG_HINT);
    if (status != LG_OK) return status;
  }
  hook_answer_free(answer);
  answer->action = verdict.action;
  program_out *out = verdict.action == LG_ABORT ? &answer->stop : &answer->text;
  program_verdict_text(out, run, verdict.action, call->name, false);
  return LG_OK;
}

/* A call ran that had no event before it: it is judged and completed now, and both detections are reported. */
static lg_status tell_unknown(lg_run *run, const hook_event *event, const hook_call *call, const lg_outcome *outcome,
                              hook_answer *answer) {
  lg_call request;
  lg_outcome timed_outcome = timed(event, outcome);
  lg_verdict early, late = {.action = LG_ALLOW, .ticket = LG_NO_TICKET};
  lg_status status = core_call(run, event, call, &request);
  if (status == LG_OK) status = ask_before(run, &request, &early);
  if (status != LG_OK) return status;
  if (early.ticket == LG_NO_TICKET && !early.known) return lg_run_unseen(run); /* its tool is exempt: it may be news */
  program_out text = {0};
  early.detected = early.detected && !waits_for_result(run, &early);
  if (early.detected) program_verdict_text(&text, run, early.action, call->name, true);
  if (early.action > LG_WARN) status = lg_run_resolve(run, early.ticket, LG_ALLOW);
  if (status == LG_OK) status = ask_after(run, early.ticket, &timed_outcome, &late);
  if (late.detected) {
    add_verdict(answer, run, &late, call, true);
  } else if (early.detected) {
    add(answer, early.action, &text);
  }
  program_out_free(&text);
  return status;
}

/* `told`: the model is told of the call already, by what was said before it. */
static lg_status tell_after(lg_run *run, const hook_event *event, const hook_call *call, const lg_outcome *outcome,
                            bool told, hook_answer *answer) {
  uint32_t ticket;
  lg_status status = lg_run_ticket(run, call->id.s, call->id.len, &ticket);
  if (status != LG_OK) return status;
  if (ticket == LG_NO_TICKET) return tell_unknown(run, event, call, outcome, answer);
  lg_outcome timed_outcome = timed(event, outcome);
  lg_verdict verdict;
  status = ask_after(run, ticket, &timed_outcome, &verdict);
  bool is_told = told && verdict.action != LG_ABORT; /* one result carries one message */
  if (status == LG_OK && !is_told) add_verdict(answer, run, &verdict, call, true);
  return status;
}

/* A call that never reached a tool, and had no other event. */
static lg_status tell_invalid(lg_run *run, const hook_event *event, const hook_call *call, const lg_outcome *outcome,
                              hook_answer *answer) {
  lg_call request;
  lg_outcome timed_outcome = timed(event, outcome);
  lg_verdict verdict;
  lg_status status = core_call(run, event, call, &request);
  if (status == LG_OK) status = after_shadow(run, lg_run_invalid(run, &request, &timed_outcome, &verdict), &verdict);
  if (status == LG_OK) add_verdict(answer, run, &verdict, call, false);
  return status;
}

/*
 * One call of a batch, the event after all calls of a response. Usually events of its own have come before. Still
 * missing are the end of a call that was not run, and a call whose tool does not exist or rejects its arguments. Any
 * other unknown id belongs to an earlier round: before the first batch, calls that run one after the other are taken
 * for rounds.
 */
static lg_status tell_of_batch(lg_run *run, const hook_event *event, lg_value item, hook_answer *answer) {
  hook_call call;
  if (!hook_call_read(item, event->facts, &call)) return LG_OK;
  lg_value response = program_member(item, "tool_response");
  hook_outcome outcome;
  hook_outcome_result(response, &outcome);
  uint32_t ticket = LG_NO_TICKET;
  lg_status status = lg_run_ticket(run, call.id.s, call.id.len, &ticket);
  bool refused = hook_is_not_taken(program_text_of(response));
  if (refused && !hook_outcome_error(response, &outcome)) status = LG_ENOMEM;
  if (status == LG_OK && ticket != LG_NO_TICKET) {
    status = tell_after(run, event, &call, &outcome.core, false, answer);
  } else if (status == LG_OK && refused) {
    status = tell_invalid(run, event, &call, &outcome.core, answer);
  }
  hook_outcome_free(&outcome);
  hook_call_free(&call);
  return status;
}

static lg_status tell_batch(lg_run *run, const hook_event *event, hook_answer *answer) {
  lg_values items = lg_value_begin(event->calls);
  lg_status status = LG_OK;
  if (items.object) return lg_run_begin_round(run);
  while (status == LG_OK && lg_value_next(&items)) status = tell_of_batch(run, event, items.value, answer);
  return status == LG_OK ? lg_run_begin_round(run) : status;
}

/*
 * The warning from before the call ran, for agents whose models only read what comes after it. Asked again in the same
 * round, the run gives the same verdict for the same id, and nothing changes.
 */
static lg_status repeat_warning(lg_run *run, const hook_event *event, hook_answer *answer) {
  const hook_call *call = &event->call;
  lg_call request;
  lg_verdict verdict;
  bool judged;
  lg_status status = lg_run_judged(run, call->id.s, call->id.len, &judged);
  if (status != LG_OK || !judged) return status;
  status = core_call(run, event, call, &request);
  if (status == LG_OK) status = ask_before(run, &request, &verdict);
  if (status == LG_OK && verdict.action == LG_WARN && !waits_for_result(run, &verdict))
    add_verdict(answer, run, &verdict, call, true);
  return status;
}

/* Whether the model was told nothing before the call. */
static bool was_silent_before(const hook_event *event) {
  hook_context before = event->facts->context_before;
  return before == HOOK_CONTEXT_NONE || before == HOOK_CONTEXT_USER;
}

static lg_status tell_outcome(lg_run *run, const hook_event *event, hook_answer *answer) {
  hook_outcome outcome;
  lg_status status = hook_outcome_of(event, &outcome) ? LG_OK : LG_ENOMEM;
  if (status == LG_OK && was_silent_before(event)) status = repeat_warning(run, event, answer);
  if (status == LG_OK) status = tell_after(run, event, &event->call, &outcome.core, answer->action != LG_ALLOW, answer);
  hook_outcome_free(&outcome);
  return status;
}

static bool source_is(const hook_event *event, const char *word) {
  return event->source.s != NULL && program_text_is(event->source, word);
}

static bool is_of_user(const hook_event *event) { return event->source.s == NULL || !hook_is_machine(event->source); }

/* The agent wants to end its turn: a warning is for the user, and anything sterner ends it, whatever sends it back. */
static lg_status tell_stop(lg_run *run, const hook_event *event, hook_answer *answer) {
  lg_verdict verdict;
  lg_status status = lg_run_stopped(run, event->sent_back, event->words.s, event->words.len, &verdict);
  status = after_shadow(run, status, &verdict);
  if (status != LG_OK || verdict.action == LG_ALLOW) return status;
  answer->action = verdict.action == LG_WARN ? LG_WARN : LG_ABORT;
  if (verdict.action == LG_WARN)
    program_detection_text(&answer->text, run, (program_text){NULL, 0});
  else
    program_verdict_text(&answer->stop, run, LG_ABORT, (program_text){NULL, 0}, false);
  return LG_OK;
}

static lg_status tell(lg_run *run, const hook_event *event, hook_answer *answer) {
  switch (event->kind) {
  case HOOK_BEFORE:
    return tell_before(run, event, answer);
  case HOOK_AFTER:
  case HOOK_FAILURE:
    return tell_outcome(run, event, answer);
  case HOOK_BATCH:
    return tell_batch(run, event, answer);
  case HOOK_REQUEST:
    return lg_run_begin_round(run);
  case HOOK_PROMPT:
    return is_of_user(event) ? lg_run_begin_turn(run) : LG_OK;
  case HOOK_START: /* a session that is resumed keeps its state */
    if (source_is(event, "compact")) return lg_run_compacted(run);
    return source_is(event, "startup") || source_is(event, "clear") ? lg_run_reset(run) : LG_OK;
  case HOOK_COMPACT:
    return lg_run_compacted(run);
  case HOOK_STOP:
    return tell_stop(run, event, answer);
  }
  return LG_EINVAL;
}

/* What happens in a turn that should have ended; false: it is told as in any other. */
static bool tell_ended(const lg_run *run, const hook_event *event, hook_answer *answer, lg_status *out_status) {
  const hook_call *call = &event->call;
  uint32_t ticket = LG_NO_TICKET;
  switch (event->kind) {
  case HOOK_BEFORE:
    answer->action = LG_ABORT;
    hook_turn_ended_text(&answer->stop);
    return true;
  case HOOK_REQUEST:
    if (event->facts->turn_ends != HOOK_TURN_ENDS_AT_A_REQUEST) return false;
    answer->action = LG_ABORT;
    hook_turn_ended_text(&answer->stop);
    return true;
  case HOOK_FAILURE: /* some agents tell of the end of a call that was refused here */
    *out_status = lg_run_ticket(run, call->id.s, call->id.len, &ticket);
    return *out_status != LG_OK || ticket == LG_NO_TICKET;
  default:
    return false;
  }
}

/* Where no answer about a call ends a turn, every further call of the turn is refused after an abort. */
static lg_status tell_unending(lg_run *run, const hook_event *event, hook_answer *answer) {
  bool ended;
  lg_status status = lg_run_turn_ended(run, &ended);
  if (status != LG_OK || (ended && tell_ended(run, event, answer, &status))) return status;
  status = tell(run, event, answer);
  if (status != LG_OK || answer->action != LG_ABORT || event->kind == HOOK_STOP) return status;
  return lg_run_end_turn(run);
}

lg_status hook_session_tell(lg_run *run, const hook_event *event, program_out *out, bool *out_exit) {
  hook_answer answer = {.action = LG_ALLOW};
  bool ends = event->facts->turn_ends == HOOK_TURN_ENDS_AT_A_CALL;
  lg_status status = ends ? tell(run, event, &answer) : tell_unending(run, event, &answer);
  if (status == LG_OK) hook_answer_write(event, &answer, out);
  if (status == LG_OK && out->failed) status = LG_ENOMEM;
  *out_exit = hook_answer_refuses_by_exit(event, &answer);
  hook_answer_free(&answer);
  return status;
}
