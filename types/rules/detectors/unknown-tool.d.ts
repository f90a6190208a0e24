import type { DetectorActions, DetectorBase, ThresholdOptions } from "../detector-record.ts";
export interface UnknownToolOptions extends ThresholdOptions {
    /** As `threshold`, for calls in a row, whatever their names, with none between them that ran. Default 5. */
    any?: number;
}
export interface UnknownToolDetector extends DetectorBase<"unknown_tool">, Readonly<Required<UnknownToolOptions>> {
}
/**
 * Detects calls that cannot run: `threshold` calls of a tool that does not exist, or with invalid arguments; or `any` such
 * calls in a row, since a model may make up a new name each time. Fed by `invalid()`.
 *
 * @example
 * new LoopGuard({ detectors: [unknownTool({ threshold: 2 })] });
 */
export declare function unknownTool(options?: UnknownToolOptions & DetectorActions): UnknownToolDetector;
