import type { ScanPart } from "./scan-job.ts";
/** What comes back from a thread: parts, and then that the job is done. */
export type WorkerAnswer = {
    part: ScanPart;
} | {
    done: true;
};
