/** Reports one event to the run of its session, and makes the answer. As native/hook/session.c. */
import type { Verdict } from "../../base/types.ts";
import { TURN_ENDED } from "../../report/messages.ts";
import { ToolLoopError } from "../../report/tool-loop-error.ts";
import { ALLOW } from "../../report/verdict.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { MACHINES, NOT_TAKEN } from "../../text/claude-results.ts";
import { type CallVerdicts, summaryOf } from "../../wrap/guarded-call.ts";
import { answerFor, type HookAnswer, type HookFinding, SILENT } from "./hook-answer.ts";
import { batchOf, callOfEvent, type HookCall, type HookEvent, outcomeOf, reportsEveryEnd } from "./hook-event.ts";

/** The sources of a session that is new; one that is resumed continues. */
const FRESH: ReadonlySet<unknown> = new Set(["startup", "clear"]);

/** Whether the event is complete: an event about a call needs the call. Others are ignored. */
export function isWhole(event: HookEvent): boolean {
  const { kind } = event;
  return (kind !== "before" && kind !== "after" && kind !== "failure") || callOfEvent(event) !== undefined;
}

/** Reports the event to `run`, and gives the answer. */
export function respond(run: GuardRun, event: HookEvent): HookAnswer {
  const { turnEnds } = event.facts;
  if (turnEnds === "at a call") return answerFor(event, told(run, event));
  if (run.turnEnded()) {
    const ended = { action: "abort", text: "", stop: TURN_ENDED } as const;
    if (event.kind === "before") return answerFor(event, ended);
    if (event.kind === "request" && turnEnds === "at a request") return answerFor(event, ended);
    // Some agents tell of the end of a call that was refused here.
    if (event.kind === "failure" && !run.knows((callOfEvent(event) as HookCall).id)) return SILENT;
  }
  // Where no answer about a call ends a turn, every further call of the turn is refused after an abort.
  const finding = told(run, event);
  if (finding.action === "abort" && event.kind !== "stop") run.endTurn();
  return answerFor(event, finding);
}

const NOTHING: HookFinding = { action: "allow", text: "", stop: "" };

function told(run: GuardRun, event: HookEvent): HookFinding {
  switch (event.kind) {
    case "before":
      return before(run, event, callOfEvent(event) as HookCall);
    case "after":
    case "failure": {
      const call = callOfEvent(event) as HookCall;
      const earlier = wasSilentBefore(event) ? warningBefore(run, call) : ALLOW;
      return findingAfter([{ before: earlier, after: run.after(call, outcomeOf(event)) }]);
    }
    case "batch": {
      const verdicts = batchOf(event).map(({ call, response }) => afterBatch(run, call, response));
      run.beginRound();
      return findingAfter(verdicts.map((after) => ({ before: ALLOW, after })));
    }
    case "request":
      run.beginRound();
      return NOTHING;
    case "prompt":
      if (isOfUser(event)) run.beginTurn();
      return NOTHING;
    case "start":
      if (FRESH.has(event.input["source"])) run.reset();
      if (event.input["source"] === "compact") run.compacted();
      return NOTHING;
    case "compact":
      run.compacted();
      return NOTHING;
    case "stop":
      return stopped(run, event);
  }
}

/** Whether the model was told nothing before the call. */
function wasSilentBefore({ facts: { contextBefore } }: HookEvent): boolean {
  return contextBefore === "none" || contextBefore === "user";
}

function before(run: GuardRun, event: HookEvent, call: HookCall): HookFinding {
  const late = reportsEveryEnd(event) ? ALLOW : missingEnd(run, call);
  const verdict = run.before(call);
  const refused = !verdict.allowed;
  const isWarned = late.action === "warn" && (!refused || sameDetector(late, verdict));
  // Otherwise the detector would refuse the call before the model has read the warning.
  if (isWarned && refused) run.overrule(call);
  // It is refused, and no result will be reported.
  else if (verdict.action === "ask" && !event.facts.asks) run.overrule(call, "hint");
  if (isWarned || verdict.action === "allow") return findingAfter([{ before: ALLOW, after: late }]);
  const { action, message: text } = verdict;
  return { action, text, stop: action === "abort" ? new ToolLoopError(verdict.detection).message : "" };
}

/** The agent wants to end its turn: a warning is for the user, and anything sterner ends it, whatever sends it back. */
function stopped(run: GuardRun, { input }: HookEvent): HookFinding {
  const { stop_hook_active: again, last_assistant_message: words } = input;
  const { action, detection } = run.stopped(again === true, typeof words === "string" ? words : undefined);
  if (action === "allow" || detection === null) return { action: "allow", text: "", stop: "" };
  if (action === "warn") return { action, text: detection.message, stop: "" };
  return { action: "abort", text: "", stop: new ToolLoopError(detection).message };
}

function isOfUser({ input: { source } }: HookEvent): boolean {
  return typeof source !== "string" || !MACHINES.has(source);
}

/**
 * One call of a batch. Other hooks have reported it, except the end of a call that did not run, and all of a call that
 * reached no tool. A call that is unknown for another reason was reported in an earlier round: until the first batch,
 * it is not known that calls made one after the other belong to one response.
 */
function afterBatch(run: GuardRun, call: HookCall, response: unknown): Verdict {
  const known = run.knows(call.id);
  if (typeof response === "string" && NOT_TAKEN.test(response))
    return known ? run.after(call, { error: response }) : run.invalid(call, response);
  return known ? run.after(call, { result: response }) : ALLOW;
}

function sameDetector(a: Verdict, b: Verdict): boolean {
  return a.detection?.detector === b.detection?.detector;
}

/** The warning before the call, for agents that show the model only what follows it. */
function warningBefore(run: GuardRun, call: HookCall): Verdict {
  const verdict = run.judged(call.id) ? run.said(call) : ALLOW;
  return verdict.action === "warn" ? verdict : ALLOW;
}

/** A call that is made again in a later response, and whose end was not reported, has failed. */
function missingEnd(run: GuardRun, call: HookCall): Verdict {
  return run.knows(call.id) && !run.judged(call.id) ? run.after(call, { error: "" }) : ALLOW;
}

/** For calls that have run, or cannot run. */
function findingAfter(verdicts: readonly CallVerdicts[]): HookFinding {
  const { warnings, abort } = summaryOf(verdicts);
  const action = abort !== undefined ? "abort" : warnings === "" ? "allow" : "warn";
  return { action, text: warnings, stop: abort === undefined ? "" : new ToolLoopError(abort.detection).message };
}
