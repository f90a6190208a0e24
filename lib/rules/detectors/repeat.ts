import type { DetectorActions, DetectorBase, DetectorRecord, ThresholdOptions } from "../detector-record.ts";
import { FLAG, make, REACH_MAX, whole } from "../detector-record.ts";

export interface RepeatOptions extends ThresholdOptions {
  /** `true`: only calls that fail count, whatever their errors. Default `false`. */
  failures?: boolean;
}
export interface RepeatDetector extends DetectorBase<"repeat">, Readonly<Required<RepeatOptions>> {}

/**
 * Detects the same call `threshold` times in a row, with no other call in between, whatever its results.
 *
 * @example
 * new LoopGuard({ detectors: [repeat({ threshold: 5 })] });
 */
export function repeat(options?: RepeatOptions & DetectorActions): RepeatDetector {
  return make("repeat", REPEAT, options);
}

/** @internal */
export const REPEAT: DetectorRecord<RepeatDetector> = {
  parameters: { threshold: whole(3, 2, REACH_MAX), failures: { ...FLAG, place: "failures_only" } },
  readsResults: true,
  ofOneCall: true,
  text: ({ tool, threshold }) => `Tool '${tool}' called ${threshold} times with identical arguments.`,
  warned: ({ tool, repeats, within }) => `Tool '${tool}' called ${repeats} times with identical arguments${within}.`,
  advice: "This call was not run. Use the results you already have, take a different approach, or finish the response.",
  details: ({ tool, threshold }) => ({ tool, count: threshold }),
  needsOutcomes: ({ failures }) => failures,
  tried: () => [
    ...[2, 3, 4, 5, 8, 10].map((threshold) => repeat({ threshold })),
    ...[2, 3, 4, 5].map((threshold) => repeat({ threshold, failures: true })),
  ],
  varied: ["threshold"],
};
