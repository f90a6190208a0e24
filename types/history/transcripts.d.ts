/** Recorded runs as lists of calls with what came back; `TranscriptReader` says which forms of messages are read. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
/** A call with what came back. */
export interface RecordedCall extends LoopCall, LoopOutcome {
    /** Calls with one number were asked for together; without it each call is a round of its own. */
    round?: number;
    /** Calls of one number lie between the same two words of a user. */
    turn?: number;
    /** When it was asked for, in milliseconds: what waited for something is judged by time. */
    at?: number;
    /** What a guard said in place of a result: the call did not run. */
    refused?: string;
}
/** One call of a transcript. */
export interface TranscriptCall {
    readonly call: LoopCall;
    /** Not there: nothing came back. */
    outcome: LoopOutcome | undefined;
    /** Index of the model response that asked for it. */
    readonly round: number;
    /** How often a user spoke after the first round. */
    readonly turn: number;
    /** When it was asked for, in milliseconds, where its entry says so. */
    readonly at: number | undefined;
    /** What a guard said in place of a result, where its entry says so. */
    readonly refused?: string;
}
/** The calls of a transcript, in order. What is no tool call, result or word of a user is passed over. */
export declare function readTranscript(entries: Iterable<unknown>): TranscriptCall[];
/** The same, and the turn that the history ends in: past that of the last call when a user spoke since. */
export declare function readHistory(entries: Iterable<unknown>): {
    calls: TranscriptCall[];
    turn: number;
};
