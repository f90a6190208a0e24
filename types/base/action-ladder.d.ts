/** Turns the options `action` and `ladder` into the four numbers that the core takes. */
import { type Check } from "./check-option.ts";
import type { Ladder, LoopDetection, VerdictAction } from "./types.ts";
/** The strike at which each step starts; 0: the step is left out. */
export type LadderTuple = readonly [warn: number, hint: number, ask: number, abort: number];
/** In ascending order of severity: the order of `LadderTuple`. */
export declare const STEPS: readonly ["warn", "hint", "ask", "abort"];
export declare const STRIKES: Check;
/** What happens at each strike: the core's ladder, and the user's function that may overrule it. */
export interface Steps {
    readonly ladder: LadderTuple;
    readonly decide: ((detection: LoopDetection) => VerdictAction) | undefined;
}
export declare function ladderTuple(ladder: Ladder): LadderTuple;
/** The ladder as a user writes it: `[1, 2, 0, 5]` is `{ warn: 1, hint: 2, abort: 5 }`. */
export declare function ladderOf(tuple: LadderTuple): Ladder;
/**
 * Reads `action` and `ladder` of a guard, a detector or a policy; `undefined` when both are absent. A named action
 * starts at strike 1, and `ladder` adds the other steps: `action: "warn", ladder: { abort: 5 }` is `{ warn: 1, abort: 5
 * }`. Where both name a step, the ladder counts:
 * `action: "hint", ladder: { warn: 1, hint: 2 }` is that ladder.
 */
export declare function readSteps(action: unknown, ladder: unknown, path: string): Steps | undefined;
/** Whether there is a strike at which a call is only warned of. */
export declare function mayWarn({ ladder: [warn, ...others], decide }: Steps): boolean;
