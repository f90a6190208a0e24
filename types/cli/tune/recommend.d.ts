import { type Labels, type Measured } from "./measured.ts";
import { type Setting } from "./settings.ts";
import { type TriedRun } from "./tried-run.ts";
/**
 * The largest share that `hits` of `total` do not rule out: the upper end of Clopper and Pearson's one-sided interval, which
 * is below the true share with a probability of at most `chance`. Without hits and at 5 % that is the rule of three, nearly
 * `3 / total`; of nothing it is 1.
 */
export declare function upperBound(hits: number, total: number, chance?: number): number;
/** The fewest trials that bound a share by `share` when none of them is a hit: 149 for 2 % and a chance of 5 %. */
export declare function trialsNeeded(share: number, chance?: number): number;
/** `0.0421` as "4.2 %". */
export declare function percent(share: number, digits?: number): string;
/** Of an upper bound, which must not look smaller than it is: `0.04211` as "4.22 %". */
export declare function percentUp(bound: number): string;
export interface Recommendation {
    readonly recommended: Measured;
    /** A few sentences. */
    readonly why: string;
}
/** Of two ranks: positive if `a` is the higher one. */
export declare function compare(a: readonly number[], b: readonly number[]): number;
/** Without labels: the most redundant calls saved; among equals, the fewest refusals of news. */
export declare function bySavings(all: readonly Measured[]): Recommendation;
/**
 * With labels: what fits them best, if that also does better than the preset on runs that it was not chosen by: the choice is
 * made again on half of the runs, and tested on the other half.
 */
export declare function byLabels(all: readonly Measured[], settings: readonly Setting[], runs: readonly TriedRun[], labels: Labels): Recommendation;
