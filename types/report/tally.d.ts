/** Counts for `stats()`. */
import type { LoopDetection, LoopGuardStats, Verdict } from "../base/types.ts";
export declare class Tally {
    #private;
    /** Counts a call that was judged and may run. */
    allowed(argumentCharacters: number): void;
    /** Counts a call that was judged and belongs to a loop. */
    judged({ action, allowed, detection }: Verdict, argumentCharacters: number): void;
    /** Counts a warning that is given with the result of a call that ran. */
    warned(): void;
    completed(resultCharacters: number): void;
    /** Counts a loop, at its first strike. */
    loop(detection: LoopDetection): void;
    stats(runs: number): LoopGuardStats;
}
