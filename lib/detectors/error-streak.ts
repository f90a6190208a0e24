import { make } from "./make.ts";
import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
import { REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";
import {
  at,
  counted,
  type History,
  named,
  newest,
  nothingToCompare,
  type Observation,
  roundsOf,
  type Seen,
  sameResult,
  tail,
} from "./sighting.ts";

export interface ErrorStreakOptions extends ThresholdOptions {
  /** As `threshold`, for transient failures: rate limits, timeouts, 5xx. Default 8. */
  transientThreshold?: number;
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
  reach: ({ threshold, transientThreshold }) => REACH * Math.max(threshold, transientThreshold),
  lookAtCompleted: (detector, history, own) => look(detector, history, own ?? detector.threshold),
};

function look(detector: ErrorStreakDetector, history: History, own: number): Seen {
  const last = newest(history);
  const needed = last.transient ? detector.transientThreshold : own;
  const ofTool = history.filter((call) => call.name === last.name);
  const before = ofTool.at(-2);
  if (!last.failed) {
    const why = before?.failed
      ? `the call succeeded: the failures up to ${at(before)} are over`
      : "the call did not fail";
    return counted(0, needed, false, why, before?.failed ? before : undefined);
  }
  if (last.result === null) return counted(0, needed, false, nothingToCompare(last));
  // What was done anew in between may be the repair.
  const repair = history.findLastIndex((call) => call.name !== last.name && call.fresh && !call.failed);
  const since = history.slice(repair + 1).filter((call) => call.name === last.name);
  const run = since.slice(since.length - tail(since, (call) => sameResult(call, last)));
  const strong = run.every((call) => call.identity === last.identity);
  const count = roundsOf(run);
  if (before === undefined) return counted(count, needed, strong, "the first call of this tool in the turn");
  if (count > 1) return counted(count, needed, strong, `same tool and error as ${at(before)}`, before);
  if (run.length > 1) return counted(count, needed, strong, "the calls of one round count once");
  if (before.failed && since.length === 1) {
    const why = `${named(history[repair] as Observation)} was a new call, and may be the repair`;
    return counted(count, needed, strong, why, before);
  }
  if (!before.failed) return counted(count, needed, strong, `${at(before)} succeeded`);
  return counted(count, needed, strong, `the error differs from ${at(before)}'s`, before);
}
