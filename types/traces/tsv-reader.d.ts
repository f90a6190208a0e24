import { type RowReaderOptions } from "./row-reader.ts";
export declare class TsvReader {
    #private;
    constructor(name: string, { columns, tally, ...options }: RowReaderOptions);
    /** Reads a line, as `TraceReader.line` does; `size`: its bytes. */
    line(text: Uint8Array | undefined, number: number, size: number): void;
    end(): void;
}
