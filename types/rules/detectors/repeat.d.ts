import type { DetectorActions, DetectorBase, ThresholdOptions } from "../detector-record.ts";
export interface RepeatOptions extends ThresholdOptions {
    /** `true`: only calls that fail count, whatever their errors. Default `false`. */
    failures?: boolean;
}
export interface RepeatDetector extends DetectorBase<"repeat">, Readonly<Required<RepeatOptions>> {
}
/**
 * Detects the same call `threshold` times in a row, with no other call in between, whatever its results.
 *
 * @example
 * new LoopGuard({ detectors: [repeat({ threshold: 5 })] });
 */
export declare function repeat(options?: RepeatOptions & DetectorActions): RepeatDetector;
