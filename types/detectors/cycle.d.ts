import type { DetectorActions, DetectorBase } from "./options.ts";
import { type Parameter } from "./parameters.ts";
/** The options of `LoopDetector`. */
export interface WindowOptions {
    /** Signatures that are looked back on. Default 32. */
    windowSize?: number;
    /** Default 1. */
    minCycleLen?: number;
    /** Default 8. */
    maxCycleLen?: number;
    /** Blocks in a row. Default 3. */
    repeats?: number;
}
export interface CycleOptions extends WindowOptions {
    /** `true`: only when the results repeat too, which is strong evidence. Default `false`. */
    sameResults?: boolean;
}
export interface CycleDetector extends DetectorBase<"cycle">, Readonly<Required<CycleOptions>> {
}
/** The last calls, arguments and errors included, are one block, repeated. */
export declare function cycle(options?: CycleOptions & DetectorActions): CycleDetector;
/** The cycle scan's own parameters, those of `LoopDetector`. */
export declare const WINDOW_PARAMETERS: Readonly<Record<keyof WindowOptions, Parameter>>;
/** Shared with `LoopDetector`, whose options are the same four. */
export declare function checkCycle(options: Readonly<Required<WindowOptions>>, path: string): void;
