declare class KnownKey {
    #private;
    readonly name: string;
    /** When the expiry was put off last, by this machine's clock. */
    putOffAt: number;
    constructor(name: string);
    /** The place of an offset in a journal that has this head. */
    placeOf(head: string, offset: number): number;
}
export declare class KnownKeys {
    #private;
    constructor(nameOf: (key: string) => string, everyMs: number);
    get(key: string): KnownKey;
    /** Whether it is time to put the expiry off; it then counts as done. Of very many keys, some are due too early. */
    isDue(known: KnownKey): boolean;
}
export {};
