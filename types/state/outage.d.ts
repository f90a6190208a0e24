export declare class Outage {
    #private;
    /** Why the last exchange failed; `undefined`: it did not. */
    cause: unknown;
    constructor(retryAfterMs: number);
    /** Whether the store is not asked for now. */
    get resting(): boolean;
    began(reason: unknown): void;
    ended(): void;
    /** Publishes that entries were dropped that the store may not have; `why` ends the sentence. */
    lost(count: number, why: string): void;
    /** The store may be asked at once. */
    wake(): void;
}
