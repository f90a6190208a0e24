/** Threads that share the jobs of a scan. */
import { Worker } from "node:worker_threads";
import { JobScanner, type ScanSettings } from "./job-scanner.ts";
import { PartQueue } from "./part-queue.ts";
import type { ScanJob } from "./scan-job.ts";
import type { WorkerAnswer } from "./scan-worker.ts";

interface Waiting {
  job: ScanJob;
  parts: PartQueue;
}

/** Does jobs, in threads when there is more than one. */
export class ScanPool {
  readonly #settings: ScanSettings;
  readonly #threads: number;
  readonly #local: JobScanner;
  readonly #idle: Worker[] = [];
  readonly #workers: Worker[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #busy = new Map<Worker, PartQueue>();
  #last: Promise<void> = Promise.resolve();

  private constructor(settings: ScanSettings, threads: number, local: JobScanner) {
    this.#settings = settings;
    this.#threads = threads;
    this.#local = local;
  }

  /** Throws what is wrong with the guard's options. */
  static async open(settings: ScanSettings, threads: number): Promise<ScanPool> {
    return new ScanPool(settings, threads, await JobScanner.create(settings));
  }

  /** Its parts, as they come. A job is begun at once when a thread is free. */
  start(job: ScanJob): PartQueue {
    const parts = new PartQueue();
    if (this.#threads < 2 || job.kind === "stream" || job.kind === "fault") {
      this.#last = this.#last.then(() => this.#here(job, parts));
    } else {
      this.#waiting.push({ job, parts });
      this.#assign();
    }
    return parts;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
    this.#local.close();
  }

  async #here(job: ScanJob, parts: PartQueue): Promise<void> {
    try {
      await this.#local.run(job, (part) => parts.push(part));
      parts.end();
    } catch (error) {
      parts.fail(error);
    }
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop() ?? (this.#workers.length < this.#threads ? this.#hire() : undefined);
      if (worker === undefined) return;
      const { job, parts } = this.#waiting.shift() as Waiting;
      this.#busy.set(worker, parts);
      worker.postMessage(job, job.kind === "lines" ? [job.lines.buffer as ArrayBuffer] : []);
    }
  }

  #hire(): Worker {
    const worker = new Worker(new URL("./scan-worker.js", import.meta.url), { workerData: this.#settings });
    this.#workers.push(worker);
    worker.on("message", (answer: WorkerAnswer) => {
      const parts = this.#busy.get(worker);
      if ("part" in answer) {
        parts?.push(answer.part);
        return;
      }
      parts?.end();
      this.#busy.delete(worker);
      this.#idle.push(worker);
      this.#assign();
    });
    worker.on("error", (error) => this.#busy.get(worker)?.fail(error));
    return worker;
  }
}
