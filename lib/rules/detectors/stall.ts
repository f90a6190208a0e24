import type { DetectorActions, DetectorBase, DetectorRecord, ThresholdOptions } from "../detector-record.ts";
import { make, REACH_MAX, whole } from "../detector-record.ts";

export interface StallDetector extends DetectorBase<"stall">, Readonly<Required<ThresholdOptions>> {}

/**
 * Detects a tool that gives the same result `threshold` times in a row, whatever the arguments.
 *
 * @example
 * new LoopGuard({ detectors: [stall({ threshold: 6 })] });
 */
export function stall(options?: ThresholdOptions & DetectorActions): StallDetector {
  return make("stall", STALL, options);
}

/** @internal */
export const STALL: DetectorRecord<StallDetector> = {
  parameters: { threshold: whole(3, 2, REACH_MAX) },
  readsResults: true,
  text: ({ tool, threshold }) =>
    `Tool '${tool}' returned the same result ${threshold} times — agent is polling without progress.`,
  warned: ({ tool, repeats, within, failed, strong }) =>
    `Tool '${tool}' ${failed ? "failed with the same error" : "returned the same result"} ${repeats} times in a row${strong ? "" : ", whatever its arguments"}${within}.`,
  instead: "Find out why it says the same, or use another tool.",
  advice:
    "This call was not run. If you are waiting for something, make one blocking wait; otherwise take a different approach, or finish the response.",
  details: ({ tool, threshold }) => ({ tool, count: threshold }),
  needsOutcomes: () => true,
  tried: () => [3, 4, 6, 8, 12].map((threshold) => stall({ threshold })),
  varied: ["threshold"],
};
