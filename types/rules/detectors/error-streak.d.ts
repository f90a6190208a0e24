import type { DetectorActions, DetectorBase, ThresholdOptions } from "../detector-record.ts";
export interface ErrorStreakOptions extends ThresholdOptions {
    /** As `threshold`, for transient failures: rate limits, timeouts, 5xx. Default 8. */
    transientThreshold?: number;
    /**
     * `true`: failures of one kind are one error, too: texts that differ only in what is quoted, in paths, numbers, ids and
     * other words that are not made of letters alone. Such a streak is at most warned of. Default `false`.
     */
    alike?: boolean;
}
export interface ErrorStreakDetector extends DetectorBase<"error_streak">, Readonly<Required<ErrorStreakOptions>> {
}
/**
 * Detects a tool that fails `threshold` times in a row with the same error, whatever the arguments. Calls of other
 * tools in between do not end the streak, unless one of them is new: it may be the repair.
 *
 * @example
 * new LoopGuard({ detectors: [errorStreak({ threshold: 4, transientThreshold: 10 })] });
 */
export declare function errorStreak(options?: ErrorStreakOptions & DetectorActions): ErrorStreakDetector;
