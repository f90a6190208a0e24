import type { LoopCall, LoopDetection, LoopOutcome } from "../../base/types.ts";
import type { DetectorActions, DetectorBase, IsType } from "../detector-record.ts";
/** What a custom detector receives: the last 64 completed calls, oldest first, each with its outcome. */
export interface CustomDetectorInput {
    readonly calls: readonly LoopCall[];
    readonly outcomes: readonly LoopOutcome[];
}
/**
 * Returns a detection with at least one field, or `null` or `undefined` for none. Missing fields are filled in: the
 * newest call's name, one repeat, weak evidence. A boolean, a promise, or a field of the wrong type is an error, and no
 * detection.
 */
export type CustomDetectorFn = (input: CustomDetectorInput) => Partial<LoopDetection> | null | undefined;
export interface CustomDetector extends DetectorBase<"custom"> {
    readonly detect: CustomDetectorFn;
}
/**
 * Your own detector, called after each completed call. If it throws or returns something that is not a detection, that
 * is published once on `loopguard:error` and counts as `null`. Two detections are the same loop when they have the same
 * `fingerprint` or, without one, the same tool and pattern. `name` must not be that of a built-in detector.
 *
 * @example
 * custom("too_many_edits", ({ calls }) =>
 *   calls.filter((call) => call.name === "edit").length > 20 ? { message: "Over 20 edits." } : null);
 */
export declare function custom(name: string, detect: CustomDetectorFn, options?: DetectorActions): CustomDetector;
/** Whether a detector is the user's own: the core cannot call those functions. */
export declare const isCustom: IsType<CustomDetector>;
