/** A recorded history, played to a run as it happened. */
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
/** A call of the last model response, and what the guard says of it. */
export interface CheckedCall {
    readonly call: LoopCall;
    readonly verdict: Verdict;
    /** The history has no result for it: it is about to run. */
    readonly pending: boolean;
}
/** What a history is played to: a `GuardRun`. */
interface ReplayedRun extends Pick<LoopRun, "before" | "after" | "invalid" | "beginRound" | "beginTurn"> {
    overrule(call: LoopCall): void;
}
/** The sternest of the verdicts. */
export declare function sternestOf(calls: readonly CheckedCall[]): Verdict;
/**
 * Plays a history to a run that nobody hears of: the calls of the last round with their verdicts; none when a user spoke
 * after them. `words`: the option `message`, where it is a text.
 */
export declare function replayHistory(run: ReplayedRun, history: Iterable<unknown>, words: string | undefined): CheckedCall[];
/** The outcome without what a guard added for the model; see `withMessage`. */
export declare function withoutWarning(outcome: LoopOutcome, words: string | undefined): LoopOutcome;
export {};
