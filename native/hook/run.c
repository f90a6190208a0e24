#include "session.h"

#include "verdict_text.h"

static const hook_verdict NOTHING = {.action = LG_ALLOW};

/* An lg_call with the profile of its tool. */
static lg_call core_call(lg_run *run, const hook_event *event, const hook_call *call) {
  lg_guard *guard;
  lg_call core = {.name = call->name.s,
                  .name_len = call->name.len,
                  .args_kind = call->kind,
                  .args = call->args.s,
                  .args_len = call->args.len,
                  .id = call->id.s,
                  .id_len = call->id.len,
                  .now_ms = event->now_ms};
  program_must(lg_run_guard(run, &guard));
  program_must(lg_guard_tool_profile(guard, core.name, core.name_len, &core.profile));
  return core;
}

static bool is_shadow(lg_run *run) {
  lg_guard *guard;
  const lg_guard_options *options;
  return lg_run_guard(run, &guard) == LG_OK && lg_guard_settings(guard, &options) == LG_OK && options->shadow;
}

/* It is a warning that lg_run_after gives, if the result is no news. */
static bool waits_for_result(lg_run *run, const lg_verdict *verdict) {
  const lg_report *report;
  return verdict->action == LG_WARN && lg_run_report(run, &report) == LG_OK && report->held;
}

/* The verdict with the texts of the run's last report. `ran` as in program_verdict_text. */
static hook_verdict say(lg_run *run, const lg_verdict *verdict, program_text name, bool ran) {
  const lg_report *report;
  if (!verdict->detected || verdict->action == LG_ALLOW || lg_run_report(run, &report) != LG_OK) return NOTHING;
  hook_verdict answer = {.found = verdict->action, .action = is_shadow(run) ? LG_ALLOW : verdict->action};
  program_verdict_text(&answer.text, run, verdict->action, name, ran);
  program_detection_text(&answer.what, run, name);
  program_out_bytes(&answer.detector, report->name, report->name_len);
  return answer;
}

static hook_verdict before(hook_run *self, const hook_event *event, const hook_call *call) {
  lg_verdict verdict;
  lg_call request = core_call(self->core, event, call);
  program_must(lg_run_before(self->core, &request, &verdict));
  self->ticket = verdict.ticket;
  /* In shadow mode, the listener in JavaScript does not hear which warnings wait: they are told of with the result. */
  bool waits = verdict.action == LG_WARN && (is_shadow(self->core) || waits_for_result(self->core, &verdict));
  return waits ? NOTHING : say(self->core, &verdict, call->name, false);
}

/* A call ran that had no event before it: it is judged and completed now, and either detection is reported. */
static hook_verdict unknown(lg_run *run, const hook_event *event, const hook_call *call, const lg_outcome *outcome) {
  lg_verdict early, late;
  lg_call request = core_call(run, event, call);
  program_must(lg_run_before(run, &request, &early));
  if (early.ticket == LG_NO_TICKET && !early.known) { /* its tool is exempt: it may be news */
    program_must(lg_run_step(run, LG_UNTRACKED));
    return NOTHING;
  }
  hook_verdict answer = waits_for_result(run, &early) ? NOTHING : say(run, &early, call->name, true);
  if (answer.action > LG_WARN) program_must(lg_run_resolve(run, early.ticket, LG_ALLOW, 0));
  program_must(lg_run_after(run, early.ticket, outcome, &late));
  return late.detected ? say(run, &late, call->name, true) : answer;
}

/* Of every call that another guard, nearer to the tool, refused; as in lib/run/call-input.ts. */
static const lg_outcome REFUSED = {.refused = true, .failed = true, .error = "refused elsewhere", .error_len = 17};

static bool is_refused(const lg_outcome *outcome) {
  if (outcome->failed) return program_is_refusal((program_text){outcome->error, outcome->error_len});
  return outcome->result_kind == LG_RESULT_TEXT &&
         program_is_refusal((program_text){outcome->result, outcome->result_len});
}

