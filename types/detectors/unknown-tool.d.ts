import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
export interface UnknownToolDetector extends DetectorBase<"unknown_tool">, Readonly<Required<ThresholdOptions>> {
}
/**
 * Detects calls that cannot run: `threshold` calls of a tool that does not exist, or with invalid arguments. Fed by
 * `invalid()`.
 *
 * @example
 * new LoopGuard({ detectors: [unknownTool({ threshold: 2 })] });
 */
export declare function unknownTool(options?: ThresholdOptions & DetectorActions): UnknownToolDetector;
