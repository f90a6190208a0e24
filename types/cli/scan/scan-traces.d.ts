import { type LoopGuardOptions } from "../../rules/options.ts";
import { type ColumnField, type Columns } from "../../traces/columns.ts";
import { type TraceFormat } from "../../traces/trace-reader.ts";
import type { ScanError, ScannedRun } from "../scan-types.ts";
import { type TraceFile } from "../trace-files.ts";
import { type RunTotals } from "./run-totals.ts";
export interface ScanSettings {
    guard: LoopGuardOptions;
    format: TraceFormat | "auto";
    /** Include runs without loops. */
    allRuns: boolean;
    /** Include the calls of each run, cut short. */
    strips: boolean;
    /** Rows of a table are read, whose columns mean this. */
    columns?: Columns | undefined;
    /** A run ends when another one begins. */
    sorted?: boolean | undefined;
    /** Tell what would have been done to requests. */
    whatIf?: "recover" | undefined;
    /** Give a run with loops as soon as the bytes at hand are read. */
    prompt?: boolean | undefined;
    /** Counts all runs, those without loops included. */
    totals: RunTotals;
    /** What DuckDB may use to sort Parquet, such as `"512MB"`; default: as DuckDB likes. */
    memory?: string;
}
export interface ScanPart {
    /** All runs, or only those with loops. */
    runs: ScannedRun[];
    errors: ScanError[];
    /** Bytes that were read from the disk for this part. */
    read: number;
    /** Further bytes that there are to read; of Parquet they are not known before. */
    found: number;
}
/** What is known of the input when all of it was read. */
export interface ScanInput {
    readonly formats: Set<TraceFormat>;
    /** A table was read to its end. */
    isTable: boolean;
    /** Fields whose columns no row has; an error says so of each. */
    missing: ColumnField[];
}
/** Takes a part; the next one comes when the promise is fulfilled. */
type TakePart = (part: ScanPart) => Promise<void>;
/**
 * Throws if the guard's options are wrong; errors of files are in the parts. `bytes`: of a file; default: as they are on the
 * disk.
 */
export declare function scanTraces(files: readonly TraceFile[], settings: ScanSettings, take: TakePart, bytes?: (file: TraceFile) => AsyncIterable<Uint8Array>): Promise<ScanInput>;
export {};
