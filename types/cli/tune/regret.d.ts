import type { LoopOutcome, Verdict, VolatileClass } from "../../base/types.ts";
/** Spans of texts that are not compared, as bits of `VOLATILE_BITS`. */
interface VolatileBits {
    readonly results: number;
    readonly failures: number;
}
export declare function volatileBits(classes: readonly VolatileClass[]): number;
/** `null` for an outcome that cannot be compared. `part`: what is compared of the text; default: all of it. */
export declare function outcomeKey(toolName: string, outcome: LoopOutcome, volatile: VolatileBits, part?: (text: string) => string): string | null;
/**
 * What each call of a recorded run gave, whatever a guard would have decided. Without labels, refusals are judged by it: a
 * refusal is wrong if the refused call, as recorded, gave something new.
 */
/**
 * `news`: a result that the same call had not given before in the run; of a call not made before, one that its tool had not
 * given. `redundant`: what a guard is there to save, a third or later equal call without news. `known`: neither. `unknown`:
 * no result was recorded.
 */
export type Gave = "news" | "known" | "redundant" | "unknown";
/** A text that is equal for outcomes with the same content. */
export declare function newsKey(toolName: string, outcome: LoopOutcome): string;
/** For one run; called for each call in order. */
export declare class NewsLedger {
    #private;
    /** `args` and `result`: texts that are equal for equal arguments and results. */
    gave(toolName: string, args: string, result: string | undefined): Gave;
}
/** Indices of the calls of one run that a guard refused, in order. */
interface Refusals {
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
    runs: number;
    /** Runs with a refusal. */
    refusedRuns: number;
    /** Runs with a refusal of news. */
    wrongedRuns: number;
    refused: number;
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
export {};
