import { type Fields } from "../../history/fields.ts";
/** Of each message of a request. */
export interface MessageDigests {
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
export declare const isSystem: ({ role }: Fields) => boolean;
/** Whether the message has the result of a call that it names. */
export declare function hasResultId(message: Fields): boolean;
