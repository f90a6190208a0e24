/** Regret and savings: of the calls that a guard would have refused, how many gave news, and how many were redundant. */
import type { Verdict } from "../../base/types.ts";
import type { Gave } from "./news.ts";
/** Indices of the calls of one run that a guard refused, in order. */
export interface Refusals {
    readonly all: readonly number[];
    /** The first refusal of each loop. Later calls depend on it: a model that is refused is likely to do something else. */
    readonly first: readonly number[];
}
export declare const NO_REFUSALS: Refusals;
/** Records which calls of a run a guard refused. */
export declare class RefusalNotes implements Refusals {
    #private;
    readonly all: number[];
    readonly first: number[];
    before(index: number, { action, detection }: Verdict): void;
}
/** Counts of one run, or of many. Calls without a recorded result are left out. */
export interface Regret {
    /** Runs with at least two calls. */
    runs: number;
    /** Runs with a refusal. */
    refusedRuns: number;
    /** Runs with a refusal of news. */
    wrongedRuns: number;
    /** Refused calls. */
    refused: number;
    /** Refused calls that gave news. */
    news: number;
    /** First refusals of a loop. */
    first: number;
    firstNews: number;
    /** Redundant calls, which a guard should save. */
    redundant: number;
    saved: number;
}
/** `gave`: of each call of one run. */
export declare function regretOf(gave: readonly Gave[], { all, first }: Refusals): Regret;
export declare function summedRegret(parts: Iterable<Regret>): Regret;
