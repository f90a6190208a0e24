import { type TakeText } from "./value-cutter.ts";
/** Splits at the ends of lines or of values, depending on the first line that is not blank. */
export declare class TraceSplitter {
    #private;
    /** `max`: bytes of a text; longer ones are skipped without being stored. Default: `TEXT_MAX`. */
    constructor(take: TakeText, max?: number);
    push(chunk: Uint8Array): void;
    end(): void;
}
/** Whether the value on a line continues on the next line: it ends in `{`, `[` or `,`, as no JSON text does. */
export declare function goesOn(line: Uint8Array): boolean;
