export declare class KnownKeys {
    #private;
    constructor(nameOf: (key: string) => string, everyMs: number);
    /** `isDue`: it is time to put the expiry off; it then counts as done. Of very many keys, some are due too early. */
    use(key: string): {
        name: string;
        isDue: boolean;
    };
}
