/** One event against the run of its session: what the guard says, and what the agent is told. As native/hook/session.c. */
import { MACHINES, NOT_TAKEN } from "../../adapters/claude-runs.ts";
import type { Verdict } from "../../base/types.ts";
import { ToolLoopError } from "../../report/tool-loop-error.ts";
import { ALLOW } from "../../report/verdict.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { warningOf } from "../../wrap/guarded-call.ts";
import { answerFor, type HookFinding } from "./hook-answer.ts";
import { batchOf, callOfEvent, type HookCall, type HookEvent, outcomeOf, tellsEveryEnd } from "./hook-event.ts";

/** Of a session that begins anew; one that is resumed, or made smaller, goes on as it was. */
const FRESH: ReadonlySet<unknown> = new Set(["startup", "clear"]);

/** Whether the event has all that it takes; one that has not is left alone. */
export function isWhole(event: HookEvent): boolean {
  const { kind } = event;
  return (kind !== "before" && kind !== "after" && kind !== "failure") || callOfEvent(event) !== undefined;
}

/** Tells `run` of the event; what the agent is to read, or `undefined`. */
export function tell(run: GuardRun, event: HookEvent): Record<string, unknown> | undefined {
  switch (event.kind) {
    case "before": {
      const call = callOfEvent(event) as HookCall;
      const untold = tellsEveryEnd(event) ? ALLOW : endUntold(run, call);
      const verdict = run.before(call);
      const refused = !verdict.run;
      const warned = untold.action === "warn" && (!refused || sameDetector(untold, verdict));
      // Its detector would refuse before the model has read the warning.
      if (warned && refused) run.overrule(call);
      // Codex and Gemini CLI ask nobody: the call is refused, and no end of it is to come.
      else if (verdict.action === "ask" && event.dialect !== "claude") run.overrule(call, "hint");
      const isLate = warned || verdict.action === "allow";
      return answerFor(event, isLate ? late([{ before: ALLOW, after: untold }]) : early(verdict));
    }
    case "after":
    case "failure": {
      const call = callOfEvent(event) as HookCall;
      const before = event.dialect === "gemini" ? saidBefore(run, call) : ALLOW;
      return answerFor(event, late([{ before, after: run.after(call, outcomeOf(event)) }]));
    }
    case "batch": {
      const verdicts = batchOf(event).map(({ call, response }) => ({
        before: ALLOW,
        after: ofBatch(run, call, response),
      }));
      run.beginRound();
      return answerFor(event, late(verdicts));
    }
    case "request":
      run.beginRound();
      return undefined;
    case "prompt":
      if (isOfUser(event)) run.beginTurn();
      return undefined;
    case "start":
      if (FRESH.has(event.input["source"])) run.reset();
      return undefined;
  }
}

/** Gemini CLI tells of a prompt in the middle of a turn too, and then it is empty. */
function isOfUser({ dialect, input: { prompt, source } }: HookEvent): boolean {
  if (dialect === "gemini" && (typeof prompt !== "string" || prompt === "")) return false;
  return typeof source !== "string" || !MACHINES.has(source);
}

/**
 * One call of a batch. The hooks before have told of it, but for its end where it was not run, and but for the whole of it
 * where no tool could take it. One that is not known else has been told of in what was a step of its own: until the first
 * batch nobody knows that calls which run one after the other are of one response.
 */
function ofBatch(run: GuardRun, call: HookCall, response: unknown): Verdict {
  const known = run.knows(call.id);
  if (typeof response === "string" && NOT_TAKEN.test(response))
    return known ? run.after(call, { error: response }) : run.invalid(call, response);
  return known ? run.after(call, { result: response }) : ALLOW;
}

function sameDetector(a: Verdict, b: Verdict): boolean {
  return a.detection?.detector === b.detection?.detector;
}

function early(verdict: Verdict): HookFinding {
  const { action, message } = verdict;
  const stop = verdict.action === "abort" ? new ToolLoopError(verdict.detection).message : "";
  return { action, text: message, stop };
}

/** What was warned of before the call ran, for agents that show the model only what comes after it. */
function saidBefore(run: GuardRun, call: HookCall): Verdict {
  const said = run.judged(call.id) ? run.said(call) : ALLOW;
  return said.action === "warn" ? said : ALLOW;
}

/** A call that is made again in a later response, and of whose end nothing was told, has failed. */
function endUntold(run: GuardRun, call: HookCall): Verdict {
  return run.knows(call.id) && !run.judged(call.id) ? run.after(call, { error: "" }) : ALLOW;
}

/** Of calls that have run, or cannot: the warnings, and the first end of the turn. */
function late(verdicts: readonly { before: Verdict; after: Verdict }[]): HookFinding {
  const warnings = verdicts.map(({ before, after }) => warningOf(before, after)).filter((text) => text !== undefined);
  const abort = verdicts.map(({ after }) => after).find((after) => after.action === "abort");
  return {
    action: abort !== undefined ? "abort" : warnings.length > 0 ? "warn" : "allow",
    text: warnings.join("\n\n"),
    stop: abort === undefined ? "" : new ToolLoopError(abort.detection).message,
  };
}
