/** Verdicts, and the numbers that the core gives for them. */
import type { Verdict, VerdictAction } from "../base/types.ts";
import type { PackedVerdict } from "../core/types.ts";
/** The verdict of every untroubled call: one object, so that an `allow` costs no memory. */
export declare const ALLOW: Verdict;
/** Whether a call with this verdict is not to run. */
export declare function isRefusal(action: VerdictAction): boolean;
export declare function packedAction(packed: PackedVerdict): VerdictAction;
export declare function isDetected(packed: PackedVerdict): boolean;
export declare function packedTicket(packed: PackedVerdict): number;
/** Throws when the core refused its input. */
export declare function checkPacked(packed: PackedVerdict): void;
