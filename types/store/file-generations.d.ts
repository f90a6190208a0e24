interface Generations {
    /** Newest first. */
    readonly numbers: readonly number[];
    readonly temporaries: readonly string[];
}
export declare function generationName(number: number): string;
/** The generations in the folder; none, if it does not exist. Other files are ignored. */
export declare function listGenerations(folder: string): Generations;
/** The state, and number and mark of the newest generation: that of the bytes, or of a damaged one after it. */
export declare function readNewest(folder: string): {
    bytes: Uint8Array;
    number: number;
    mark: string;
} | undefined;
/**
 * Writes `bytes` as the generation after `current` (0: as the first), and gives its mark; `undefined` if another writer was
 * faster, or the generation before has another mark than `mark`. Rejects with the file system's error. In both cases nothing
 * has changed. `durable`: waits until it is on the disk.
 */
export declare function writeNext(folder: string, current: number, bytes: Uint8Array, durable: boolean, mark?: string): Promise<string | undefined>;
export declare function codeOf(error: unknown): string | undefined;
/** The result, or `instead` when it fails with this code. */
export declare function unless<T, U>(code: string, work: () => T, instead: U): T | U;
export {};
