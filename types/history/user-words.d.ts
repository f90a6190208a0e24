/** The messages of one run with the role "user", in order. */
export declare class UserWords {
    #private;
    /**
     * Whether a message begins a turn. `content`: a text, or a list of parts in any provider's form. `position`: a number
     * that changes when other messages came in between; some logs contain the same message twice, with the same position.
     */
    beginTurn(content: unknown, position: number): boolean;
}
/** Whether the last of these messages is from a user, and begins a turn. */
export declare function userSpeaksLast(messages: readonly unknown[]): boolean;
