export interface Generations {
    /** Newest first. */
    readonly numbers: readonly number[];
    readonly temporaries: readonly string[];
}
export declare function generationName(number: number): string;
/** What is in the folder; nothing, if it does not exist. Files that are not ours are not looked at. */
export declare function listGenerations(folder: string): Generations;
/** The state, and number and mark of the newest generation: that of the bytes, or of a damaged one after it. */
export declare function readNewest(folder: string): {
    bytes: Uint8Array;
    number: number;
    mark: string;
} | undefined;
/**
 * Writes `bytes` as the generation after `current` (0: as the first), and gives its mark. `undefined` when somebody was
 * quicker, or the generation before has another mark than `mark`; nothing has changed then. Rejects with the file system's
 * error; nothing has changed then either. `durable`: it is on the disk, too.
 */
export declare function writeNext(folder: string, current: number, bytes: Uint8Array, durable: boolean, mark?: string): Promise<string | undefined>;
export declare function codeOf(error: unknown): string | undefined;
/** The result, or `instead` when it fails with this code. */
export declare function unless<T, U>(code: string, work: () => T, instead: U): T | U;
