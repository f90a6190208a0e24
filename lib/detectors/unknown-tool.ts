import { make } from "./make.ts";
import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
import { REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";

export interface UnknownToolDetector extends DetectorBase<"unknown_tool">, Readonly<Required<ThresholdOptions>> {}

/** A name that no tool has, or arguments that never parse, came `threshold` times. */
export function unknownTool(options?: ThresholdOptions & DetectorActions): UnknownToolDetector {
  return make("unknown_tool", UNKNOWN_TOOL, options);
}

/** @internal */
export const UNKNOWN_TOOL: DetectorRecord<UnknownToolDetector> = {
  parameters: { threshold: whole(3, 1, REACH_MAX) },
  readsResults: false,
  judgesAsked: true,
  text: ({ tool, repeats }) =>
    `Tool '${tool}' was called ${repeats} times, but there is no such tool, or its arguments are not valid.`,
  advice: "Use only the tools that are offered, with arguments that match their schema, or finish the response.",
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats, threshold }),
  example: () => unknownTool(),
  // Only `invalid` feeds it, and a trace does not say which calls those are.
  blindToTraces: true,
  needs: () => ({}),
  couldFire: () => false,
};
