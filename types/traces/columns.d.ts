/** Which column of a table holds what: `--columns run=trace_id,tool=name`. */
/** What a row may say about its call. Only the tool must be named. */
export declare const COLUMN_FIELDS: readonly ["tool", "run", "arguments", "result", "error", "time", "end", "round", "turn", "tokens", "id"];
export type ColumnField = (typeof COLUMN_FIELDS)[number];
/** The name of the column that holds each field. */
export type Columns = {
    readonly tool: string;
} & {
    readonly [Field in ColumnField]?: string;
};
/** Reads the text of the option. Throws a `RangeError` that says what is wrong with it. */
export declare function readColumns(text: string): Columns;
/** Which columns no row of any file had. */
export declare class ColumnTally {
    rows: number;
    /** Fields whose column was not seen yet; empty after the first row of nearly every table. */
    missing: [field: ColumnField, column: string][];
    constructor(columns: Columns);
    /** The names of all columns, of a table that has them in one place. */
    header(names: readonly (string | null)[]): void;
    row(row: object): void;
}
