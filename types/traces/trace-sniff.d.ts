import { type TraceFormat } from "./trace-reader.ts";
export interface TraceSniff {
    /** Not there: no line of a known format yet. */
    format: TraceFormat | undefined;
    /** Each line is a run, or several whole ones: lines can be read by several readers, in blocks. */
    independent: boolean;
}
/** Looks at the whole lines in `head`, the first bytes of a file after decompression; 1 MiB is plenty. */
export declare function sniffTrace(head: Uint8Array): TraceSniff;
