/** Takes one JSON text; not there: it is longer than a text can be. `line`: where it begins, from 1. */
export type TakeText = (text: Uint8Array | undefined, line: number) => void;
/** Cuts at the ends of lines, or between values, by what the first line looks like. */
export declare class TraceSplitter {
    #private;
    /** `max`: bytes of a text; longer ones are passed over without being kept. Default: what Node.js can hold. */
    constructor(take: TakeText, max?: number);
    push(chunk: Uint8Array): void;
    end(): void;
}
/** The first line that is not blank, if its end is there too, or if it is the `last`. */
export declare function firstLine(bytes: Uint8Array, last: boolean): Uint8Array | undefined;
/** Whether a line is the beginning of a value that goes on in the next one: no JSON text ends like this. */
export declare function goesOn(line: Uint8Array): boolean;
/** Without a byte order mark. */
export declare function withoutMark(bytes: Uint8Array): Uint8Array;
