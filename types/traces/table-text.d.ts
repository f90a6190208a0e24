/** Reads rows as text: TSV, of which each line is a row. */
import { type Columns } from "./columns.ts";
import { type TraceReaderOptions } from "./trace-reader.ts";
import type { TakeText } from "./value-cutter.ts";
type TableOptions = TraceReaderOptions & {
    columns: Columns;
};
/** Reads lines as `TraceReader` does. */
export declare function tsvReader(name: string, { columns, tally, ...options }: TableOptions): {
    line: TakeText;
    end(): void;
};
export {};
