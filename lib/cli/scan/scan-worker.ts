/** The entry of a thread that does jobs of a scan. */
import { parentPort, workerData } from "node:worker_threads";
import { JobScanner, type ScanSettings } from "./job-scanner.ts";
import type { ScanJob, ScanPart } from "./scan-job.ts";

/** What comes back from a thread: that it has started, parts of its jobs in their order, and that a job is done. */
export type WorkerAnswer = "ready" | ScanPart | "done";

const answer = (what: WorkerAnswer): void => parentPort?.postMessage(what);

const scanner = await JobScanner.create(workerData as ScanSettings);
let last: Promise<void> = Promise.resolve();
parentPort?.on("message", (job: ScanJob) => {
  last = last.then(async () => {
    await scanner.run(job, answer);
    answer("done");
  });
});
answer("ready");
