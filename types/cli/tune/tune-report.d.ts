/** The output of `tune`: a table, and the object of `--json`. */
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import type { ScanError } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";
import type { HeldOut } from "./choose.ts";
import type { PromisedSweep } from "./promise.ts";
import type { TunePromise } from "./promise-types.ts";
import type { Accuracy, Measured } from "./scores.ts";
import type { Setting } from "./settings.ts";
import type { Sweep } from "./sweep.ts";
/** One setting. Counts are of runs unless they say otherwise. */
export interface TunedSetting extends Omit<Measured, "setting" | "firings" | "any" | "blocking"> {
    name: string;
    family: Setting["family"];
    /** What a guard, or a config, is made of. */
    options: LoopGuardOptions;
    /** `tokensSaved` at `--price`; absent without one. */
    costSaved?: number;
    /** With labels: of detections of any kind. */
    any?: Accuracy;
    /** With labels: of refusals and aborts alone. */
    blocking?: Accuracy;
    recommended: boolean;
}
/** `loopguard tune --json`. */
export interface TuneReport extends Omit<Sweep, "measured" | "recommended" | "heldOut"> {
    /** The version of this schema; a change that breaks readers makes it 3. */
    version: 2;
    settings: TunedSetting[];
    recommended: {
        name: string;
        options: LoopGuardOptions;
    };
    /** With enough labels: the choice made without the runs that it is measured on. */
    heldOut: HeldOut | null;
    /** With `--promise`: all other counts are of the runs that settings were chosen on. */
    promise?: TunePromise;
    errors: ScanError[];
}
/** `price`: of a million tokens. */
export declare function tuneReport(sweep: Sweep & Partial<PromisedSweep>, errors: readonly ScanError[], price: number | undefined): TuneReport;
/** `all`: every setting, and not only the presets and those that no other beats. */
export declare function tuneText(report: TuneReport, colors: Colors, all: boolean): string;
