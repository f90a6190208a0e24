import type { Fields } from "../history/fields.ts";
import { type Columns, type ColumnTally } from "./columns.ts";
import type { OpenTraceRun, TraceFault } from "./trace-types.ts";
interface RowReaderOptions {
    columns: Columns;
    /** Rows of a run follow each other: a run ends when the next row names another one. */
    sorted?: boolean | undefined;
    /** Counts rows, and notes which columns there are. */
    tally?: ColumnTally | undefined;
    open: OpenTraceRun;
    fault: (fault: TraceFault) => void;
}
export declare class RowReader {
    #private;
    /** `name`: of the run of all rows without an id. */
    constructor(name: string, { columns, sorted, tally, open, fault }: RowReaderOptions);
    /**
     * A row as an object with a member for each column. `line`: its number, from 1. `size`: about how many bytes it takes,
     * so that garbage is collected in time.
     */
    row(row: Fields, line: number, size: number): void;
    /** A row that could not be read. */
    broken(fault: TraceFault): void;
    /** Ends the open runs. */
    end(): void;
}
export declare class TableText {
    #private;
    constructor(name: string, options: RowReaderOptions);
    /** Takes the first byte that is not blank; gives whether each line is a row, so that no row goes on in the next. */
    begins(first: number): boolean;
    line(text: Uint8Array | undefined, number: number, size: number, free: () => void): void;
    end(): void;
}
export {};
