import { type Columns } from "../../traces/columns.ts";
import { type TraceFormat } from "../../traces/read-trace.ts";
import type { GuardFlags } from "../guard-options.ts";
import { type ScanJob, type ScanPart } from "./scan-job.ts";
export interface ScanSettings {
    guard: GuardFlags;
    format: TraceFormat | "auto";
    /** Include runs without loops. */
    allRuns: boolean;
    /** Include the calls of each run, cut short. */
    strips: boolean;
    /** Rows of a table are read, whose columns mean this. */
    columns?: Columns;
    /** A run ends when another one begins. */
    sorted?: boolean;
    /** Emit a run with loops as soon as the bytes at hand are read. */
    prompt?: boolean;
    /** What DuckDB may use to sort Parquet, such as `"512MB"`; default: as DuckDB likes. */
    memory?: string;
}
type Emit = (part: ScanPart) => Promise<void>;
export declare class JobScanner {
    #private;
    private constructor();
    /** Throws if the guard's options are wrong. */
    static create(settings: ScanSettings): Promise<JobScanner>;
    /**
     * Emits the results in one or more parts before the promise is fulfilled. The next part is emitted when the promise that
     * `emit` returned is fulfilled.
     */
    run(job: ScanJob, emit: Emit): Promise<void>;
    close(): void;
}
export {};
