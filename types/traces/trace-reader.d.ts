/** Reads recorded runs line by line, and finds out by itself which format they are in. */
import { type Fields } from "../transcript-reader.ts";
import type { TraceFormatSpec } from "./formats/format.ts";
import type { OpenTraceRun, TraceFault } from "./trace-types.ts";
/** A name of `TRACE_FORMATS`. */
export type TraceFormat = string;
/** The formats that can be read, for `--help` and documentation. */
export declare const TRACE_FORMATS: readonly {
    readonly name: TraceFormat;
    readonly description: string;
}[];
export interface TraceReaderOptions {
    open: OpenTraceRun;
    fault: (fault: TraceFault) => void;
    /** Default `"auto"`: that of the first line which is of a known one. */
    format?: TraceFormat | "auto" | undefined;
}
/** Reads the lines of one file, or of a part of one, in their order. Each line is parsed once, and nothing of it is kept. */
export declare class TraceReader {
    #private;
    /** `name`: that of the file, for runs that have no id. Throws a `RangeError` for a format that is not known. */
    constructor(name: string, options: TraceReaderOptions);
    /** Reads a line; `number` is its number in the file, from 1. An empty one is passed over; none: it is too long. */
    line(text: string | Uint8Array | undefined, number: number): void;
    /** Reads a block of whole lines, the first of which has the number `first`; gives the number of the line after it. */
    lines(block: Uint8Array, first: number): number;
    /** Ends what is open. A file that was in no known format is a fault now. */
    end(): void;
}
/** The format of a value; of a list, that of what is in it. */
export declare function formatOf(value: Fields | unknown[]): TraceFormatSpec | undefined;
