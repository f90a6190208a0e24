export declare class Outage {
    #private;
    /** Why the store could not be asked last; `undefined`: it could. */
    cause: unknown;
    constructor(retryAfterMs: number);
    /** Whether the store is left alone for now. */
    get resting(): boolean;
    began(reason: unknown): void;
    ended(): void;
    /** Entries of which it is not known that the store has them are given up; `why` ends the sentence. */
    lost(count: number, why: string): void;
    /** Asks at once, whatever went wrong before. */
    wake(): void;
}
