import type { Ladder, LoopDetection, VerdictAction } from "./types.ts";
/** Strikes at which each rung starts; 0: no such rung. */
export type LadderTuple = readonly [warn: number, hint: number, ask: number, abort: number];
/** What happens at each strike: the core's ladder, and a function that has the last word. */
export interface Rungs {
    readonly ladder: LadderTuple;
    readonly decide: ((detection: LoopDetection) => VerdictAction) | undefined;
}
export declare function ladderTuple(ladder: Ladder): LadderTuple;
/** As one writes it. */
export declare function ladderOf(tuple: LadderTuple): Ladder;
/**
 * The rungs that `action` and `ladder` of one place ask for; `undefined` when neither is there. A named action is the
 * rung for the first strike, and `ladder` adds the rest.
 */
export declare function readRungs(action: unknown, ladder: unknown, path: string): Rungs | undefined;
