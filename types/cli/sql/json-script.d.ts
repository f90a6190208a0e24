import type { JsonEngine } from "../../traces/warehouse-maps.ts";
import { type CallsFlags } from "./calls-query.ts";
interface ScriptOptions extends CallsFlags {
    /** Postgres: its name or its URL; default: as `psql` finds it. SQLite: the file. */
    database?: string;
    /** The words of the command that judges. */
    judge: readonly string[];
    /** Whether that is loopguard-scan, which reads rows alone. */
    isProgram: boolean;
}
export declare function jsonScript(engine: JsonEngine, options: ScriptOptions): string;
export {};
