/**
 * Where tables that keep traces have the tool calls: for each table the rows that are calls, and an expression for each
 * field of a call. Expressions are SQL of the engine, since what is an attribute, a JSON text or an unset value differs. The
 * schemas are those of the pages that `source` names, as of November 2026.
 */
/** Fields of a call, as `scan --columns` names them. */
export type MapField = "run" | "tool" | "arguments" | "result" | "error" | "time" | "end" | "turn" | "id";
/** Engines that give the calls as rows of columns, and those that give a JSON object for each. */
export type RowEngine = "clickhouse" | "duckdb";
export type JsonEngine = "postgres" | "sqlite";
export type WarehouseEngine = RowEngine | JsonEngine;
/** A table in one engine. All SQL in it is ours and is not quoted again. */
export interface MappedTable {
    /** The table's usual name; none for files, whose name the user gives. */
    table?: string;
    /** What comes after the table's name, such as `FINAL`. */
    modifier?: string;
    /** Which rows are tool calls. */
    where: string;
    /** `id` only orders calls of the same time. */
    columns: Readonly<Partial<Record<MapField, string>> & Record<"run" | "tool", string>>;
    /** Columns that the table has, by which it is told from others. */
    signs: readonly string[];
}
/** A table of spans, of which each is given as `scan` reads a span in a file. The table is `t` in all SQL here. */
export interface SpanTable {
    table: string;
    /** Other tables, in the schema of the first. */
    joins: readonly {
        table: string;
        as: string;
        on: string;
        isLeft?: true;
    }[];
    /** Which spans are tool calls. */
    where: string;
    /** An expression for each member of a span, and for each of its attributes. */
    span: Readonly<Record<string, string>>;
    attributes: Readonly<Record<string, string>>;
    /** By run, and in it by time. */
    order: readonly string[];
}
export interface WarehouseMap {
    name: string;
    description: string;
    /** Where its schema is from. */
    source: string;
    clickhouse?: MappedTable;
    duckdb?: MappedTable;
    postgres?: SpanTable;
    sqlite?: SpanTable;
}
export declare const WAREHOUSE_MAPS: readonly WarehouseMap[];
