/**
 * What each call of a recorded run gave, whatever a guard would have decided. Without labels, refusals are judged by it: a
 * refusal is wrong if the refused call, as recorded, gave something new.
 */
import type { LoopOutcome } from "../../base/types.ts";
/**
 * `news`: a result that the same call had not given before in the run; of a call not made before, one that its tool had not
 * given. `redundant`: what a guard is there to save, a third or later equal call without news. `known`: neither. `unknown`:
 * no result was recorded.
 */
export type Gave = "news" | "known" | "redundant" | "unknown";
/** A text that is equal for outcomes with the same content. */
export declare function newsKey(toolName: string, outcome: LoopOutcome): string;
/** For one run; called for each call in order. */
export declare class NewsLedger {
    #private;
    /** `args` and `result`: texts that are equal for equal arguments and results. */
    gave(toolName: string, args: string, result: string | undefined): Gave;
}
