import type { LoopGuardOptions } from "../../rules/options.ts";
import type { ScanError } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";
import type { Measured } from "./measured.ts";
import type { TunePromise } from "./promise.ts";
import type { Setting } from "./settings.ts";
/** One setting. Counts are of runs unless they say otherwise. */
export interface TunedSetting extends Omit<Measured, "setting"> {
    name: string;
    family: Setting["family"];
    /** What a guard, or a config, is made of. */
    options: LoopGuardOptions;
    /** `tokensSaved` at `--price`; absent without one. */
    costSaved?: number;
    recommended: boolean;
}
/** `loopguard tune --json`. */
export interface TuneReport {
    /** The version of this schema; a change that breaks readers makes it 4. */
    version: 3;
    runs: number;
    calls: number;
    /** Calls whose result was not recorded: whether it was news is unknown. */
    unjudged: number;
    /** Runs whose calls have no recorded times. */
    untimedRuns: number;
    tokens: number;
    /** Runs with a label. */
    labelled: number;
    /** Ids of labels that no run has. */
    unknownLabels: string[];
    settings: TunedSetting[];
    recommended: {
        name: string;
        options: LoopGuardOptions;
    };
    /** A few sentences. */
    why: string;
    /** With `--promise`: all other counts of settings are of the runs that settings were chosen on. */
    promise?: TunePromise;
    errors: ScanError[];
}
export declare function tunedSetting(measured: Measured, recommended: Measured, price: number | undefined): TunedSetting;
/** `all`: every setting that differs; else the presets, and those that no other beats. */
export declare function tuneText(report: TuneReport, colors: Colors, all: boolean, currency?: string): string;
