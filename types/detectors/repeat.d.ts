import type { DetectorActions, DetectorBase, ThresholdOptions } from "./options.ts";
export interface RepeatOptions extends ThresholdOptions {
    /** `true`: only calls that fail, whatever their errors say. Default `false`. */
    failures?: boolean;
}
export interface RepeatDetector extends DetectorBase<"repeat">, Readonly<Required<RepeatOptions>> {
}
/** The last `threshold` completed calls are one call. */
export declare function repeat(options?: RepeatOptions & DetectorActions): RepeatDetector;
