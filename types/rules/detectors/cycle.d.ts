import type { DetectorActions, DetectorBase } from "../detector-record.ts";
/** The options of `LoopDetector`. */
export interface WindowOptions {
    /** How many of the last signatures are searched. Default 32. */
    windowSize?: number;
    /** The shortest block, in calls. Default 1. */
    minCycleLen?: number;
    /** The longest block, in calls. Default 8. */
    maxCycleLen?: number;
    /** How often the block must come in a row. Default 3. */
    repeats?: number;
}
export interface CycleOptions extends WindowOptions {
    /** `true`: fires only when the results repeat too, which is strong evidence. Default `false`. */
    sameResults?: boolean;
}
export interface CycleDetector extends DetectorBase<"cycle">, Readonly<Required<CycleOptions>> {
}
/**
 * Detects a block of calls that repeats, such as read, edit, read, edit, read, edit: the same tools with the same
 * arguments and the same errors. Acts after a call has run.
 *
 * @example
 * new LoopGuard({ detectors: [cycle({ maxCycleLen: 4, repeats: 2 })] });
 */
export declare function cycle(options?: CycleOptions & DetectorActions): CycleDetector;
/** The options of `LoopDetector`. */
export declare function readWindowOptions(options: WindowOptions): Required<WindowOptions>;
