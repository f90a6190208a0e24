import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
export interface UnknownToolDetector extends DetectorBase<"unknown_tool">, Readonly<Required<ThresholdOptions>> {
}
/** A name that no tool has, or arguments that never parse, came `threshold` times. */
export declare function unknownTool(options?: ThresholdOptions & DetectorActions): UnknownToolDetector;
