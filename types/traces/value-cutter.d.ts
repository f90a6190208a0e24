/** Splits bytes at the ends of JSON values, whatever the lines. */
/** The bytes that delimit values in JSON. */
export declare const NEWLINE = 10;
export declare const QUOTE = 34;
export declare const COMMA = 44;
export declare const COLON = 58;
export declare const LIST = 91;
export declare const BACKSLASH = 92;
export declare const OBJECT = 123;
/**
 * Receives one JSON text, which is valid until the function returns or calls `free`; `undefined` for a text that is too
 * long. `line`: the line on which it begins, from 1. `size`: its bytes.
 */
export type TakeText = (text: Uint8Array | undefined, line: number, size: number, free: () => void) => void;
/** Finds the elements of a list, and values that follow each other without a list. */
export declare class ValueCutter {
    #private;
    /** `line`: the number of the line on which the bytes begin. */
    constructor(take: TakeText, max: number, line: number);
    push(chunk: Uint8Array): void;
    /** Passes on what is open: it was cut off, and the reader reports it as invalid. */
    end(): void;
}
export declare function isSpace(byte: number | undefined): boolean;
export declare function isBlank(text: Uint8Array): boolean;
/** Whether a text begins with `[`. */
export declare function isList(text: Uint8Array): boolean;
export declare class GatheredText {
    #private;
    /** `max`: bytes; of a longer text only the size is recorded. */
    constructor(max: number);
    /** Bytes so far. */
    get size(): number;
    add(part: Uint8Array): void;
    /** The text so far; `undefined` if it is too long. */
    get text(): Uint8Array | undefined;
    /** Frees its memory, but keeps the size. */
    readonly free: () => void;
    clear(): void;
}
