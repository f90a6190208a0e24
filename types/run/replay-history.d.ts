/** Replays a recorded history to a run. */
import type { LoopCall, Verdict } from "../base/types.ts";
import { type ReplayTarget } from "./replay.ts";
/** A call of the last model response, and its verdict. */
export interface CheckedCall {
    readonly call: LoopCall;
    readonly verdict: Verdict;
    /** The history has no result for it: it has not run yet. */
    readonly pending: boolean;
}
/** The most severe of the verdicts. */
export declare function sternestOf(calls: readonly CheckedCall[]): Verdict;
/** The calls of the last round with the run's verdicts; none when a user spoke after them. */
export declare function replayHistory(target: ReplayTarget, history: Iterable<unknown>): CheckedCall[];
