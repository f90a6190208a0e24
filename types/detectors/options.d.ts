/** What the detectors' options have in common. */
import type { ActionOption, Ladder } from "../base/types.ts";
import type { DETECTOR_TYPES } from "../core/layout.gen.ts";
/** The core's types of detectors; the names are those of `LoopDetection.detector`. */
export type DetectorType = (typeof DETECTOR_TYPES)[number];
/** What every factory takes besides its own parameters: what this detector's findings lead to. */
export interface DetectorActions {
    /** Instead of the guard's `action`. */
    action?: ActionOption;
    /** Instead of the guard's `ladder`. */
    ladder?: Ladder;
}
export interface DetectorBase<Type extends DetectorType> {
    /** The name that its detections carry. */
    readonly name: string;
    readonly type: Type;
    readonly action?: ActionOption;
    readonly ladder?: Readonly<Ladder>;
}
export interface ThresholdOptions {
    /** Observations that make a detection. Default 3. */
    threshold?: number;
}
