/** Columns that no row of the whole input has: a name is probably wrong, and nothing would say so. */
import type { ColumnField, ColumnTally } from "../../traces/columns.ts";
import { type TraceFile } from "../trace-files.ts";
import type { PartError } from "./file-errors.ts";
export declare class MissingColumns {
    #private;
    /** Adds what is known of a file. One without rows says nothing. */
    add({ rows, missing }: Pick<ColumnTally, "rows" | "missing">): void;
    get fields(): ColumnField[];
    errors(files: readonly TraceFile[]): PartError[];
}
