/** Measures all settings and recommends one. The result depends only on the runs and their labels. */
import { type HeldOut } from "./choose.ts";
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import { type Measured } from "./scores.ts";
export interface SweepOptions {
    /** By the run's id. */
    labels?: ReadonlyMap<string, Label> | undefined;
    /** Called when `done` of `total` settings were tried; the greedy combination is not among them. */
    progress?: (done: number, total: number) => void;
}
export interface Sweep {
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
    measured: Measured[];
    recommended: Measured;
    /** A few sentences. */
    why: string;
    heldOut: HeldOut | undefined;
}
export declare function sweep(runs: readonly CompactRun[], options?: SweepOptions): Sweep;
/** Ids of labels that none of the runs has. */
export declare function unknownLabels(runs: readonly CompactRun[], labels: SweepOptions["labels"]): string[];
