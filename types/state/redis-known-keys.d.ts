/** What is remembered of the keys that were used lately: their names in Redis, and when their expiry was put off. */
declare class KnownKey {
    readonly name: string;
    /** When the expiry was put off last, by this machine's clock. */
    putOffAt: number;
    constructor(name: string);
}
export declare class KnownKeys {
    #private;
    constructor(nameOf: (key: string) => string, everyMs: number);
    get(key: string): KnownKey;
    /** Whether it is time to put the expiry off; it then counts as done. Of very many keys, some are due too early. */
    isDue(known: KnownKey): boolean;
}
export {};
