import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
export interface NoProgressOptions extends ThresholdOptions {
    /** The threshold of calls that fail. Default: `threshold`. */
    errorThreshold?: number;
    /** `true`: a call that succeeds counts only while no new call was made in between. Default `false`. */
    settled?: boolean;
    /** Completed calls that are looked back on. Default 32. */
    windowSize?: number;
}
export interface NoProgressDetector extends DetectorBase<"no_progress">, Readonly<Required<NoProgressOptions>> {
}
/** One call gave one result `threshold` times, whatever ran between, and nothing in between changed it. */
export declare function noProgress(options?: NoProgressOptions & DetectorActions): NoProgressDetector;
