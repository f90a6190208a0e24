/** One event against the run of its session: what the guard says, and what the agent is told. As native/hook/session.c. */
import { MACHINES, NOT_TAKEN } from "../../adapters/claude-runs.ts";
import { loopError, warningOf } from "../../guarded-call.ts";
import { LoopGuard } from "../../loop-guard.ts";
import type { GuardRun } from "../../loop-run.ts";
import type { LoopGuardOptions, Verdict } from "../../types.ts";
import { ALLOW } from "../../verdict.ts";
import { answerFor, type HookFinding } from "./hook-answer.ts";
import { batchOf, callOf, type HookCall, type HookEvent, outcomeOf } from "./hook-event.ts";

/** Of a session that begins anew; one that is resumed, or made smaller, goes on as it was. */
const FRESH: ReadonlySet<unknown> = new Set(["startup", "clear"]);

/** Whether the event has all that it takes; one that has not is left alone. */
export function isWhole({ kind, input }: HookEvent): boolean {
  return (kind !== "before" && kind !== "after" && kind !== "failure") || callOf(input) !== undefined;
}

/** Tells `run`, of a guard with `options`, of the event; what the agent is to read, or `undefined`. */
export function tell(run: GuardRun, event: HookEvent, options: LoopGuardOptions): Record<string, unknown> | undefined {
  switch (event.kind) {
    case "before":
      return answerFor(event, early(run.before(callOf(event.input) as HookCall)));
    case "after":
    case "failure": {
      const call = callOf(event.input) as HookCall;
      const before = event.dialect === "gemini" ? saidBefore(run, call, options) : ALLOW;
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

/** One call of a batch: the hooks before may have told of it, or not of its end, or not at all. */
function ofBatch(run: GuardRun, call: HookCall, response: unknown): Verdict {
  if (typeof response !== "string" || !NOT_TAKEN.test(response)) return run.after(call, { result: response });
  return run.knows(call.id) ? run.after(call, { error: response }) : run.invalid(call, response);
}

function early(verdict: Verdict): HookFinding {
  const { action, message } = verdict;
  return { action, text: message, stop: action === "abort" ? loopError(verdict).message : "" };
}

/**
 * What was warned of before the call ran, for agents that show the model only what comes after it. A copy of the run is
 * asked again: what it has to say of a call of this round, it says again, and nothing of its state changes.
 */
function saidBefore(run: GuardRun, call: HookCall, { onDetection: _, ...options }: LoopGuardOptions): Verdict {
  if (!run.knows(call.id)) return ALLOW;
  const bytes = run.snapshot();
  const copy = LoopGuard.restore(bytes, options);
  try {
    const again = copy.run() as GuardRun;
    const verdict = again.before(call);
    return verdict.action === "warn" && Buffer.compare(again.snapshot(), bytes) === 0 ? verdict : ALLOW;
  } finally {
    copy.close();
  }
}

/** Of calls that have run, or cannot: the warnings, and the first end of the turn. */
function late(verdicts: readonly { before: Verdict; after: Verdict }[]): HookFinding {
  const warnings = verdicts.map(({ before, after }) => warningOf(before, after)).filter((text) => text !== undefined);
  const abort = verdicts.find(({ after }) => after.action === "abort")?.after;
  return {
    action: abort !== undefined ? "abort" : warnings.length > 0 ? "warn" : "allow",
    text: warnings.join("\n\n"),
    stop: abort === undefined ? "" : loopError(abort).message,
  };
}
