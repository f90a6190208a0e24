/** From firings to numbers. */
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import { type Regret } from "./regret.ts";
import type { Firing } from "./replay.ts";
import type { Setting } from "./settings.ts";
/**
 * How well firings fit the labels. A firing before the first wasted call of a stuck run is too early, and counts as wrong,
 * as one in a healthy run does.
 */
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
    /** For all runs: how many refused calls gave news, and how many redundant calls were saved. */
    readonly regret: Regret;
    /** With labels: of detections of any kind, and of refusals alone. */
    readonly any: Accuracy | undefined;
    readonly blocking: Accuracy | undefined;
    /** No other setting beats it: see `markPareto`. */
    pareto: boolean;
}
/** The runs, and what is known about them. */
export interface Evidence {
    readonly runs: readonly CompactRun[];
    /** The label of each run; `undefined` without one. */
    readonly labels: readonly (Label | undefined)[];
    /** The counts if nothing is refused. */
    readonly quiet: Regret;
}
export declare function evidenceOf(runs: readonly CompactRun[], labels: ReadonlyMap<string, Label> | undefined): Evidence;
export declare function measure(setting: Setting, firings: readonly Firing[], evidence: Evidence): Measured;
/** `firings`: one for each run. Most runs have no refusals, so their counts are computed only once. */
export declare function regretUnder(firings: readonly Pick<Firing, "refusals">[], { runs, quiet }: Evidence): Regret;
/** `first`: for each run the index of the call that fired. */
export declare function accuracy(first: readonly number[], labels: readonly (Label | undefined)[]): Accuracy;
/** The accuracy over the runs of all parts. The delay of a sum is unknown. */
export declare function summed(parts: readonly Accuracy[]): Accuracy;
/**
 * Marks the settings that are not beaten: with labels in recall and precision, else in redundant calls saved and first
 * refusals of news. Of those that are equal in both, the ones that are sooner, or save more.
 */
export declare function markPareto(all: readonly Measured[]): void;
