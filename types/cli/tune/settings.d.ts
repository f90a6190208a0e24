import { type Detector } from "../../detectors.ts";
import type { Ladder, LoopGuardOptions } from "../../types.ts";
import type { View, Views } from "./compact-run.ts";
export interface Setting {
    /** For people: "recommended", "noProgress({ threshold: 3 })". */
    readonly name: string;
    readonly family: "preset" | "alone" | "varied" | "together";
    /** What is written to a config; JSON says all of it. */
    readonly options: LoopGuardOptions;
    readonly detectors: readonly Detector[];
    readonly ladder: Readonly<Ladder> | undefined;
    readonly view: View;
}
/** How the runs are compacted, so that every setting finds in them what it would find in the texts. */
export declare const VIEWS: Views;
/** All of them, in a fixed order. */
export declare function settings(): Setting[];
/** Detectors of one's own under the default ladder, which compare results as the presets do as far as options can say. */
export declare function together(family: "alone" | "varied" | "together", detectors: readonly Detector[], name?: string): Setting;
