/** From firings to numbers. */
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import type { Firing } from "./replay.ts";
import type { Setting } from "./settings.ts";
/** How well firings fit the labels. One before the first wasted call of a stuck run is too early, and as wrong as one in a healthy run. */
export interface Accuracy {
    stuck: number;
    right: number;
    /** Firings in healthy runs, or too early. */
    wrong: number;
    /** `right / stuck`; `null` without stuck runs. */
    recall: number | null;
    /** `right / (right + wrong)`; `null` without firings. */
    precision: number | null;
    /** Of precision and recall; 0 where either is missing. */
    f1: number;
    /** Calls from the first wasted one to the firing, the median of those that are right; `null` without any. */
    delay: number | null;
}
/** What a setting would have done to all runs. Counts are of runs unless they say otherwise. */
export interface Measured {
    readonly setting: Setting;
    readonly firings: readonly Firing[];
    /** Runs with a detection of any kind. */
    readonly flagged: number;
    /** With a warning, and nothing sterner. */
    readonly warned: number;
    /** With a refusal, and no abort. */
    readonly refused: number;
    readonly aborted: number;
    readonly callsSaved: number;
    readonly tokensSaved: number;
    /** Refused or aborted, although nothing but this setting has anything against them. */
    readonly disturbed: number;
    /** Refused or aborted, with strong evidence of a loop. */
    readonly stopped: number;
    /** With labels: of detections of any kind, and of refusals alone. */
    readonly any: Accuracy | undefined;
    readonly blocking: Accuracy | undefined;
    /** No other setting beats it: see `markPareto`. */
    pareto: boolean;
}
/** The runs, and what is known of them. */
export interface Evidence {
    readonly runs: readonly CompactRun[];
    /** Runs in which one call gave one result again and again, by whatever detector. */
    readonly strong: readonly boolean[];
    /** Of each run; undefined where nobody said. */
    readonly labels: readonly (Label | undefined)[];
}
export declare function measure(setting: Setting, firings: readonly Firing[], evidence: Evidence): Measured;
/** `first`: of each run, the index of the call that fired. */
export declare function accuracy(first: readonly number[], labels: readonly (Label | undefined)[]): Accuracy;
/** Several of them, of different runs, as one. The delay of a sum is not known. */
export declare function summed(parts: readonly Accuracy[]): Accuracy;
/**
 * Marks the settings that are not beaten: with labels in recall and precision, else in runs stopped and runs disturbed. Of
 * those that are equal in both, the ones that are sooner, or save more.
 */
export declare function markPareto(all: readonly Measured[]): void;
