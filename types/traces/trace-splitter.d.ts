/**
 * Splits the bytes of a file into JSON texts: at the ends of lines or, when values span several lines, at the ends of
 * values. Only the current text is kept, and each byte is read once.
 */
import { type TakeText } from "./value-cutter.ts";
/** Splits at the ends of lines or, if the first that is not blank goes on in the next, at the ends of values. */
export declare class TraceSplitter {
    #private;
    /**
     * `max`: bytes of a text; longer ones are skipped without being stored. Default: `TEXT_MAX`. `begins`: takes the first
     * byte that is not blank, and gives whether every line is a text, whatever it ends in.
     */
    constructor(take: TakeText, max?: number, begins?: (first: number) => boolean);
    push(given: Uint8Array): void;
    end(): void;
}
/** Whether a text contains more than `VALUES_MAX` values or `KEYS_MAX` different keys. Skips strings quickly. */
export declare function hasTooMuch(text: Uint8Array): boolean;
