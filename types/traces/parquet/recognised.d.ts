/** Finds out which columns of a table are those of calls. */
import type { Columns } from "../columns.ts";
import { type CallRows } from "./row-query.ts";
/** What `--columns` says, for a table that has these columns. Throws an error that names them if one is missing. */
export declare function namedRows(columns: Columns, names: readonly string[]): CallRows;
/** The columns of an export that is known. Throws an error that shows how to name them for any other table. */
export declare function recognisedRows(names: readonly string[]): CallRows;
