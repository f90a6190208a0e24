/** One call of a function under a guard: judged before it runs, recorded when it has. */
import { isThenable } from "../base/thenable.ts";
import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";

/** What the caller of a guarded function gets to see. */
export interface CallFace {
  /** In place of a result: `hint` and `ask`. */
  refused(verdict: Verdict): unknown;
  /** A result with a message for the model. */
  warned(result: unknown, message: string): unknown;
  /** What is thrown in place of a tool's error. */
  failed(error: unknown, message: string): unknown;
  /** The call has run, and its outcome ends the run: throws, or leaves that to somebody who can stop it. */
  ended(error: ToolLoopError): void;
  /** Passes an iterator on; `undefined`: the value is an ordinary result. */
  iterated?(result: unknown, ends: CallEnds): unknown;
}

/** Tell the guard how a call ended, and give what the caller is to see of it. */
export interface CallEnds {
  finish(result: unknown): unknown;
  fail(error: unknown): unknown;
}

/**
 * Asks the guard, calls `invoke`, and tells the guard what came of it. What is synchronous stays synchronous. Throws a
 * `ToolLoopError` in place of a call that the guard aborts.
 */
export function guardedCall(run: LoopRun, call: LoopCall, invoke: () => unknown, face: CallFace): unknown {
  const before = run.before(call);
  if (before.action === "abort") throw new ToolLoopError(before.detection);
  if (!before.run) return "replay" in before ? before.replay : face.refused(before);

  const ends: CallEnds = {
    finish(result) {
      const after = run.after(call, { result });
      if (after.action === "abort") face.ended(new ToolLoopError(after.detection, [result]));
      const message = warningOf(before, after);
      return message === undefined ? result : face.warned(result, message);
    },
    fail(error) {
      // An error that is nothing (`throw undefined`) is an error all the same.
      const after = run.after(call, { error: error ?? String(error) });
      if (after.action === "abort") face.ended(Object.assign(new ToolLoopError(after.detection), { cause: error }));
      const message = warningOf(before, after);
      return message === undefined ? error : face.failed(error, message);
    },
  };

  let result: unknown;
  try {
    result = invoke();
  } catch (error) {
    throw ends.fail(error);
  }
  if (isThenable(result))
    return Promise.resolve(result).then(
      (value) => face.iterated?.(value, ends) ?? ends.finish(value),
      (error: unknown) => {
        throw ends.fail(error);
      },
    );
  return face.iterated?.(result, ends) ?? ends.finish(result);
}

/**
 * What the model is to read besides the outcome of a call that has run, by the verdicts on it: of `before`, `after` or
 * `invalid`. A refusal comes too late for it, and only warns; an abort ends the run instead.
 */
export function warningOf(...verdicts: readonly Verdict[]): string | undefined {
  const warnings = verdicts.filter(({ action }) => action !== "allow" && action !== "abort");
  return warnings.length === 0 ? undefined : warnings.map(({ message }) => message).join("\n\n");
}
