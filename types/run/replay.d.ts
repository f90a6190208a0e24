/**
 * A recorded run, played to a guard's run event by event. The one place that knows how: everything that reads histories,
 * traces or recordings drives this.
 */
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { TranscriptCall } from "../history/transcripts.ts";
/** What a record is played to: `LoopGuard.quietRun` gives one. */
export interface ReplayTarget {
    readonly run: Pick<LoopRun, "before" | "after" | "invalid" | "beginRound" | "beginTurn"> & {
        overrule(call: LoopCall): void;
    };
    /** The guard's option: a text is known where it stands in the record. */
    readonly message?: unknown;
    setTime?(ms: number | undefined): void;
}
/**
 * What became of a call that the run refuses. `"ran"`: it ran, unless the record shows a refusal: the run judges what
 * happened. `"obeyed"`: it did not, whatever the record shows: the run judges what would have happened under it.
 */
export type RefusedCalls = "ran" | "obeyed";
/**
 * Takes every verdict. `when`: before the call ran, or of what came back for it. A call whose arguments are no JSON has one
 * verdict, `"before"`, when it is known what the model was told of it.
 */
export type ReplayListener = (index: number, verdict: Verdict, when: "before" | "after") => void;
/** What an outcome shows of its call; `"refused"`: a guard said it, in the record or in an obeyed run. */
export type CameBack = "ran" | "refused" | "invalid";
/**
 * Events in the order in which they happened; outcomes may come late, in any order, or never. What is held is the calls
 * without an outcome; whoever reads records of any length keeps them few with `forget`.
 *
 * - A call whose arguments are no JSON is `invalid`, with what the model was told of it, at the latest when its round ends.
 * - A call that the run refuses, but whose outcome is a result, ran. So did one without an outcome when the next round begins.
 * - An outcome that is a refusal of a guard is left out; warnings at the end of a result are no part of it.
 * - Rules that go by time alone are not listened to: a record does not tell when a result came.
 */
export declare class Replay {
    #private;
    constructor(target: ReplayTarget, said: ReplayListener, refused?: RefusedCalls);
    /** The calls that follow were asked for together. */
    round(): void;
    /** A user spoke. */
    turn(): void;
    /** The next call; the first has index 0. `at`: when it was asked for, in milliseconds, where the record says so. */
    call(call: LoopCall, at?: number): void;
    /** What came back for a call. `undefined`: nothing is known of such a call, or something came back already. */
    outcome(index: number, outcome: LoopOutcome): CameBack | undefined;
    /** The record says of a call without an outcome that it was refused. */
    refused(index: number): void;
    /** Nothing is to come back for a call. */
    forget(index: number): void;
    /** Nothing more is to come. Calls of the last round that the run refuses stay refused. */
    end(): void;
}
/** Plays a whole history: all calls of a round are asked for before any of them comes back, as in a run. */
export declare function replayCalls(replay: Replay, calls: readonly TranscriptCall[]): void;
