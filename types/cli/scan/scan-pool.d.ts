import { type ScanSettings } from "./job-scanner.ts";
import { type ScanJob, type ScanPart } from "./scan-job.ts";
/** Does jobs in this thread, and in workers if more than one thread is allowed. */
export declare class ScanPool {
    #private;
    private constructor();
    /** Throws if the guard's options are wrong. */
    static open(settings: ScanSettings, threads: number): Promise<ScanPool>;
    /** Starts a job as soon as a thread is free. Returns its parts. */
    start(job: ScanJob): ReadableStream<ScanPart>;
    close(): Promise<void>;
}
