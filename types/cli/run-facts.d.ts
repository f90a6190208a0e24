/** Sees without a guard whether a recorded run contains enough of anything for a detector to fire. */
import type { RunFacts } from "../detectors/run-facts.ts";
/** Calls by their index, and outcomes by their place in the order in which they came. */
export interface RecordedEvents {
    readonly names: readonly string[];
    /** Equal for equal calls. */
    readonly callKeys: readonly unknown[];
    /** The highest number of equal calls. */
    readonly mostEqual: number;
    /** For each outcome the index of its call. */
    readonly answered: readonly number[];
    /** Equal for outcomes that the core takes for equal. */
    outcomeKey(place: number): unknown;
    failed(place: number): boolean;
    /**
     * Whether the core sees every outcome. It does not see that of a refused call, and takes those of equal calls of one
     * round for one: then outcomes that are apart in the record may be neighbours for the core.
     */
    allSeen(): boolean;
}
export declare class FactsOfRecord implements RunFacts {
    #private;
    constructor(run: RecordedEvents);
    requests(times: number): boolean;
    uses(times: number): boolean;
    fails(times: number): boolean;
    repeats(times: number): boolean;
    stalls(times: number): boolean;
    keepsFailing(times: number): boolean;
}
export declare function mostEqual(keys: readonly unknown[]): number;
