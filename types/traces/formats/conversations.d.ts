/** Finds the conversation that a request continues, in a log in which every request repeats the history. */
import { type Fields } from "../../history/fields.ts";
import type { RunWriter } from "../run-writer.ts";
/** Of each message of a request. */
interface MessageDigests {
    /** Of the messages up to this one. */
    states: readonly string[];
    /**
     * Of this message and the one before, system prompts aside, if a request may have ended with it. A result without an id
     * ends none: two equal ones cannot be told apart.
     */
    ends: readonly (string | undefined)[];
}
/** Digests request after request. Most repeat the one before and add a few messages, so only what differs is hashed. */
export declare class MessageDigester {
    #private;
    /** `size`: about how many characters of JSON the request takes. */
    of(request: readonly Fields[], size: number): MessageDigests;
}
/** What the model answered to a request. */
export interface Answer {
    messages: readonly Fields[];
    usage: unknown;
    time: number | undefined;
    /** About how much memory it takes, in characters. */
    size: number;
}
export declare class Conversation {
    #private;
    /**
     * The newest answer. It is read from the request that repeats it, since a client may have asked again; what is left at
     * the end is read from here.
     */
    answer: Answer | undefined;
    /** The digests by which a request is known that continues the newest one. */
    keys: readonly string[];
    ended: boolean;
    constructor(run: RunWriter);
    /** Reads messages of a request that were not in the request before: the answer to that one, and what came then. */
    repeats(messages: readonly Fields[], time: number | undefined): void;
    /** Reads messages of a request that come after the newest answer, without repeating it. */
    follows(messages: readonly Fields[], time: number | undefined): void;
    end(): void;
}
export declare class Conversations {
    #private;
    /**
     * The conversation of a request, with the messages of it read that are new. `previous`: the id of an answer that it
     * follows without repeating it; `size`: about how many characters of JSON it takes. A branch is a run of its own, which
     * knows nothing of the calls before it.
     */
    of(request: readonly Fields[], time: number | undefined, begin: () => RunWriter, previous: string | undefined, size: number): Conversation;
    /** The conversation of the newest request: of a log that has requests and responses in lines of their own. */
    newest(begin: () => RunWriter): Conversation;
    answered(conversation: Conversation, answer: Answer, id: string | undefined): void;
    end(): void;
}
export {};
