/** What the calls of a recorded run gave, and what refusing them would have cost or saved. */
import type { LoopOutcome, Verdict } from "../../base/types.ts";
/**
 * What a call of a recorded run gave, whatever a guard would have decided: a refusal of `news` was wrong.
 *
 * `news`: a result that the same call had not given before in the run; of a call not made before, one that its tool had not
 * given. `redundant`: what a guard is there to save, a third or later equal call without news. `known`: neither. `unknown`:
 * no result was recorded.
 */
export type Gave = "news" | "known" | "redundant" | "unknown";
/** A text that is equal for outcomes with the same content. `volatile`: bits of `VOLATILE_BITS`, of what is not compared. */
export declare function newsKey(toolName: string, outcome: LoopOutcome, volatile?: number): string;
/** Of each call of one run. The texts are equal for equal arguments and results. */
export declare function gaveOf(calls: readonly {
    name: string;
    args: string;
    result: string | undefined;
}[]): Gave[];
/** The calls of one run that a guard refused: of the index of each, in order, the loop. */
export type Refusals = Map<number, string>;
export declare function noteRefusal(refusals: Refusals, index: number, { action, detection }: Verdict): void;
declare const NOTHING: {
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
};
/** Counts of one run, or of many. Calls without a recorded result are left out. */
export type Regret = typeof NOTHING;
/** `gave`: of each call of one run. */
export declare function regretOf(gave: readonly Gave[], refusals: Refusals): Regret;
export declare function summedRegret(parts: Iterable<Regret>): Regret;
export {};
