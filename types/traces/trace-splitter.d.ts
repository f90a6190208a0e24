import { type TakeText } from "./value-cutter.ts";
/** Splits at the ends of lines or of values, depending on the first line that is not blank. */
export declare class TraceSplitter {
    #private;
    /**
     * `max`: bytes of a text; longer ones are skipped without being stored. Default: `TEXT_MAX`. `begins`: takes the first
     * byte that is not blank, and gives whether every line is a text, whatever it ends in.
     */
    constructor(take: TakeText, max?: number, begins?: (first: number) => boolean);
    push(chunk: Uint8Array): void;
    end(): void;
}
/** Whether the value on a line continues on the next line: it ends in `{`, `[` or `,`, as no JSON text does. */
export declare function goesOn(line: Uint8Array): boolean;
/** Whether a text contains more than `VALUES_MAX` values or `KEYS_MAX` different keys. Skips strings quickly. */
export declare function hasTooMuch(text: Uint8Array): boolean;
