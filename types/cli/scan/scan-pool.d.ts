import { type ScanSettings } from "./job-scanner.ts";
import { PartQueue } from "./part-queue.ts";
import type { ScanJob } from "./scan-job.ts";
/** Does jobs, in threads when there is more than one. */
export declare class ScanPool {
    #private;
    private constructor();
    /** Throws what is wrong with the guard's options. */
    static open(settings: ScanSettings, threads: number): Promise<ScanPool>;
    /** Its parts, as they come. A job is begun at once when a thread is free. */
    start(job: ScanJob): PartQueue;
    close(): Promise<void>;
}
