/** Shell scripts for Postgres and SQLite, which print a line of JSON for each call, in order, and for a judge that prints loops. */
import type { JsonEngine } from "../../traces/warehouse-maps.ts";
import { type CallsFlags } from "./calls-query.ts";
interface ScriptOptions extends CallsFlags {
    /** Postgres: its name or its URL; default: as `psql` finds it. SQLite: the file. */
    database?: string;
    /** The words of the command that judges. */
    judge: readonly string[];
    /** Whether that is the program in C, which reads rows alone. */
    isProgram: boolean;
}
export declare function jsonScript(engine: JsonEngine, options: ScriptOptions): string;
export {};
