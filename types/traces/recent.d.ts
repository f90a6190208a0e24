/** A map that remembers only what was set last, so that it does not grow with the file. */
export declare class Recent<T> {
    #private;
    get(key: string): T | undefined;
    set(key: string, value: T): void;
}
