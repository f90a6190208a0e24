/** The entry of a thread that does jobs of a scan. */
import { parentPort, workerData } from "node:worker_threads";
import { takeTurns } from "../../traces/limits.ts";
import { JobScanner, type ScanSettings } from "./job-scanner.ts";
import { PART_TAKEN, type ScanJob, type ScanPart, type WorkerAnswer } from "./scan-job.ts";

/** Parts that may be sent before one is taken; then the thread waits. */
const UNTAKEN_MAX = 4;

const answer = (what: WorkerAnswer): void => parentPort?.postMessage(what);

const { settings, turn } = workerData as { settings: ScanSettings; turn: SharedArrayBuffer };
takeTurns(turn);
const scanner = await JobScanner.create(settings);
let last: Promise<void> = Promise.resolve();
let untaken = 0;
let goOn: (() => void) | undefined;

function emit(part: ScanPart): Promise<void> {
  answer(part);
  if (++untaken < UNTAKEN_MAX) return Promise.resolve();
  return new Promise((resolve) => {
    goOn = resolve;
  });
}

parentPort?.on("message", (message: ScanJob | typeof PART_TAKEN) => {
  if (message === PART_TAKEN) {
    untaken--;
    goOn?.();
    return;
  }
  last = last.then(async () => {
    await scanner.run(message, emit);
    answer("done");
  });
});
answer("ready");
