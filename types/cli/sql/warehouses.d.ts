/** A shell script for DuckDB, which prints the rows in order, and then reads the lines. */
import { type CallsQuery } from "./calls-query.ts";
/** The shell script for the folder user_scripts. `judge`: the words of the command that reads rows and writes lines. */
export declare function clickhouseScript(query: CallsQuery, judge: readonly string[]): string;
interface Shards {
    /** Into how many parts the runs are divided, each with a program of its own. */
    shards: number;
    /** Only this one of them, from 0. */
    shard?: number | undefined;
}
interface StatementOptions extends Shards {
    script: string;
    /** The table that stores the loops. */
    into?: string | undefined;
}
export declare function clickhouseStatement(query: CallsQuery, { script, into, ...shards }: StatementOptions): string;
/** The table that stores the loops. Scanning the same runs again replaces their rows. */
export declare function clickhouseTable(into: string): string;
interface DuckdbOptions extends Shards {
    /** The words of the command that reads rows and writes lines. */
    judge: readonly string[];
    /** The file with the table, or none for files. */
    database?: string | undefined;
    /** The table for the loops, in the database or in `loops.duckdb`. */
    into: string;
}
export declare function duckdbScript(query: CallsQuery, options: DuckdbOptions): string;
export {};
