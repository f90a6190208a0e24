/** Replays a recorded run to a guard's run, event by event. Everything that reads histories, traces or recordings uses it. */
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { type TranscriptCall } from "../history/transcripts.ts";
/** The target of a replay; `LoopGuard.silentRun` gives one. */
interface ReplayTarget {
    readonly run: Pick<LoopRun, "before" | "after" | "invalid" | "beginRound" | "beginTurn" | "compacted"> & {
        overrule(call: LoopCall): void;
    };
    /** The guard's option: if it is a text, it is recognised in the record. */
    readonly message?: unknown;
    /** The clock from now on; `undefined`: there is none. */
    setTime?(ms: number | undefined): void;
}
/**
 * Receives every verdict: before the call ran, and after it. A call whose arguments are not JSON has one verdict, `"before"`,
 * given when its outcome is known.
 */
type ReplayListener = (index: number, verdict: Verdict, when: "before" | "after") => void;
/** What an outcome says about its call; `"refused"`: a guard refused it, in the record or in a replay that honours refusals. */
type CameBack = "ran" | "refused" | "invalid";
/**
 * Takes events in the order in which they happened; outcomes may come late, in any order, or never. Calls without an outcome
 * are held; a reader of long records drops them with `forget`.
 *
 * - A call whose arguments are not JSON is `invalid`, with its outcome as the reason, at the latest when its round ends.
 * - A call that the run refuses ran if its outcome is a result, or if it has no outcome when the next round begins.
 * - An outcome that is a guard's refusal is left out.
 * - Rules that depend on time alone are ignored, because not every record says when a result came.
 */
export declare class Replay {
    #private;
    /**
     * `refusalsHonoured`: a call that the run refuses did not run, whatever the record shows, so the run judges what would have
     * happened under the guard. Else it ran, unless the record shows a refusal: the run judges what happened.
     */
    constructor(target: ReplayTarget, onVerdict: ReplayListener, refusalsHonoured?: boolean);
    /** The next calls were made together. */
    round(): void;
    /** A user spoke. */
    turn(): void;
    /** The context was compacted. */
    compacted(): void;
    /** The next call; the first has index 0. `at`: when it was made, in milliseconds, if the record says it. */
    call(call: LoopCall, at?: number): void;
    /**
     * The outcome of a call. Gives `undefined` if the call is not known, or has had its outcome. `at`: when it came, in
     * milliseconds; if the record does not say it, or says that it was before the latest event, it came at once.
     */
    outcome(index: number, outcome: LoopOutcome, at?: number): CameBack | undefined;
    /** A call without an outcome was refused, as the record says. */
    refused(index: number): void;
    /** The call has no outcome. */
    forget(index: number): void;
    /** The record ends. Calls of the last round that the run refused stay refused. */
    end(): void;
}
/** Replays a whole history: all calls of a round are judged before the first outcome, as in a run. */
export declare function replayCalls(replay: Replay, calls: readonly TranscriptCall[]): void;
/** A call of the last model response, and its verdict. */
export interface CheckedCall {
    readonly call: LoopCall;
    readonly verdict: Verdict;
    /** The history has no result for it: it has not run yet. */
    readonly pending: boolean;
}
/** The most severe of the verdicts. */
export declare function mostSevereOf(calls: readonly CheckedCall[]): Verdict;
/** The calls of the last round with the run's verdicts; none when a user spoke after them. */
export declare function replayHistory(target: ReplayTarget, history: Iterable<unknown>): CheckedCall[];
export {};
