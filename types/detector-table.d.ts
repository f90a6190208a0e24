/** The parameters of each detector: defaults and ranges. The one place that knows them. */
import { type Check } from "./check-option.ts";
import type { Detector } from "./detectors.ts";
interface Parameter {
    /** `undefined`: it must be given. */
    readonly fallback: unknown;
    readonly check: Check;
}
/** The cycle scan's own parameters, those of `LoopDetector`. */
export declare const WINDOW_PARAMETERS: Readonly<Record<string, Parameter>>;
/** A detector with the parameters that were left out; one of no known type stays as it is. */
export declare function withDefaults(detector: Record<string, unknown>): Record<string, unknown>;
/** Throws unless `detector` is one that the factories make. */
export declare function checkDetector(detector: unknown, path: string): asserts detector is Detector;
/** Shared with `LoopDetector`, whose options are the same four. */
export declare function checkCycle(options: {
    windowSize: number;
    minCycleLen: number;
    maxCycleLen: number;
    repeats: number;
}, path: string): void;
/** How often something may happen: an integer, or `Infinity`. */
export declare function limitValue(min: number): Check;
export {};
