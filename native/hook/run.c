#include "session.h"

#include "messages.h"

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

static bool is_shadow(const lg_run *run) {
  lg_guard *guard;
  const lg_guard_options *options;
  return lg_run_guard(run, &guard) == LG_OK && lg_guard_settings(guard, &options) == LG_OK && options->shadow;
}

/* It is a warning that lg_run_after gives, if the result is no news. */
static bool waits_for_result(const lg_run *run, const lg_verdict *verdict) {
  const lg_report *report;
  return verdict->action == LG_WARN && lg_run_report(run, &report) == LG_OK && report->held;
}

/* The name of the detector in the run's last report; nothing for the poll rule, which is none. */
static void put_detector(program_out *out, const lg_run *run) {
  const lg_report *report;
  lg_guard *guard;
  const lg_detector_spec *spec;
  const char *name;
  size_t len;
  if (lg_run_report(run, &report) == LG_OK && lg_run_guard(run, &guard) == LG_OK &&
      lg_guard_detector(guard, report->detector, &spec, &name, &len) == LG_OK)
    program_out_bytes(out, name, len);
}

/* Writes the verdict with the texts of the run's last report. `ran` as in program_verdict_text. */
static void say(const lg_run *run, const lg_verdict *verdict, program_text name, bool ran, hook_verdict *out) {
  if (!verdict->detected || verdict->action == LG_ALLOW) return;
  out->found = verdict->action;
  out->action = is_shadow(run) ? LG_ALLOW : verdict->action;
  program_verdict_text(&out->text, run, verdict->action, name, ran);
  program_detection_text(&out->what, run, name);
  put_detector(&out->detector, run);
}

static lg_status before(hook_core_run *self, const hook_event *event, const hook_call *call, hook_verdict *out) {
  lg_call request;
  lg_verdict verdict;
  lg_status status = core_call(self->run, event, call, &request);
  if (status == LG_OK) status = lg_run_before(self->run, &request, &verdict);
  if (status != LG_OK) return status;
  self->ticket = verdict.ticket;
  /* In shadow mode, the listener in JavaScript does not hear which warnings wait: they are told of with the result. */
  bool waits = verdict.action == LG_WARN && (is_shadow(self->run) || waits_for_result(self->run, &verdict));
  if (!waits) say(self->run, &verdict, call->name, false, out);
  return LG_OK;
}

/* A call ran that had no event before it: it is judged and completed now, and either detection is reported. */
static lg_status unknown(hook_core_run *self, const hook_event *event, const hook_call *call, const lg_outcome *outcome,
                         hook_verdict *out) {
  lg_call request;
  lg_verdict early, late = {.action = LG_ALLOW, .ticket = LG_NO_TICKET};
  lg_run *run = self->run;
  lg_status status = core_call(run, event, call, &request);
  if (status == LG_OK) status = lg_run_before(run, &request, &early);
  if (status != LG_OK) return status;
  if (early.ticket == LG_NO_TICKET && !early.known) return lg_run_unseen(run); /* its tool is exempt: it may be news */
  if (!waits_for_result(run, &early)) say(run, &early, call->name, true, out);
  if (out->action > LG_WARN) status = lg_run_resolve(run, early.ticket, LG_ALLOW, 0);
  if (status == LG_OK) status = lg_run_after(run, early.ticket, outcome, &late);
  if (status == LG_OK && late.detected) {
    hook_verdict_free(out);
    say(run, &late, call->name, true, out);
  }
  return status;
}

static lg_status complete(hook_core_run *self, const hook_event *event, const hook_call *call,
                          const lg_outcome *outcome, hook_verdict *out) {
  uint32_t ticket;
  lg_verdict verdict;
  lg_status status = lg_run_ticket(self->run, call->id.s, call->id.len, &ticket);
  if (status == LG_OK && ticket == LG_NO_TICKET) return unknown(self, event, call, outcome, out);
  if (status == LG_OK) status = lg_run_after(self->run, ticket, outcome, &verdict);
  if (status == LG_OK) say(self->run, &verdict, call->name, true, out);
  return status;
}

