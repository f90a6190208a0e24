/** The messages in the user's place of one run, in their order. */
export declare class UserWords {
    #private;
    /**
     * Whether a message begins a turn. `content`: a text, or a list of parts as any provider has it. `position`: a number
     * that is another one when something has come in between; some logs have the same message twice.
     */
    beginTurn(content: unknown, position: number): boolean;
}
/** Whether the last of these messages is of a user, and begins a turn after what the others say. */
export declare function userSpeaksLast(messages: readonly unknown[]): boolean;
