import { type HeldOut } from "./choose.ts";
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import { type Measured } from "./scores.ts";
export interface SweepOptions {
    /** By the run's id. */
    labels?: ReadonlyMap<string, Label> | undefined;
    /** Percent of the runs without strong evidence that may be refused something. Default 1. */
    maxInterruptions?: number;
    /** Called when `done` of `total` settings were tried; the greedy combination is not among them. */
    progress?: (done: number, total: number) => void;
}
export interface Sweep {
    runs: number;
    calls: number;
    tokens: number;
    /** Runs with a label. */
    labelled: number;
    /** Ids of labels that no run has. */
    unknownLabels: string[];
    /** Runs in which one call gave one result again and again. */
    strongRuns: number;
    measured: Measured[];
    /** Undefined where no setting stops anything within the limits. */
    recommended: Measured | undefined;
    /** Two sentences. */
    why: string;
    heldOut: HeldOut | undefined;
}
export declare function sweep(runs: readonly CompactRun[], options?: SweepOptions): Sweep;