/* With the outcome as the core takes it: without what another guard, nearer to the tool, added for the model. */
static lg_status after(hook_core_run *self, const hook_event *event, const hook_call *call, const hook_outcome *outcome,
                       hook_verdict *out) {
  lg_outcome core = outcome->core;
  lg_workspace *workspace = program_workspace();
  program_out room = {0};
  if (core.failed) {
    program_text error = program_bare_text((program_text){core.error, core.error_len}, workspace, &room);
    core.error = error.s;
    core.error_len = error.len;
    core.transient = lg_is_transient(error.s, error.len);
  } else if (core.result_kind == LG_RESULT_TEXT) {
    program_text text = program_bare_text((program_text){core.result, core.result_len}, workspace, &room);
    core.result = text.s;
    core.result_len = text.len;
  } else if (core.result_kind == LG_RESULT_PACKED) {
    lg_value value = program_bare_value(lg_value_at((const uint8_t *)core.result, core.result_len), workspace, &room);
    core.result = (const char *)value.bytes;
    core.result_len = value.len;
  }
  core.now_ms = event->now_ms;
  lg_status status = complete(self, event, call, &core, out);
  program_out_free(&room);
  lg_workspace_free(workspace);
  return status;
}

static lg_status invalid(hook_core_run *self, const hook_event *event, const hook_call *call,
                         const hook_outcome *outcome, hook_verdict *out) {
  lg_call request;
  lg_outcome core = outcome->core;
  lg_verdict verdict;
  core.now_ms = event->now_ms;
  core.transient = lg_is_transient(core.error, core.error_len);
  lg_status status = core_call(self->run, event, call, &request);
  if (status == LG_OK) status = lg_run_invalid(self->run, &request, &core, &verdict);
  if (status == LG_OK) say(self->run, &verdict, call->name, false, out);
  return status;
}

static lg_status stopped(hook_core_run *self, const hook_event *event, hook_verdict *out) {
  static const program_text no_tool = {NULL, 0};
  lg_verdict verdict;
  lg_status status = lg_run_stopped(self->run, event->sent_back, event->words.s, event->words.len, &verdict);
  if (status != LG_OK) return status;
  if (verdict.action > LG_WARN) verdict.action = LG_ABORT; /* whatever sends it back */
  say(self->run, &verdict, no_tool, false, out);
  return LG_OK;
}

static lg_status ask(hook_run *base, hook_question question, const hook_event *event, const hook_call *call,
                     const hook_outcome *outcome, hook_verdict *out) {
  hook_core_run *self = (hook_core_run *)base;
  lg_run *run = self->run;
  uint32_t ticket = LG_NO_TICKET;
  lg_status status;
  switch (question) {
  case HOOK_ASK_BEFORE:
  case HOOK_ASK_SAID: /* asked again in the same round, the run says the same of the same id, and nothing changes */
    return before(self, event, call, out);
  case HOOK_ASK_LET_PASS: return lg_run_resolve(run, self->ticket, LG_ALLOW, 0);
  case HOOK_ASK_REFUSE: return lg_run_resolve(run, self->ticket, LG_HINT, 0);
  case HOOK_ASK_AFTER: return after(self, event, call, outcome, out);
  case HOOK_ASK_INVALID: return invalid(self, event, call, outcome, out);
  case HOOK_ASK_KNOWN:
    status = lg_run_ticket(run, call->id.s, call->id.len, &ticket);
    out->yes = ticket != LG_NO_TICKET;
    return status;
  case HOOK_ASK_JUDGED: return lg_run_judged(run, call->id.s, call->id.len, &out->yes);
  case HOOK_ASK_ROUND: return lg_run_begin_round(run);
  case HOOK_ASK_TURN: return lg_run_begin_turn(run);
  case HOOK_ASK_RESET: return lg_run_reset(run);
  case HOOK_ASK_COMPACTED: return lg_run_compacted(run);
  case HOOK_ASK_STOPPED: return stopped(self, event, out);
  case HOOK_ASK_END_TURN: return lg_run_end_turn(run);
  case HOOK_ASK_TURN_ENDED: return lg_run_turn_ended(run, &out->yes);
  }
  return LG_EINVAL;
}

hook_core_run hook_core_run_of(lg_run *run) { return (hook_core_run){{ask}, run, LG_NO_TICKET}; }
