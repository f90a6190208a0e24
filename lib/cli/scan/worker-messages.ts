/** What a scan and its threads say to each other, besides jobs. */
import type { ScanPart } from "./scan-job.ts";

/** From a thread: that it has started, parts of its jobs in their order, and that a job is done. */
export type WorkerAnswer = "ready" | ScanPart | "done";

/** To a thread: one of its parts has been taken, so that another may come. */
export const PART_TAKEN = "part taken";
