/** The calls in Parquet files, which DuckDB reads and sorts. */
import type { Columns } from "../columns.ts";
import { type PackedRow } from "./row-query.ts";
interface ParquetOptions {
    /** Past it, DuckDB sorts on disk: such as `"2GB"`. */
    memory: string | undefined;
    /** Without them, the files must be an export that is known by its columns. */
    columns?: Columns | undefined;
    /** Rows of a run follow each other in the files, in order of time: they are not sorted. */
    sorted: boolean;
}
/** Several rows, and the share of the whole work that is done after them, from 0 to 1. */
interface ParquetStep {
    done: number;
    rows: Iterable<PackedRow>;
}
/** Files and URLs as one table. */
export interface ParquetTable {
    /** Bytes of all files. */
    readonly bytes: number;
    /** The file of a row. */
    file(row: PackedRow): string;
    /** All rows that are calls: those of a run follow each other, in order of time. */
    steps(): AsyncGenerator<ParquetStep, void, undefined>;
    close(): void;
}
/** `patterns`: as DuckDB has them. Errors need no stack: they say what is wrong. */
export declare function openParquet(patterns: readonly string[], options: ParquetOptions): Promise<ParquetTable>;
export {};
