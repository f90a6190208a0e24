/** Gives up waiting for a store, one answer at a time. One timer serves all waits: nearly every one ends before it. */
export declare class Patience {
    #private;
    constructor(ms: number);
    /** What `promise` gives, or a rejection when it takes longer; what comes of it then is nobody's concern. */
    readonly limit: <T>(promise: Promise<T>) => Promise<T>;
}
