import { type TraceFormat } from "../../traces/read-trace.ts";
import { type GuardFlags } from "../guard-options.ts";
import { type ScanJob, type ScanPart } from "./scan-job.ts";
export interface ScanSettings {
    guard: GuardFlags;
    format: TraceFormat | "auto";
    /** Give runs without loops too. */
    allRuns: boolean;
    /** Give the calls of each run, cut short. */
    strips: boolean;
}
export declare class JobScanner {
    #private;
    private constructor();
    /** Throws what is wrong with the guard's options. */
    static create(settings: ScanSettings): Promise<JobScanner>;
    /** Results come in one or more parts, at the latest before the promise is fulfilled. */
    run(job: ScanJob, emit: (part: ScanPart) => void): Promise<void>;
    close(): void;
}
