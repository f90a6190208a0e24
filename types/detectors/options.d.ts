/** The options that several detectors have. */
import type { ActionOption, Ladder } from "../base/types.ts";
import type { DETECTOR_TYPES, UNITS } from "../core/layout.gen.ts";
/** The types of detectors, as the core names them; also the values of `LoopDetection.detector`. */
export type DetectorType = (typeof DETECTOR_TYPES)[number];
/** What a budget limits. */
export type BudgetUnit = Exclude<(typeof UNITS)[number], "none">;
/** Options of every factory: what its detections lead to. */
export interface DetectorActions {
    /** Takes precedence over the guard's `action`. */
    action?: ActionOption;
    /** Takes precedence over the guard's `ladder`. */
    ladder?: Ladder;
}
export interface DetectorBase<Type extends DetectorType> {
    /** The name of its detections: `LoopDetection.detector`. */
    readonly name: string;
    readonly type: Type;
    readonly action?: ActionOption;
    readonly ladder?: Readonly<Ladder>;
}
export interface ThresholdOptions {
    /** How many observations make a detection. Default 3. */
    threshold?: number;
}
