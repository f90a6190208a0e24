import type { PresetName } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { type Detector } from "../../rules/table.ts";
export interface Setting {
    /** For people: "recommended", "noProgress({ threshold: 3 })". */
    readonly name: string;
    readonly family: "preset" | "alone" | "varied";
    /** What is written to a config; JSON says all of it. */
    readonly options: LoopGuardOptions;
    readonly detectors: readonly Detector[];
}
/** The preset whose numbers are varied, and whose way to compare results all settings share. */
export declare const BASE: PresetName;
/** All of them, in a fixed order. */
export declare function settings(): Setting[];
/** As written in code: with the parameters that differ from the factory's defaults. */
export declare function detectorCode(detector: Detector): string;
/** Without a name that is the default. */
export declare function writtenDetector(detector: Detector): Detector;
