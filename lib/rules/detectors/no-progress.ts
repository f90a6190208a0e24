import type { DetectorActions, DetectorBase, DetectorRecord, ThresholdOptions } from "../detector-record.ts";
import { FLAG, make, REACH_MAX, whole } from "../detector-record.ts";

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
export interface NoProgressDetector extends DetectorBase<"no_progress">, Readonly<Required<NoProgressOptions>> {}

/**
 * Detects a call that gave the same result `threshold` times within the window, whatever ran in between. A call that
 * changes something (a `mutates` tool) starts the count anew.
 *
 * @example
 * new LoopGuard({ detectors: [noProgress({ threshold: 3, windowSize: 16 })] });
 */
export function noProgress(options?: NoProgressOptions & DetectorActions): NoProgressDetector {
  return make("no_progress", NO_PROGRESS, options);
}

/** @internal */
export const NO_PROGRESS: DetectorRecord<NoProgressDetector> = {
  parameters: {
    threshold: { ...whole(3, 2, REACH_MAX), atMost: "windowSize" },
    errorThreshold: { ...whole(3, 2, REACH_MAX), like: "threshold", atMost: "windowSize", optional: true },
    windowSize: whole(32, 2, REACH_MAX),
    settled: FLAG,
  },
  readsResults: true,
  ofOneCall: true,
  text: ({ tool, repeats }) =>
    `Tool '${tool}' was called with identical arguments and returned the same result ${repeats} times.`,
  warned: ({ tool, repeats, within, failed }) =>
    `Tool '${tool}' was called with identical arguments and ${failed ? "failed with the same error" : "returned the same result"} ${repeats} times${within}.`,
  advice:
    "This call was not run: its result is known. If you are waiting for a change, make one blocking wait; otherwise take a different approach, or finish the response.",
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats, threshold }),
  needsOutcomes: () => true,
  tried: () => [
    ...[2, 3, 4, 5, 8].map((threshold) => noProgress({ threshold })),
    ...[2, 3, 4, 5, 8].map((threshold) => noProgress({ threshold, settled: true })),
    noProgress({ threshold: 3, errorThreshold: 2 }),
    noProgress({ threshold: 3, errorThreshold: 2, settled: true }),
  ],
  varied: ["threshold", "errorThreshold"],
};
