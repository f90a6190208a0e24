/** Recorded runs as lists of calls with what came back; `TranscriptReader` says which forms of messages are read. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { type Fields } from "./fields.ts";
/**
 * Messages as events: calls and what came back for them, rounds, turns. Read: `LoopCall`s with their outcomes, steps of the
 * AI SDK, messages of OpenAI (chat completions and responses), Anthropic, the AI SDK (of the model and of the user
 * interface), LangChain, Gemini, and frameworks that have messages of their own, and any mixture of them.
 */
/** Receives the events of a transcript, in order. */
export interface TranscriptSink {
    /** The calls that follow were requested together; there may be none. */
    round(): void;
    /** A user spoke. */
    turn(): void;
    /** The next call; the first has index 0. */
    call(call: LoopCall): void;
    /** The outcome of the call with this index; at most once for each. */
    outcome(index: number, outcome: LoopOutcome): void;
    /** A part of what the model said in the round that has just begun. */
    text?(text: string, stream: "text" | "reasoning"): void;
    /** So many characters were said to the model: by a user, or by a system prompt. */
    heard?(characters: number): void;
}
/**
 * Keeps no message, argument or result, only the ids of open calls, the names of the current round's calls, and digests of
 * the user's messages.
 */
export declare class TranscriptReader {
    #private;
    constructor(sink: TranscriptSink);
    /** Index of the latest model response. */
    get round(): number;
    /** How often a user spoke after the first call. */
    get turn(): number;
    /** Reads an entry. Anything but a tool call, a result or a user's message is ignored. */
    entry(entry: unknown): void;
    /** Reads a message in the form that `messagesOf` gives. Messages with one `response` are one round. */
    message(entry: Fields, response?: unknown): void;
    /**
     * A user spoke, or a program in the user's place, which `content` shows; without it, it was a user. Before the first call it
     * has no effect.
     */
    spoke(content?: unknown): void;
}
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
