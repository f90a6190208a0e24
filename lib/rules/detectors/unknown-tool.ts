import type { DetectorActions, DetectorBase, DetectorRecord, ThresholdOptions } from "../detector-record.ts";
import { make, REACH_MAX, whole } from "../detector-record.ts";

export interface UnknownToolOptions extends ThresholdOptions {
  /** As `threshold`, for calls in a row, whatever their names, with none between them that ran. Default 5. */
  any?: number;
}
export interface UnknownToolDetector extends DetectorBase<"unknown_tool">, Readonly<Required<UnknownToolOptions>> {}

/**
 * Detects calls that cannot run: `threshold` calls of a tool that does not exist, or with invalid arguments; or `any` such
 * calls in a row, since a model may make up a new name each time. Fed by `invalid()`.
 *
 * @example
 * new LoopGuard({ detectors: [unknownTool({ threshold: 2 })] });
 */
export function unknownTool(options?: UnknownToolOptions & DetectorActions): UnknownToolDetector {
  return make("unknown_tool", UNKNOWN_TOOL, options);
}

/** @internal */
export const UNKNOWN_TOOL: DetectorRecord<UnknownToolDetector> = {
  parameters: {
    threshold: whole(3, 1, REACH_MAX),
    any: { ...whole(5, 1, REACH_MAX, "any_threshold"), optional: true },
  },
  readsResults: false,
  judgesAsked: true,
  text: ({ tool, repeats, span }) =>
    span > 0
      ? `Tool '${tool}' was the last of ${repeats} calls in a row that could not run: there are no such tools, or their arguments are not valid.`
      : `Tool '${tool}' was called ${repeats} times, but there is no such tool, or its arguments are not valid.`,
  advice: "Use only the tools that are offered, with arguments that match their schema, or finish the response.",
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats, threshold }),
  // Of the calls that reach no tool a trace shows only those with invalid arguments.
  needsOutcomes: () => true,
};
