import type { LoopDetection, Verdict, VerdictAction } from "../base/types.ts";
import type { AppliedVerdict, PackedVerdict } from "../core/types.ts";
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
export declare function packedAction(packed: PackedVerdict): VerdictAction;
export declare function isDetected(packed: PackedVerdict): boolean;
export declare function packedTicket(packed: PackedVerdict): number;
/** The id was judged in this round already, and nothing has changed. */
export declare function isKnown(packed: AppliedVerdict): boolean;
/** No outcome is expected: the run knows no such call, or the call was completed already. */
export declare function isThrough(packed: AppliedVerdict): boolean;
/** Throws when the core refused its input. */
export declare function checkPacked(packed: PackedVerdict): void;
/**
 * The message to add to the outcome of a call that has run, by its verdicts from `before`, `after` or `invalid`: one, the first.
 * What is said before a call (a limit, a budget, work that is sent around) is said once; a loop is told of again. A refusal
 * comes too late and acts as a warning; an abort ends the run instead.
 */
export declare function warningOf(...verdicts: readonly Verdict[]): string | undefined;
/** The verdict when judging a call failed: the call may run. */
export declare function failOpen(error: unknown, where: string, call: unknown): Verdict;
/** What `act` returns, or `otherwise` if it throws, for example because of a getter in the arguments. */
export declare function attempt<T>(act: () => T, otherwise: T, where: string, toolName?: string): T;
/** As `attempt`, for what gives a promise; `undefined` if it fails. */
export declare function attemptAsync<T>(act: () => T | Promise<T>, where: string): Promise<T | undefined>;
