import { type Command } from "../bundled/libraries.ts";
import type { Columns } from "../traces/columns.ts";
import { type TraceFormat } from "../traces/read-trace.ts";
import { type GuardFlags } from "./guard-options.ts";
import { type PriceFlags } from "./trace-options.ts";
export interface ScanFlags extends GuardFlags, PriceFlags {
    format: TraceFormat | "auto";
    json?: boolean;
    ndjson?: boolean;
    columns?: Columns;
    sorted?: boolean;
    memory: string;
    html?: string;
    force?: boolean;
    failOn?: FailOn;
    jobs: number;
    all?: boolean;
    color: boolean;
}
type FailOn = "warn" | "hint" | "abort";
export declare function registerScan(program: Command): void;
/** Scans the files and gives the exit code. */
export declare function scan(paths: readonly string[], flags: ScanFlags): Promise<number>;
export {};
