/** Reports one event to the run of its session, and makes the answer. As native/hook/session.c. */
import type { Verdict } from "../../base/types.ts";
import { TURN_ENDED } from "../../report/messages.ts";
import { ToolLoopError } from "../../report/tool-loop-error.ts";
import { ALLOW } from "../../report/verdict.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { MACHINES, NOT_TAKEN } from "../../text/claude-results.ts";
import { type CallVerdicts, summaryOf } from "../../wrap/guarded-call.ts";
import { answerFor, type HookFinding } from "./hook-answer.ts";
import { batchOf, callOfEvent, type HookCall, type HookEvent, outcomeOf, reportsEveryEnd } from "./hook-event.ts";

/** The sources of a session that is new; one that is resumed continues. */
const FRESH: ReadonlySet<unknown> = new Set(["startup", "clear"]);

/** Whether the event is complete: an event about a call needs the call. Others are ignored. */
export function isWhole(event: HookEvent): boolean {
  const { kind } = event;
  return (kind !== "before" && kind !== "after" && kind !== "failure") || callOfEvent(event) !== undefined;
}

/** Reports the event to `run`, and gives the answer; `undefined` if there is nothing to say. */
export function respond(run: GuardRun, event: HookEvent): Record<string, unknown> | undefined {
  switch (event.kind) {
    case "before":
      if (event.dialect === "codex" && run.turnEnded())
        return answerFor(event, { action: "abort", text: "", stop: TURN_ENDED });
      return answerEnding(run, event, before(run, event, callOfEvent(event) as HookCall));
    case "after":
    case "failure": {
      const call = callOfEvent(event) as HookCall;
      const earlier = event.dialect === "gemini" ? warningBefore(run, call) : ALLOW;
      return answerEnding(run, event, findingAfter([{ before: earlier, after: run.after(call, outcomeOf(event)) }]));
    }
    case "batch": {
      const verdicts = batchOf(event).map(({ call, response }) => afterBatch(run, call, response));
      run.beginRound();
      return answerEnding(run, event, findingAfter(verdicts.map((after) => ({ before: ALLOW, after }))));
    }
    case "request":
      run.beginRound();
      return undefined;
    case "prompt":
      if (isOfUser(event)) run.beginTurn();
      return undefined;
    case "start":
      if (FRESH.has(event.input["source"])) run.reset();
      if (event.input["source"] === "compact") run.compacted();
      return undefined;
    case "compact":
      run.compacted();
      return undefined;
    case "stop":
      return answerFor(event, stopped(run, event));
  }
}

/** No hook of Codex about a call can end a turn: after an abort, every further call of the turn is refused. */
function answerEnding(run: GuardRun, event: HookEvent, finding: HookFinding): Record<string, unknown> | undefined {
  if (event.dialect === "codex" && finding.action === "abort") run.endTurn();
  return answerFor(event, finding);
}

function before(run: GuardRun, event: HookEvent, call: HookCall): HookFinding {
  const late = reportsEveryEnd(event) ? ALLOW : missingEnd(run, call);
  const verdict = run.before(call);
  const refused = !verdict.run;
  const isWarned = late.action === "warn" && (!refused || sameDetector(late, verdict));
  // Otherwise the detector would refuse the call before the model has read the warning.
  if (isWarned && refused) run.overrule(call);
  // Codex and Gemini CLI cannot ask: the call is refused, and no result will be reported.
  else if (verdict.action === "ask" && event.dialect !== "claude") run.overrule(call, "hint");
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

/** Gemini CLI also reports prompts in the middle of a turn; those are empty. */
function isOfUser({ dialect, input: { prompt, source } }: HookEvent): boolean {
  if (dialect === "gemini" && (typeof prompt !== "string" || prompt === "")) return false;
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
