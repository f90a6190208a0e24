import type { Columns } from "../columns.ts";
import { type DatabaseSettings } from "./duckdb.ts";
import { type PackedRow } from "./row-query.ts";
interface ParquetOptions extends DatabaseSettings {
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
export declare class ParquetTable {
    #private;
    private constructor();
    /** Files and URLs as one table. `patterns`: as DuckDB has them. Errors need no stack: they say what is wrong. */
    static open(patterns: readonly string[], options: ParquetOptions): Promise<ParquetTable>;
    /** Bytes of all files. */
    get bytes(): number;
    /** The file of a row. */
    file({ file }: PackedRow): string;
    /** All rows that are calls: those of a run follow each other, in order of time. */
    steps(): AsyncGenerator<ParquetStep, void, undefined>;
    close(): void;
}
export {};
