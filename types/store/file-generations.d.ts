/**
 * One state as a folder of generations: files `%016x`, numbered from 1; the highest number is the current state.
 *
 * A writer writes a temporary file and links it to the number after the one that it read. link(2) fails if the name exists, so
 * one of several writers succeeds and the others read again: compare-and-swap, without a lock that a killed process could
 * leave behind. A file never changes, so a reader sees all of it or nothing.
 *
 * Old generations are removed, which frees their names; a writer that was suspended since it read must not get one. So a writer
 * lists the folder only after making its temporary file, and whoever has saved removes all others that it saw: their writers
 * have lost the race, cannot link them any more, and read again. Only then are old generations removed. No clock is asked, and
 * what killed writers leave is gone with the next save.
 *
 * Calls of the file system are synchronous: on a local disk, a whole save takes less time than passing one call to a thread.
 * Only `fsync`, which waits for the disk, runs in a thread.
 */
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
