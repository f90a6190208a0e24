import { limitValue } from "../../base/check-option.ts";
import type { LoopDetection } from "../../base/types.ts";
import type { DetectorActions, DetectorBase, DetectorRecord, LoopFacts } from "../detector-record.ts";
import { FLAG, make } from "../detector-record.ts";

export interface CountOptions {
  /** Equal calls that may run; the next one is a detection. 0 or more; `Infinity`: no limit. Default 3. */
  maxRepeats?: number;
  /**
   * `true`: the order of keys does not count. Default `false`: calls are compared by `name::JSON.stringify(arguments)`.
   */
  canonical?: boolean;
}
export interface CountDetector extends DetectorBase<"count">, Readonly<Required<CountOptions>> {}

/**
 * Detects a call that is made more than `maxRepeats` times in a run, whatever its results. Acts before the call runs.
 *
 * @example
 * new LoopGuard({ detectors: [count({ maxRepeats: 5 })] });
 */
export function count(options?: CountOptions & DetectorActions): CountDetector {
  return make("count", COUNT, options);
}

/** The start of the text, by which `isRefusalText` recognises it. */
const START = "[loop-detected] Tool ";

const text = ({ tool, repeats }: Pick<LoopFacts, "tool" | "repeats">): string =>
  `${START}"${tool}" has now been called ${repeats} times with identical arguments. ` +
  "Consider trying a different approach, changing the arguments, or finishing the response.";

/** @internal */
export const COUNT: DetectorRecord<CountDetector> = {
  parameters: { maxRepeats: { fallback: 3, check: limitValue(0), place: "threshold" }, canonical: FLAG },
  readsResults: false,
  judgesAsked: true,
  ofOneCall: true,
  refusalStart: START,
  text,
  abortText: ({ toolName, repeats }) => `Tool "${toolName}" was called ${repeats} times with identical arguments`,
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats, maxRepeats: threshold }),
  tried: () => [2, 3, 4, 5, 8, 12].map((maxRepeats) => count({ maxRepeats, canonical: true })),
};

/**
 * The detection for a loop of equal calls of which only the tool and the count are known.
 *
 * @internal
 */
export function countDetection(tool: string, repeats: number): LoopDetection {
  return {
    detector: "count",
    toolName: tool,
    repeats,
    cycleLength: 1,
    pattern: [tool],
    evidence: "weak",
    strikes: 1,
    message: text({ tool, repeats }),
    details: { tool, count: repeats },
    fingerprint: "",
  };
}
