/** Reads recorded runs line by line, and detects their format. */
import { type Fields } from "../history/fields.ts";
import type { Columns, ColumnTally } from "./columns.ts";
import type { OpenTraceRun, TraceFault } from "./trace-types.ts";
/** The name of a format in `TRACE_FORMATS`. */
export type TraceFormat = string;
/** The formats that can be read; also for `--help` and the documentation. */
export declare const TRACE_FORMATS: readonly {
    readonly name: TraceFormat;
    readonly description: string;
}[];
export interface TraceReaderOptions {
    open: OpenTraceRun;
    fault: (fault: TraceFault) => void;
    /**
     * Default `"auto"`: the format of the first line that is recognised. With a named format, a file in which no value
     * has that format is a fault.
     */
    format?: TraceFormat | "auto" | undefined;
    /** The values are rows of a table, whose columns mean this; then there is no format. */
    columns?: Columns | undefined;
    /** What is known about the columns is noted here. */
    tally?: ColumnTally | undefined;
    /** What belongs to a run follows each other: a run ends when another one begins. */
    sorted?: boolean | undefined;
    /** Takes the format of the values, once they are known to have it. */
    recognised?: (format: TraceFormat) => void;
}
/** Reads the lines of a file, or of a part of it, in order. Each line is parsed once and then dropped. */
export declare class TraceReader {
    #private;
    /** `name`: the file's name, for runs without an id. Throws a `RangeError` for an unknown format. */
    constructor(name: string, options: TraceReaderOptions);
    /**
     * Reads a line. `text`: `undefined` for a line that is too long; an empty line is skipped. `number`: its number in
     * the file, from 1. `size`: its bytes. `free`: frees the memory of `text`.
     */
    line(text: string | Uint8Array | undefined, number: number, size?: number, free?: () => void): void;
    /**
     * Reads a row of a table, as an object with a member for each column. `size`: about how many bytes it takes, so that garbage
     * is collected in time.
     */
    row(row: Fields, line: number, size: number): void;
    /** Ends the open runs, and reports a file that is in no known format. */
    end(): void;
    /** Takes a line or a row that could not be read. */
    broken(fault: TraceFault): void;
}
/** The text of a line, without a carriage return at its end. */
export declare function decoded(bytes: Uint8Array): string;
