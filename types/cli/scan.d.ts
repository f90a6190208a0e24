import { type Command } from "../bundled/libraries.ts";
import { type TraceFormat } from "../traces/read-trace.ts";
import { type GuardFlags } from "./guard-options.ts";
export interface ScanFlags extends GuardFlags {
    format: TraceFormat | "auto";
    json?: boolean;
    html?: string;
    force?: boolean;
    failOn?: FailOn;
    jobs: number;
    price?: number;
    all?: boolean;
    color: boolean;
}
type FailOn = "warn" | "hint" | "abort";
export declare function registerScan(program: Command): void;
/** Scans the files and gives the exit code. */
export declare function scan(paths: readonly string[], flags: ScanFlags): Promise<number>;
export {};
