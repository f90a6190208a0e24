import type { LoopCall, LoopDetection, LoopOutcome } from "../base/types.ts";
import type { DetectorActions, DetectorBase } from "./options.ts";
/** What a custom detector is shown: the last 64 completed calls, oldest first, each with its outcome. */
export interface CustomDetectorInput {
    readonly calls: readonly LoopCall[];
    readonly outcomes: readonly LoopOutcome[];
}
/**
 * Gives a detection, of which it may leave out all but one field (the newest call's name, one repeat and weak evidence are
 * filled in), or `null` or `undefined`. Anything else does not fire: a boolean, a promise, a field of the wrong type.
 */
export type CustomDetectorFn = (input: CustomDetectorInput) => Partial<LoopDetection> | null | undefined;
export interface CustomDetector extends DetectorBase<"custom"> {
    readonly detect: CustomDetectorFn;
}
/**
 * A detector of your own, asked after each completed call. What it throws, and what it gives that is no detection, is told
 * once on `loopguard:error` and taken as `null`. Two detections are the same loop when their `fingerprint`s are equal, or,
 * without one, tool and pattern.
 *
 * @example
 * custom("too_many_edits", ({ calls }) =>
 *   calls.filter((call) => call.name === "edit").length > 20 ? { message: "Over 20 edits." } : null);
 */
export declare function custom(name: string, detect: CustomDetectorFn, options?: DetectorActions): CustomDetector;
/** For whoever asks the user's functions, which the core cannot. */
export declare function isCustom(detector: {
    readonly type: string;
}): detector is CustomDetector;
