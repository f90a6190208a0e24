/** Recommends a setting, with the reason: the preset, unless the runs are enough evidence for another one. */
import { type Regret } from "./regret.ts";
import { type Setting } from "./settings.ts";
import type { TriedRun } from "./tried-run.ts";
/** What a setting did to all runs. */
export interface Measured {
    readonly setting: Setting;
    /** Runs, each once, by the most severe verdict. */
    readonly warned: number;
    readonly refused: number;
    readonly ended: number;
    readonly callsSaved: number;
    readonly regret: Regret;
}
export declare function measure(settings: readonly Setting[], runs: readonly TriedRun[]): Measured[];
/** The chance of being wrong that a bound has, over the draw of the runs. */
export declare const CHANCE = 0.05;
/**
 * The largest share that `hits` of `total` do not rule out: the upper end of Clopper and Pearson's one-sided interval. Without
 * hits that is the rule of three, nearly `3 / total`; of nothing it is 1.
 */
export declare function upperBound(hits: number, total: number): number;
/** `0.04211` as "4.22 %": a bound must not look smaller than it is, nor larger by an error in the sixteenth digit. */
export declare function percent(share: number): string;
export interface Recommendation {
    readonly measured: readonly Measured[];
    readonly recommended: Measured;
    /** A few sentences. */
    readonly why: string;
}
/**
 * The most redundant calls saved; among equals the fewest refusals of news, then the preset, then the fewest detectors. Never
 * one that refuses more news than the preset.
 */
export declare function bySavings(measured: readonly Measured[]): Recommendation;
