import { member } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { make } from "./make.ts";
import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
import { FLAG, REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";

export interface NoProgressOptions extends ThresholdOptions {
  /** The threshold of calls that fail. Default: `threshold`. */
  errorThreshold?: number;
  /** `true`: a call that succeeds counts only while no new call was made in between. Default `false`. */
  settled?: boolean;
  /** Completed calls that are looked back on. Default 32. */
  windowSize?: number;
}
export interface NoProgressDetector extends DetectorBase<"no_progress">, Readonly<Required<NoProgressOptions>> {}

/** One call gave one result `threshold` times, whatever ran between, and nothing in between changed it. */
export function noProgress(options?: NoProgressOptions & DetectorActions): NoProgressDetector {
  return make("no_progress", NO_PROGRESS, options);
}

/** @internal */
export const NO_PROGRESS: DetectorRecord<NoProgressDetector> = {
  parameters: {
    threshold: whole(3, 2, REACH_MAX),
    errorThreshold: { ...whole(3, 2, REACH_MAX), like: "threshold" },
    windowSize: whole(32, 2, REACH_MAX),
    settled: FLAG,
  },
  check(detector, path) {
    for (const key of ["threshold", "errorThreshold"] as const)
      if (detector[key] > detector.windowSize)
        throw optionError("range", member(path, key), detector[key], `at most windowSize (${detector.windowSize})`);
  },
  readsResults: true,
  ofOneCall: true,
  text: ({ tool, repeats }) =>
    `Tool '${tool}' was called with identical arguments and returned the same result ${repeats} times.`,
  advice:
    "This call was not run: its result is known. If you are waiting for a change, make one blocking wait; otherwise take a different approach, or finish the response.",
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats, threshold }),
  example: () => noProgress(),
  needs: ({ threshold, errorThreshold }) => ({ same: threshold, sameFailed: errorThreshold }),
  couldFire: ({ threshold, errorThreshold }, { mostOfOneCall }) => mostOfOneCall >= Math.min(threshold, errorThreshold),
  tried: () => [
    ...[2, 3, 4, 5, 8].map((threshold) => noProgress({ threshold })),
    ...[2, 3, 4, 5, 8].map((threshold) => noProgress({ threshold, settled: true })),
    noProgress({ threshold: 3, errorThreshold: 2 }),
    noProgress({ threshold: 3, errorThreshold: 2, settled: true }),
  ],
  varied: ["threshold", "errorThreshold"],
};
