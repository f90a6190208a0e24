/** Verdicts. */
import type { LoopDetection, Verdict, VerdictAction } from "../base/types.ts";
/** The verdict of every untroubled call: one object, so that an `allow` costs no memory. */
export declare const ALLOW: Verdict;
/** Whether a call with a verdict of this action is not to run. Of a verdict itself, `allowed` says so. */
export declare function isRefusal(action: VerdictAction): boolean;
/** The verdict where something was found. */
export declare function verdictOf(action: VerdictAction, found: {
    message: string;
    detection: LoopDetection;
    replay?: unknown;
    waitMs?: number;
}): Verdict;
/**
 * The message to add to the outcome of a call that has run, by its verdicts from `before`, `after` or `invalid`: one, the first.
 * What is said before a call (a limit, a budget, work that is sent around) is said once; a loop is told of again. A refusal
 * comes too late and acts as a warning; an abort ends the run instead.
 */
export declare function warningOf(...verdicts: readonly Verdict[]): string | undefined;
/** The verdict when judging a call failed: the call may run. `owner` is told once, a guard or what stands for it. */
export declare function failOpen(error: unknown, where: string, call: unknown, owner: object | undefined): Verdict;
/** What `act` returns, or `otherwise` if it throws, for example because of a getter in the arguments. */
export declare function attempt<T>(act: () => T, otherwise: T, where: string, toolName?: string): T;
/** As `attempt`, for what gives a promise. */
export declare function attemptAsync<T>(act: () => T | Promise<T>, where: string, toolName?: string, otherwise?: T): Promise<T | undefined>;
