import type { DetectorActions, DetectorBase, DetectorRecord, ThresholdOptions } from "../detector-record.ts";
import { FLAG, make, REACH_MAX, whole } from "../detector-record.ts";

export interface ErrorStreakOptions extends ThresholdOptions {
  /** As `threshold`, for transient failures: rate limits, timeouts, 5xx. Default 8. */
  transientThreshold?: number;
  /**
   * `true`: failures of one kind are one error, too: texts that differ only in what is quoted, in paths, numbers, ids and
   * other words that are not made of letters alone; and so are results that begin as failures do ("Error: ..."). Such a
   * streak is at most warned of. Default `false`.
   */
  alike?: boolean;
}
export interface ErrorStreakDetector extends DetectorBase<"error_streak">, Readonly<Required<ErrorStreakOptions>> {}

/**
 * Detects a tool that fails `threshold` times in a row with the same error, whatever the arguments. Calls of other
 * tools in between do not end the streak, unless one of them is new: it may be the repair.
 *
 * @example
 * new LoopGuard({ detectors: [errorStreak({ threshold: 4, transientThreshold: 10 })] });
 */
export function errorStreak(options?: ErrorStreakOptions & DetectorActions): ErrorStreakDetector {
  return make("error_streak", ERROR_STREAK, options);
}

/** Observations to look back on for each failure that is counted: other tools may run in between. */
const REACH = 4;
/** In `tune`, the threshold for transient failures is this many times the other. */
const TRANSIENT_TIMES = 2.5;

/** @internal */
export const ERROR_STREAK: DetectorRecord<ErrorStreakDetector> = {
  parameters: {
    threshold: whole(3, 2, REACH_MAX / REACH),
    transientThreshold: whole(8, 2, REACH_MAX / REACH),
    alike: FLAG,
  },
  readsResults: true,
  text: ({ tool, repeats, differing }) =>
    `Tool '${tool}' failed ${repeats} times in a row with the same ${differing > 0 ? "kind of " : ""}error.`,
  warned: ({ tool, repeats, within, strong }) =>
    `Tool '${tool}' failed ${repeats} times in a row with the same ${strong ? "error" : "kind of error, whatever its arguments"}${within}.`,
  instead: "Read the error and remove its cause, or use another tool.",
  advice:
    "This call was not run. Read the error and remove its cause, use another tool, or say in the response what does not work.",
  details({ tool, repeats, threshold, differing }) {
    const details = { tool, count: repeats, threshold };
    return differing > 0 ? { ...details, differing } : details;
  },
  needsOutcomes: () => true,
  tried: () =>
    [2, 3, 4, 5, 8].map((threshold) =>
      errorStreak({ threshold, transientThreshold: Math.round(threshold * TRANSIENT_TIMES) }),
    ),
  varied: ["threshold", "transientThreshold"],
};
