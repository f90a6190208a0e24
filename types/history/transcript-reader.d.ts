/**
 * Messages as events: calls and what came back for them, rounds, turns. Read: `LoopCall`s with their outcomes, steps of the
 * AI SDK, messages of OpenAI (chat completions and responses), Anthropic, the AI SDK (of the model and of the user
 * interface), LangChain and Gemini, and any mixture of them.
 */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
/** Takes what a transcript tells, in its order. */
export interface TranscriptSink {
    /** The calls that follow were asked for together; there may be none. */
    round(): void;
    /** A user spoke. */
    turn(): void;
    /** The next call; the first has index 0. */
    call(call: LoopCall): void;
    /** What came back for the call with this index; at most once for each. */
    outcome(index: number, outcome: LoopOutcome): void;
}
export type Fields = Record<string, unknown>;
/**
 * Keeps no message, argument or result: of open calls their ids, of the current round also the names, of what a user said
 * digests.
 */
export declare class TranscriptReader {
    #private;
    constructor(sink: TranscriptSink);
    /** How many calls there were. */
    get calls(): number;
    /** Index of the model's response that was read last. */
    get round(): number;
    /** How often a user spoke after the first call. */
    get turn(): number;
    /** Reads an entry; what is no tool call, result or word of a user is passed over. */
    entry(entry: unknown): void;
    /** Reads a message in the form that `messagesOf` gives. Messages with one `response` are one round. */
    message(entry: Fields, response?: unknown): void;
    /**
     * A user spoke, or a program in the user's place: `content` tells which. Without it, it was a user. Before the first call
     * that says nothing.
     */
    spoke(content?: unknown): void;
}
export declare function isFields(value: unknown): value is Fields;
/** The objects of a list; of anything else none. */
export declare function fieldsOf(value: unknown): readonly Fields[];
/** The text of a list of text parts; anything else as it is. */
export declare function plainContent(content: unknown): unknown;
