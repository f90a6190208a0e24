export declare class Recent<T> {
    #private;
    /** `max`: entries; default 10,000. */
    constructor(max?: number);
    get(key: string): T | undefined;
    /** Deletes an entry; gives whether it was present. */
    delete(key: string): boolean;
    set(key: string, value: T): void;
}
