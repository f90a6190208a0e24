/** What `tune` tries: the presets, each detector alone over its thresholds, and one preset with one number changed. */
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
/** All of them, in a fixed order. `observe` finds what `recommended` finds, and never acts. */
export declare function settings(): Setting[];
