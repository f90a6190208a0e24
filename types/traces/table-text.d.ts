import type { RowReaderOptions } from "./row-reader.ts";
export declare class TableText {
    #private;
    constructor(name: string, options: RowReaderOptions);
    /** Takes the first byte that is not blank; gives whether each line is a row, so that no row goes on in the next. */
    begins(first: number): boolean;
    line(text: Uint8Array | undefined, number: number, size: number, free: () => void): void;
    end(): void;
}
