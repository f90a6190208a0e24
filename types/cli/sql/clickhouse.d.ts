/** Scripts and statements for ClickHouse, which gives the rows to a program and reads its lines: `executable()`. */
import { type CallsQuery } from "./calls-query.ts";
/** The shell script for the folder user_scripts. `judge`: the words of the command that reads rows and writes lines. */
export declare function clickhouseScript(query: CallsQuery, judge: readonly string[]): string;
interface StatementOptions {
    /** The script's name in user_scripts. */
    script: string;
    /** Into how many parts the runs are divided, each with a program of its own. */
    shards: number;
    /** Only this one of them, from 0. */
    shard?: number | undefined;
    /** The table that stores the loops. */
    into?: string | undefined;
}
export declare function clickhouseStatement(query: CallsQuery, { script, shards, shard, into }: StatementOptions): string;
/** The table that stores the loops. Scanning the same runs again replaces their rows. */
export declare function clickhouseTable(into: string): string;
export {};
