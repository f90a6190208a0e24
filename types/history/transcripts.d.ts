/** Recorded runs as lists of calls with what came back; `TranscriptReader` says which forms of messages are read. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
/** A call with its outcome. */
export interface RecordedCall extends LoopCall, LoopOutcome {
    /** Calls with the same number were requested together; without it, each call is a round of its own. */
    round?: number;
    /** Calls with the same number are between the same two messages of the user. */
    turn?: number;
    /** Calls with the same name are of one run. Each run is judged by itself. */
    run?: string;
    /** When it was requested, and when its outcome came, in milliseconds: what waits is judged by time. */
    at?: number;
    end?: number;
    /** A guard's message in place of a result: the call did not run. */
    refused?: string;
}
/** One call of a transcript. */
export interface TranscriptCall {
    readonly call: LoopCall;
    /** `undefined`: there was no outcome. */
    outcome: LoopOutcome | undefined;
    /** Index of the model response that requested it. */
    readonly round: number;
    /** How often a user spoke after the first round. */
    readonly turn: number;
    /** When it was requested, in milliseconds, if its entry says so. */
    readonly at: number | undefined;
    /** When its outcome came: as its entry says, or that of the outcome. */
    end?: number | undefined;
    /** A guard's message in place of a result, if its entry has one. */
    readonly refused?: string;
}
/** The calls of a transcript, in order. Anything but tool calls, results and messages of a user is ignored. */
export declare function readTranscript(entries: Iterable<unknown>): TranscriptCall[];
/** As `readTranscript`, with the turn in which the history ends: later than that of the last call if a user spoke since. */
export declare function readHistory(entries: Iterable<unknown>): {
    calls: TranscriptCall[];
    turn: number;
};
