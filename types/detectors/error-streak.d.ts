import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
export interface ErrorStreakOptions extends ThresholdOptions {
    /** The threshold of rate limits, timeouts and 5xx. Default 8. */
    transientThreshold?: number;
}
export interface ErrorStreakDetector extends DetectorBase<"error_streak">, Readonly<Required<ErrorStreakOptions>> {
}
/** One tool failed `threshold` times in a row with one error, whatever the arguments. */
export declare function errorStreak(options?: ErrorStreakOptions & DetectorActions): ErrorStreakDetector;
