import type { DetectorActions, DetectorBase, ThresholdOptions } from "../detector-record.ts";
export interface StallDetector extends DetectorBase<"stall">, Readonly<Required<ThresholdOptions>> {
}
/**
 * Detects a tool that gives the same result `threshold` times in a row, whatever the arguments.
 *
 * @example
 * new LoopGuard({ detectors: [stall({ threshold: 6 })] });
 */
export declare function stall(options?: ThresholdOptions & DetectorActions): StallDetector;
