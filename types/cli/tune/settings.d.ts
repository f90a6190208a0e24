/** What `tune` tries: the presets, each detector alone over its thresholds, and one preset with one number changed. */
import type { Ladder, PresetName } from "../../base/types.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { type Detector } from "../../detectors/table.ts";
import { type VolatileBits } from "../outcome-key.ts";
export interface Setting {
    /** For people: "recommended", "noProgress({ threshold: 3 })". */
    readonly name: string;
    readonly family: "preset" | "alone" | "varied" | "together";
    /** What is written to a config; JSON says all of it. */
    readonly options: LoopGuardOptions;
    readonly detectors: readonly Detector[];
    readonly ladder: Readonly<Ladder>;
}
/** The preset whose numbers are varied, and whose way to compare results all settings share. */
export declare const BASE: PresetName;
/** What is left out of outcomes when runs are compacted: all settings compare outcomes as the base preset does. */
export declare const VOLATILE: VolatileBits;
/** All of them, in a fixed order. */
export declare function settings(): Setting[];
/** These detectors alone, with the ladder of the base preset and its way to compare results. */
export declare function together(family: "alone" | "varied" | "together", detectors: readonly Detector[], name?: string): Setting;
