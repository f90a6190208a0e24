import type { DetectorActions, DetectorBase, ThresholdOptions } from "../detector-record.ts";
export interface NoProgressOptions extends ThresholdOptions {
    /** As `threshold`, for calls that fail. Default: `threshold`. */
    errorThreshold?: number;
    /**
     * `true`: equal results of a call that succeeds count only if the last two have nothing new between them: no call that
     * was not made before, and no other result of one. Default `false`.
     */
    settled?: boolean;
    /** How many of the last completed calls are searched. Default 32. */
    windowSize?: number;
}
export interface NoProgressDetector extends DetectorBase<"no_progress">, Readonly<Required<NoProgressOptions>> {
}
/**
 * Detects a call that gave the same result `threshold` times within the window, whatever ran in between. A call that
 * changes something (a `mutates` tool) starts the count anew.
 *
 * @example
 * new LoopGuard({ detectors: [noProgress({ threshold: 3, windowSize: 16 })] });
 */
export declare function noProgress(options?: NoProgressOptions & DetectorActions): NoProgressDetector;