static hook_verdict complete(lg_run *run, const hook_event *event, const hook_call *call, const lg_outcome *outcome) {
  uint32_t ticket;
  lg_verdict verdict;
  program_must(lg_run_ticket(run, call->id.s, call->id.len, &ticket, NULL));
  /* The end of a refused call may be told of late: Kimi Code does not wait for it. As in lib/cli/hook/run-hook.ts. */
  if (ticket == LG_NO_TICKET) return outcome->refused ? NOTHING : unknown(run, event, call, outcome);
  program_must(lg_run_after(run, ticket, outcome, &verdict));
  return say(run, &verdict, call->name, true);
}

/* With the outcome as the core takes it: without what another guard, nearer to the tool, added for the model. */
static hook_verdict after(lg_run *run, const hook_event *event, const hook_call *call, lg_outcome core) {
  lg_workspace *workspace = program_workspace();
  program_out room = {0};
  if (core.failed) {
    program_text error = program_bare_text((program_text){core.error, core.error_len}, workspace, &room);
    core.error = error.s;
    core.error_len = error.len;
    core.transient = lg_is_transient(error.s, error.len);
  } else {
    program_bare_result(&core, workspace, &room);
  }
  if (is_refused(&core)) core = REFUSED;
  core.now_ms = event->now_ms;
  return complete(run, event, call, &core);
}

static hook_verdict invalid(lg_run *run, const hook_event *event, const hook_call *call, lg_outcome core) {
  lg_call request = core_call(run, event, call);
  lg_verdict verdict;
  core.now_ms = event->now_ms;
  core.transient = lg_is_transient(core.error, core.error_len);
  program_must(lg_run_invalid(run, &request, &core, &verdict));
  return say(run, &verdict, call->name, false);
}

static hook_verdict stopped(lg_run *run, const hook_event *event) {
  lg_verdict verdict;
  program_must(lg_run_stopped(run, event->sent_back, event->words.s, event->words.len, &verdict));
  if (verdict.action > LG_WARN) verdict.action = LG_ABORT; /* whatever sends it back */
  return say(run, &verdict, (program_text){NULL, 0}, false);
}

static hook_verdict ask(hook_run *self, hook_question question, const hook_event *event, const hook_call *call,
                        const lg_outcome *outcome) {
  lg_run *run = self->core;
  hook_verdict answer = NOTHING;
  uint32_t ticket;
  switch (question) {
  case HOOK_ASK_BEFORE:
  case HOOK_ASK_SAID: /* asked again in the same round, the run says the same of the same id, and nothing changes */
    return before(self, event, call);
  case HOOK_ASK_OVERRULE: program_must(lg_run_resolve(run, self->ticket, LG_ALLOW, 0)); break;
  case HOOK_ASK_REFUSE: program_must(lg_run_resolve(run, self->ticket, LG_HINT, 0)); break;
  case HOOK_ASK_AFTER: return after(run, event, call, *outcome);
  case HOOK_ASK_INVALID: return invalid(run, event, call, *outcome);
  case HOOK_ASK_KNOWN:
  case HOOK_ASK_JUDGED:
    program_must(lg_run_ticket(run, call->id.s, call->id.len, &ticket, &answer.yes));
    if (question == HOOK_ASK_KNOWN) answer.yes = ticket != LG_NO_TICKET;
    break;
  case HOOK_ASK_ROUND: program_must(lg_run_step(run, LG_BEGIN_ROUND)); break;
  case HOOK_ASK_TURN: program_must(lg_run_step(run, LG_BEGIN_TURN)); break;
  case HOOK_ASK_RESET: program_must(lg_run_step(run, LG_RESET)); break;
  case HOOK_ASK_COMPACTED: program_must(lg_run_step(run, LG_COMPACTED)); break;
  case HOOK_ASK_STOPPED: return stopped(run, event);
  case HOOK_ASK_END_TURN: program_must(lg_run_step(run, LG_END_TURN)); break;
  case HOOK_ASK_TURN_ENDED: program_must(lg_run_rounds(run, NULL, &answer.yes)); break;
  }
  return answer;
}

hook_run hook_run_of(lg_run *core) { return (hook_run){ask, core, LG_NO_TICKET}; }
