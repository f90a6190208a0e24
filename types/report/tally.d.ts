/** Counts for `stats()`. */
import type { LoopDetection, LoopGuardStats, Verdict } from "../base/types.ts";
export declare class Tally {
    #private;
    /** A call was judged and may run. */
    allowed(argumentCharacters: number): void;
    /** A call was judged and something was found. */
    judged({ action, run }: Verdict, argumentCharacters: number): void;
    /** A call that ran is warned of with its result. */
    warned(): void;
    completed(resultCharacters: number): void;
    /** Strike 1 of a loop. */
    loop(detection: LoopDetection): void;
    stats(runs: number): LoopGuardStats;
}
