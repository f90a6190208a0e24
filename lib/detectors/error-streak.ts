import { make } from "./make.ts";
import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
import { REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";

export interface ErrorStreakOptions extends ThresholdOptions {
  /** The threshold of rate limits, timeouts and 5xx. Default 8. */
  transientThreshold?: number;
}
export interface ErrorStreakDetector extends DetectorBase<"error_streak">, Readonly<Required<ErrorStreakOptions>> {}

/** One tool failed `threshold` times in a row with one error, whatever the arguments. */
export function errorStreak(options?: ErrorStreakOptions & DetectorActions): ErrorStreakDetector {
  return make("error_streak", ERROR_STREAK, options);
}

/** Observations that it looks back on, for each failure that it counts: other tools run in between. */
const REACH = 4;
/** Passing failures are forgiven so many times as often as others, where `tune` tries it. */
const TRANSIENT_TIMES = 2.5;

/** @internal */
export const ERROR_STREAK: DetectorRecord<ErrorStreakDetector> = {
  parameters: { threshold: whole(3, 2, REACH_MAX / REACH), transientThreshold: whole(8, 2, REACH_MAX / REACH) },
  readsResults: true,
  text: ({ tool, repeats }) => `Tool '${tool}' failed ${repeats} times in a row with the same error.`,
  advice:
    "This call was not run. Read the error and remove its cause, use another tool, or say in the response what does not work.",
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats, threshold }),
  example: () => errorStreak(),
  needs: ({ threshold, transientThreshold }) => ({ errors: Math.min(threshold, transientThreshold) }),
  couldFire: ({ threshold, transientThreshold }, { mostOfOneResult }) =>
    mostOfOneResult >= Math.min(threshold, transientThreshold),
  tried: () =>
    [2, 3, 4, 5, 8].map((threshold) =>
      errorStreak({ threshold, transientThreshold: Math.round(threshold * TRANSIENT_TIMES) }),
    ),
  varied: ["threshold", "transientThreshold"],
};
