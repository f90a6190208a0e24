/** The keys that were used lately: their names in Redis, and when their expiry was last put off. */
export interface KnownKey {
    readonly name: string;
    /** By this machine's clock. */
    putOffAt: number;
}
export declare class KnownKeys {
    #private;
    constructor(nameOf: (key: string) => string, everyMs: number);
    get(key: string): KnownKey;
    /** Whether it is time to put the expiry off; it then counts as done. */
    isDue(known: KnownKey): boolean;
}
