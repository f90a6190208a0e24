/** Verdicts, and the numbers that the core gives for them. */
import type { LoopDetection, Verdict, VerdictAction } from "../base/types.ts";
import type { AppliedVerdict, PackedVerdict } from "../core/types.ts";
/** The verdict of every untroubled call: one object, so that an `allow` costs no memory. */
export declare const ALLOW: Verdict;
/** The verdict that ends a run. */
export type AbortVerdict = Extract<Verdict, {
    action: "abort";
}>;
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
