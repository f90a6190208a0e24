export declare class RecentKeys {
    #private;
    constructor(everyMs: number);
    /** Whether it is time to do it again; it then counts as done. Of very many keys, some are forgotten, and due too early. */
    isDue(key: string): boolean;
}
