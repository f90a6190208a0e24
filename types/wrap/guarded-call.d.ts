import type { LoopCall, LoopRun, Verdict } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import type { AbortVerdict } from "../report/verdict.ts";
/** What the caller of a guarded function receives. */
export interface CallFace {
    /** In place of a result: `hint` and `ask`. */
    refused(verdict: Verdict): unknown;
    /** A result with a message for the model. */
    warned(result: unknown, message: string): unknown;
    /** What is thrown in place of a tool's error. */
    failed(error: unknown, message: string): unknown;
    /** The call has run, and its outcome ends the run: throws the error, or passes it to code that can stop the run. */
    ended(error: ToolLoopError): void;
    /** Wraps an iterator; `undefined`: the value is an ordinary result. */
    iterated?(result: unknown, ends: CallEnds): unknown;
}
/** Pass a call's outcome to the guard, and give what the caller receives. */
export interface CallEnds {
    finish(result: unknown): unknown;
    fail(error: unknown): unknown;
}
/**
 * Judges a call, runs it with `invoke`, and records its outcome. A synchronous call stays synchronous. Throws a
 * `ToolLoopError` if the verdict is `abort`.
 */
export declare function guardedCall(run: LoopRun, call: LoopCall, invoke: () => unknown, face: CallFace): unknown;
/**
 * The message to add to the outcome of a call that has run, by its verdicts from `before`, `after` or `invalid`: one, the first.
 * What is said before a call (a limit, a budget, work that is sent around) is said once; a loop is told of again. A refusal
 * comes too late and acts as a warning; an abort ends the run instead.
 */
export declare function warningOf(...verdicts: readonly Verdict[]): string | undefined;
/** The verdicts on one call before and after it ran. */
export interface CallVerdicts {
    readonly before: Verdict;
    readonly after: Verdict;
}
/** The warnings about calls that have run, and the first abort after one of them. */
export declare function summaryOf(verdicts: readonly CallVerdicts[]): {
    warnings: string;
    abort: AbortVerdict | undefined;
};
