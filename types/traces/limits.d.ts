/** Limits for hostile files, and memory that stays small while one is read. */
import type { TraceFault } from "./trace-types.ts";
/** Bytes of one JSON text: a line, or an element of a list that spans many lines or is longer than this. */
export declare const TEXT_MAX: number;
/**
 * Values in one JSON text (an empty object takes twenty times the memory of its two characters), and different keys in
 * it (V8 may keep a hidden class for each).
 */
export declare const VALUES_MAX: number;
export declare const KEYS_MAX: number;
/** Why a text of `bytes` bytes is skipped. `file`: the name of its file, if that may be an HTTP archive. */
export declare function tooLong(bytes: number, file?: string): string;
/** Why a text with more than `VALUES_MAX` values or `KEYS_MAX` different keys is skipped. */
export declare const TOO_MANY: string;
/** A name; a very long one is shortened to its beginning and a digest, so that it stays unique. */
export declare function keptName(name: string): string;
export declare class FaultLimit {
    #private;
    constructor(fault: (fault: TraceFault) => void);
    readonly report: (fault: TraceFault) => void;
    /** Reports how many faults were left out. */
    end(): void;
}
export declare class Recent<T> {
    #private;
    /** `max`: entries; default 10,000. */
    constructor(max?: number);
    get(key: string): T | undefined;
    /** Deletes an entry; gives whether it was present. */
    delete(key: string): boolean;
    set(key: string, value: T): void;
}
/** Call this after reading so many bytes. */
export declare function haveRead(bytes: number): void;
/** Call this after reading a file. */
export declare function haveEnded(): void;
/** Calls `does`, which parses a text of so many bytes; collects garbage before and after a long one. */
export declare function whileTidy(bytes: number, does: () => void): void;
