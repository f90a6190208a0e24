import { type Labels, type Measured } from "./measured.ts";
import { type Setting } from "./settings.ts";
import type { TriedRun } from "./tried-run.ts";
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
