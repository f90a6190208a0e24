import type { DetectorActions, DetectorBase } from "../detector-record.ts";
export interface NearRepeatOptions {
    /** How many rounds with nearly the same call and the same result make a detection. Default 5. */
    threshold?: number;
}
export interface NearRepeatDetector extends DetectorBase<"near_repeat">, Readonly<Required<NearRepeatOptions>> {
}
/**
 * Detects a tool that is called `threshold` times with nearly the same arguments and gives the same result each time,
 * when nothing new happened in between: up to two arguments differ, in a number or a few words. A result that only echoes
 * the argument ("P1006 not found", "P1007 not found") is the same. Pages with new results are not counted. This is weak
 * evidence, so it warns at most, unless the detector is given an `action` or a `ladder` of its own.
 *
 * @example
 * new LoopGuard({ detectors: [noNews(), nearRepeat({ threshold: 6 })] });
 */
export declare function nearRepeat(options?: NearRepeatOptions & DetectorActions): NearRepeatDetector;
