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
