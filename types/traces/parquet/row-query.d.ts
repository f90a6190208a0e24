/** The SQL that makes one text of each row that is a call, in the order of runs and times. */
import { type ColumnField } from "../columns.ts";
/** What a field's text is: as it is there, JSON, JSON that the user's column has (it may be none), or milliseconds. */
type FieldKind = "text" | "value" | "json" | "time";
export interface PackedField {
    field: ColumnField;
    kind: FieldKind;
}
export interface PackedRow {
    /** Values by the names of fields. */
    fields: {
        [Field in ColumnField]?: unknown;
    };
    /** The number of its file, in the order of the files. */
    file: number;
    /** Its number in its file, from 1. */
    line: number;
    /** Characters. */
    size: number;
}
export declare function unpackedRows(text: string, fields: readonly PackedField[]): Generator<PackedRow, void, undefined>;
/** Which rows are calls, and an SQL expression for each field of a call. */
export interface CallRows {
    columns: {
        readonly [Field in ColumnField]?: string;
    };
    where?: string;
}
/** The type of each field's expression, as DuckDB names it. */
type FieldTypes = {
    readonly [Field in ColumnField]?: string;
};
interface RowQueryOptions {
    /** The rows are already in order: they are not sorted. */
    sorted: boolean;
    /** Whether the files have no columns of their own with the names of those that say where a row is. */
    places: boolean;
}
/** A text as SQL. DuckDB knows no escapes in it but the doubled quote. */
export declare const sqlText: (text: string) => string;
export declare const sqlName: (name: string) => string;
/** Files, or patterns of files, as a table. Columns that some of the files lack are NULL there. */
export declare function filesTable(patterns: readonly string[]): string;
/** A statement that gives the types of the fields, as rows of `DESCRIBE`. */
export declare function typesQuery(table: string, { columns, where }: CallRows): string;
/** What that statement gave. */
export declare function fieldTypes(described: readonly Record<string, unknown>[]): FieldTypes;
/** The fields of a row's text. */
export declare function packedFields({ columns }: CallRows, types: FieldTypes): PackedField[];
/** The rows in their order, each as one text (`line`). */
export declare function rowQuery(table: string, rows: CallRows, types: FieldTypes, options: RowQueryOptions): string;
/** Rows of a table with the column `line`, from `first` to before `end`, as one text. */
export declare function packQuery(table: string, first: number, end: number): string;
export {};
