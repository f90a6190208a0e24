/**
 * Limits how long an exchange with a store may take. One timer serves all waits, since nearly all end before it, and a timer
 * takes longer to set and clear than `ref` and `unref` do.
 */
export declare class Patience {
    #private;
    constructor(ms: number);
    /** From now on, all waits together have the limit. Without it, each wait has its own. */
    begin(): void;
    /** The answer, or the result of `use` on it. Rejects after the limit; a later answer is ignored. */
    readonly limit: <T, U = T>(promise: Promise<T>, use?: (answer: T) => U | Promise<U>) => Promise<U>;
}
