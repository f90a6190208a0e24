/** Detects the format of a file from its beginning, so that a large file can be read in parts. */
import { type TraceFormat } from "./trace-reader.ts";
export interface TraceSniff {
    /** `undefined`: no line has a known format. */
    format: TraceFormat | undefined;
    /** Every line contains complete runs, so that several readers can each read a block of lines. */
    independent: boolean;
}
/** Checks the complete lines in `head`, the first bytes of a file after decompression; 1 MiB is plenty. */
export declare function sniffTrace(head: Uint8Array): TraceSniff;
