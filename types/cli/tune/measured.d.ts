import { type Regret } from "./regret.ts";
import type { Setting } from "./settings.ts";
import type { TriedRun } from "./tried-run.ts";
interface Label {
    readonly stuck: boolean;
    /** Index of the first wasted repetition; `Infinity` in a healthy run. */
    readonly firstStuckCall: number;
}
/** The labels by the run's id, without those that are `"unclear"`. Throws a `Failure` if there are no others. */
export declare function readLabels(file: string): Promise<ReadonlyMap<string, Label>>;
/** `file`: its name for error messages. */
export declare function parseLabels(text: string, file: string): ReadonlyMap<string, Label>;
/**
 * How well firings fit the labels. A firing before the first wasted call of a stuck run is too early, and counts as wrong,
 * as one in a healthy run does.
 */
interface Accuracy {
    stuck: number;
    right: number;
    /** Firings in healthy runs, or too early. */
    wrong: number;
    /** `right / stuck`; `null` without stuck runs. */
    recall: number | null;
    /** `right / (right + wrong)`; `null` without firings. */
    precision: number | null;
    f1: number;
    /** Calls from the first wasted one to the firing, the median of those that are right; `null` without any. */
    delay: number | null;
}
export type Labels = ReadonlyMap<string, Label>;
/** Counts are of runs unless they say otherwise. */
export interface Measured {
    readonly setting: Setting;
    /** Runs with a detection of any kind. */
    readonly flagged: number;
    /** With a warning, and nothing sterner. */
    readonly warned: number;
    /** With a refusal, and no abort. */
    readonly refused: number;
    readonly aborted: number;
    readonly callsSaved: number;
    readonly tokensSaved: number;
    /** How many refused calls gave news, and how many redundant calls were saved. */
    readonly regret: Regret;
    /** With labels: of detections of any kind, and of refusals alone. */
    readonly any: Accuracy | undefined;
    readonly blocking: Accuracy | undefined;
    /** No other setting beats it. */
    readonly pareto: boolean;
}
/** What each setting did to these runs. */
export declare function measure(settings: readonly Setting[], runs: readonly TriedRun[], labels?: Labels): Measured[];
export {};
