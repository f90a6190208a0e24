/** What `tune` prints: a table for people, and its `--json`. */
import type { LoopGuardOptions } from "../../types.ts";
import type { ScanError } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";
import type { HeldOut } from "./choose.ts";
import type { Accuracy } from "./scores.ts";
import type { Setting } from "./settings.ts";
import type { Sweep } from "./sweep.ts";
/** One setting. Counts are of runs unless they say otherwise. */
export interface TunedSetting {
    name: string;
    family: Setting["family"];
    /** What a guard, or a config, is made of. */
    options: LoopGuardOptions;
    /** With a detection of any kind. */
    flagged: number;
    /** With a warning, and nothing sterner. */
    warned: number;
    /** With a refusal, and no abort. */
    refused: number;
    aborted: number;
    /** Refused or aborted, with strong evidence of a loop. */
    stopped: number;
    /** Refused or aborted, without. */
    disturbed: number;
    callsSaved: number;
    tokensSaved: number;
    /** `tokensSaved` at `--price`; absent without one. */
    costSaved?: number;
    /** With labels: of detections of any kind. */
    any?: Accuracy;
    /** With labels: of refusals and aborts alone. */
    blocking?: Accuracy;
    pareto: boolean;
    recommended: boolean;
}
/** `loopguard tune --json`. */
export interface TuneReport {
    /** Of this schema; a change that breaks readers makes it 2. */
    version: 1;
    runs: number;
    calls: number;
    tokens: number;
    /** Runs in which one call gave one result again and again. */
    strongRuns: number;
    /** Runs with a label that is not "unclear". */
    labelled: number;
    /** Ids of labels that no run has. */
    unknownLabels: string[];
    settings: TunedSetting[];
    recommended: {
        name: string;
        options: LoopGuardOptions;
    } | null;
    why: string;
    /** With enough labels: the choice made without the runs that it is measured on. */
    heldOut: HeldOut | null;
    errors: ScanError[];
}
/** `price`: of a million tokens. */
export declare function tuneReport(sweep: Sweep, errors: readonly ScanError[], price: number | undefined): TuneReport;
/** `all`: every setting, and not only the presets and those that no other beats. */
export declare function tuneText(report: TuneReport, colors: Colors, all: boolean): string;
