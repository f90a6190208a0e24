import { type Columns } from "../traces/columns.ts";
import { type Command } from "../traces/libraries.ts";
import { type TraceFormat } from "../traces/trace-reader.ts";
import { type GuardFlags } from "./guard-options.ts";
import { type Pricing } from "./scan/totals-text.ts";
export interface ScanFlags extends GuardFlags, Partial<Pricing> {
    format: TraceFormat | "auto";
    json?: boolean;
    ndjson?: boolean;
    columns?: Columns;
    sorted?: boolean;
    memory: string;
    html?: string;
    force?: boolean;
    failOn?: (typeof FAIL_ON)[number];
    whatIf?: "recover";
    all?: boolean;
    color: boolean;
}
declare const FAIL_ON: readonly ["warn", "hint", "abort"];
export declare const TRACES = "files, folders (with all .json, .jsonl, .ndjson, .log and .parquet files in them, .gz and .zst too), s3:// and https:// URLs of Parquet, or -";
export declare function registerScan(program: Command): void;
/** The options of all that reads traces and judges them. */
export declare function addReadingFlags(command: Command): Command;
/** Scans the files and gives the exit code. `onPage`: called when there is a page, at the end. */
export declare function scan(paths: readonly string[], flags: ScanFlags, onPage?: () => Promise<void>): Promise<number>;
export {};
