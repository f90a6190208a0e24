/**
 * Rows as text: DuckDB joins many rows to one, since each text that crosses into JavaScript costs as much as reading a row.
 * Fields are in the order of the query, each followed by `FIELD`, but for the last; rows are joined by `ROW`.
 */
import type { ColumnField } from "../columns.ts";
export declare const ROW = 29;
/** Alone it is NULL; before a JSON text, that is the value. */
export declare const MARK = 30;
export declare const FIELD = 31;
/** What a field's text is: as it is there, JSON, JSON that the user's column has (it may be none), or milliseconds. */
export type FieldKind = "text" | "value" | "json" | "time";
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
