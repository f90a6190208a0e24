import { make } from "./make.ts";
import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
import { REACH_MAX, whole } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";
import { SILENT } from "./sighting.ts";

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
  // Of what reaches no tool a trace shows arguments that are no JSON, and those are never judged by a look.
  needs: () => ({}),
  couldFire: ({ threshold }, { mostInvalid }) => mostInvalid >= threshold,
  reach: ({ threshold }) => threshold,
  lookAtAsked: ({ threshold }) => ({
    ...SILENT,
    needed: threshold,
    why: "a trace does not say which calls reached no tool",
  }),
};
