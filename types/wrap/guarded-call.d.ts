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
export declare function guardedCall(run: LoopRun, call: LoopCall, invoke: () => unknown, face: CallFace): unknown;
/**
 * What the model is to read besides the outcome of a call that has run, by the verdicts on it: of `before`, `after` or
 * `invalid`. A refusal comes too late for it, and only warns; an abort ends the run instead.
 */
export declare function warningOf(...verdicts: readonly Verdict[]): string | undefined;
