/**
 * Messages as events: calls and what came back for them, rounds, turns. Read: `LoopCall`s with their outcomes, steps of the
 * AI SDK, messages of OpenAI (chat completions and responses), Anthropic, the AI SDK (of the model and of the user
 * interface), LangChain and Gemini, and any mixture of them.
 */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { type Fields } from "./fields.ts";
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
    /** The number of calls so far. */
    get calls(): number;
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
