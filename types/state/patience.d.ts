/**
 * Gives up waiting for a store: one answer at a time, but for so long in all as one of them may take. One timer serves all
 * waits: nearly every one ends before it.
 */
export declare class Patience {
    #private;
    constructor(ms: number);
    /** The waits that follow are parts of one, which begins now. Without it, each is one by itself. */
    begin(): void;
    /**
     * The answer, or what `use` makes of it as soon as it comes; a rejection when it takes longer. What comes then is nobody's
     * concern, and is not used.
     */
    readonly limit: <T, U = T>(promise: Promise<T>, use?: (answer: T) => U | Promise<U>) => Promise<U>;
}
