/** The entry of a thread that does jobs of a scan. */
import { parentPort, workerData } from "node:worker_threads";
import { JobScanner, type ScanSettings } from "./job-scanner.ts";
import type { ScanJob, ScanPart } from "./scan-job.ts";

/** What comes back from a thread: parts, and then that the job is done. */
export type WorkerAnswer = { part: ScanPart } | { done: true };

const scanner = await JobScanner.create(workerData as ScanSettings);
parentPort?.on("message", async (job: ScanJob) => {
  await scanner.run(job, (part) => parentPort?.postMessage({ part } satisfies WorkerAnswer));
  parentPort?.postMessage({ done: true } satisfies WorkerAnswer);
});
