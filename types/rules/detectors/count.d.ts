import { type DetectorActions, type DetectorBase } from "../detector-record.ts";
export interface CountOptions {
    /** Equal calls that may run; the next one is a detection. 0 or more; `Infinity`: no limit. Default 3. */
    maxRepeats?: number;
    /**
     * `true`: the order of keys does not count. Default `false`: calls are compared by `name::JSON.stringify(arguments)`.
     */
    canonical?: boolean;
}
export interface CountDetector extends DetectorBase<"count">, Readonly<Required<CountOptions>> {
}
/**
 * Detects a call that is made more than `maxRepeats` times in a run, whatever its results. Acts before the call runs.
 *
 * @example
 * new LoopGuard({ detectors: [count({ maxRepeats: 5 })] });
 */
export declare function count(options?: CountOptions & DetectorActions): CountDetector;
