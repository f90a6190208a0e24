import type { Ladder, LoopDetection, VerdictAction } from "./types.ts";
/** Strikes at which each rung starts; 0: no such rung. */
export type LadderTuple = readonly [warn: number, hint: number, ask: number, abort: number];
/** In ascending order of severity: the order of `LadderTuple`. */
export declare const RUNGS: readonly ["warn", "hint", "ask", "abort"];
/** No ladder of its own: the next one up applies. */
export declare const NO_LADDER: LadderTuple;
/** What happens at each strike: the core's ladder, and a function that has the last word. */
export interface Rungs {
    readonly ladder: LadderTuple;
    readonly decide: ((detection: LoopDetection) => VerdictAction) | undefined;
}
export declare function ladderTuple(ladder: Ladder): LadderTuple;
/**
 * The rungs that `action` and `ladder` of one place ask for; `undefined` when neither is there. A named action is the
 * rung for the first strike, and `ladder` adds the rest.
 */
export declare function readRungs(action: unknown, ladder: unknown, path: string): Rungs | undefined;
